"""Small JSON files that are whole or absent, whatever happens while they are written."""

import contextlib
import json
import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from funneldesk.desktop.local.problems import SetAside, problem_of


def make_folder(folder: Path) -> None:
    """Makes a folder that only its user may enter, parents included. Raises LocalStoreProblem."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise problem_of(error, folder) from error


def free_damaged_name(path: Path) -> Path:
    """A name beside ``path`` under which a damaged file can be kept: ``….damaged-<time>``."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    name = path.with_name(f"{path.name}.damaged-{stamp}")
    number = 2
    while name.exists():
        name = path.with_name(f"{path.name}.damaged-{stamp}-{number}")
        number += 1
    return name


def set_aside(path: Path) -> SetAside:
    """Renames a damaged file. Raises LocalStoreProblem."""
    kept_as = free_damaged_name(path)
    try:
        path.replace(kept_as)
    except OSError as error:
        raise problem_of(error, path) from error
    return SetAside(path, kept_as)


def read_json(path: Path) -> tuple[dict[str, Any], SetAside | None]:
    """The JSON object in a file; empty when there is no file or when a damaged one was set aside.

    Raises LocalStoreProblem when the file is there but cannot be read.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return {}, None
    except OSError as error:
        raise problem_of(error, path) from error
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return {}, set_aside(path)
    return (value, None) if isinstance(value, dict) else ({}, set_aside(path))


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Replaces a file by the JSON of ``value``, durably and in one step.

    Raises LocalStoreProblem; the former file is then untouched.
    """
    data = json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace")
    make_folder(path.parent)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data + b"\n")
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
        sync_folder(path.parent)
    except OSError as error:
        raise problem_of(error, path) from error


def sync_folder(folder: Path) -> None:
    """Makes a renaming durable where the system can (Windows cannot open folders)."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
