"""Guides while nodes are moved: edges and middles of others that they come near to."""

from collections.abc import Iterable

from funneldesk.desktop.kit.graph.model.sizes import on_grid
from funneldesk.desktop.kit.graph.view.geometry import Box

REACH = 7.0


def guided(moving: Box, others: Iterable[Box]) -> tuple[float, float, float | None, float | None]:
    """How far to go on so that a box stands in line with another: (dx, dy, guide x, guide y).

    Where no other box is near, the box comes to lie on the grid, and the guide is None.
    """
    x, y, width, height = moving
    across, upright = REACH, REACH
    dx, dy = on_grid(x) - x, on_grid(y) - y
    guide_x: float | None = None
    guide_y: float | None = None
    for left, top, wide, high in others:
        for own, theirs in ((x, left), (x + width / 2, left + wide / 2), (x + width, left + wide)):
            if abs(theirs - own) < across:
                across, dx, guide_x = abs(theirs - own), theirs - own, theirs
        for own, theirs in ((y, top), (y + height / 2, top + high / 2), (y + height, top + high)):
            if abs(theirs - own) < upright:
                upright, dy, guide_y = abs(theirs - own), theirs - own, theirs
    return dx, dy, guide_x, guide_y
