"""Actions on the funnel that is open: its steps, their order, the map on paper."""

from functools import partial
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.actions import OPEN_ONE, Action, Ids, Place

if TYPE_CHECKING:
    from funneldesk.desktop.parts.funnels.map.page import MapPage

HERE = Place.PALETTE | Place.RECORD_MENU
NO_STEP = _("Select a step in the map first.")
BUSY = _("Another change is still going on.")


def map_actions(panel: Any) -> tuple[Action, ...]:
    """``panel`` is the section's; its map is made already."""
    page: MapPage = panel.map

    def opened(_ids: Ids) -> str:
        if panel.funnel is None:
            return OPEN_ONE
        return BUSY if panel.changes.is_working else ""

    def on_step(ids: Ids) -> str:
        return opened(ids) or ("" if page.view.current else NO_STEP)

    def move(by: int) -> None:
        page.view.move_by(page.view.current, by)

    return (*_steps(panel, page, opened, on_step, move), *_about_map(panel, page, opened))


def _steps(panel: Any, page: "MapPage", opened: Any, on_step: Any, move: Any) -> tuple[Action, ...]:
    writes: dict[str, Any] = {"writes": "pages", "places": HERE}
    return (
        Action(
            "funnels.open-step",
            _("Open the page of the step"),
            lambda _ids: panel.open_step(page.view.current),
            "arrow-up-right",
            places=HERE,
            refusal=on_step,
            told_keys="Enter",
        ),
        Action(
            "funnels.add-pages",
            _("Add pages to the funnel…"),
            lambda _ids: panel.tasks.latest("add", panel.add_pages()),
            "plus",
            needs_connection=True,
            refusal=opened,
            **writes,
        ),
        Action(
            "funnels.take-out",
            _("Take the step out of the funnel"),
            lambda _ids: panel.take_out(page.view.current),
            "log-out",
            refusal=on_step,
            told_keys="Del",
            **writes,
        ),
        *_moves(on_step, move),
    )


def _moves(on_step: Any, move: Any) -> tuple[Action, ...]:
    named = (
        ("earlier", -1, _("Move the step one place earlier"), "arrow-up", "Alt+Left"),
        ("later", 1, _("Move the step one place later"), "arrow-down", "Alt+Right"),
    )
    return tuple(
        Action(
            f"funnels.step-{name}",
            title,
            partial(_by, move, step),
            icon,
            places=HERE,
            writes="pages",
            refusal=on_step,
            told_keys=keys,
        )
        for name, step, title, icon, keys in named
    )


def _by(move: Any, step: int, _ids: Ids) -> None:
    move(step)


def _about_map(panel: Any, page: "MapPage", opened: Any) -> tuple[Action, ...]:
    def waits(ids: Ids) -> str:
        return opened(ids) or ("" if page.order else _("The order is as it was."))

    def undoable(ids: Ids) -> str:
        can = panel.changes.can_undo(panel.funnel)
        return opened(ids) or ("" if can else _("There is nothing to undo."))

    def redoable(ids: Ids) -> str:
        can = panel.changes.can_redo(panel.funnel)
        return opened(ids) or ("" if can else _("There is nothing to redo."))

    return (
        Action(
            "funnels.show-map",
            _("Show the map of the funnel"),
            lambda _ids: panel.show_map(),
            "filter",
            refusal=opened,
        ),
        Action(
            "funnels.save-order",
            _("Save the order of the steps"),
            lambda _ids: page.save_order(),
            "save",
            writes="pages",
            refusal=waits,
        ),
        Action(
            "funnels.undo",
            _("Undo the last change of steps"),
            lambda _ids: panel.changes.undo(panel.funnel),
            "undo-2",
            "Ctrl+Z",
            HERE,
            writes="pages",
            refusal=undoable,
            starts_group=Place.RECORD_MENU,
        ),
        Action(
            "funnels.redo",
            _("Redo the last change of steps"),
            lambda _ids: panel.changes.redo(panel.funnel),
            "redo-2",
            "Ctrl+Shift+Z",
            HERE,
            writes="pages",
            refusal=redoable,
        ),
        *_on_paper(panel, page, opened),
    )


def _on_paper(panel: Any, page: "MapPage", opened: Any) -> tuple[Action, ...]:
    def drawn(ids: Ids) -> str:
        return opened(ids) or ("" if page.reading.steps else _("The funnel has no pages."))

    def save(kind: str, _ids: Ids) -> None:
        panel.tasks.latest("paper", panel.paper.save(kind))

    named = (
        ("pdf", _("Save the map as PDF…"), "file", Place.RECORD_MENU),
        ("png", _("Save the map as an image…"), "image", Place(0)),
    )
    return tuple(
        Action(
            f"funnels.map-{kind}",
            title,
            partial(save, kind),
            icon,
            places=HERE,
            refusal=drawn,
            starts_group=group,
        )
        for kind, title, icon, group in named
    )
