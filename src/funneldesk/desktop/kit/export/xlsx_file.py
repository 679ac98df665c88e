"""XLSX: real numbers and dates, text as text."""

import tempfile
from collections.abc import Callable
from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import Any

from funneldesk.desktop.kit.export.table import Cell, Table
from funneldesk.desktop.local.texts import _

LONGEST_NAME = 31
"""UTF-16 units that the name of a sheet has at most."""
LONGEST_CELL = 32_767
"""Characters that a cell of this format holds."""
MOST_ROWS = 1_048_575
"""Rows under the titles that a sheet of this format holds."""
FIRST_DAY = datetime(1900, 3, 1)
"""Days before it are counted differently by different programs: they are written as text."""
OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
_BEYOND_XML = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF))


class TooManyRows(Exception):
    """More rows than a sheet holds."""


def write_xlsx(path: Path, table: Table, zone: tzinfo | None = None) -> None:
    """Write a table to a file. Raises OSError as writing does, TooManyRows."""
    import xlsxwriter

    if len(table.rows) > MOST_ROWS:
        raise TooManyRows
    # A place that cannot be written is found before the work, not after it.
    path.touch()
    with tempfile.TemporaryDirectory(prefix="funneldesk-") as pieces:
        book = xlsxwriter.Workbook(str(path), {**OPTIONS, "tmpdir": pieces})
        names = list[str]()
        for each in (table, *table.more):
            names.append(_free_name(each.name, names))
            _fill(book, book.add_worksheet(names[-1]), each, zone)
        try:
            book.close()
        except xlsxwriter.exceptions.FileCreateError as error:
            reason = error.args[0]
            raise reason if isinstance(reason, OSError) else OSError(str(error)) from error


def _fill(book: Any, sheet: Any, table: Table, zone: tzinfo | None) -> None:
    bold = book.add_format({"bold": True})
    moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})  # not shown
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    for at, width in enumerate(table.widths):
        sheet.set_column(at, at, width)
    sheet.freeze_panes(1, 0)
    for at, title in enumerate(table.titles):
        sheet.write_string(0, at, _text(title), bold)
    for down, row in enumerate(table.rows, 1):
        for at, cell in enumerate(row):
            _write(sheet, down, at, xlsx_cell(cell, zone), moment, day)
    if table.rows and table.titles:
        sheet.autofilter(0, 0, len(table.rows), len(table.titles) - 1)


def xlsx_cell(cell: Cell, zone: tzinfo | None) -> Cell:
    """A value as this format holds it: moments in ``zone`` and without it, text without what XML
    cannot hold."""
    if isinstance(cell, datetime):
        local = cell.astimezone(zone).replace(tzinfo=None) if cell.tzinfo is not None else cell
        return local if local >= FIRST_DAY else local.isoformat(" ", "seconds")
    if isinstance(cell, date):
        return cell if cell >= FIRST_DAY.date() else cell.isoformat()
    if isinstance(cell, str):
        return _text(cell)
    return cell


def sheet_name(name: str) -> str:
    """A name that a sheet may have: at most 31 UTF-16 units, none of ``[]:*?/\\``."""
    plain = "".join(" " if sign in "[]:*?/\\" else sign for sign in name).strip("' ")
    return _cut(plain, LONGEST_NAME).strip("' ") or _("Sheet")


def _cut(text: str, units: int) -> str:
    """The beginning of a text that has at most so many UTF-16 units, as Excel counts."""
    return text.encode("utf-16-le", "replace")[: 2 * units].decode("utf-16-le", "ignore")


def _free_name(name: str, taken: list[str]) -> str:
    """The name of a sheet that no other one has: they differ in more than case."""
    made, number = sheet_name(name), 2
    while made.casefold() in (each.casefold() for each in taken):
        made = sheet_name(f"{_cut(sheet_name(name), LONGEST_NAME - 4)} {number}")
        number += 1
    return made


def _write(sheet: Any, down: int, at: int, cell: Cell, moment: Any, day: Any) -> None:
    write: Callable[..., object]
    if cell is None:
        return
    if isinstance(cell, bool):
        sheet.write_string(down, at, "yes" if cell else "no")
    elif isinstance(cell, datetime):
        sheet.write_datetime(down, at, cell, moment)
    elif isinstance(cell, date):
        sheet.write_datetime(down, at, cell, day)
    elif isinstance(cell, int) and abs(cell) > 10**15:
        sheet.write_string(down, at, str(cell))  # Longer numbers lose their last digits there.
    else:
        write = sheet.write_string if isinstance(cell, str) else sheet.write_number
        write(down, at, cell)


def _text(text: str) -> str:
    """Text that XML can hold, not longer than a cell; halves of surrogate pairs become a mark."""
    whole = text.translate(_BEYOND_XML).encode("utf-8", "replace").decode("utf-8")
    return whole if len(whole) <= LONGEST_CELL else f"{whole[: LONGEST_CELL - 1]}…"
