"""Rows to import that come from elsewhere than a file: other records, the clipboard."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.importing.guessing import plain
from funneldesk.desktop.records.importing.reading import Cell
from funneldesk.desktop.records.importing.table_file import Layout, Table


def table_of(name: str, titles: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Table:
    """A table of rows, numbered from 1; ``name`` says where they come from."""
    numbered = tuple((at, list(cells)) for at, cells in enumerate(rows, 1))
    return Table(Path(name), Layout(), tuple(titles), numbered)


def pasted_table(lines: Sequence[Sequence[str]], titles: Sequence[str]) -> Table:
    """Lines of a spreadsheet under the titles of the columns that they were meant for; a first
    line that holds titles gives its own."""
    known = {plain(each) for each in titles}
    first = [plain(each) for each in lines[0]] if lines else []
    if first and sum(each in known for each in first) * 2 > len(first):
        return table_of(_("Clipboard"), lines[0], lines[1:])
    width = max((len(line) for line in lines), default=0)
    more = [_("Column {number}").format(number=at + 1) for at in range(len(titles), width)]
    return table_of(_("Clipboard"), [*titles[:width], *more], lines)
