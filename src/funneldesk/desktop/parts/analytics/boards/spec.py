"""Board: tiles on a grid of four columns; no two lie over each other. No Qt."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from funneldesk.desktop.insight.metrics import CONVERSION
from funneldesk.desktop.kit.charts.chart import Cell
from funneldesk.desktop.parts.analytics.explore.report import Report

COLUMNS = 4
MOST_ROWS, MOST_TILES = 200, 40
CARD, CHART = "card", "chart"


@dataclass(frozen=True, slots=True)
class Tile:
    """A card of the report's first metric, or its chart. ``name`` is the title that was given,
    "" for its own."""

    kind: str
    report: Report
    cell: Cell = field(default_factory=lambda: Cell(0, 0))
    name: str = ""

    def state(self) -> dict[str, Any]:
        """The tile as JSON."""
        cell = self.cell
        return {
            "kind": self.kind,
            "report": self.report.state(),
            "cell": [cell.column, cell.row, cell.columns, cell.rows],
            "name": self.name,
        }

    @classmethod
    def of(cls, state: object) -> "Tile | None":
        """What ``state`` gave; None where that is none."""
        given: Mapping[str, Any] = state if isinstance(state, dict) else {}
        cell, kind = given.get("cell"), given.get("kind")
        if kind not in (CARD, CHART) or not isinstance(cell, list) or len(cell) != 4:
            return None
        if not all(type(each) is int and 0 <= each < MOST_ROWS for each in cell):
            return None
        name = given.get("name")
        return cls(
            str(kind),
            Report.of(given.get("report")),
            fitted(Cell(*cell)),
            name if isinstance(name, str) else "",
        )


@dataclass(frozen=True, slots=True)
class Board:
    """Tiles by their place in the order of reading; what is known of a tile is its number."""

    tiles: tuple[Tile, ...] = ()

    def state(self) -> list[dict[str, Any]]:
        """The board as JSON."""
        return [tile.state() for tile in self.tiles]

    @classmethod
    def of(cls, state: object) -> "Board | None":
        """What ``state`` gave; tiles that are not understood are left out."""
        if not isinstance(state, list):
            return None
        tiles = tuple(filter(None, map(Tile.of, state[:MOST_TILES])))
        return cls(settled(tiles, -1))

    def adding(self, tile: Tile) -> "Board":
        """With a tile where there is room first."""
        return Board((*self.tiles, replace(tile, cell=free_cell(self.tiles, tile.cell))))

    def without(self, number: int) -> "Board":
        """Without a tile; what was below it moves up."""
        kept = tuple(tile for at, tile in enumerate(self.tiles) if at != number)
        return Board(settled(kept, -1))

    def moving(self, number: int, cell: Cell) -> "Board":
        """With a tile elsewhere, or of another size: what is in its way goes down."""
        tiles = list(self.tiles)
        tiles[number] = replace(tiles[number], cell=fitted(cell))
        return Board(settled(tuple(tiles), number))


def fitted(cell: Cell) -> Cell:
    """A cell within the columns."""
    columns = min(max(1, cell.columns), COLUMNS)
    rows = min(max(1, cell.rows), 4)
    column = min(max(0, cell.column), COLUMNS - columns)
    return Cell(column, min(max(0, cell.row), MOST_ROWS), columns, rows)


def cells_of(cell: Cell) -> set[tuple[int, int]]:
    """Every place that a cell takes."""
    return {
        (column, row)
        for column in range(cell.column, cell.column + cell.columns)
        for row in range(cell.row, cell.row + cell.rows)
    }


def settled(tiles: tuple[Tile, ...], first: int) -> tuple[Tile, ...]:
    """No two over each other, none with room above it. The tile ``first`` has its place before
    the others; -1: none has."""

    def rank(at: int) -> tuple[int, bool, int, int]:
        cell = tiles[at].cell
        return cell.row, at != first, cell.column, at

    taken: set[tuple[int, int]] = set()
    found: dict[int, Tile] = {}
    for at in sorted(range(len(tiles)), key=rank):
        cell = tiles[at].cell
        row = next(
            row for row in range(MOST_ROWS * 2) if not taken & cells_of(replace(cell, row=row))
        )
        cell = replace(cell, row=row)
        taken |= cells_of(cell)
        found[at] = replace(tiles[at], cell=cell)
    return tuple(found[at] for at in range(len(tiles)))


def free_cell(tiles: Iterable[Tile], wanted: Cell) -> Cell:
    """The first place, row by row, where a cell of that size fits."""
    taken = {place for tile in tiles for place in cells_of(tile.cell)}
    size = fitted(wanted)
    for row in range(MOST_ROWS):
        for column in range(COLUMNS - size.columns + 1):
            cell = Cell(column, row, size.columns, size.rows)
            if not taken & cells_of(cell):
                return cell
    return size


def usual_board() -> Board:
    """What a brand has until it arranges its own."""
    cards = tuple(
        Tile(CARD, Report((key,)), Cell(at, 0))
        for at, key in enumerate(("revenue", "sales", CONVERSION, "aov"))
    )
    charts = (
        Tile(CHART, Report(("revenue",), ("day",)), Cell(0, 1, 4, 2)),
        Tile(CHART, Report(("revenue",), ("utm_source",)), Cell(0, 3, 2, 2)),
        Tile(CHART, Report(("sessions",), ("device",)), Cell(2, 3, 2, 2)),
    )
    return Board((*cards, *charts))
