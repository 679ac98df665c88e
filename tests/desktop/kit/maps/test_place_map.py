"""Map of a place: its country fills it, the pin is in it, and it is moved by hand."""

import math

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.kit.maps.outlines import flat, read_outlines
from funneldesk.desktop.kit.maps.place_map import Place, PlaceMap
from funneldesk.desktop.kit.style.theme import theme

LISBON = Place("PT", 38.72, -9.14, "Lisboa, PT")


@pytest.mark.parametrize(
    ("code", "latitude", "longitude"),
    [
        ("PT", 39.5, -8.0),
        ("FR", 47.0, 2.5),
        ("AU", -25.0, 134.0),
        ("BR", -10.0, -52.0),
        ("US", 40.0, -100.0),
        ("JP", 36.2, 138.3),
    ],
)
def test_places_lie_in_their_countries(code: str, latitude: float, longitude: float) -> None:
    found, point = read_outlines(), flat(latitude, longitude)
    assert found.countries[code].contains(point)
    assert found.country(code).contains(point)
    assert found.country(code).width() < found.world().width() / 3


def test_what_is_no_place_of_the_earth_has_no_pin() -> None:
    for latitude, longitude in ((math.nan, 0.0), (91.0, 0.0), (0.0, math.inf), (None, 3.0)):
        assert Place("PT", latitude, longitude).point is None


async def shown(bench: WindowBench, place: Place) -> PlaceMap:
    made = bench.own(PlaceMap())
    made.resize(500, 260)
    made.show()
    made.show_place(place)
    await until(lambda: not made.tasks.is_busy and made.outlines.countries)
    return made


@in_the_window
async def test_the_country_fills_the_map_and_can_be_left(bench: WindowBench) -> None:
    made = await shown(bench, LISBON)
    country, point = made.outlines.country("PT"), LISBON.point
    assert point is not None
    assert made.seen.contains(country)
    assert made.seen.height() < country.height() * 3
    painted = made.grab().toImage()
    pins = [
        (x, y)
        for x in range(painted.width())
        for y in range(painted.height())
        if painted.pixelColor(x, y) == theme.colour("accent")
    ]
    assert pins
    near = made.seen.width()
    QTest.keyClick(made, Qt.Key.Key_Minus)
    assert made.seen.width() > near
    QTest.keyClick(made, Qt.Key.Key_0)
    assert made.seen.width() == near
    left = made.seen.left()
    QTest.keyClick(made, Qt.Key.Key_Right)
    assert made.seen.left() > left
    QTest.keyClick(made, Qt.Key.Key_Home)
    assert made.seen.contains(made.outlines.world())
    for _step in range(40):
        QTest.keyClick(made, Qt.Key.Key_Plus)
    assert made.seen.width() > 1, "there is an end of it"


@in_the_window
async def test_the_wheel_zooms_where_the_pointer_is(bench: WindowBench) -> None:
    made = await shown(bench, LISBON)
    place, none = QPointF(400, 60), QPoint()
    before = made.at(place)
    up = QWheelEvent(
        place,
        made.mapToGlobal(place),
        none,
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    wide = made.seen.width()
    made.wheelEvent(up)
    assert made.seen.width() < wide
    after = made.at(place)
    assert (after - before).manhattanLength() < 1e-6


@pytest.mark.parametrize("place", [Place("XQ", 38.72, -9.14), Place("US", 21.3, -157.86)])
@in_the_window
async def test_a_place_that_is_not_in_the_outline_is_shown_itself(
    bench: WindowBench, place: Place
) -> None:
    made = await shown(bench, place)
    point = place.point
    assert point is not None
    assert (made.seen.center() - point).manhattanLength() < 1e-6
    assert made.seen.width() < made.outlines.world().width() / 10


@pytest.mark.parametrize("code", ["XQ", ""])
@in_the_window
async def test_of_an_unknown_country_the_world_is_shown(bench: WindowBench, code: str) -> None:
    made = await shown(bench, Place(code))
    assert made.seen.contains(made.outlines.world())
