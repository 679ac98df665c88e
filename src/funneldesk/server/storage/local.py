"""What a folder on disk needs beyond a bucket: links that lead out, and writes that stay."""

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from funneldesk.server.storage.objects import StorageAway
from funneldesk.server.web.errors import StorageFull

_PIECE = 1024 * 1024


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


def write(target: Path, file: BinaryIO) -> None:
    """A new file with the rest of ``file``, on disk when this returns; cut short, it is not there.

    Raises StorageFull, StorageAway.
    """
    with on_disk():
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with target.open("xb") as into:
                shutil.copyfileobj(file, into, _PIECE)
                into.flush()
                os.fsync(into.fileno())
        except OSError:
            target.unlink(missing_ok=True)
            raise


def rename(moves: Iterable[tuple[Path, Path]]) -> None:
    """Rename files, each at one moment; the names are on disk when this returns.

    Raises FileNotFoundError, StorageFull, StorageAway.
    """
    changed: dict[Path, None] = {}
    with on_disk():
        for source, target in moves:
            folder = target.parent
            new = [above for above in (folder, *folder.parents) if not above.exists()]
            folder.mkdir(parents=True, exist_ok=True)
            source.replace(target)
            changed |= dict.fromkeys((folder, *(above.parent for above in new)))
        for folder in changed:
            settle(folder)


@contextmanager
def on_disk() -> Iterator[None]:
    """What the system says of the disk, in the words that a caller of this platform understands."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise (StorageFull if StorageFull.is_meant_by(error) else StorageAway) from error
