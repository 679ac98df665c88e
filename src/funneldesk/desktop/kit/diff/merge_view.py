"""Theirs, before and mine in three columns; each difference is taken or left, one by one."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, line, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.diff.merge import Choice
from funneldesk.desktop.kit.diff.row_painter import SideChoice
from funneldesk.desktop.kit.diff.rows import Table, folded, three_columns
from funneldesk.desktop.kit.diff.rows_view import Offer, RowsView
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _, ngettext

if TYPE_CHECKING:
    from funneldesk.desktop.kit.diff.resolution import Resolution

SCROLL_BAR = 10
THEIRS, BEFORE, MINE = 0, 1, 2
_IN_RESULT = {"theirs": {THEIRS}, "mine": {MINE}, "base": set[int]()}
_ALONE = {
    "mine": _("You changed this"),
    "theirs": _("They changed this"),
    "both_same": _("You both changed this to the same"),
}
_TAKEN: dict[Choice | None, str] = {
    "theirs": _("theirs taken"),
    "mine": _("yours taken"),
    "base": _("left as it was"),
    "mine_theirs": _("both taken"),
    "theirs_mine": _("both taken"),
    None: _("edited by hand"),
}


class MergeView(QWidget):
    """Shows a resolution and changes it. ``chose``: the result is another one now. ``shown``
    comes when the columns are filled."""

    chose = Signal()
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
        self.rows.show_table(Table([]), 3)
        self.tasks.latest("show", self._show(resolution))

    def refresh(self) -> None:
        """The resolution changed elsewhere: by the hand in the result."""
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
        """Decide every conflict that waits, as one change of the result."""
        resolution = self.resolution
        if resolution is None or not resolution.waiting:
            return
        resolution.choose_all(choice)
        self.chose.emit()
        self.refresh()

    def step(self, by: int) -> None:
        """Go to the next conflict or the one before; where there is none, to any difference."""
        conflicts = self.resolution.conflicts if self.resolution else ()
        self.rows.step(by, conflicts or None)

    def _build(self, titles: tuple[str, str, str]) -> None:
        self.rows = RowsView()
        self.rows.setAccessibleName(_("Theirs, before and mine, line by line"))
        self.rows.painter.title = self._title
        self.rows.painter.choice = self._choice
        self.rows.offer(self._offers)
        self.rows.pressed.connect(self._pressed)
        self.rows.went_to.connect(self._went_to)
        whole = column(spacing=0)
        whole.addLayout(self._bar())
        for widget in (line(), _heads(titles)):
            whole.addWidget(widget)
        whole.addWidget(self.rows, 1)
        whole.addWidget(self.rows.sideways)
        self.setLayout(whole)
        self.setFocusProxy(self.rows)

    def _bar(self) -> QHBoxLayout:
        """Bar with the state, and actions for the current difference."""
        self.state = Label("", size="small", tone="muted")
        self.theirs = Button(
            _("Take theirs"), tip=_("Take theirs (Alt+1)"), on_click=lambda: self.take("theirs")
        )
        self.mine = Button(
            _("Take mine"), tip=_("Take mine (Alt+2)"), on_click=lambda: self.take("mine")
        )
        self.both = Button(
            _("Take both"),
            tip=_("Take mine, then theirs (Alt+3)"),
            on_click=lambda: self.take("mine_theirs"),
        )
        self.more = Button(kind="icon", icon_name="ellipsis", tip=_("More ways to decide"))
        self.more.clicked.connect(self._open_menu)
        steps = (
            _step("chevron-up", _("Previous conflict (Alt+Up)"), lambda: self.step(-1)),
            _step("chevron-down", _("Next conflict (Alt+Down)"), lambda: self.step(1)),
        )
        bar = row(self.state, None, self.theirs, self.mine, self.both, *steps, self.more)
        bar.setContentsMargins(12, 8, 12, 8)
        return bar

    async def _show(self, resolution: "Resolution") -> None:
        table = await in_thread(_table, resolution)
        self.rows.show_table(table, 3, (_("Theirs"), _("Before"), _("Mine")))
        first = (resolution.undecided or resolution.conflicts or (-1,))[0]
        self.rows.go_to(first)
        self.refresh()
        self.shown.emit()

    def _title(self, block: int) -> str:
        """Text of the bar of a difference."""
        resolution = self.resolution
        if resolution is None:
            return ""
        chunk, choice = resolution.merge.chunks[block], resolution.choice(block)
        if chunk.kind in _ALONE:
            told = "" if choice == chunk.usual else f" · {_TAKEN[choice]}"
            return f"{_ALONE[chunk.kind]}{told}"
        told = _TAKEN[choice] if resolution.is_decided(block) else _("to decide")
        return _("Both changed · {number} of {count} · {told}").format(
            number=resolution.number(block), count=len(resolution.conflicts), told=told
        )

    def _choice(self, block: int, column: int) -> SideChoice:
        """Whether a side of a difference is in the result."""
        choice = self.resolution.choice(block) if self.resolution is not None else None
        if choice is None or column == BEFORE:
            return ""
        return "taken" if column in _IN_RESULT.get(choice, {THEIRS, MINE}) else "dropped"

    def _offers(self, block: int) -> list[Offer]:
        resolution = self.resolution
        if resolution is None:
            return []
        kind, choice = resolution.merge.chunks[block].kind, resolution.choice(block)
        if kind == "conflict":
            sides: tuple[tuple[int, Choice, str], ...] = (
                (THEIRS, "theirs", _("Take theirs")),
                (MINE, "mine", _("Take mine")),
            )
            return [offer for offer in sides if offer[1] != choice]
        if kind == "both_same":
            return []
        side, own = (MINE, "mine") if kind == "mine" else (THEIRS, "theirs")
        return [(side, own, _("Take in"))] if choice == "base" else [(side, "base", _("Skip"))]

    def _pressed(self, block: int, key: str) -> None:
        choices: dict[str, Choice] = {"theirs": "theirs", "mine": "mine", "base": "base"}
        self._choose(block, choices[key])

    def _choose(self, chunk: int, choice: Choice) -> None:
        if self.resolution is not None:
            self.resolution.choose(chunk, choice)
            self.chose.emit()
            self.refresh()

    def _went_to(self, block: int) -> None:
        self._show_state(block)
        self.went_to.emit(block)

    def _show_state(self, block: int) -> None:
        resolution = self.resolution
        if resolution is None:
            return
        conflicts, waiting = len(resolution.conflicts), resolution.waiting
        if not conflicts:
            words = _("You changed different lines: both changes are in the result.")
        elif waiting:
            words = ngettext(
                "{conflicts} place that you both changed · {waiting} to decide",
                "{conflicts} places that you both changed · {waiting} to decide",
                conflicts,
            )
        else:
            words = ngettext(
                "{conflicts} place that you both changed · all decided",
                "{conflicts} places that you both changed · all decided",
                conflicts,
            )
        self.state.setText(words.format(conflicts=conflicts, waiting=waiting))
        kind = resolution.merge.chunks[block].kind if block >= 0 else "same"
        for button in (self.theirs, self.mine):
            button.setEnabled(kind not in ("same", "both_same"))
        self.both.setEnabled(kind == "conflict")

    def _open_menu(self) -> None:
        menu = passing_menu(self)
        waits = bool(self.resolution and self.resolution.waiting)
        for words, choice in _EVERYWHERE:
            act = menu.addAction(words)
            act.triggered.connect(partial(self.take_everywhere, choice))
            act.setEnabled(waits)
        menu.addSeparator()
        menu.addAction(_("Theirs, then mine"), lambda: self.take("theirs_mine")).setEnabled(
            self.both.isEnabled()
        )
        menu.addAction(_("Leave this place as it was"), lambda: self.take("base"))
        pop_up_below(menu, self.more)


_EVERYWHERE: tuple[tuple[str, Choice], ...] = (
    (_("Take theirs wherever it is undecided"), "theirs"),
    (_("Take mine wherever it is undecided"), "mine"),
)


def _heads(titles: tuple[str, str, str]) -> QWidget:
    """The names of the columns."""
    heads = row(spacing=0, margins=(0, 0, SCROLL_BAR, 0))
    for words in titles:
        title = ElidedLabel(words, size="label", tone="muted")
        title.setContentsMargins(12, 6, 12, 6)
        heads.addWidget(title, 1)
    ground = surface("app")
    ground.setLayout(heads)
    return ground


def _step(icon_name: str, tip: str, act: Callable[[], None]) -> Button:
    return Button(kind="icon", icon_name=icon_name, tip=tip, on_click=act)


def _table(resolution: "Resolution") -> Table:
    return Table.of(folded(three_columns(resolution.merge)))
