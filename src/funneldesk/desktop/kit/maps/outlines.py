"""Outlines of the countries, laid flat by area (Equal Earth), and where a place lies among them."""

import json
import math
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from funneldesk.resources import resource

ACROSS = 600
"""Units of the outlines for one of the projection; north is up, as on the screen: negative."""
_A1, _A2, _A3, _A4 = 1.340264, -0.081106, 0.000893, 0.003796


@dataclass(frozen=True, slots=True)
class Outlines:
    """``countries`` by their codes of two letters; a country with several parts is one path."""

    countries: dict[str, QPainterPath] = field(default_factory=dict)

    def world(self) -> QRectF:
        """All of it."""
        whole = QRectF()
        for path in self.countries.values():
            whole = whole.united(path.boundingRect())
        return whole

    def country(self, code: str) -> QRectF:
        """The largest part of a country, which is what one looks for: France without its islands
        at the other end of the world. Empty for one that is unknown."""
        path = self.countries.get(code)
        if path is None:
            return QRectF()
        boxes = [part.boundingRect() for part in path.toSubpathPolygons()]
        return max(boxes, key=lambda box: box.width() * box.height(), default=QRectF())


def read_outlines() -> Outlines:
    """Read them from what the program ships; for a thread."""
    found: dict[str, QPainterPath] = {}
    for feature in json.loads(resource("web", "world.json").read_bytes())["features"]:
        path = QPainterPath()
        for outer, *_holes in feature["geometry"]["coordinates"]:
            path.moveTo(outer[0][0], -outer[0][1])
            for x, y in outer[1:]:
                path.lineTo(x, -y)
            path.closeSubpath()
        found[str(feature["properties"]["name"])] = path
    return Outlines(found)


def flat(latitude: float, longitude: float) -> QPointF:
    """Where a place in degrees lies on the map."""
    t = math.asin(math.sqrt(3) / 2 * math.sin(math.radians(latitude)))
    t2 = t * t
    t6 = t2**3
    across = math.sqrt(3) / 2 * (_A1 + 3 * _A2 * t2 + t6 * (7 * _A3 + 9 * _A4 * t2))
    x = math.radians(longitude) * math.cos(t) / across
    y = t * (_A1 + _A2 * t2 + t6 * (_A3 + _A4 * t2))
    return QPointF(x * ACROSS, -y * ACROSS)
