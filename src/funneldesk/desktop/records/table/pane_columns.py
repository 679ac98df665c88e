"""Columns of a section's table: those that are declared, and the one of several lines."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtGui import QPixmap

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.record_list import ListRow
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection

LINES = "lines"


def shown_columns(
    declared: RecordSection,
    formats: Callable[[], Formats],
    finished: Callable[[SummaryRow, ListRow], ListRow],
    picture: Callable[[SummaryRow, int], QPixmap | None],
) -> list[Column[SummaryRow]]:
    """All columns of a table. ``finished`` completes the lines of a row, ``picture`` gives its
    picture where a column has a place for it."""
    columns = [
        replace(each.shown(formats), picture=picture) if each.pictured else each.shown(formats)
        for each in declared.columns
    ]
    return [*_lines(declared, formats, finished), *columns]


def _lines(
    declared: RecordSection,
    formats: Callable[[], Formats],
    finished: Callable[[SummaryRow, ListRow], ListRow],
) -> list[Column[SummaryRow]]:
    """The column that tells of a row in several lines, where a section has one."""
    line = declared.line
    if line is None:
        return []

    def lines(row: SummaryRow) -> ListRow:
        return finished(row, line(row, formats()))

    def told(row: SummaryRow) -> str:
        shown = lines(row)
        return ", ".join(
            filter(None, (shown.title, shown.subtitle, shown.third, shown.note, shown.when))
        )

    title = noun(declared.unit).capitalize()
    return [Column(LINES, title, told, stretch=True, lines=lines)]
