"""CSV as spreadsheets read it, with nothing in it that they would run."""

import csv
from datetime import date, datetime, tzinfo
from decimal import Decimal
from typing import TextIO

from funneldesk.desktop.kit.export.table import Cell, Table

RISKY = ("=", "+", "-", "@", "\t", "\r")
"""A cell of text that begins so would be a formula to a spreadsheet."""


def write_csv(file: TextIO, table: Table, zone: tzinfo | None = None) -> None:
    """Write a table: commas, quotes where needed, CRLF, a row of titles first.

    ``file`` is opened with ``newline=""``. Raises OSError as writing does.
    """
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow([safe_text(title) for title in table.titles])
    for row in table.rows:
        writer.writerow([csv_cell(cell, zone) for cell in row])


def csv_cell(cell: Cell, zone: tzinfo | None) -> str:
    """A value as text. Numbers stay numbers, a minus in front included; moments are in ``zone``."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, datetime):
        return moment_text(cell, zone)
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, Decimal):
        return format(cell, "f")
    if isinstance(cell, float) and "e" in repr(cell):
        return format(Decimal(repr(cell)), "f")  # Not every spreadsheet reads exponents.
    if isinstance(cell, int | float):
        return str(cell)
    return safe_text(cell)


def safe_text(text: str) -> str:
    """A text that no spreadsheet takes for a formula: an apostrophe goes before a risky one.

    Blanks before the sign do not help it, so they do not hide it either.
    """
    plain = text.replace("\x00", "")
    return f"'{plain}" if _is_risky(plain) else plain


def unguarded(text: str) -> str:
    """The text that ``safe_text`` was given."""
    return text[1:] if text.startswith("'") and _is_risky(text[1:]) else text


def _is_risky(text: str) -> bool:
    """Apostrophes of its own do not hide the sign: one that is taken away must be ours."""
    return text.startswith(RISKY) or text.lstrip(" \u00a0\n\ufeff'").startswith(RISKY)


def moment_text(moment: datetime, zone: tzinfo | None) -> str:
    """``2026-11-21 14:05:00``, in the zone of the table."""
    local = moment.astimezone(zone) if moment.tzinfo is not None else moment
    return local.replace(tzinfo=None).isoformat(" ", "seconds")
