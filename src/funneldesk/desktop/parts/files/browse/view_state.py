"""State of the section to come back to: JSON values."""

from typing import Any

from funneldesk.desktop.assets.grid.grid import GRID, LIST
from funneldesk.desktop.assets.library.order import KEYS, AssetFilter
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser

ROOT = "/"
"""The assets folder itself, where an empty name would mean none."""


def view_state(panel: FilesBrowser) -> dict[str, Any]:
    """State for ``restore_view``."""
    grid, query = panel.list.grid, panel.list.query
    return {
        "open": panel.requested or panel.folder or ROOT,
        "shape": grid.shape,
        "side": grid.side,
        "sort": query.sort,
        "descending": query.descending,
        "sizes": panel.split.sizes(),
        "columns": grid.header.widths(),
        "unfolded": panel.tree.unfolded(),
        "context": panel.context_requested,
    }


def restore_view(panel: FilesBrowser, state: dict[str, Any]) -> None:
    """Come back; nonsense is ignored."""
    panel.alone = state.get("alone") is True
    panel.requested = str(state.get("open") or "").strip("/")
    grid = panel.list.grid
    side, sort = state.get("side"), str(state.get("sort"))
    if type(side) is int:
        panel.list.set_side(side)
    panel.list.show_as(LIST if state.get("shape") == LIST else GRID)
    if sort in KEYS:
        panel.list.set_query(AssetFilter(sort=sort, descending=state.get("descending") is True))
    grid.header.set_widths(state.get("columns"))
    panel.tree.set_unfolded(state.get("unfolded"))
    sizes = state.get("sizes")
    if isinstance(sizes, list) and len(sizes) == 3 and all(map(_is_size, sizes)):
        panel.split.setSizes(sizes)
    if state.get("context") is False:
        panel.show_context(False)


def _is_size(value: object) -> bool:
    return type(value) is int and 0 <= value < 100_000
