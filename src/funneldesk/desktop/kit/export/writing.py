"""Files written whole or not at all: beside their place first, then moved there in one step."""

import errno
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import tzinfo
from pathlib import Path

from funneldesk.desktop.kit.export.csv_file import write_csv
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.export.xlsx_file import MOST_ROWS, TooManyRows, write_xlsx
from funneldesk.desktop.local.texts import _

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}
_GONE = {errno.ENOENT, errno.ENOTDIR, errno.ESTALE, errno.ENODEV}


class CannotWrite(Exception):
    """A file was not written; what was there before is untouched. Three sentences for the user."""

    def __init__(self, what: str, so_what: str, now_what: str) -> None:
        super().__init__(f"{what} {so_what} {now_what}")
        self.what, self.so_what, self.now_what = what, so_what, now_what


def export_table(path: Path, table: Table, zone: tzinfo | None = None) -> int:
    """Write a table as the path's ending says (``.xlsx``, otherwise CSV); how many rows.

    Waits for the disk: call it in a thread. Raises CannotWrite.
    """
    if path.suffix.lower() == ".xlsx":
        if len(table.rows) > MOST_ROWS:
            raise CannotWrite(
                _("A sheet of this format holds {most:,} rows.").format(most=MOST_ROWS),
                _("The export has {count:,}, so nothing was written.").format(
                    count=len(table.rows)
                ),
                _("Export as CSV, or narrow the list first."),
            )
        write_whole(path, lambda beside: write_xlsx(beside, table, zone))
    else:
        write_whole(path, lambda beside: _csv(beside, table, zone))
    return len(table.rows)


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Have ``write`` fill a file beside ``path``, make it durable and move it there.

    Waits for the disk. Raises CannotWrite; then nothing is left beside ``path`` either.
    """
    beside = path.with_name(f".{path.name[:80]}.{secrets.token_hex(4)}.part")
    try:
        try:
            write(beside)
            with beside.open("rb+") as file:
                os.fsync(file.fileno())
            beside.replace(path)
        finally:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
    except (OSError, ValueError, TooManyRows) as error:
        raise cannot_write(path, error) from error


def write_bytes(path: Path, content: bytes) -> None:
    """Write bytes, whole or not at all. Waits for the disk. Raises CannotWrite."""
    write_whole(path, lambda beside: _put(beside, content))


def cannot_write(path: Path, error: Exception) -> CannotWrite:
    """A failure of the disk in three sentences."""
    name = path.name
    kept = _("Nothing that was there before has changed.")
    code = error.errno if isinstance(error, OSError) else None
    if code in _FULL:
        return CannotWrite(
            _("The disk is full."),
            _("“{name}” was not written. {kept}").format(name=name, kept=kept),
            _("Make room on it, or choose another place."),
        )
    if code in _FORBIDDEN:
        return CannotWrite(
            _("This account may not write there."),
            _("“{name}” was not written. {kept} It may be open in another program.").format(
                name=name, kept=kept
            ),
            _("Choose another folder, or close the file there, and try again."),
        )
    if code in _GONE:
        return CannotWrite(
            _("The folder is not there any more."),
            _("“{name}” was not written.").format(name=name),
            _("It may have been moved, or its disk taken out: choose it again."),
        )
    reason = (error.strerror if isinstance(error, OSError) else None) or _("the name does not do")
    return CannotWrite(
        _("“{name}” could not be written.").format(name=name),
        _("The computer says: {reason}. {kept}").format(reason=reason, kept=kept),
        _("Choose another name or place, and try again."),
    )


def _csv(path: Path, table: Table, zone: tzinfo | None) -> None:
    # The mark at the beginning tells spreadsheets that it is UTF-8.
    with path.open("w", encoding="utf-8-sig", errors="replace", newline="") as file:
        write_csv(file, table, zone)


def _put(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
