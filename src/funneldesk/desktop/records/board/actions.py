"""Actions of the board, declared for keys, menus and the palette."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.board.declaration import ColumnSpec, RecordBoard
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.workspace.workspace import section_of


class Movable(Protocol):
    """Board whose cards are opened and moved; the panel."""

    @property
    def declared(self) -> RecordBoard: ...

    @property
    def moves(self) -> Any: ...

    @property
    def beside(self) -> Any: ...

    @property
    def columns(self) -> Sequence[ColumnSpec]: ...


def board_actions(panel: Movable) -> Iterator[Action]:
    """All of them, in the order of the menus. A column is an action by its place: keys that are
    given to it hold for the first, second… column of any lane."""
    yield Action(
        f"{_part(panel)}.open-card",
        _("Open"),
        lambda ids: panel.beside.open(ids[0]),
        "pencil",
        places=Place.LIST_MENU,
        takes=Takes.ONE,
        told_keys="Enter",
    )
    for place in range(panel.declared.most_columns):
        yield _move_to(panel, place)
    yield _step(panel, "undo-move", _("Undo the last move"), "undo-2", "Ctrl+Z")
    yield _step(panel, "redo-move", _("Redo the last move"), "redo-2", "Ctrl+Shift+Z")


def _part(panel: Movable) -> str:
    return section_of(panel.declared.kind.part)


def _move_to(panel: Movable, place: int) -> Action:
    def column() -> ColumnSpec | None:
        return panel.columns[place] if place < len(panel.columns) else None

    def name() -> str:
        found = column()
        return found.name if found is not None else ""

    def run(ids: Ids) -> None:
        if (found := column()) is not None:
            panel.moves.move(ids, found.key)

    return Action(
        f"{_part(panel)}.move-to-{place + 1}",
        lambda _ids: _("Move to “{column}”").format(column=name()),
        run,
        panel.declared.section.icon,
        places=Place.LIST_MENU | Place.PALETTE,
        menu_title=lambda _ids: name(),
        takes=Takes.SEVERAL,
        writes=panel.declared.kind.part,
        refusal=lambda ids: panel.moves.refusal(ids),
        offered=lambda *_: column() is not None,
        submenu=_("Move to"),
    )


def _step(panel: Movable, name: str, title: str, icon: str, keys: str) -> Action:
    undo = name == "undo-move"
    nothing = _("There is nothing to undo.") if undo else _("There is nothing to redo.")
    can: Callable[[], bool] = lambda: panel.moves.can_undo if undo else panel.moves.can_redo  # noqa: E731
    return Action(
        f"{_part(panel)}.{name}",
        title,
        lambda _ids: panel.moves.undo() if undo else panel.moves.redo(),
        icon,
        keys=keys,
        places=Place.PALETTE | Place.LIST_MENU,
        writes=panel.declared.kind.part,
        refusal=lambda _ids: "" if can() else nothing,
        starts_group=Place.LIST_MENU if undo else Place(0),
    )
