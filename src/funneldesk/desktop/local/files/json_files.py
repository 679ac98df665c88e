"""Small JSON files that are whole or absent, whatever happens while they are written."""

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Any

from funneldesk.desktop.local.files.problems import (
    Cause,
    LocalStoreProblem,
    ProblemKind,
    SetAside,
    problem_of,
)
from funneldesk.desktop.local.files.recovery import Recovered, recover


def make_folder(folder: Path) -> None:
    """Makes a folder that only its user may enter, parents included. Raises LocalStoreProblem."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise problem_of(error, folder) from error


def second_copy(path: Path) -> Path:
    """Where the second copy of a small file lies."""
    return path.with_name(f"{path.name}.copy")


def read_json(path: Path) -> Recovered[dict[str, Any]]:
    """The JSON object in a file, or that in its second copy when the file is of no use.

    Empty when there is neither. Raises nothing: ``refused`` tells that the file must not be
    written, since what it holds is not known.
    """
    found = recover(path, _parsed, lambda _: {})
    if found.value:
        return found
    copy = second_copy(path)
    try:
        kept = _parsed(copy)
    except LocalStoreProblem:
        return found
    if not kept:
        return found
    if found.refused is None:
        # Else the next start would tell of it once more.
        with contextlib.suppress(LocalStoreProblem):
            write_json(path, kept)
    aside = found.aside or SetAside(path, copy, cause=Cause.GONE)
    return found._replace(value=kept, aside=aside._replace(restored=True))


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Replaces a file by the JSON of ``value``, durably and in one step, and its second copy.

    Raises LocalStoreProblem; the former file is then untouched.
    """
    import json

    data = json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace")
    make_folder(path.parent)
    try:
        _replace(path, data + b"\n")
    except OSError as error:
        raise problem_of(error, path) from error
    with contextlib.suppress(OSError):
        _replace(second_copy(path), data + b"\n")


def sync_folder(folder: Path) -> None:
    """Makes a renaming durable where the system can (Windows cannot open folders)."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _parsed(path: Path) -> dict[str, Any]:
    """Empty when there is no file. Raises LocalStoreProblem."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise problem_of(error, path) from error
    import json  # where there is something to read: a first start has nothing

    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise LocalStoreProblem(ProblemKind.DAMAGED, path) from None
    if not isinstance(value, dict):
        raise LocalStoreProblem(ProblemKind.DAMAGED, path)
    return value


def _replace(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    sync_folder(path.parent)
