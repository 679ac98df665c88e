"""The board: one view for all charts, none while it is hidden, every point found by keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from tests.desktop.support.chart_bench import ChartBench

from funneldesk.desktop.kit.charts import board as board_module
from funneldesk.desktop.kit.charts.chart import Chart, Kind, Series
from funneldesk.desktop.kit.charts.layout import Grid
from funneldesk.desktop.kit.charts.menu import fill_menu

SOURCES = ("newsletter", "google", "direct")


def bars(key: str = "sales", *more: Series) -> Chart:
    return Chart(key, Kind.BAR, "Sales", (Series("s", "Sales", [3, None, 0]), *more), SOURCES)


@pytest.fixture
def bench(qtbot: QtBot) -> ChartBench:
    return ChartBench(qtbot)


def test_a_board_of_twelve_charts_has_one_view(bench: ChartBench) -> None:
    charts = [bars(f"c{at}") for at in range(12)]
    bench.show(*charts, grid=Grid(columns=4, row_height=160))
    assert bench.views() == 1
    assert bench.probe.run("document.querySelectorAll('canvas').length") == 12


def test_a_hidden_board_has_no_view_and_comes_back_as_it_was(
    bench: ChartBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.show(bars())
    monkeypatch.setattr(board_module, "KEPT_MS", 0)
    bench.board._going.setInterval(0)
    bench.board.hide()
    bench.qtbot.waitUntil(lambda: bench.views() == 0)
    assert bench.board.rows("sales").values == ((3,), (None,), (0,))
    bench.drawn.clear()
    bench.board.show()
    bench.until_drawn(["sales"])
    assert bench.views() == 1


def test_a_board_that_was_never_shown_loads_nothing(bench: ChartBench) -> None:
    bench.board.show_charts([bars()])
    assert bench.views() == 0


def test_the_arrows_tell_of_each_point(bench: ChartBench) -> None:
    bench.show(bars())
    frame = bench.board.frames["sales"]
    frame.setFocus(Qt.FocusReason.TabFocusReason)
    heard = []
    for _ in range(3):
        QTest.keyClick(frame, Qt.Key.Key_Right)
        heard.append(frame.accessibleDescription())
    assert heard == ["newsletter. Sales: 3", "google. Sales: No data", "direct. Sales: 0"]
    bench.probe.until("document.querySelector('.tip')?.textContent.includes('direct')")
    picked: list[tuple[str, str, object]] = []
    bench.board.picked.connect(lambda *told: picked.append(told))
    QTest.keyClick(frame, Qt.Key.Key_Return)
    assert picked == [("sales", "s", "direct")]
    QTest.keyClick(frame, Qt.Key.Key_Escape)
    assert frame.accessibleDescription() == ""


def test_the_arrows_lead_where_the_points_lie(bench: ChartBench) -> None:
    """From right to left, the next point is on the left."""
    bench.board.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    bench.show(bars())
    frame = bench.board.frames["sales"]
    frame.setFocus(Qt.FocusReason.TabFocusReason)
    heard = []
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Right):
        QTest.keyClick(frame, key)
        heard.append(frame.accessibleDescription().partition(".")[0])
    assert heard == ["newsletter", "google", "newsletter"]


def test_a_chart_that_stayed_the_same_is_not_drawn_again(bench: ChartBench) -> None:
    bench.show(bars(), bars("other"))
    bench.drawn.clear()
    bench.board.show_charts([bars(), bars("other", Series("t", "Upsells", [1, 2, 3]))])
    bench.until_drawn(["other"])
    assert "sales" not in bench.drawn


def test_the_menu_offers_the_numbers_and_shows_them_in_place(bench: ChartBench) -> None:
    bench.show(bars())
    board = bench.board
    menu = QMenu()
    fill_menu(menu, board, "sales")
    offered = {action.text(): action for action in menu.actions()}
    offered["Copy the numbers"].trigger()
    assert (
        QGuiApplication.clipboard().text()
        == "Name\tSales\nnewsletter\t3\ngoogle\tNo data\ndirect\t0"
    )
    offered["Show the numbers"].trigger()
    table = board.tables["sales"]
    assert board.frames["sales"].geometry().contains(table.geometry())
    assert table.rows.rowCount() == 3
    board.show_charts([bars("sales", Series("t", "Upsells", [1, 2, 3]))])
    assert board.tables["sales"].rows.columnCount() == 3
    board.show_numbers("sales", False)
    assert not board.tables


def test_a_click_anywhere_in_a_column_picks_it(bench: ChartBench) -> None:
    bench.show(bars())
    picked: list[tuple[str, str, object]] = []
    bench.board.picked.connect(lambda *told: picked.append(told))
    keyboard = bench.probe.keyboard()
    frame = bench.board.frames["sales"].geometry()
    QTest.mouseClick(keyboard, Qt.MouseButton.LeftButton, pos=frame.center())
    bench.qtbot.waitUntil(lambda: bool(picked))
    assert picked == [("sales", "s", "google")]


def test_nothing_moves_where_nobody_looks(bench: ChartBench) -> None:
    bench.show(bars())
    bench.board.hide()
    assert not bench.board._may_move()
