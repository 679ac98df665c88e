"""What a folder on disk needs beyond a bucket: links that lead out, and writes that stay."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

INCOMING = "incoming"
"""The folder beside a brand's assets where files lie until they are whole."""

_STALE_SECONDS = 24 * 3600.0


def leads_out(root: Path, folder: str, key: str) -> bool:
    """Whether ``key``, symbolic links followed, lies elsewhere than in ``folder`` of ``root``."""
    try:
        return not (root / key).resolve().is_relative_to((root / folder).resolve())
    except (OSError, RuntimeError):  # a circle of links, a name that the system does not take
        return True


def walk(folder: Path) -> Iterator[tuple[str, os.stat_result, bool]]:
    """Everything below a folder: (path, status, whether it is a folder). Links are left out."""
    waiting = [(folder, "")]
    while waiting:
        here, before = waiting.pop()
        try:
            with os.scandir(here) as found:
                entries = [entry for entry in found if not entry.is_symlink()]
        except (FileNotFoundError, NotADirectoryError):
            continue
        for entry in entries:
            path = before + entry.name
            try:
                yield path, entry.stat(follow_symlinks=False), entry.is_dir(follow_symlinks=False)
            except FileNotFoundError:  # removed a moment ago
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append((Path(entry.path), f"{path}/"))


def settle(path: Path) -> None:
    """Wait until what was written to the file, or to the folder's list of names, is on disk."""
    if os.name == "nt" and path.is_dir():
        return  # Windows opens no folders; it keeps its own journal of names
    descriptor = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sweep(root: Path) -> None:
    """Remove what uploads left behind that were cut off by the end of a process."""
    limit = time.time() - _STALE_SECONDS
    for left in root.glob(f"*/{INCOMING}/*"):
        try:
            if left.stat().st_mtime < limit:
                left.unlink()
        except OSError:
            continue
