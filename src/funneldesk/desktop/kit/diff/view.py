"""Two texts compared: side by side or inline, changed words marked, from change to change."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, line, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.diff.lines import Hunk, hunks_of
from funneldesk.desktop.kit.diff.pieces import pieces
from funneldesk.desktop.kit.diff.rows import (
    Mode,
    Row,
    Table,
    folded,
    one_column,
    two_columns,
    with_bars,
)
from funneldesk.desktop.kit.diff.rows_view import RowsView
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _

SCROLL_BAR = 10
MODES = (("side", _("Side by side"), ""), ("inline", _("Inline"), ""))


class DiffView(QWidget):
    """Compares off the window's thread; ``compared`` when the difference is shown.

    ``hunk_chosen``: the button of a change was pressed; it carries the place in ``changes``.
    """

    hunk_chosen = Signal(int)
    compared = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.tasks = TaskScope(self)
        self.changes: list[Hunk] = []
        self.mode: Mode = "side"
        self._hunks: list[Hunk] = []
        self._parts: tuple[list[str], list[str]] = ([], [])
        self._action = ""
        self._titles = ("", "")
        self._comparing = False
        self._build()

    def set_texts(
        self,
        left: str,
        right: str,
        language: str = "html",
        titles: tuple[str, str] = ("", ""),
    ) -> None:
        """Compare these; the older text is the left one by custom. What was shown stays until
        the new difference is known. ``language`` names the source for screen readers."""
        self.rows.setAccessibleName(_("Differences, {language}").format(language=language))
        self._set_titles(titles)
        self.progress.set_on(True)
        self._comparing = True
        self.tasks.latest("compare", self._compare(left, right))

    def set_mode(self, mode: Mode) -> None:
        """``side`` or ``inline``."""
        self.mode = mode
        self.modes.choose(mode)
        self._fill()

    def set_action(self, words: str) -> None:
        """A button at each change, named so ("Restore"); an empty string takes it away."""
        self._action = words
        self.act.setText(words)
        self.act.setVisible(bool(words))
        self._fill()

    def _build(self) -> None:
        self.rows = RowsView()
        self.rows.went_to.connect(lambda _: self._show_count())
        self.rows.pressed.connect(lambda block, _: self.hunk_chosen.emit(block))
        self.rows.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.progress = ProgressLine()
        self.same = EmptyState(
            "check", _("No differences"), _("Both texts are the same, byte for byte.")
        )
        self.stack = QStackedWidget()
        self.stack.addWidget(self.rows)
        self.stack.addWidget(self.same)
        whole = column(spacing=0)
        whole.addLayout(self._bar())
        for widget in (line(), self._heads(), self.progress):
            whole.addWidget(widget)
        whole.addWidget(self.stack, 1)
        whole.addWidget(self.rows.sideways)
        self.setLayout(whole)
        self.setFocusProxy(self.rows)

    def _bar(self) -> QHBoxLayout:
        """Where one is, what can be done there, and the way on."""
        self.count = Label("", size="small", tone="muted")
        self.act = Button("", on_click=self._act)
        self.act.hide()
        self.back = _step("chevron-up", _("Previous change (Shift+F7)"), lambda: self.rows.step(-1))
        self.forth = _step("chevron-down", _("Next change (F7)"), lambda: self.rows.step(1))
        self.modes = Segments()
        self.modes.set_choices(MODES)
        self.modes.chosen.connect(self.set_mode)
        bar = row(self.count, None, self.act, self.back, self.forth, self.modes)
        bar.setContentsMargins(12, 8, 12, 8)
        return bar

    def _heads(self) -> QWidget:
        """The names of the columns."""
        self.left_title = ElidedLabel(size="label", tone="muted")
        self.right_title = ElidedLabel(size="label", tone="muted")
        self.heads = surface("app")
        heads = row(spacing=0, margins=(0, 0, SCROLL_BAR, 0))
        for title in (self.left_title, self.right_title):
            title.setContentsMargins(12, 6, 12, 6)
            heads.addWidget(title, 1)
        self.heads.setLayout(heads)
        return self.heads

    def _set_titles(self, titles: tuple[str, str]) -> None:
        self._titles = titles
        self._name_columns()

    def _name_columns(self) -> None:
        left, right = self._titles
        side = self.mode == "side"
        self.left_title.setText(left if side else f"{left}  →  {right}")
        self.right_title.setText(right)
        self.right_title.setVisible(side)
        self.heads.setVisible(any(self._titles))

    async def _compare(self, left: str, right: str) -> None:
        self._parts, self._hunks = await in_thread(_compared, left, right)
        self.changes = [hunk for hunk in self._hunks if hunk.kind == "changed"]
        self._comparing = False
        self.progress.set_on(False)
        await self._draw()
        self.compared.emit()

    def _fill(self) -> None:
        """Draw again; a comparison that is on its way draws as things are then."""
        self._name_columns()
        if self._hunks and not self._comparing:
            self.tasks.latest("compare", self._draw())

    async def _draw(self) -> None:
        side = self.mode == "side"
        make = two_columns if side else one_column
        table = await in_thread(_table, make, *self._parts, self._hunks, bool(self._action))
        self.rows.painter.title = self._title
        self.rows.show_table(table, 2 if side else 1, (_("Before"), _("After")) if side else ("",))
        action = self._action
        self.rows.offer(lambda _: ((1 if side else 0, "act", action),) if action else ())
        self.stack.setCurrentWidget(self.rows if self.changes else self.same)
        self.rows.sideways.setVisible(bool(self.changes) and self.rows.sideways.maximum() > 0)
        self._show_count()

    def _title(self, number: int) -> str:
        return _("Change {number} of {count}").format(number=number + 1, count=len(self.changes))

    def _show_count(self) -> None:
        came = sum(h.right_end - h.right_start for h in self.changes)
        went = sum(h.left_end - h.left_start for h in self.changes)
        at = self.rows.current()
        where = self._title(at) if at >= 0 else _("No differences")
        self.count.setText(f"{where}   ·   +{came:,}  −{went:,}" if self.changes else where)
        for button in (self.back, self.forth, self.act):
            button.setEnabled(bool(self.changes))

    def _act(self) -> None:
        if self.rows.current() >= 0:
            self.hunk_chosen.emit(self.rows.current())


def _step(icon_name: str, tip: str, act: Callable[[], None]) -> Button:
    return Button(kind="icon", icon_name=icon_name, tip=tip, on_click=act)


def _compared(left: str, right: str) -> tuple[tuple[list[str], list[str]], list[Hunk]]:
    parts = pieces(left), pieces(right)
    return parts, hunks_of(*parts)


def _table(
    make: Callable[[list[str], list[str], Sequence[Hunk]], list[Row]],
    left: list[str],
    right: list[str],
    found: Sequence[Hunk],
    bars: bool,
) -> Table:
    rows = folded(make(left, right, found))
    return Table.of(list(with_bars(rows)) if bars else rows)
