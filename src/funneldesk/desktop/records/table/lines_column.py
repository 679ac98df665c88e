"""The column that tells of a row in several lines, where a section has one."""

from collections.abc import Callable

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.record_list import ListRow
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection

LINES = "lines"


def lines_column(
    declared: RecordSection,
    formats: Callable[[], Formats],
    finished: Callable[[SummaryRow, ListRow], ListRow],
) -> list[Column[SummaryRow]]:
    """That of a section, finished by what its pane knows of a row; none without lines."""
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
