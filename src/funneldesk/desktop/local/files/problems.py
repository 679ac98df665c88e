"""Problems with the files of this computer, in sentences that a user can act on."""

import errno
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence


class Explanation(NamedTuple):
    """The three parts of every message: what happened, what it means, what to do."""

    happened: str
    meaning: str
    advice: str

    def __str__(self) -> str:
        return f"{self.happened} {self.meaning} {self.advice}"


class Cause(StrEnum):
    """Why a file of this computer could not be used as it was."""

    DAMAGED = "damaged"
    FOLDER = "folder"
    NO_RIGHTS = "no rights"  # not shown
    NEWER = "newer"
    GONE = "gone"
    """It was missing or empty, although its second copy shows that it held something."""
    NOT_USABLE = "not usable"  # not shown
    """Neither could it be opened nor a new one be begun: what could be read is used, no more."""


_HAPPENED: dict[Cause, str] = {
    Cause.DAMAGED: _("The file {name} on this computer was damaged."),
    Cause.FOLDER: _("A folder was in the place of the file {name} on this computer."),
    Cause.NO_RIGHTS: _("Funneldesk wasn't allowed to open the file {name} on this computer."),
    Cause.NEWER: _("The file {name} was written by a newer version of Funneldesk."),
    Cause.GONE: _("The file {name} on this computer was missing or empty."),
    Cause.NOT_USABLE: _("Funneldesk can't use its files on this computer."),
}
_ADVICE: dict[Cause, str] = {
    Cause.DAMAGED: _("The damaged file is kept as {kept} in {folder}."),
    Cause.FOLDER: _("The folder is kept as {kept} in {folder}."),
    Cause.NO_RIGHTS: _(
        "The former file is kept as {kept} in {folder}. To use it again, quit "
        "Funneldesk, allow access to it and give it back its name."
    ),
    Cause.NEWER: _(
        "The newer file is untouched in {folder}. Open Funneldesk in its newer version "
        "to use it again."
    ),
    Cause.GONE: _(
        "Nothing has to be done. If you deleted it on purpose, its second copy is "
        "{kept} in {folder}."
    ),
    Cause.NOT_USABLE: _(
        "Check the rights and the free space of {folder}, then start Funneldesk again."
    ),
}


class SetAside(NamedTuple):
    """A file that could not be used as it was, so that the work goes on with another one.

    ``kept_as`` is where it lies now: under a new name, or where it was. ``drafts`` counts the
    unsaved drafts that were carried over, ``restored`` says that a second copy took its place.
    """

    original: Path
    kept_as: Path
    drafts: int = 0
    cause: Cause = Cause.DAMAGED
    restored: bool = False

    @property
    def explanation(self) -> Explanation:
        """The sentences to show."""
        places = {
            "name": self.original.name,
            "kept": self.kept_as.name,
            "folder": str(self.kept_as.parent),
        }
        return Explanation(
            _HAPPENED[self.cause].format(**places),
            self._meaning(),
            _ADVICE[self.cause].format(**places),
        )

    def _meaning(self) -> str:
        if self.cause is Cause.NOT_USABLE:
            return _(
                "What could be read of {name} is shown; changes to it aren't kept on this computer."
            ).format(name=self.original.name)
        rescued = {0: "", 1: _(" One unsaved draft was rescued.")}.get(
            self.drafts, _(" {drafts} unsaved drafts were rescued.").format(drafts=self.drafts)
        )
        if self.cause is Cause.NEWER:
            return _(
                "This version left it as it is and uses a file of its own meanwhile.{rescued}"
            ).format(rescued=rescued)
        if self.restored:
            return _("It was restored from its second copy; nothing on the server is affected.")
        return _("A new one was begun, nothing on the server is affected.{rescued}").format(
            rescued=rescued
        )


class ProblemKind(StrEnum):
    """Why something could not be read or written on this computer."""

    DISK_FULL = "disk full"  # not shown
    NOT_ALLOWED = "not allowed"  # not shown
    BUSY = "busy"
    DAMAGED = "damaged"
    NEWER = "newer"
    FOLDER = "folder"
    CLOSED = "closed"
    OTHER = "other"


_EXPLANATIONS: dict[ProblemKind, Explanation] = {
    ProblemKind.DISK_FULL: Explanation(
        _("The disk of this computer is full."),
        _("What you changed last is not saved on this computer."),
        _("Free some space, then try again; leave the editor open until then."),
    ),
    ProblemKind.NOT_ALLOWED: Explanation(
        _("Funneldesk may not write to its folder on this computer."),
        _("What you changed last is not saved on this computer."),
        _("Check the rights of the folder, or start Funneldesk as the user who owns it."),
    ),
    ProblemKind.BUSY: Explanation(
        _("Another program is holding a file that Funneldesk needs."),
        _("What you changed last is not saved on this computer yet."),
        _("Close other windows of Funneldesk and backup programs, then try again."),
    ),
    ProblemKind.DAMAGED: Explanation(
        _("A file of Funneldesk on this computer is damaged."),
        _("Lists and search may be incomplete; nothing on the server is affected."),
        _("Restart Funneldesk: it sets the damaged file aside and rescues your drafts."),
    ),
    ProblemKind.NEWER: Explanation(
        _("The files on this computer were written by a newer Funneldesk."),
        _("This version cannot read them and has left them as they are."),
        _("Start the newer version, or install it again."),
    ),
    ProblemKind.FOLDER: Explanation(
        _("A folder is in the place of a file that Funneldesk needs on this computer."),
        _("What you changed last is not saved on this computer."),
        _("Rename or move the folder, then start Funneldesk again."),
    ),
    ProblemKind.CLOSED: Explanation(
        _("The local copy of this brand is already closed."),
        _("The last change could not be kept on this computer."),
        _("Open the brand again and repeat the change."),
    ),
    ProblemKind.OTHER: Explanation(
        _("A file of Funneldesk on this computer could not be read or written."),
        _("What you changed last is not saved on this computer."),
        _("Check that the disk is connected and works, then try again."),
    ),
}


def no_place(folders: "Sequence[Path]") -> Explanation:
    """The sentences for a start on folders that may not be written."""
    named = _(" and ").join(str(folder) for folder in folders)
    return Explanation(
        _("Funneldesk can't write to its folders on this computer."),
        _(
            "You can work, but nothing is kept on this computer when you quit: no settings, no "
            "list of brands, no unsaved work, no sample workspace."
        ),
        _("Allow your user to write to {named}, then start Funneldesk again.").format(named=named),
    )


class LocalStoreProblem(Exception):
    """A file of this computer could not be read or written.

    ``kind`` tells the cause, ``explanation`` the sentences to show, ``path`` the file when known.
    """

    def __init__(self, kind: ProblemKind, path: Path | None = None) -> None:
        self.kind = kind
        self.path = path
        self.explanation = _EXPLANATIONS[kind]
        super().__init__(str(self.explanation) + (f" ({path})" if path else ""))


_OF_ERRNO: dict[int, ProblemKind] = {
    errno.ENOSPC: ProblemKind.DISK_FULL,
    errno.EDQUOT: ProblemKind.DISK_FULL,
    errno.EFBIG: ProblemKind.DISK_FULL,
    errno.EACCES: ProblemKind.NOT_ALLOWED,
    errno.EPERM: ProblemKind.NOT_ALLOWED,
    errno.EROFS: ProblemKind.NOT_ALLOWED,
    errno.EBUSY: ProblemKind.BUSY,
    errno.EISDIR: ProblemKind.FOLDER,
}


@cache
def _of_sqlite() -> dict[int, ProblemKind]:
    import sqlite3  # with the first database: the settings need none, and the window waits for them

    return {
        sqlite3.SQLITE_FULL: ProblemKind.DISK_FULL,
        sqlite3.SQLITE_PERM: ProblemKind.NOT_ALLOWED,
        sqlite3.SQLITE_READONLY: ProblemKind.NOT_ALLOWED,
        sqlite3.SQLITE_AUTH: ProblemKind.NOT_ALLOWED,
        sqlite3.SQLITE_CANTOPEN: ProblemKind.NOT_ALLOWED,
        sqlite3.SQLITE_BUSY: ProblemKind.BUSY,
        sqlite3.SQLITE_LOCKED: ProblemKind.BUSY,
        sqlite3.SQLITE_CORRUPT: ProblemKind.DAMAGED,
        sqlite3.SQLITE_NOTADB: ProblemKind.DAMAGED,
    }


def problem_of(error: "OSError | sqlite3.Error", path: Path | None = None) -> LocalStoreProblem:
    """The problem behind an error of the operating system or of SQLite."""
    if isinstance(error, OSError):
        return LocalStoreProblem(_OF_ERRNO.get(error.errno or 0, ProblemKind.OTHER), path)
    return LocalStoreProblem(_of_sqlite().get(primary_code(error), ProblemKind.OTHER), path)


def primary_code(error: "sqlite3.Error") -> int:
    """SQLite's primary result code of an error; -1 where the error carries none."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return -1 if code is None else code & 0xFF


def damage(text: str) -> "sqlite3.Error":
    """An error that counts as a damaged file, as those of SQLite itself do."""
    import sqlite3

    error = sqlite3.DatabaseError(text)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error
