"""Scan of a watched folder: its files, their sizes and times."""

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from funneldesk.desktop.local.texts import _

MOST_FILES = 20_000
DEEPEST = 60
_PASSING = (".tmp", ".temp", ".part", ".partial", ".crdownload", ".download", ".swp", ".swx", "~")
_OWN = frozenset({"thumbs.db", "ehthumbs.db", "desktop.ini", "__macosx", "icon\r"})


class RootGone(Exception):
    """The folder cannot be looked at; the message is a sentence."""


class TooMany(Exception):
    """There are more files than are watched."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Size and time of a file: bytes, and nanoseconds since 1970."""

    size: int
    changed: int


@dataclass(slots=True)
class Seen:
    """``files`` by their places in the root; ``folders`` are the absolute paths that were read.
    ``unread`` are places of folders that could not be: nothing is known of what is in them."""

    files: dict[str, Mark] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    def knows(self, place: str) -> bool:
        """Whether a file that is not among ``files`` is really not there."""
        return not any(place.startswith(f"{folder}/") for folder in self.unread)


def is_passing(name: str) -> bool:
    """Whether a file is hidden, the system's own, or one that a program has only for a while."""
    low = name.lower()
    return low.startswith((".", "~", "#")) or low.endswith(_PASSING) or low in _OWN


def scan(root: Path, *, deep: bool) -> Seen:
    """Look at everything in a folder, for a thread. Links are not followed.

    Raises RootGone and TooMany.
    """
    seen = Seen()
    waiting = [(os.fspath(root), "", 0)]
    while waiting:
        folder, place, depth = waiting.pop()
        try:
            with os.scandir(folder) as found:
                entries = list(found)
        except OSError as error:
            if not place:
                raise RootGone(_why(error)) from error
            seen.unread.append(place)
            continue
        seen.folders.append(folder)
        for entry in entries:
            inner = f"{place}/{entry.name}" if place else entry.name
            if is_passing(entry.name):
                continue
            try:
                state = entry.stat(follow_symlinks=False)
            except OSError:
                continue  # It went while it was looked at.
            if stat.S_ISREG(state.st_mode):
                seen.files[inner] = Mark(state.st_size, state.st_mtime_ns)
            elif stat.S_ISDIR(state.st_mode) and deep and depth < DEEPEST:
                waiting.append((entry.path, inner, depth + 1))
        if len(seen.files) > MOST_FILES:
            raise TooMany
    return seen


def _why(error: OSError) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return _("Waiting for the folder: it is not there now.")
    if isinstance(error, PermissionError):
        return _("Waiting for the folder: this computer does not allow it to be read.")
    return _("Waiting for the folder: {reason}.").format(reason=error.strerror or error)
