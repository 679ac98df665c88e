"""Reads a folder of pages from disk. Everything in it is taken to be hostile."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.folder_sync.files import (
    CSS,
    HTML,
    INDEX,
    SETTINGS,
    Index,
    read_index,
    read_settings,
    read_text,
)
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.records.making.html_file import LARGEST_FILE

LARGEST_INDEX = 50 * 1024 * 1024
MOST_IN_ALL = 1024 * 1024 * 1024
"""Bytes of all files together."""


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page's folder. ``fields`` holds what its files tell; what they leave out is left out.

    ``problem`` is a sentence when it cannot be read; then there are no fields.
    """

    name: str
    fields: dict[str, Value] = field(default_factory=dict, repr=False)
    notes: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class FoundFolder:
    """``problem`` is a sentence about the whole folder, empty when it could be read.

    ``index`` is None when the folder has none; ``index_problem`` says why one was not used.
    """

    pages: tuple[FoundPage, ...] = ()
    index: Index | None = None
    index_problem: str = ""
    problem: str = ""


class _Unfit(Exception):
    """A file that cannot be used; the message is a sentence for the user."""


def read_folder(root: Path) -> FoundFolder:
    """Everything in a folder of pages. Waits for the disk: call it in a thread. Never raises for
    what the disk holds."""
    try:
        names = sorted(entry.name for entry in os.scandir(root))
    except OSError as error:
        return FoundFolder(
            problem=_("The folder cannot be read: {reason}.").format(reason=_reason(error))
        )
    index, index_problem = _index(root) if INDEX in names else (None, "")
    pages = tuple(_pages(root, [name for name in names if not name.startswith(".")]))
    if not pages:
        said = _("There are no pages in it: each page is a folder with a page.html.")
        return FoundFolder(index=index, index_problem=index_problem, problem=said)
    return FoundFolder(pages, index, index_problem)


def _pages(root: Path, names: list[str]) -> Iterator[FoundPage]:
    left = MOST_IN_ALL
    for name in names:
        shown = name.encode("utf-8", "replace").decode()
        try:
            about = (root / name).lstat()
            if stat.S_ISLNK(about.st_mode):
                yield FoundPage(shown, problem=_("It is a link that leads out of the folder."))
            elif stat.S_ISDIR(about.st_mode):
                page, size = _page(root / name, shown)
                left -= size
                if left < 0:
                    yield FoundPage(shown, problem=_("The folder holds more than 1 GB: divide it."))
                    return
                if page is not None:
                    yield page
        except OSError as error:
            yield FoundPage(shown, problem=_unreadable(error))


def _page(folder: Path, shown: str) -> tuple[FoundPage | None, int]:
    """A page and its size in bytes; None for a folder that is none."""
    size = 0
    fields: dict[str, Value] = {}
    notes: tuple[str, ...] = ()
    data: dict[str, bytes] = {}
    for file in (HTML, CSS, SETTINGS):
        try:
            content = _read(folder / file, LARGEST_FILE)
            if content is None:
                continue
            size += len(content)
            data[file] = content
            if file == SETTINGS:
                settings, strange = read_settings(content)
                fields |= settings
                if strange:
                    named = ", ".join(strange[:5])
                    notes = (_("Not known here, left out: {names}.").format(names=named),)
            else:
                fields[file.removeprefix("page.")] = read_text(content)
        except (_Unfit, ValueError) as problem:
            return FoundPage(shown, problem=f"{file}: {problem}"), size
    if not data:
        return None, 0
    return FoundPage(shown, fields, notes), size


def _index(root: Path) -> tuple[Index | None, str]:
    try:
        data = _read(root / INDEX, LARGEST_INDEX)
        return (read_index(data), "") if data is not None else (None, "")
    except (_Unfit, ValueError) as problem:
        return None, f"{INDEX}: {problem}"


def _read(path: Path, largest: int) -> bytes | None:
    """A regular file's bytes, None when there is none. Raises _Unfit."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    flags |= getattr(os, "O_NONBLOCK", 0)
    try:
        if stat.S_ISLNK(path.lstat().st_mode):
            raise _Unfit(_("It is a link that leads elsewhere. Put the file itself there."))
        handle = os.open(path, flags)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _Unfit(_unreadable(error)) from None
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise _Unfit(_("It is not a file."))
        data = file.read(largest + 1)
    if len(data) > largest:
        raise _Unfit(_("It is larger than {most} MB.").format(most=largest // 1024 // 1024))
    return data


def _reason(error: OSError) -> str:
    return error.strerror or _("no reason given")


def _unreadable(error: OSError) -> str:
    return _("It cannot be read: {reason}.").format(reason=_reason(error))
