"""The sparkline: the shape of values, a gap where one is missing, dashes where it is incomplete."""

import math
from math import nan

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from tests.desktop.support.chart_bench import ink

from funneldesk.desktop.kit.charts.chart import Value
from funneldesk.desktop.kit.charts.sparkline import Sparkline, paint_sparkline, places

BOX = QRectF(0, 0, 120, 28)
values: st.SearchStrategy[list[Value]] = st.lists(
    st.one_of(st.none(), st.just(nan), st.floats(-1e9, 1e9)), max_size=40
)


def painted(shown: list[Value], partial_from: int | None = None) -> set[int]:
    """The columns that have ink."""
    image = QImage(120, 28, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_sparkline(painter, BOX, shown, QColor("#3D57D6"), partial_from=partial_from)
    painter.end()
    return {x for x, _ in ink(image, "#3D57D6", 110)}


@given(values)
def test_every_value_lies_in_the_box_and_missing_ones_nowhere(shown: list[Value]) -> None:
    found = places(shown, BOX)
    assert len(found) == len(shown)
    for value, place in zip(shown, found, strict=True):
        assert (place is None) is (value is None or math.isnan(value))
        assert place is None or BOX.contains(place)


def test_a_missing_value_leaves_a_gap(qapp: QApplication) -> None:
    whole, holed = painted([1, 2, 3, 2, 1]), painted([1, 2, None, 2, 1])
    assert whole >= set(range(10, 110))
    assert not holed & set(range(36, 84))


def test_what_is_incomplete_is_dashed(qapp: QApplication) -> None:
    whole, dashed = painted([1, 1, 1, 1]), painted([1, 1, 1, 1], 3)
    assert len(dashed) < len(whole)
    assert not dashed >= set(range(84, 114))
    assert dashed >= set(range(10, 76))


def test_it_says_what_it_shows(qapp: QApplication) -> None:
    made = Sparkline("Revenue, last 30 days")
    made.show_values([1, 2, 3])
    assert made.accessibleName() == "Revenue, last 30 days"
    assert not made.grab().isNull()
    made.deleteLater()
