"""Writing of a downloaded file: to a temporary file first, moved into place when it is whole.

All of it waits for the disk and is called in threads.
"""

import errno
import hashlib
import os
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal

from funneldesk.desktop.assets.transfers.downloads.names import numbered
from funneldesk.desktop.assets.transfers.downloads.order import Conflict
from funneldesk.desktop.kit.export.writing import CannotWrite, cannot_write
from funneldesk.desktop.local.texts import _

MOST_COPIES = 1_000
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
_FLAGS |= getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


_FULL = (errno.ENOSPC, errno.EDQUOT)


class NothingMore(CannotWrite):
    """No file at all can be written to the target: its disk is full, or it is gone."""


@dataclass(frozen=True, slots=True)
class Kept:
    """``how``: written, the same file was there already, or another was and stays."""

    path: Path
    how: Literal["written", "same", "skipped"]


class PartFile:
    """``token`` tells the part from every other, and finds it again after a crash. Once
    ``abandon`` was called nothing is written any more, whatever thread is still about to."""

    def __init__(self, target: Path, place: str, token: str) -> None:
        self.target = target
        self.path = target.joinpath(*place.split("/"))
        short = self.path.name.encode()[:180].decode("utf-8", "ignore")
        self.beside = self.path.with_name(f".{short}.{token}.part")
        self.size = 0
        self.beginning = b""
        self._hash = hashlib.sha256()
        self._file: BinaryIO | None = None
        self._lock = threading.RLock()
        self._given_up = False

    def begin(self) -> None:
        """Begin, with nothing in it. Raises CannotWrite, NothingMore."""
        with self._lock:
            if self._given_up:
                return
            try:
                if not self.target.is_dir():
                    raise FileNotFoundError(errno.ENOENT, "gone")
                # Before anything is made: what is there may be a link to elsewhere.
                if not self.path.parent.resolve().is_relative_to(self.target.resolve()):
                    raise _leads_out(self.path)
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._file = os.fdopen(os.open(self.beside, _FLAGS, 0o666), "wb", buffering=0)
            except (OSError, ValueError) as error:
                raise self._told(error) from None

    def write(self, data: bytes) -> None:
        """Add to it. Raises CannotWrite."""
        with self._lock:
            if self._file is None:
                return
            if not self.beginning:
                self.beginning = data[:512]
            self._hash.update(data)
            self.size += len(data)
            try:
                rest = memoryview(data)
                while rest:
                    rest = rest[self._file.write(rest) :]
            except OSError as error:
                raise self._told(error) from None

    def finish(self, conflict: Conflict) -> Kept:
        """Make it durable and move it to its place, or do what was decided for a file that is
        there; the same file again is left as it is. Raises CannotWrite."""
        with self._lock:
            try:
                if self._file is None:
                    raise FileNotFoundError(errno.ENOENT, "given up")  # not shown
                os.fsync(self._file.fileno())
                self._close()
                kept = self._moved(conflict)
                _make_durable(self.path.parent)
            except OSError as error:
                raise self._told(error) from None
            finally:
                self.abandon()
        return kept

    def abandon(self) -> None:
        """Leave nothing beside its place."""
        with self._lock:
            self._given_up = True
            self._close()
            with suppress(OSError):
                self.beside.unlink(missing_ok=True)

    def _told(self, error: OSError | ValueError) -> CannotWrite:
        if not self.target.is_dir():
            return gone(self.target)
        explanation = cannot_write(self.path, error)
        if isinstance(error, OSError) and error.errno in _FULL:
            return NothingMore(explanation.what, explanation.so_what, explanation.now_what)
        return explanation

    def close(self) -> None:
        """Hold it open no longer."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                file.close()

    def _moved(self, conflict: Conflict) -> Kept:
        if self._is_same(self.path):
            return Kept(self.path, "same")
        if conflict == "replace" and not self.path.is_dir():
            self.beside.replace(self.path)
            return Kept(self.path, "written")
        for count in range(1, MOST_COPIES):
            place = self.path
            if count > 1:
                place = place.with_name(numbered(place.name, count))
            if self._took(place):
                return Kept(place, "written")
            if conflict == "skip":
                return Kept(place, "skipped")
            if self._is_same(place):
                return Kept(place, "same")
        raise FileExistsError(17, _("there are too many files of this name"))

    def _took(self, place: Path) -> bool:
        """Whether it stands at a place now where nothing was before."""
        try:
            place.hardlink_to(self.beside)
        except FileExistsError:
            return False
        except OSError:
            # A file system without links.
            if os.path.lexists(place):
                return False
            self.beside.rename(place)
        return True

    def _is_same(self, place: Path) -> bool:
        try:
            if place.is_symlink() or not place.is_file() or place.stat().st_size != self.size:
                return False
            with place.open("rb") as file:
                return hashlib.file_digest(file, "sha256").digest() == self._hash.digest()
        except OSError:
            return False


def gone(target: Path) -> NothingMore:
    """The words for a target that is not there."""
    return NothingMore(
        _("The folder “{name}” is not there any more.").format(name=target.name or target),
        _("Nothing more was downloaded."),
        _("It may have been moved, or its disk taken out: bring it back and try again."),
    )


def sweep(target: Path, places: list[tuple[str, str]]) -> None:
    """Remove the parts that a crash left; (place, token) for each."""
    if target.is_dir():
        for place, token in places:
            PartFile(target, place, token).abandon()


def _leads_out(path: Path) -> CannotWrite:
    return CannotWrite(
        _("The folder “{name}” there leads out of the one that was chosen.").format(
            name=path.parent.name
        ),
        _("“{name}” was not written.").format(name=path.name),
        _("Choose another folder."),
    )


def _make_durable(folder: Path) -> None:
    """The new name survives a power cut, where folders can be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
