"""A grid of equal cells: where things stand, hands, and the place one looks at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPoint, QRect, QSize, Qt, QUrl
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.grid.drops import GROUND
from funneldesk.desktop.kit.grid.layout import Laid, laid_out
from funneldesk.desktop.kit.grid.view import GridView
from funneldesk.desktop.kit.lists.record_list import ListRow, ListRows

MANY = 100_000


class Tiles(GridView):
    """Cells of a size that a test can change, and a count of what was asked of the records."""

    def __init__(self, qtbot: QtBot, count: int) -> None:
        self.side = 100
        self.asked: set[str] = set()
        super().__init__("Tiles", ListRows(self.shown))
        qtbot.addWidget(self)
        self.arrange([f"{n:06}" for n in range(count)])
        self.resize(430, 400)
        self.show()

    def shown(self, record_id: str) -> ListRow:
        self.asked.add(record_id)
        return ListRow(record_id, f"tile {record_id}", "", "", "", "muted")

    def cell_size(self) -> QSize:
        return QSize(self.side, self.side)

    def middle(self, place: int) -> QPoint:
        return self.visualRect(self.rows.index(place)).center()

    @property
    def in_view(self) -> range:
        return self.rows_in(0, self.viewport().height() - 1)


@given(
    count=st.integers(1, 400),
    width=st.integers(50, 900),
    least=st.tuples(st.just(0) | st.integers(20, 300), st.integers(20, 200)),
    box=st.tuples(*[st.integers(-50, 3000)] * 4),
)
def test_a_box_touches_exactly_the_cells_that_it_meets(
    count: int, width: int, least: tuple[int, int], box: tuple[int, int, int, int]
) -> None:
    laid = laid_out(QSize(*least), width)
    (left, right), (top, bottom) = sorted(box[:2]), sorted(box[2:])
    band, gap = QRect(QPoint(left, top), QPoint(right, bottom)), laid.gap
    bodies = (laid.box(place).adjusted(gap, gap, -gap, -gap) for place in range(count))
    met = [place for place, body in enumerate(bodies) if body.intersects(band)]
    runs = laid.runs_under(band, count)
    assert [place for first, last in runs for place in range(first, last + 1)] == met


@given(place=st.integers(0, 10**6), width=st.integers(120, 4000), side=st.integers(100, 400))
def test_the_cell_at_its_own_middle_is_itself(place: int, width: int, side: int) -> None:
    laid = laid_out(QSize(side, side), width)
    assert laid.nearest(laid.box(place).center()) == place
    assert laid.columns * laid.width + 2 * laid.margin <= max(width, side + 2 * laid.margin)


def test_cells_without_a_width_are_a_list() -> None:
    assert laid_out(QSize(0, 30), 500) == Laid(1, 500, 30, 0)


def test_only_cells_that_are_seen_are_asked_for(qtbot: QtBot) -> None:
    view = Tiles(qtbot, MANY)
    view.asked.clear()
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    view.grab()
    view.selectAll()
    assert view.selected_count() == MANY
    assert len(view.asked) < 60


def test_arrows_go_by_lines_and_stay_within(qtbot: QtBot) -> None:
    view = Tiles(qtbot, 10)
    assert view.columns == 4
    view.setFocus()
    here = []
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down):
        QTest.keyClick(view, key)
        here.append(view.currentIndex().row())
    assert here == [0, 1, 5, 9]
    for key, place in (
        (Qt.Key.Key_Down, 9),
        (Qt.Key.Key_Up, 5),
        (Qt.Key.Key_Left, 4),
        (Qt.Key.Key_Left, 3),
        (Qt.Key.Key_Up, 3),
        (Qt.Key.Key_End, 9),
    ):
        QTest.keyClick(view, key)
        assert view.currentIndex().row() == place
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert view.selected_ids() == [f"{n:06}" for n in range(5)]


def test_letters_go_to_the_next_title(qtbot: QtBot) -> None:
    view = Tiles(qtbot, 300)
    QTest.keyClicks(view, "tile 00012")
    assert view.currentIndex().row() == 120
    assert view.selected_ids() == ["000120"]


def test_a_rubber_band_selects_what_it_touches(qtbot: QtBot) -> None:
    view = Tiles(qtbot, 12)
    port = view.viewport()
    start = view.visualRect(view.rows.index(0)).topLeft() + QPoint(1, 1)
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(port, view.middle(5))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=view.middle(5))
    assert view.selected_ids() == ["000000", "000001", "000004", "000005"]
    control = Qt.KeyboardModifier.ControlModifier
    start = view.visualRect(view.rows.index(11)).bottomRight() - QPoint(1, 1)
    QTest.mousePress(port, Qt.MouseButton.LeftButton, control, start)
    QTest.mouseMove(port, view.middle(11))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, control, view.middle(11))
    assert view.selected_ids() == ["000000", "000001", "000004", "000005", "000011"]


def test_a_click_between_cells_selects_none(qtbot: QtBot) -> None:
    view = Tiles(qtbot, 5)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.middle(2))
    assert view.selected_ids() == ["000002"]
    below = QPoint(200, 350)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=below)
    assert view.selected_ids() == []


@pytest.mark.parametrize("width", [310, 430, 490, 700])
def test_the_place_stays_while_cells_change_their_size(qtbot: QtBot, width: int) -> None:
    view = Tiles(qtbot, 5_000)
    view.resize(width, 400)
    first = 500 * view.columns
    view.verticalScrollBar().setValue(view.content_y(first))
    assert view.in_view.start == first
    for side in (180, 60, 300, 100):
        view.side = side
        view.lay_out()
        assert first in range(view.in_view.start, view.in_view.start + view.columns)
    view.resize(900, 300)
    assert first in view.in_view
    view.select(f"{first + 3:06}")
    top = view.visualRect(view.currentIndex()).top()
    view.side = 200
    view.lay_out()
    assert view.visualRect(view.currentIndex()).top() == top


def test_what_is_selected_stays_as_records_come_and_go(qtbot: QtBot) -> None:
    view = Tiles(qtbot, 100)
    told: list[list[str]] = []
    view.selection_changed.connect(lambda: told.append(view.selected_ids()))
    view.select_runs([(10, 12)])
    assert told.pop() == ["000010", "000011", "000012"]
    view.arrange([f"{n:06}" for n in range(5, 200)])
    assert view.selected_ids() == ["000010", "000011", "000012"]
    assert told == []
    view.arrange([f"{n:06}" for n in range(12, 200)])
    assert told == [["000012"]]


def test_drops_go_where_they_are_welcome(qtbot: QtBot) -> None:
    view = Tiles(qtbot, 8)
    dropped: list[int] = []
    view.drops.dropped.connect(lambda mime, place: dropped.append(place))
    view.drops.accept(lambda mime, place: place if place == 3 else GROUND if place < 0 else None)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/tmp/a.png")])
    assert view.drops.drop(mime, view.middle(3))
    assert not view.drops.drop(mime, view.middle(2))
    assert view.drops.drop(mime, QPoint(200, 390))
    assert dropped == [3, GROUND]


def test_space_looks_and_enter_opens(qtbot: QtBot) -> None:
    view = Tiles(qtbot, 8)
    chosen: list[int] = []
    looked: list[int] = []
    view.chosen.connect(chosen.append)
    view.asked_for_look.connect(looked.append)
    view.select("000004")
    QTest.keyClick(view, Qt.Key.Key_Space)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert (chosen, looked) == ([4], [4])
