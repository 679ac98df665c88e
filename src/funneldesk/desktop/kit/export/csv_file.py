"""CSV as spreadsheets read it, with nothing in it that they would run."""

import csv
from datetime import date, datetime, tzinfo
from decimal import Decimal
from typing import TextIO

from funneldesk.contract.spreadsheets import safe_text
from funneldesk.desktop.kit.export.table import Cell, Table


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


def moment_text(moment: datetime, zone: tzinfo | None) -> str:
    """``2026-11-21 14:05:00``, in the zone of the table."""
    local = moment.astimezone(zone) if moment.tzinfo is not None else moment
    return local.replace(tzinfo=None).isoformat(" ", "seconds")
