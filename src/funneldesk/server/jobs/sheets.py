"""Tables as files: CSV and XLSX, written row by row so that memory stays flat."""

import csv
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import IO, Any

from funneldesk.contract.spreadsheets import safe_text

FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
MOST_XLSX_ROWS = 1_048_576
MOST_XLSX_TEXT = 32_767

_LARGEST_NUMBER = 10**15
_FORBIDDEN_IN_SHEET_NAMES = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))


@dataclass(frozen=True, slots=True)
class Table:
    """What an export holds. ``name`` is the file's, without its ending."""

    name: str
    columns: Sequence[str]
    rows: Iterable[Sequence[object]]


def write_csv(table: Table, target: IO[bytes]) -> int:
    """Write UTF-8 CSV with a byte order mark, which spreadsheets need; gives the number of rows.

    Text that a spreadsheet would take for a formula gets an apostrophe in front.
    """
    target.write(b"\xef\xbb\xbf")
    lines = csv.writer(_Encoded(target), lineterminator="\r\n")
    lines.writerow([safe_text(name) for name in table.columns])
    count = 0
    for row in table.rows:
        lines.writerow([_csv_cell(value) for value in row])
        count += 1
    return count


def write_xlsx(table: Table, target: IO[bytes]) -> int:
    """Write a workbook of one sheet, and more sheets where one is too short; gives the rows."""
    from xlsxwriter import Workbook

    choices = {
        "constant_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    book = Workbook(target, choices)
    plain = table.name.translate(_FORBIDDEN_IN_SHEET_NAMES).strip()
    # Excel counts UTF-16 units, 31 at most; the rest is room for a number behind the name.
    title = plain.encode("utf-16-le", "replace")[:50].decode("utf-16-le", "ignore") or "Sheet"
    count, sheet, line = 0, None, MOST_XLSX_ROWS
    for row in table.rows:
        if line >= MOST_XLSX_ROWS:
            sheet, line = _new_sheet(book, title, table.columns), 1
        for place, value in enumerate(row):
            _write_cell(sheet, line, place, value)
        line += 1
        count += 1
    if sheet is None:
        _new_sheet(book, title, table.columns)
    book.close()
    return count


def _new_sheet(book: Any, title: str, columns: Sequence[str]) -> Any:
    number = len(book.worksheets()) + 1
    sheet = book.add_worksheet(title if number == 1 else f"{title} {number}")
    for place, name in enumerate(columns):
        sheet.write_string(0, place, _sheet_text(name))
    return sheet


def _write_cell(sheet: Any, line: int, place: int, value: object) -> None:
    number = _number(value)
    if number is not None:
        sheet.write_number(line, place, number)
    elif value is not None:
        sheet.write_string(line, place, _sheet_text(_text(value)))


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    # Beyond 15 digits a spreadsheet would round: such numbers are ids, and stay text.
    fits = math.isfinite(value) and -_LARGEST_NUMBER < value < _LARGEST_NUMBER
    return float(value) if fits else None


def _sheet_text(text: str) -> str:
    return text[:MOST_XLSX_TEXT]


def _csv_cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return _text(value)
    return safe_text(_text(value))


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, dict | list | tuple):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


class _Encoded:
    """A text target for the csv module over a binary file."""

    def __init__(self, target: IO[bytes]) -> None:
        self._target = target

    def write(self, text: str) -> int:
        return self._target.write(text.encode("utf-8", "replace"))
