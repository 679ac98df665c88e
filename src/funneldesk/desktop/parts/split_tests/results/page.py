"""Results tab of a split test: the verdict, what stands in its way, and every variant."""

import asyncio
from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.results.reading import Reading, read_results
from funneldesk.desktop.parts.split_tests.results.variant_card import VariantCard
from funneldesk.desktop.parts.split_tests.results.verdict import headline, server_words
from funneldesk.desktop.parts.split_tests.results.warnings import Caution, cautions
from funneldesk.desktop.records.detail.declaration import Body
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.statistics.proportions import Interval

METHODS = {
    False: _(
        "Computed on this computer: rates by Wilson, lifts by Koopman’s score interval, chances "
        "from beta posteriors with a flat prior, p-values by the two-proportion z-test with Holm’s "
        "correction. The server’s verdict stands beside them and may use another method. Point at "
        "a figure to see its method."
    ),
    True: _(
        "Computed on this computer from each visitor’s revenue: means by Student’s t, lifts by "
        "Fieller’s interval, chances from normal posteriors, p-values by Welch’s t-test with "
        "Holm’s correction. The server’s verdict stands beside them and may use another method. "
        "Point at a figure to see its method."
    ),
}
"""How figures are worked out: those of rates, and those of money."""


class ResultsPage(RecordView):
    """Shows one test. ``read`` carries its id and its reading, once that is worked out."""

    read = Signal(str, object)
    pause_wanted = Signal(str)
    """From the sentence that no page shows the test; its id."""

    def __init__(self, formats: Callable[[], Formats], below: Sequence[QWidget] = ()) -> None:
        """``below`` stand under the variants: charts and cuts of the same test."""
        super().__init__()
        self._formats = formats
        self._of = ""
        self._reading: asyncio.Task[None] | None = None
        self.reading = Reading()
        self.tasks = TaskScope(self)
        self.cards: list[VariantCard] = []
        self.banners: list[Banner] = []
        self._build(below)

    def _build(self, below: Sequence[QWidget]) -> None:
        self.title = Label(size="title", wrap=True)
        self.sentence = Label(wrap=True)
        self.server = Label(size="small", tone="muted", wrap=True)
        self.unshown = Banner(_("Pause the test"), closable=False)
        self.unshown.pressed.connect(lambda: self.pause_wanted.emit(self._of))
        self._cautions = column(spacing=6)
        self._variants = column(spacing=8)
        self.methods = Label(size="small", tone="muted", wrap=True)
        self.nothing = EmptyState(
            "chart-line",
            _("No figures yet"),
            _("They come from the server, and stay here once they were read."),
        )
        inner = surface("surface")
        whole = column(self.title, self.sentence, self.server, spacing=6, margins=(16, 14, 16, 16))
        whole.addSpacing(4)
        whole.addWidget(self.unshown)
        whole.addLayout(self._cautions)
        whole.addSpacing(4)
        whole.addLayout(self._variants)
        whole.addWidget(self.methods)
        for widget in below:
            whole.addWidget(widget)
        whole.addStretch(1)
        inner.setLayout(whole)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setAccessibleName(_("Results"))
        self.area.setWidget(inner)
        self.setLayout(row(self.area, self.nothing, spacing=0))
        self.nothing.hide()

    def show_record(self, body: Body) -> None:
        test_id = str(body.get("id") or "")
        if test_id != self._of:
            self._of = test_id
            self.show_presence("")
            self._show(Reading())
        self._reading = self.tasks.start(self._read(body, test_id))

    def show_presence(self, problem: str) -> None:
        """Say that the test runs where nobody meets it; "" where it is met."""
        if problem:
            self.unshown.say(_("No page shows this test"), problem, "warning")
        else:
            self.unshown.clear()
        self._show_cautions(self._all_cautions())

    async def settled(self) -> None:
        """Wait until the figures of what was shown last are worked out."""
        if self._reading is not None:
            await asyncio.wait([self._reading])

    async def _read(self, body: Body, test_id: str) -> None:
        reading = await in_thread(read_results, body)
        if test_id == self._of and (reading != self.reading or not self.cards):
            self._show(reading)
        if reading.variants:
            self.read.emit(test_id, reading)

    def _show(self, reading: Reading) -> None:
        self.reading = reading
        known = bool(reading.variants)
        self.nothing.setVisible(not known)
        self.area.setVisible(known)
        formats = self._formats()
        title, sentence = headline(reading, formats)
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.server.setText(server_words(reading, formats))
        self.methods.setText(METHODS[reading.decides.is_money])
        self._show_cautions(self._all_cautions())
        scale = _scale(reading)
        self.cards = [VariantCard(each, reading, formats, scale) for each in reading.variants]
        _refill(self._variants, self.cards)

    def _all_cautions(self) -> Sequence[Caution]:
        """Without the advice to wait where no visitor will come."""
        found = cautions(self.reading, self._formats())
        hopeless = not self.unshown.isHidden()
        return [each for each in found if not (hopeless and each.kind == "small")]

    def _show_cautions(self, found: Sequence[Caution]) -> None:
        self.banners = []
        for each in found:
            banner = Banner(closable=False)
            banner.say(each.title, each.meaning, each.tone)
            self.banners.append(banner)
        _refill(self._cautions, self.banners)


def _refill(place: QVBoxLayout, widgets: Sequence[QWidget]) -> None:
    while (item := place.takeAt(0)) is not None:
        old = item.widget()
        if old is not None:
            old.hide()
            old.deleteLater()
    for widget in widgets:
        place.addWidget(widget)


def _scale(reading: Reading) -> Interval:
    ends = [each.result.interval for each in reading.variants if each.result.interval is not None]
    if not ends:
        return 0.0, 1.0
    low, high = min(e[0] for e in ends), max(e[1] for e in ends)
    edge = (high - low) * 0.05
    most = high + edge if reading.decides.is_money else 1.0
    return max(0.0, low - edge), min(most, high + edge)
