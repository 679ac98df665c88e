"""Tables of CSV and Excel files, read in a worker process: a file may come from anywhere. No Qt."""

import codecs
import csv
import re
import zipfile
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime, time
from itertools import chain, islice
from pathlib import Path
from typing import Any, TextIO
from xml.etree import ElementTree

from funneldesk.contract.spreadsheets import unguarded
from funneldesk.desktop.kit.workers.child import JobError
from funneldesk.desktop.local.texts import _

MOST_BYTES = 50_000_000
MOST_UNPACKED = 500_000_000
MOST_ROWS = 100_000
MOST_COLUMNS = 200
LONGEST_CELL = 100_000
LOOKED_AT = 50
"""Rows from which the columns are told."""
SAMPLE = 65_536
SLICE = 500
SHORT = 60
SEPARATORS = (",", ";", "\t", "|")
DAMAGED = _(
    "This workbook couldn’t be read: it may be damaged or have a password. Open it in Excel and "
    "save it again."
)
FAR_CELL = _(
    "This sheet reaches too far ({cell}). Delete the rows and columns around the table, save the "
    "workbook and try again."
)
UNCLOSED = _(
    "A quotation mark in line {line} is never closed, or the separator is another one. Correct the "
    "file and try again."
)
MOST_SHEET_COLUMNS = 16_384
MOST_CELLS = 60_000_000
"""Cells of the rectangle around all that a sheet holds; the library keeps all of it in memory."""
ERROR_VALUES = frozenset(
    ("#N/A", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!")
)
"""What a formula that failed leaves in a cell."""
NO_TABLE = _("This file isn't a table. Choose a CSV file or an Excel workbook (.xlsx).")
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_OTHERS = (b"%PDF", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"<!DOC", b"<!doc", b"<html", b"{\\rtf")
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"

Cell = str | int | float | bool
Row = list[Cell]


def read_table(
    path: str,
    encoding: str = "",
    separator: str = "",
    sheet: str = "",
    header: int | None = None,
    most: int = MOST_ROWS,
) -> Generator[Any, None, dict[str, Any]]:
    """Yield lists of ``[row number, cells]`` below the header; return what the file looks like.

    What is empty is found: encoding, separator, sheet, and the number of the header row (0: the
    table has none). At most ``most`` rows are read. Raises JobError with a sentence.
    """
    csv.field_size_limit(LONGEST_CELL)
    place = Path(path)
    try:
        if place.stat().st_size > MOST_BYTES:
            size = _("Files up to {size} MB can be imported: split this one.")
            raise JobError(size.format(size=MOST_BYTES // 10**6))
        with place.open("rb") as file:
            start = file.read(SAMPLE)
        source = _workbook if start.startswith(b"PK\x03\x04") else _text
        facts, rows = source(place, start, encoding, separator, sheet)
        return (yield from _numbered(facts, rows, header, most))
    except OSError as error:
        told = _("The file couldn't be opened: {reason}.")
        raise JobError(told.format(reason=error.strerror or error)) from error


def _numbered(
    facts: dict[str, Any], rows: Iterable[Row], header: int | None, most: int
) -> Generator[Any, None, dict[str, Any]]:
    filled = ((n, row) for n, row in enumerate(map(_trimmed, rows), 1) if row)
    head = list(islice(filled, LOOKED_AT))
    if not head:
        raise JobError(_("There are no rows in it."))
    if max(len(row) for _line, row in head) > MOST_COLUMNS:
        told = _("Tables up to {count} columns can be imported.")
        raise JobError(told.format(count=MOST_COLUMNS))
    at = _header(head) if header is None else header
    titles = next((list(map(str, row)) for n, row in head if n == at), [])
    below: Iterator[tuple[int, Row]] = (
        (n, row[:MOST_COLUMNS]) for n, row in chain(head, filled) if n > at
    )
    count, width = 0, len(titles)
    while piece := list(islice(below, min(SLICE, most - count))):
        count += len(piece)
        width = max(width, *(len(row) for _line, row in piece))
        yield piece
    is_cut = next(below, None) is not None
    if is_cut and most >= MOST_ROWS:
        told = _("Tables up to {count} rows can be imported: split this one.")
        raise JobError(told.format(count=f"{MOST_ROWS:,}"))
    titles = [t.strip()[:SHORT] or _("Column {n}").format(n=n) for n, t in enumerate(titles, 1)]
    titles += [_("Column {n}").format(n=n) for n in range(len(titles) + 1, width + 1)]
    shown = [[n, ", ".join(str(c) for c in row if c != "")[:SHORT]] for n, row in head[:10]]
    return {**facts, "titles": titles, "header": at, "head": shown, "is_cut": is_cut}


def _header(head: list[tuple[int, Row]]) -> int:
    """The first row that is as wide as the table and has only texts, each of them once."""
    width = max(len(row) for _line, row in head)
    for number, row in head[:10]:
        texts = [cell.strip() for cell in row if isinstance(cell, str) and cell.strip()]
        if len(row) == len(texts) == len(set(texts)) >= max(min(width, 2), width - 1):
            return (
                0
                if all(text.replace(".", "").replace(",", "").isdigit() for text in texts)
                else number
            )
    return head[0][0]


def _trimmed(row: Iterable[Any]) -> Row:
    cells = [_cell(value) for value in row]
    while cells and (cells[-1] == "" or (isinstance(cells[-1], str) and not cells[-1].strip())):
        cells.pop()
    return cells


def _cell(value: Any) -> Cell:
    """A value as JSON: days and moments as ISO 8601, so that no language reads them otherwise."""
    if isinstance(value, float):
        value = float(f"{value:.15g}")  # Excel shows 15 digits: 0.1 + 0.2 is 0.3 to its user.
        return int(value) if value.is_integer() and abs(value) < 1e15 else value
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, datetime):
        return value.isoformat(" ")
    if isinstance(value, date | time):
        return value.isoformat()
    return "" if value is None else str(value)[:LONGEST_CELL]


# Excel


def _workbook(
    place: Path, start: bytes, encoding: str, separator: str, sheet: str
) -> tuple[dict[str, Any], Iterable[Row]]:
    from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    try:
        with zipfile.ZipFile(place) as packed:
            if not any(name.startswith("xl/workbook.") for name in packed.namelist()):
                raise JobError(NO_TABLE)
            if sum(part.file_size for part in packed.infolist()) > MOST_UNPACKED:
                raise JobError(_("This workbook is too large to be read: save the sheet as CSV."))
        book = CalamineWorkbook.from_path(str(place))
        names = [
            one.name
            for one in book.sheets_metadata
            if one.typ == SheetTypeEnum.WorkSheet and one.visible == SheetVisibleEnum.Visible
        ]
        if not names:
            raise JobError(_("There is no sheet in this workbook."))
        chosen = sheet if sheet in names else names[0]
        errors = _errors_of(place, chosen)
        found = book.get_sheet_by_name(chosen)
        rows: Iterable[Any] = _with_errors(found.iter_rows(), errors, (found.start or (0, 0))[1])
    except (
        CalamineError,
        zipfile.BadZipFile,
        NotImplementedError,
        RuntimeError,
        KeyError,
    ) as error:
        raise JobError(DAMAGED) from error
    return {"encoding": "", "separator": "", "sheet": chosen, "sheets": names}, rows


_CELL = re.compile(rb'\br="([A-Z]+)([0-9]+)"')
_FAR = re.compile(rb'\br="([A-Z]{4,}[0-9]+|[A-Z]+[0-9]{8,})"')
_ERROR = re.compile(
    rb'\br="([A-Z]+)([0-9]+)"[^>]*?\bt="e"[^>]*>'
    rb"(?:<(?:\w+:)?f\b[^<]*(?:</(?:\w+:)?f>)?)?<(?:\w+:)?v>([^<]*)<"
)
_PIECE = 4_000_000
_ROW_END = b"row>"


def _errors_of(place: Path, sheet: str) -> dict[int, dict[int, str]]:
    """The error values of a sheet by row and column from 0: the library reads them as empty cells.

    Raises JobError for a sheet with a cell so far outside that its rectangle would fill the memory.
    """
    errors: dict[int, dict[int, str]] = {}
    rows, columns, rest = 0, 0, b""
    with zipfile.ZipFile(place) as packed, packed.open(_part_of(packed, sheet)) as part:
        while piece := part.read(_PIECE):
            piece = rest + piece
            if far := _FAR.search(piece):
                raise JobError(FAR_CELL.format(cell=far[1][:24].decode("ascii")))
            if cells := _CELL.findall(piece):
                columns = max(columns, *(map(_column, {letters for letters, _row in cells})))
                rows = max(rows, int(cells[-1][1]))
            if rows * columns > MOST_CELLS:
                raise JobError(FAR_CELL.format(cell=f"{rows:,} × {columns:,}"))
            for letters, row, value in _ERROR.findall(piece):
                found = errors.setdefault(int(row) - 1, {})
                found[_column(letters) - 1] = value.decode("utf-8", "replace")
            rest = piece[piece.rfind(_ROW_END) :] if _ROW_END in piece else b""
    return errors


def _column(letters: bytes) -> int:
    """The number of a column: 1 for A, 27 for AA."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _part_of(packed: zipfile.ZipFile, sheet: str) -> str:
    """The file within a workbook that holds a sheet. Raises JobError."""
    try:
        book = ElementTree.fromstring(packed.read("xl/workbook.xml"))  # noqa: S314 - in a worker
        links = ElementTree.fromstring(packed.read("xl/_rels/workbook.xml.rels"))  # noqa: S314
        ids = {
            value
            for each in book.iter()
            if each.get("name") == sheet
            for name, value in each.attrib.items()
            if name.endswith("}id")
        }
        targets = {each.get("Id"): each.get("Target") for each in links}  # not shown
        target = next(str(to) for named, to in targets.items() if named in ids)
    except (KeyError, StopIteration, ElementTree.ParseError) as error:
        raise JobError(DAMAGED) from error
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def _with_errors(
    rows: Iterable[Any], errors: dict[int, dict[int, str]], first: int
) -> Iterator[Any]:
    """The rows of a sheet whose first column is ``first``, with error values in their cells."""
    for number, row in enumerate(rows):
        for column, value in errors.get(number, {}).items():
            if 0 <= column - first < len(row):
                row[column - first] = value
        yield row


# CSV


def _text(
    place: Path, start: bytes, encoding: str, separator: str, sheet: str
) -> tuple[dict[str, Any], Iterable[Row]]:
    if start.startswith(_OLD_EXCEL):
        told = _(
            "This is a workbook of an old Excel, or one with a password. Save it as an Excel "
            "workbook (.xlsx) without one."
        )
        raise JobError(told)
    marked = next((name for mark, name in _MARKS.items() if start.startswith(mark)), "")
    if start.startswith(_OTHERS) or (b"\0" in start and not marked):
        raise JobError(NO_TABLE)
    found = marked or encoding or ("utf-8" if _is_utf8(place) else "cp1252")
    with place.open(encoding=found, errors="replace", newline="") as file:
        sample = file.read(SAMPLE)
    told = sample[4:5] if sample[:4].lower() == "sep=" else ""
    chosen = separator or told or _separator(sample)
    facts = {"encoding": found, "separator": chosen, "sheet": "", "sheets": []}
    return facts, _csv_rows(place, found, chosen, 1 if told else 0)


def _csv_rows(place: Path, encoding: str, separator: str, skipped: int) -> Iterator[Row]:
    """The rows of a CSV file. Raises JobError for a quotation mark that is never closed."""
    with place.open(encoding=encoding, errors="replace", newline="") as file:
        lines = _Lines(file, separator)
        rows = csv.reader(lines, delimiter=separator)
        try:
            for number, row in enumerate(rows):
                lines.row.clear()
                yield [] if number < skipped else [unguarded(cell) for cell in row]
        except csv.Error as error:  # a cell of more than LONGEST_CELL characters
            raise JobError(UNCLOSED.format(line=f"{lines.begun:,}")) from error


class _Lines:
    """The lines of a CSV file, for its reader.

    ``row`` are the lines of the row that is being read, ``begun`` the number of its first one.

    At the end of the file a quotation mark may still be open: then everything behind it would be
    one cell. Raises JobError, also for a line with more cells than a spreadsheet has.
    """

    def __init__(self, file: TextIO, separator: str) -> None:
        self._file = file
        self._separator = separator
        self._number = 0
        self.begun = 0
        self.row: list[str] = []

    def __iter__(self) -> Iterator[str]:
        for line in self._file:
            self._number += 1
            if not self.row:
                self.begun = self._number
            self.row.append(line)
            if line.count(self._separator) > MOST_SHEET_COLUMNS:
                told = _("Tables up to {count} columns can be imported.")
                raise JobError(told.format(count=MOST_COLUMNS))
            yield line
        if self.row and self._is_open():
            raise JobError(UNCLOSED.format(line=f"{self.begun:,}"))

    def _is_open(self) -> bool:
        try:
            list(csv.reader(self.row, delimiter=self._separator, strict=True))
        except csv.Error as error:
            return "unexpected end" in str(error)
        return False


def _is_utf8(place: Path) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    with place.open("rb") as file, suppress(UnicodeDecodeError):
        while piece := file.read(1_000_000):
            decoder.decode(piece)
        decoder.decode(b"", final=True)
        return True
    return False


def _separator(sample: str) -> str:
    """The one that cuts the most rows into equally many cells."""
    best, most = ",", 0
    lines = sample.splitlines(keepends=True)
    for separator in SEPARATORS:
        with suppress(csv.Error):
            rows = list(islice(csv.reader(lines, delimiter=separator), LOOKED_AT))
            widths = Counter(len(row) for row in rows if len(row) > 1)
            width, count = max(widths.items(), key=lambda pair: pair[1], default=(0, 0))
            if count * 1000 + width > most:
                best, most = separator, count * 1000 + width
    return best
