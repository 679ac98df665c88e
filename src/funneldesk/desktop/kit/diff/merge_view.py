"""Theirs, before and mine in three columns; each difference is taken or left, one by one."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.desktop.kit.controls import Button, column, line, row, surface
from funneldesk.desktop.kit.diff.merge import Choice, Chunk
from funneldesk.desktop.kit.diff.rows import Row, folded, three_columns
from funneldesk.desktop.kit.diff.rows_view import Offer, RowsView
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.text import ElidedLabel, Label

if TYPE_CHECKING:
    from funneldesk.desktop.kit.diff.resolution import Resolution

SCROLL_BAR = 10
THEIRS, BEFORE, MINE = 0, 1, 2
_IN_RESULT = {"theirs": {THEIRS}, "mine": {MINE}, "base": set[int]()}
_ALONE = {
    "mine": "You changed this",
    "theirs": "They changed this",
    "both_same": "You both changed this to the same",
}
_TAKEN: dict[Choice | None, str] = {
    "theirs": "theirs taken",
    "mine": "yours taken",
    "base": "left as it was",
    "mine_theirs": "both taken",
    "theirs_mine": "both taken",
    None: "edited by hand",
}


class MergeView(QWidget):
    """Shows a resolution and changes it. ``chose`` carries what became of the result's text:
    start, end and new text; ``shown`` comes when the columns are filled."""

    chose = Signal(int, int, str)
    went_to = Signal(int)
    shown = Signal()

    def __init__(self, titles: tuple[str, str, str]) -> None:
        """``titles`` name the columns: theirs, before, mine."""
        super().__init__()
        self.tasks = TaskScope(self)
        self.resolution: Resolution | None = None
        self._build(titles)

    def show_resolution(self, resolution: "Resolution") -> None:
        """Show this one, the first conflict at hand."""
        self.resolution = resolution
        self.rows.show_rows((), 3)
        self.tasks.latest("show", self._show(resolution))

    def refresh(self) -> None:
        """The resolution changed elsewhere: by the hand in the result."""
        resolution = self.resolution
        if resolution is None:
            return
        painter = self.rows.painter
        painter.taken, painter.dropped, painter.titles = set(), set(), {}
        for index, chunk in enumerate(resolution.merge.chunks):
            if chunk.kind != "same":
                self._paint_chunk(resolution, index, chunk)
        self.rows.redraw()
        self._show_state(self.rows.current())

    def take(self, choice: Choice) -> None:
        """Decide the difference at hand, and go on to the next conflict that waits."""
        at = self.rows.current()
        if at >= 0:
            self._choose(at, choice)
            waiting = self.resolution.undecided if self.resolution else ()
            if waiting:
                self.rows.step(1, waiting)

    def take_everywhere(self, choice: Choice, _checked: bool = False) -> None:
        """Decide every conflict that waits."""
        for chunk in self.resolution.undecided if self.resolution else ():
            self._choose(chunk, choice)

    def step(self, by: int) -> None:
        """Go to the next conflict or the one before; where there is none, to any difference."""
        conflicts = self.resolution.merge.conflicts if self.resolution else ()
        self.rows.step(by, conflicts or None)

    def _build(self, titles: tuple[str, str, str]) -> None:
        self.state = Label("", size="small", tone="muted")
        self.theirs = Button("Take theirs", tip="Alt+1", on_click=lambda: self.take("theirs"))
        self.mine = Button("Take mine", tip="Alt+2", on_click=lambda: self.take("mine"))
        self.both = Button(
            "Take both", tip="Mine, then theirs (Alt+3)", on_click=lambda: self.take("mine_theirs")
        )
        self.more = Button(kind="icon", icon_name="ellipsis", tip="More ways to decide")
        self.more.clicked.connect(self._open_menu)
        steps = (
            _step("chevron-up", "Previous conflict (Alt+Up)", lambda: self.step(-1)),
            _step("chevron-down", "Next conflict (Alt+Down)", lambda: self.step(1)),
        )
        bar = row(self.state, None, self.theirs, self.mine, self.both, *steps, self.more)
        bar.setContentsMargins(12, 8, 12, 8)
        heads = row(spacing=0, margins=(0, 0, SCROLL_BAR, 0))
        for words in titles:
            title = ElidedLabel(words, size="label", tone="muted")
            title.setContentsMargins(12, 6, 12, 6)
            heads.addWidget(title, 1)
        ground = surface("app")
        ground.setLayout(heads)
        self.rows = RowsView()
        self.rows.setAccessibleName("Theirs, before and mine, line by line")
        self.rows.offer(self._offers)
        self.rows.pressed.connect(self._pressed)
        self.rows.went_to.connect(self._went_to)
        whole = column(spacing=0)
        whole.addLayout(bar)
        for widget in (line(), ground):
            whole.addWidget(widget)
        whole.addWidget(self.rows, 1)
        whole.addWidget(self.rows.sideways)
        self.setLayout(whole)
        self.setFocusProxy(self.rows)

    async def _show(self, resolution: "Resolution") -> None:
        rows = await in_thread(_rows, resolution)
        self.refresh()
        self.rows.show_rows(rows, 3, ("Theirs", "Before", "Mine"))
        first = (resolution.undecided or resolution.merge.conflicts or (-1,))[0]
        self.rows.go_to(first)
        self.refresh()
        self.shown.emit()

    def _paint_chunk(self, resolution: "Resolution", index: int, chunk: Chunk) -> None:
        painter = self.rows.painter
        conflicts = resolution.merge.conflicts
        choice = resolution.choice(index)
        waits = index in resolution.undecided
        if chunk.kind == "conflict":
            which = f"Both changed · {conflicts.index(index) + 1} of {len(conflicts)}"
            painter.titles[index] = f"{which} · {'to decide' if waits else _TAKEN[choice]}"
        else:
            usual = choice == chunk.usual
            painter.titles[index] = _ALONE[chunk.kind] + ("" if usual else f" · {_TAKEN[choice]}")
        if waits or choice is None:
            return
        held = _IN_RESULT.get(choice, {THEIRS, MINE})
        for side in (THEIRS, MINE):
            (painter.taken if side in held else painter.dropped).add((index, side))

    def _offers(self, block: int) -> list[Offer]:
        resolution = self.resolution
        if resolution is None:
            return []
        kind, choice = resolution.merge.chunks[block].kind, resolution.choice(block)
        if kind == "conflict":
            sides: tuple[tuple[int, Choice, str], ...] = (
                (THEIRS, "theirs", "Take theirs"),
                (MINE, "mine", "Take mine"),
            )
            return [offer for offer in sides if offer[1] != choice]
        if kind == "both_same":
            return []
        side, own = (MINE, "mine") if kind == "mine" else (THEIRS, "theirs")
        return [(side, own, "Take in")] if choice == "base" else [(side, "base", "Leave out")]

    def _pressed(self, block: int, key: str) -> None:
        choices: dict[str, Choice] = {"theirs": "theirs", "mine": "mine", "base": "base"}
        self._choose(block, choices[key])

    def _choose(self, chunk: int, choice: Choice) -> None:
        if self.resolution is not None:
            start, end, text = self.resolution.choose(chunk, choice)
            self.chose.emit(start, end, text)
            self.refresh()

    def _went_to(self, block: int) -> None:
        self._show_state(block)
        self.went_to.emit(block)

    def _show_state(self, block: int) -> None:
        resolution = self.resolution
        if resolution is None:
            return
        conflicts, waiting = resolution.merge.conflicts, resolution.undecided
        if not conflicts:
            words = "You changed different lines: both changes are in the result."
        elif waiting:
            words = f"{len(conflicts)} places that you both changed · {len(waiting)} to decide"
        else:
            words = f"{len(conflicts)} places that you both changed · all decided"
        self.state.setText(words.replace("1 places", "1 place"))
        kind = resolution.merge.chunks[block].kind if block >= 0 else "same"
        for button in (self.theirs, self.mine):
            button.setEnabled(kind not in ("same", "both_same"))
        self.both.setEnabled(kind == "conflict")

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        waits = bool(self.resolution and self.resolution.undecided)
        for words, choice in _EVERYWHERE:
            act = menu.addAction(words)
            act.triggered.connect(partial(self.take_everywhere, choice))
            act.setEnabled(waits)
        menu.addSeparator()
        menu.addAction("Theirs, then mine", lambda: self.take("theirs_mine")).setEnabled(
            self.both.isEnabled()
        )
        menu.addAction("Leave this place as it was", lambda: self.take("base"))
        menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height() + 4)))


_EVERYWHERE: tuple[tuple[str, Choice], ...] = (
    ("Take theirs wherever it is undecided", "theirs"),
    ("Take mine wherever it is undecided", "mine"),
)


def _step(icon_name: str, tip: str, act: Callable[[], None]) -> Button:
    return Button(kind="icon", icon_name=icon_name, tip=tip, on_click=act)


def _rows(resolution: "Resolution") -> list[Row]:
    return folded(three_columns(resolution.merge))
