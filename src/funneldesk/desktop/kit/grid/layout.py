"""Layout of equal cells: arithmetic alone, for any number of them. No widget here."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize

MARGIN = 8
"""Around all cells, in device-independent pixels."""
GAP = 4
"""Around each cell of several in a line: a press there begins a rubber band."""


@dataclass(frozen=True, slots=True)
class Laid:
    """``width`` and ``height`` of each cell in device-independent pixels; points and boxes are
    counted from the top of all cells."""

    columns: int = 1
    width: int = 1
    height: int = 1
    margin: int = 0

    @property
    def gap(self) -> int:
        """Pixels between a cell and what is drawn of it."""
        return GAP if self.margin else 0

    def box(self, place: int) -> QRect:
        """Where a cell stands."""
        line, column = divmod(place, self.columns)
        x, y = self.margin + column * self.width, self.margin + line * self.height
        return QRect(x, y, self.width, self.height)

    def lines(self, count: int) -> int:
        """Number of lines for so many cells."""
        return -(-count // self.columns)

    def nearest(self, point: QPoint) -> int:
        """The cell at a point or nearest to it, as if there were no last one."""
        line = max(0, (point.y() - self.margin) // self.height)
        column = (point.x() - self.margin) // self.width
        return line * self.columns + max(0, min(self.columns - 1, column))

    def runs_under(self, box: QRect, count: int) -> list[tuple[int, int]]:
        """The runs of the ``count`` cells that a box touches: first and last of each."""
        gap, margin = self.gap, self.margin
        first_line = max(0, (box.top() + gap - margin) // self.height)
        last_line = min((box.bottom() - gap - margin) // self.height, self.lines(count) - 1)
        left = max(0, (box.left() + gap - margin) // self.width)
        right = min(self.columns - 1, (box.right() - gap - margin) // self.width)
        if left > right or first_line > last_line:
            return []
        if right - left + 1 == self.columns:
            end = (last_line + 1) * self.columns - 1
            return [(first_line * self.columns, min(count - 1, end))]
        starts = [line * self.columns for line in range(first_line, last_line + 1)]
        runs = [(start + left, min(count - 1, start + right)) for start in starts]
        return [(first, last) for first, last in runs if first <= last]


def laid_out(least: QSize, width: int) -> Laid:
    """Cells of at least this size in a viewport of a width: as many in a line as fit, sharing what
    is left over. A least width of 0 takes the whole line."""
    height = max(1, least.height())
    if least.width() <= 0:
        return Laid(1, max(1, width), height, 0)
    room = max(least.width(), width - 2 * MARGIN)
    columns = room // least.width()
    return Laid(columns, room // columns, height, MARGIN)
