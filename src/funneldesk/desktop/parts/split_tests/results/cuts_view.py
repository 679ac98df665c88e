"""Cuts of a result below the variants: read when one is chosen, each told with its correction."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QGridLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Segments, column, row
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label, set_tip
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.split_tests.labels import (
    METRIC_TITLES,
    amount,
    p_words,
    percent,
    span,
)
from funneldesk.desktop.parts.split_tests.results.cuts import (
    FIELDS,
    Cut,
    compared,
    found_in,
    read_cut,
)
from funneldesk.desktop.parts.split_tests.results.reading import Reading
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.statistics.metrics import Metric, value_of

WHOLE = "whole"
SESSIONS = _(
    "The server doesn’t count a test’s visitors by group. These are sessions and orders: a visitor "
    "may place several orders, so the figures differ from those above and have no p-value."
)
SESSION_TITLES = {
    Metric.RATE: _("Orders per session"),
    Metric.PER_VISITOR: _("Revenue per session"),
    Metric.PER_ORDER: _("Average order value"),
}


class CutsView(QWidget):
    """Shows one test; nothing is read before a cut is chosen."""

    def __init__(self, workspace: Workspace, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._workspace, self._formats = workspace, formats
        self._of, self._reading = "", Reading()
        self.cuts: tuple[Cut, ...] = ()
        self.tasks = TaskScope(self)
        self.fields = Segments()
        self.fields.set_choices(
            [(WHOLE, _("Off"), ""), *((key, title, "") for key, title in FIELDS.items())]
        )
        self.fields.setAccessibleName(_("Compare by"))
        self.fields.chosen.connect(self.choose)
        self.progress = ProgressLine()
        self.said = Label(size="small", tone="muted", wrap=True)
        self.place = column(spacing=0)
        whole = column(spacing=6, margins=(0, 8, 0, 0))
        whole.addLayout(row(Label(_("Compare by"), size="strong"), self.fields, None, spacing=8))
        whole.addWidget(self.progress)
        whole.addLayout(self.place)
        whole.addWidget(self.said)
        self.setLayout(whole)
        self.said.hide()

    def show_test(self, test_id: str, reading: Reading) -> None:
        """Another test begins without a cut."""
        self._reading = reading
        if test_id != self._of:
            self._of = test_id
            self.fields.choose(WHOLE)
            self.choose(WHOLE)

    def choose(self, field: str) -> None:
        """Read and show a cut."""
        self._show(())
        if field == WHOLE:
            self.tasks.cancel("cut")
        elif self._of:
            self.tasks.latest("cut", self._read(self._of, field))

    async def _read(self, test_id: str, field: str) -> None:
        reading, zone = self._reading, self._formats().zone
        tz = str(getattr(zone, "key", "") or "")
        with operation(
            self._workspace,
            _("Reading the comparison"),
            tell=lambda told: self._say(f"{told.what} {told.now_what}"),
            progress=self.progress.set_on,
        ):
            groups = await self._workspace.run(
                lambda api: read_cut(api, int(test_id), field, reading, tz)
            )
            cuts = await in_thread(compared, groups, reading)
            if test_id == self._of:
                self._show(cuts, is_exact=groups.is_exact)
                self._say(_words(cuts, reading.significance) if groups.is_exact else SESSIONS)

    def _say(self, text: str) -> None:
        self.said.setText(text)
        self.said.setVisible(bool(text))

    def _show(self, cuts: Sequence[Cut], *, is_exact: bool = True) -> None:
        self.cuts = tuple(cuts)
        self._say("")
        while (item := self.place.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        if cuts:
            table = _table(cuts, self._formats(), self._reading, is_exact=is_exact)
            self.place.addWidget(table)


def _words(cuts: Sequence[Cut], significance: float) -> str:
    if not cuts:
        return _("Nothing is known of these groups.")
    many = ngettext(
        "{count} comparison.",
        "{count} comparisons at once: by chance alone about one in twenty would look real, so the "
        "p values are corrected (Holm).",
        len(cuts),
    ).format(count=len(cuts))
    found = found_in(cuts, significance)
    if not found:
        return _("{comparisons} None of them is more than chance.").format(comparisons=many)
    names = ", ".join(f"{each.group} ({each.variant})" for each in found)
    return _("{comparisons} More than chance: {names}.").format(comparisons=many, names=names)


def _table(cuts: Sequence[Cut], formats: Formats, reading: Reading, *, is_exact: bool) -> QWidget:
    metric, significance = reading.decides, reading.significance
    title = METRIC_TITLES[metric] if is_exact else SESSION_TITLES[metric]
    titles = (
        _("Group"),
        _("Variant"),
        _("Visitors") if is_exact else _("Sessions"),
        _("Baseline"),
        title,
        _("Lift"),
        _("Interval of the lift"),
        _("p-value"),
    )
    tips = {
        6: _("Fieller interval of the ratio of means, at the level that Holm leaves")
        if metric.is_money
        else _("Koopman score interval of the ratio of rates, at the level that Holm leaves"),
        7: _("Welch’s t-test, Holm over all groups shown")
        if metric.is_money
        else _("Two-proportion z-test, Holm over all groups shown"),
    }
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(4)
    grid.setContentsMargins(0, 4, 0, 4)
    for at, text in enumerate(titles):
        head = Label(text, size="small", tone="muted")
        set_tip(head, tips.get(at, ""))
        grid.addWidget(head, 0, at)
    for line, cut in enumerate(cuts, start=1):
        is_found = cut.p is not None and cut.p < significance
        words = (
            cut.group,
            cut.variant,
            formats.number(cut.baseline.visitors + cut.numbers.visitors),
            amount(formats, metric, value_of(metric, cut.baseline)),
            amount(formats, metric, value_of(metric, cut.numbers)),
            percent(formats, cut.lift, 1, sign=True),
            span(formats, cut.interval, 1, sign=True),
            p_words(formats, cut.p),
        )
        for at, text in enumerate(words):
            shown = ElidedLabel(text) if at < 2 else Label(text)
            shown.setAccessibleName(f"{cut.group}, {cut.variant}, {titles[at]}: {text}")
            if is_found and at >= 5:
                shown.setProperty("textSize", "strong")
            grid.addWidget(shown, line, at)
    grid.setColumnStretch(0, 2)
    grid.setColumnStretch(1, 2)
    holder = QWidget()
    holder.setLayout(grid)
    return holder
