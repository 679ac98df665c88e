"""Boards: tiles that never lie over each other, kept as arranged; brands side by side; paper."""

import asyncio
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from python_calamine import CalamineWorkbook
from tests.desktop.support.insight_desk import a_week, analytics, days_ago, life_of
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.insight.ranges import RangeChoice
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.charts.chart import Cell, Kind
from funneldesk.desktop.kit.export.writing import export_table
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.parts.analytics.boards.page import BRANDS, BoardsPage
from funneldesk.desktop.parts.analytics.boards.spec import (
    CARD,
    CHART,
    COLUMNS,
    Board,
    Tile,
    cells_of,
    usual_board,
)
from funneldesk.desktop.parts.analytics.explore.report import Report
from funneldesk.desktop.parts.analytics.panel import AnalyticsPanel
from funneldesk.server.parts.brands.tables import BrandRow

WEEK = Scope(RangeChoice("7"))
cells = st.builds(Cell, *(st.integers(-2, 6) for _ in range(4)))
boards = st.lists(st.tuples(st.sampled_from([CARD, CHART]), cells), min_size=1, max_size=8)


def is_sound(board: Board) -> bool:
    places = [place for tile in board.tiles for place in cells_of(tile.cell)]
    inside = all(
        tile.cell.column >= 0 and tile.cell.column + tile.cell.columns <= COLUMNS
        for tile in board.tiles
    )
    return inside and len(places) == len(set(places))


@given(boards, cells, st.data())
def test_no_two_tiles_ever_lie_over_each_other(
    given_tiles: list[tuple[str, Cell]], wanted: Cell, data: st.DataObject
) -> None:
    board = Board()
    for kind, cell in given_tiles:
        board = board.adding(Tile(kind, Report(), cell))
        assert is_sound(board)
    number = data.draw(st.integers(0, len(board.tiles) - 1))
    moved = board.moving(number, wanted)
    assert is_sound(moved)
    assert len(moved.tiles) == len(board.tiles)
    assert Board.of(moved.state()) == moved
    assert is_sound(moved.without(number))


def test_what_is_not_understood_of_a_board_is_left_out() -> None:
    state = [*usual_board().state(), {"kind": "x"}, 7, {"kind": CARD, "cell": [0, 0, "a", 1]}]
    assert Board.of(state) == usual_board()
    assert Board.of({}) is None


def boards_of(panel: AnalyticsPanel) -> BoardsPage:
    page = panel.page
    assert isinstance(page, BoardsPage)
    return page


@in_the_window
async def test_a_board_is_arranged_by_keys_and_kept(bench: WindowBench, brand: LiveBrand) -> None:
    a_week(brand)
    panel = await analytics(bench, await bench.workspace(brand), "boards", WEEK)
    page = boards_of(panel)
    card = page.view.tiles[0].card
    assert card is not None
    assert card.figure.text() == "$330.00"
    page.arranging.click()
    assert len(page.view.handles) == len(page.view.tiles)
    handle = page.view.handles[0]
    QTest.keyClick(handle, Qt.Key.Key_Right)
    QTest.keyClick(handle, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert page.view.shown.tiles[0].cell == Cell(1, 0, 1, 2)
    QTest.keyClick(page.view.handles[-1], Qt.Key.Key_Delete)
    await until(lambda: len(page.boards) == 1)
    await until(lambda: not page.tasks.is_busy)
    again = await analytics(bench, panel.workspace, "boards", WEEK)
    await until(lambda: len(boards_of(again).view.tiles) == len(usual_board().tiles) - 1)
    assert boards_of(again).view.shown.tiles[0].cell == Cell(1, 0, 1, 2)


@in_the_window
async def test_brands_stand_side_by_side_in_their_own_currencies(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, tmp_path: Path
) -> None:
    a_week(brand)
    other = live.brand("Casa Azul")
    with life_of(other, "Europe/Madrid") as life:
        life.sale(days_ago(1), "70")
    with other.database.writing() as session:
        row = session.get(BrandRow, other.number)
        assert row is not None
        row.currency = "EUR"
    workspace = await bench.workspace(brand)
    second = await bench.workspace(other, name="Casa Azul", place="second")
    workspace.neighbours = _Around((workspace, second))
    panel = await analytics(bench, workspace, "boards", WEEK)
    page = boards_of(panel)
    page.show_key(BRANDS)
    await until(lambda: len(page.brands.rows) == 2)
    await until(lambda: all(each.tiles for each in page.brands.rows.values()))
    await until(lambda: not page.is_reading)
    shown = [
        [each.currency.text(), *(t.card.figure.text() for t in each.tiles[:2] if t.card)]
        for each in page.brands.rows.values()
    ]
    assert shown == [["USD", "$330.00", "4"], ["EUR", "€70.00", "1"]]
    await _charts_agree(page)
    table = page.export_table()
    assert [list(line[:4]) for line in table.rows if line[1] == "Revenue"] == [
        [workspace.connection.name, "Revenue", "USD", 330.0],
        ["Casa Azul", "Revenue", "EUR", 70.0],
    ]
    path = tmp_path / "brands.pdf"
    await page.save_as_pdf(path)
    assert path.read_bytes().startswith(b"%PDF")


async def _charts_agree(page: BoardsPage) -> None:
    """Below each brand's cards are its charts, in its own money."""
    board = page.brands.charts
    await until(lambda: len(board.charts) == 4)
    await until(lambda: all(frame.width() > 100 for frame in board.frames.values()))
    money = [chart.measure.unit.currency for chart in board.charts]
    assert money == ["USD", "USD", "EUR", "EUR"]
    labels = [board.rows(chart.key).text() for chart in board.charts if chart.kind is Kind.BAR]
    assert "$300.00" in labels[0]
    assert "€70.00" in labels[1]
    below = [row.geometry().bottom() for row in page.brands.rows.values()]
    tops = sorted({frame.y() for frame in board.frames.values()})
    assert below[0] < tops[0] < below[1] < tops[1]


class _Around:
    def __init__(self, workspaces: tuple[object, ...]) -> None:
        self.known = {each.connection.id: each for each in workspaces}  # type: ignore[attr-defined]

    def connections(self) -> tuple[object, ...]:
        return tuple(each.connection for each in self.known.values())

    async def workspace(self, connection_id: str) -> object:
        return self.known[connection_id]


@in_the_window
async def test_a_board_goes_to_paper_and_into_a_workbook(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    a_week(brand)
    panel = await analytics(bench, await bench.workspace(brand), "boards", WEEK)
    page = boards_of(panel)
    path = tmp_path / "board.pdf"
    await page.save_as_pdf(path)
    assert path.read_bytes().startswith(b"%PDF")
    book_path = tmp_path / "board.xlsx"
    export_table(book_path, page.export_table())
    book = CalamineWorkbook.from_path(str(book_path))
    rows = book.get_sheet_by_index(0).to_python()
    assert rows[1][:4] == ["Revenue", 330, 330, 50]
    assert "Filters" in book.sheet_names
    assert len(book.sheet_names) == 5


@in_the_window
async def test_paper_says_when_a_chart_cannot_be_drawn(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    a_week(brand)
    workspace = await bench.workspace(brand)
    page = boards_of(await analytics(bench, workspace, "boards", WEEK))
    told: list[Notice] = []
    workspace.notifications.posted.connect(told.append)
    path = tmp_path / "board.pdf"
    saving = asyncio.ensure_future(page.save_as_pdf(path))
    await asyncio.sleep(0)
    page.view.charts.release()
    await saving
    (notice,) = told
    assert notice.title == "The chart “Revenue by day” could not be drawn."
    assert "Nothing was saved or printed." in notice.text
    assert not path.exists()


@in_the_window
async def test_the_wall_turns_from_board_to_board(bench: WindowBench, brand: LiveBrand) -> None:
    a_week(brand)
    panel = await analytics(bench, await bench.workspace(brand), "boards", WEEK)
    page = boards_of(panel)
    await page.boards.add("Sales", usual_board())
    await page.boards.add("Visits", usual_board())
    page.show_wall()
    wall = page.wall
    assert wall is not None
    assert wall.title.text() == "Sales"
    wall.turning.timeout.emit()
    assert wall.title.text() == "Visits"
    QTest.keyClick(wall, Qt.Key.Key_Right)
    assert wall.title.text() == "Sales"
    QTest.keyClick(wall, Qt.Key.Key_Escape)
    await until(lambda: page.wall is None)
