"""Places of charts on a board: a grid that fills the width, or rectangles that somebody chose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QRect

from funneldesk.desktop.kit.charts.chart import Cell


@dataclass(frozen=True, slots=True)
class Grid:
    """``row_height`` is the least; rows grow where a board is higher. Charts without a cell follow
    the others, row by row. Lengths in device-independent pixels."""

    columns: int = 2
    row_height: int = 280
    gap: int = 16
    margin: int = 0
    cells: Mapping[str, Cell] = field(default_factory=dict)

    def placed(self, keys: Sequence[str]) -> dict[str, Cell]:
        """The cell of each chart."""
        cells = {key: self.cells[key] for key in keys if key in self.cells}
        taken = {
            (column, row)
            for cell in cells.values()
            for column in range(cell.column, cell.column + cell.columns)
            for row in range(cell.row, cell.row + cell.rows)
        }
        at = 0
        for key in keys:
            if key in cells:
                continue
            while (at % self.columns, at // self.columns) in taken:
                at += 1
            cells[key] = Cell(at % self.columns, at // self.columns)
            at += 1
        return cells

    def height(self, keys: Sequence[str]) -> int:
        """What the board needs at least."""
        rows = _rows(self.placed(keys))
        return rows * self.row_height + max(0, rows - 1) * self.gap + 2 * self.margin

    def rects(
        self, keys: Sequence[str], width: int, height: int, *, turned: bool = False
    ) -> dict[str, QRect]:
        """Where each chart is on a board of that size; ``turned``: the first one is on the right,
        for languages that are read from there."""
        cells = self.placed(keys)
        rows = max(1, _rows(cells))
        wide = (width - 2 * self.margin - (self.columns - 1) * self.gap) / self.columns
        high = (height - 2 * self.margin - (rows - 1) * self.gap) / rows
        high = max(float(self.row_height), high)
        found = {key: self._rect(cell, wide, high) for key, cell in cells.items()}
        if turned:
            for rect in found.values():
                rect.moveLeft(width - rect.x() - rect.width())
        return found

    def _rect(self, cell: Cell, wide: float, high: float) -> QRect:
        left = self.margin + cell.column * (wide + self.gap)
        top = self.margin + cell.row * (high + self.gap)
        right = left + cell.columns * wide + (cell.columns - 1) * self.gap
        bottom = top + cell.rows * high + (cell.rows - 1) * self.gap
        return QRect(round(left), round(top), round(right - left), round(bottom - top))


def _rows(cells: Mapping[str, Cell]) -> int:
    return max((cell.row + cell.rows for cell in cells.values()), default=0)
