"""Actions of the board, declared for keys, menus and the palette."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from funneldesk.contract.crm import CrmStage
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes


class Movable(Protocol):
    """Board whose cards are opened and moved; the page."""

    part: str

    @property
    def host(self) -> Any: ...

    @property
    def moves(self) -> Any: ...

    @property
    def beside(self) -> Any: ...

    @property
    def stages(self) -> Sequence[CrmStage]: ...

    @property
    def entity(self) -> Any: ...


def board_actions(page: Movable) -> Iterator[Action]:
    """All of them, in the order of the menus. A stage is an action by its place: keys that are
    given to it hold for the first, second… column of any pipeline."""
    yield Action(
        "crm.open-card",
        _("Open"),
        lambda ids: page.beside.open(ids[0]),
        "pencil",
        places=Place.LIST_MENU,
        takes=Takes.ONE,
        told_keys="Enter",
    )
    yield Action(
        "crm.open-in-table",
        _("Open in the table"),
        lambda ids: page.host.open_entry(ids[0]),
        "list",
        places=Place.LIST_MENU | Place.PALETTE,
        takes=Takes.ONE,
    )
    most = max((len(line.stages or ()) for line in page.entity.pipelines or ()), default=0)
    for place in range(most):
        yield _move_to(page, place)
    yield _step(page, "undo-move", _("Undo the last move"), "undo-2", "Ctrl+Z")
    yield _step(page, "redo-move", _("Redo the last move"), "redo-2", "Ctrl+Shift+Z")


def _move_to(page: Movable, place: int) -> Action:
    def stage() -> CrmStage | None:
        return page.stages[place] if place < len(page.stages) else None

    def name() -> str:
        found = stage()
        return found.name if found is not None else ""

    def run(ids: Ids) -> None:
        if (found := stage()) is not None:
            page.moves.move(ids, found.id)

    return Action(
        f"crm.move-to-{place + 1}",
        lambda _ids: _("Move to “{stage}”").format(stage=name()),
        run,
        "square-kanban",
        places=Place.LIST_MENU | Place.PALETTE,
        menu_title=lambda _ids: name(),
        takes=Takes.SEVERAL,
        writes=page.part,
        refusal=lambda ids: page.moves.refusal(ids),
        offered=lambda *_: stage() is not None,
        submenu=_("Move to"),
    )


def _step(page: Movable, name: str, title: str, icon: str, keys: str) -> Action:
    undo = name == "undo-move"
    nothing = _("There is nothing to undo.") if undo else _("There is nothing to redo.")
    can: Callable[[], bool] = lambda: page.moves.can_undo if undo else page.moves.can_redo  # noqa: E731
    return Action(
        f"crm.{name}",
        title,
        lambda _ids: page.moves.undo() if undo else page.moves.redo(),
        icon,
        keys=keys,
        places=Place.PALETTE | Place.LIST_MENU,
        writes=page.part,
        refusal=lambda _ids: "" if can() else nothing,
        starts_group=Place.LIST_MENU if undo else Place(0),
    )
