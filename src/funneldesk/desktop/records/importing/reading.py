"""Tables of CSV and Excel files, read in a worker process: a file may come from anywhere. No Qt."""

import codecs
import csv
import zipfile
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime, time
from itertools import chain, islice
from pathlib import Path
from typing import Any

from funneldesk.desktop.kit.export.csv_file import unguarded
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
    except csv.Error as error:
        told = _(
            "A cell has more than {count} characters: a closing quotation mark may be missing, or "
            "the separator is another one."
        )
        raise JobError(told.format(count=f"{LONGEST_CELL:,}")) from error


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
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
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
        rows: Iterable[Any] = book.get_sheet_by_name(chosen).iter_rows()
    except (CalamineError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        told = _(
            "This workbook couldn't be read: it may be damaged or have a password. Open it in "
            "Excel and save it anew."
        )
        raise JobError(told) from error
    return {"encoding": "", "separator": "", "sheet": chosen, "sheets": names}, rows


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
    with place.open(encoding=encoding, errors="replace", newline="") as file:
        rows = csv.reader(file, delimiter=separator)
        for number, row in enumerate(rows):
            yield [] if number < skipped else [unguarded(cell) for cell in row]


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
