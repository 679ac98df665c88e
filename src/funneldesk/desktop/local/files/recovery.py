"""Opening of every file of this computer, whatever state it is in.

A file that can be used is used. One that cannot is renamed, and a new one is begun; one of a newer
program stays where it is, and a file beside it is used. Where neither can be done, what can be read
is used for this run and nothing is written. In each case a sentence tells of it.
"""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import gmtime, strftime
from typing import Generic, NamedTuple, TypeVar

from funneldesk.desktop.local.files.problems import (
    Cause,
    LocalStoreProblem,
    ProblemKind,
    SetAside,
    problem_of,
)

T = TypeVar("T")

_LASTING: dict[ProblemKind, Cause] = {
    ProblemKind.DAMAGED: Cause.DAMAGED,
    ProblemKind.FOLDER: Cause.FOLDER,
    ProblemKind.NOT_ALLOWED: Cause.NO_RIGHTS,
}
"""Errors that do not pass by themselves; a full disk or a busy file does: nothing is renamed."""


class Recovered(NamedTuple, Generic[T]):
    """Content of a file, the problem to report, and why nothing may be written, if so."""

    value: T
    aside: SetAside | None = None
    refused: LocalStoreProblem | None = None


def recover(
    path: Path,
    use: Callable[[Path], T],
    for_this_run: Callable[[Path], T],
    companions: Sequence[str] = (),
) -> Recovered[T]:
    """Use a file, whatever state it is in.

    ``use`` opens or makes the file and raises LocalStoreProblem; ``for_this_run`` takes what can be
    read of it and raises nothing. ``companions`` are endings of files that belong to it.
    """
    try:
        return Recovered(use(path))
    except LocalStoreProblem as problem:
        first = problem
    lies_at = path
    try:
        if first.kind is ProblemKind.NEWER:
            return Recovered(use(older_name(path)), SetAside(path, path, cause=Cause.NEWER))
        if first.kind in _LASTING and os.path.lexists(path):
            aside = set_aside(path, _cause(first.kind, path), companions)
            lies_at = aside.kept_as
            return Recovered(use(path), aside)
    except LocalStoreProblem:
        pass  # The first problem is told: it is the one that can be mended.
    aside = SetAside(path, lies_at, cause=Cause.NOT_USABLE)
    return Recovered(for_this_run(lies_at), aside, LocalStoreProblem(first.kind, path))


def older_name(path: Path) -> Path:
    """The file that this version uses in place of one that a newer version has written."""
    return path.with_name(f"{path.stem}.older{path.suffix}")


def free_aside_name(path: Path, word: str = "damaged") -> Path:
    """A name beside ``path`` under which it can be kept: ``….damaged-<time>``."""
    stamp = strftime("%Y%m%dT%H%M%SZ", gmtime())
    name = path.with_name(f"{path.name}.{word}-{stamp}")
    number = 2
    while name.exists():
        name = path.with_name(f"{path.name}.{word}-{stamp}-{number}")
        number += 1
    return name


def set_aside(path: Path, cause: Cause = Cause.DAMAGED, companions: Sequence[str] = ()) -> SetAside:
    """Rename a file, or a folder in its place, and its companions. Raises LocalStoreProblem."""
    kept_as = free_aside_name(path, cause.value.replace(" ", "-"))
    try:
        path.replace(kept_as)
        for ending in companions:
            beside = path.with_name(path.name + ending)
            if beside.exists():
                beside.replace(kept_as.with_name(kept_as.name + ending))
    except OSError as error:
        raise problem_of(error, path) from error
    return SetAside(path, kept_as, cause=cause)


@cache
def refuge() -> Path:
    """A folder that ends with this run, for what cannot lie where it should. Raises OSError."""
    folder = Path(tempfile.mkdtemp(prefix="funneldesk-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def usable_folder(folder: Path) -> tuple[Path, bool]:
    """A folder, made if need be, and whether it may be written; else one that ends with this run.

    Raises OSError when there is no place for that one either.
    """
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return folder, True
    instead = refuge() / folder.name
    instead.mkdir(exist_ok=True)
    return instead, False


def _cause(kind: ProblemKind, path: Path) -> Cause:
    """SQLite calls a folder in its file's place a file that may not be opened."""
    return Cause.FOLDER if path.is_dir() else _LASTING[kind]
