"""Cuts of a result below the variants: read when one is chosen, each told with its correction."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QGridLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Segments, column, row
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.split_tests.labels import p_words, percent, span
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

WHOLE = "whole"
TITLES = (_("Group"), _("Variant"), _("Visitors"), _("Baseline"), _("Rate"), _("Lift"), _("p"))


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
                self._show(cuts)
                self._say(_words(cuts, reading.significance))

    def _say(self, text: str) -> None:
        self.said.setText(text)
        self.said.setVisible(bool(text))

    def _show(self, cuts: Sequence[Cut]) -> None:
        self.cuts = tuple(cuts)
        self._say("")
        while (item := self.place.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        if cuts:
            self.place.addWidget(_table(cuts, self._formats(), self._reading.significance))


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


def _table(cuts: Sequence[Cut], formats: Formats, significance: float) -> QWidget:
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(4)
    grid.setContentsMargins(0, 4, 0, 4)
    for at, title in enumerate(TITLES):
        grid.addWidget(Label(title, size="small", tone="muted"), 0, at)
    for line, cut in enumerate(cuts, start=1):
        is_found = cut.p is not None and cut.p < significance
        lift = percent(formats, cut.lift, 1, sign=True)
        words = (
            cut.group,
            cut.variant,
            formats.number(cut.baseline.visitors + cut.numbers.visitors),
            percent(formats, cut.baseline.rate),
            percent(formats, cut.numbers.rate),
            lift,
            p_words(formats, cut.p),
        )
        for at, text in enumerate(words):
            shown = ElidedLabel(text) if at < 2 else Label(text)
            shown.setAccessibleName(f"{cut.group}, {cut.variant}, {TITLES[at]}: {text}")
            if at == 5:
                shown.setAccessibleDescription(span(formats, cut.interval, 1, sign=True))
            if is_found and at >= 5:
                shown.setProperty("textSize", "strong")
            grid.addWidget(shown, line, at)
    grid.setColumnStretch(0, 2)
    grid.setColumnStretch(1, 2)
    holder = QWidget()
    holder.setLayout(grid)
    return holder
