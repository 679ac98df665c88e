"""Files and folder trees looked at in the worker process. No Qt here.

Nothing is followed out of what was chosen, and nothing but a regular file is ever opened.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from funneldesk.contract.file_kinds import TYPES, ending_of
from funneldesk.desktop.assets.upload_review.inspection.contents import (
    content_kind,
    moves,
    notes_on,
    sides,
)

MOST_ENTRIES = 100_000
DEEPEST = 60
BATCH = 64
_HIDDEN = frozenset({"thumbs.db", "ehthumbs.db", "desktop.ini", "__macosx", "icon\r"})
_MAY_BE_EMPTY = ("text/css", "text/javascript")
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
Told = list[Any]
"""The fields of a ``FileFact`` in order, as JSON has them."""


def look_at_files(
    paths: Sequence[str], most: int = MOST_ENTRIES
) -> Iterator[dict[str, Any] | None]:
    """Every file of what was chosen, in batches: ``{"facts": […]}``, and at last
    ``{"hidden": count, "stopped": bool}``."""
    walk = _Walk(most)
    batch: list[Told] = []
    for told in walk.all(paths):
        if told is None:
            yield None
            continue
        batch.append(told)
        if len(batch) >= BATCH:
            yield {"facts": batch}
            batch = []
    if batch:
        yield {"facts": batch}
    yield {"hidden": walk.hidden, "stopped": walk.stopped}


class _Walk:
    """Goes through what was chosen, folder by folder, in the order of the names."""

    def __init__(self, most: int) -> None:
        self.hidden = 0
        self.stopped = False
        self._left = most

    def all(self, paths: Sequence[str]) -> Iterator[Told | None]:
        for path in dict.fromkeys(os.path.abspath(path) for path in paths):  # noqa: PTH100
            name = os.path.basename(path)  # noqa: PTH119 - paths may hold what is no text
            if name.lower() in (*_HIDDEN, ".ds_store"):
                self.hidden += 1
                continue
            # What the user chose is meant, also when it is a link: the tree begins where it leads.
            try:
                root = os.path.realpath(path)
                is_folder = stat.S_ISDIR(Path(root).stat().st_mode)
            except (OSError, ValueError) as error:
                yield _trouble(path, name, error)
                continue
            yield from self._folder(root, name) if is_folder else self._file(root, name)

    def _folder(self, root: str, name: str) -> Iterator[Told | None]:
        waiting = [(root, name, 0)]
        while waiting:
            folder, place, depth = waiting.pop()
            yield None
            try:
                with os.scandir(folder) as found:
                    entries = sorted(found, key=lambda entry: entry.name)
            except OSError as error:
                yield _trouble(folder, place, error)
                continue
            below = []
            for entry in entries:
                inner = f"{place}/{entry.name}"
                if _is_hidden(entry.name):
                    self.hidden += 1
                elif entry.is_symlink():
                    yield from self._link(root, entry.path, inner)
                elif not entry.is_dir(follow_symlinks=False):
                    yield from self._file(entry.path, inner)
                elif depth >= DEEPEST:
                    yield _told(entry.path, inner, trouble="deep")
                else:
                    below.append((entry.path, inner, depth + 1))
                if self.stopped:
                    return
            waiting += reversed(below)

    def _link(self, root: str, path: str, place: str) -> Iterator[Told | None]:
        """A link to a file of the same tree is that file; others are only told."""
        try:
            target = os.path.realpath(path, strict=True)
            state = Path(target).stat()
        except OSError as error:
            looped = "symbolic links" in str(error)
            yield _told(path, place, trouble="loop" if looped else "vanished")
            return
        if stat.S_ISDIR(state.st_mode):
            inside = root == target or Path(root) in Path(target).parents
            yield _told(path, place, trouble="loop" if inside else "link", told=target)
        elif Path(root) in Path(target).parents:
            yield from self._file(target, place)
        else:
            yield _told(path, place, trouble="link", told=target)

    def _file(self, path: str, place: str) -> Iterator[Told | None]:
        if self._left <= 0:
            self.stopped = True
            return
        self._left -= 1
        yield _fact(path, place)


def _fact(path: str, place: str) -> Told:
    try:
        state = Path(path).lstat()
        if not stat.S_ISREG(state.st_mode):
            return _told(path, place, trouble="special")
        if not state.st_size and TYPES.get(ending_of(place)) not in _MAY_BE_EMPTY:
            return _told(path, place, 0, state.st_mtime_ns, trouble="empty")
        handle = os.open(path, _FLAGS)
        with open(handle, "rb") as file:  # noqa: PTH123 - a handle
            # It may have become something else since it was looked at.
            state = os.fstat(handle)
            if not stat.S_ISREG(state.st_mode):
                return _told(path, place, trouble="special")
            name, size = place.rpartition("/")[2], state.st_size
            kind = content_kind(file, name, size)
            return _told(
                path,
                place,
                size,
                state.st_mtime_ns,
                kind,
                *sides(file, kind),
                moves(file, kind),
                notes=notes_on(file, kind),
            )
    except (OSError, ValueError) as error:
        return _trouble(path, place, error)


def _trouble(path: str, place: str, error: Exception) -> Told:
    gone = isinstance(error, FileNotFoundError | NotADirectoryError)
    words = error.strerror if isinstance(error, OSError) and error.strerror else ""
    return _told(path, place, trouble="vanished" if gone else "unreadable", told=words)


def _told(
    path: str,
    place: str,
    size: int = 0,
    changed: int = 0,
    kind: str = "",
    width: int = 0,
    height: int = 0,
    moving: bool = False,
    *,
    trouble: str = "",
    told: str = "",
    notes: Sequence[str] = (),
) -> Told:
    return [path, place, size, changed, kind, width, height, moving, trouble, told, list(notes)]


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "~$")) or name.lower() in _HIDDEN
