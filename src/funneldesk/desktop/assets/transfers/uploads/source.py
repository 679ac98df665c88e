"""A file of this computer at the moment when it is sent: whole, and one that does not change."""

import asyncio
import errno
import hashlib
import os
import stat
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from funneldesk.client.held_file import HeldFile
from funneldesk.contract.files import LARGEST_FILE
from funneldesk.desktop.local.texts import _

PIECE = 262_144
"""Bytes that are read and sent at a time."""

QUIET_SECONDS = 1.0
"""Seconds for which a file must have been left alone."""

KEPT = 262_144
"""Bytes up to which a file is held in memory from its first reading to its sending."""

T = TypeVar("T")
_READERS = ThreadPoolExecutor(2, "reading")
"""Two, whatever the number of files: each thread keeps some memory of what went through it."""

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_HELD = 32
"""Windows' error for a file that another program holds."""


class CannotSend(Exception):
    """The file cannot be sent; the message is a sentence for the person who chose it."""


class StillChanging(Exception):
    """The file changed while it was read: another moment is better."""


@dataclass(slots=True)
class Snapshot:
    """Content of a file: ``sha256`` in hex, ``size`` in bytes, ``changed`` in nanoseconds.

    ``data`` is the content of a small one. ``torn``: what was read to be sent was something else.
    """

    path: Path
    size: int
    changed: int
    sha256: str
    data: bytes | None = field(default=None, repr=False)
    torn: bool = False


def snapshot(path: Path, settled: int = -1) -> Snapshot:
    """Read a file once, whole. For a thread. Raises CannotSend and StillChanging.

    One that was changed a moment ago is still changing, unless that change (nanoseconds) is
    ``settled``: known from before.
    """
    handle = _opened(path)
    try:
        before = os.fstat(handle)
        if not stat.S_ISREG(before.st_mode):
            raise CannotSend(_("It is not a file any more."))
        if before.st_size > LARGEST_FILE:
            limit = LARGEST_FILE // 1024 // 1024
            raise CannotSend(
                _("It is larger than {limit} MB now, which the server does not take.").format(
                    limit=limit
                )
            )
        if before.st_mtime_ns != settled and 0 <= time.time() - before.st_mtime < QUIET_SECONDS:
            raise StillChanging
        digest, data, count = hashlib.sha256(), b"", 0
        while piece := os.read(handle, PIECE):
            digest.update(piece)
            count += len(piece)
            if count > LARGEST_FILE:
                raise StillChanging
            data = piece if count == len(piece) else b""
        if _mark(os.fstat(handle)) != _mark(before) or count != before.st_size:
            raise StillChanging
    except OSError as error:
        raise CannotSend(_why(error)) from error
    finally:
        os.close(handle)
    small = data if count <= KEPT and len(data) == count else None
    return Snapshot(path, count, before.st_mtime_ns, digest.hexdigest(), small)


async def pieces(shot: Snapshot, taken: Callable[[int], None]) -> AsyncIterator[bytes]:
    """The content of a snapshot as it is sent; ``taken`` is told each piece's bytes.

    Raises CannotRead of the client, and marks the snapshot as torn, when the file is not what it
    was: the request then breaks off before its end, so that nothing of it is stored.
    """
    if shot.data is not None:
        yield shot.data
        taken(len(shot.data))
        return
    file, digest, count = HeldFile(partial(_opened_as, shot)), hashlib.sha256(), 0
    try:
        while count <= shot.size:
            piece = await in_reader(_next, file, digest)
            if not piece:
                break
            count += len(piece)
            if count >= shot.size and (count > shot.size or digest.hexdigest() != shot.sha256):
                raise _torn(shot)
            yield piece
            taken(len(piece))
        if count != shot.size:
            raise _torn(shot)
    finally:
        file.close()


async def in_reader(work: Callable[..., T], *arguments: Any) -> T:
    """Have a thread for files do something, on any loop."""
    return await asyncio.get_running_loop().run_in_executor(_READERS, work, *arguments)


def _next(file: HeldFile, digest: "hashlib._Hash") -> bytes:
    piece = file.next(PIECE)
    digest.update(piece)
    return piece


def has_changed(path: Path, size: int, changed: int) -> bool:
    """Whether a file is there and no longer looks as it did: a quick glance, for a thread."""
    try:
        found = os.lstat(path)
    except (OSError, ValueError):
        return False
    return (found.st_size, found.st_mtime_ns) != (size, changed)


def _opened(path: Path) -> int:
    """A handle, for regular files only: opening anything else could wait for ever."""
    try:
        found = os.lstat(path)
        if stat.S_ISLNK(found.st_mode):
            raise CannotSend(_("It is a link now, which is not followed."))
        if not stat.S_ISREG(found.st_mode):
            raise CannotSend(_("It is not a file any more."))
        return os.open(path, _FLAGS)
    except (OSError, ValueError) as error:
        raise CannotSend(_why(error)) from error


def _opened_as(shot: Snapshot) -> BinaryIO:
    try:
        return os.fdopen(_opened(shot.path), "rb")
    except CannotSend:
        pass
    raise _torn(shot)


def _torn(shot: Snapshot) -> Exception:
    from funneldesk.client.uploads import CannotRead

    shot.torn = True
    return CannotRead(_("A file changed while it was sent."))


def _mark(found: os.stat_result) -> tuple[int, int, int]:
    return found.st_size, found.st_mtime_ns, found.st_ino


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return _("It is not there any more: it was moved, renamed or deleted on this computer.")
    if isinstance(error, OSError) and getattr(error, "winerror", 0) == _HELD:
        return _("Another program holds it. Close it there and try again.")
    if isinstance(error, PermissionError):
        return _("This computer does not allow it to be read. Check the rights of the file.")
    if isinstance(error, OSError) and error.errno == errno.ELOOP:
        return _("It is a link now, which is not followed.")
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return _("It cannot be read: {said}.").format(said=said)
