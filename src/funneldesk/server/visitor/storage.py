"""Reads the brands' files through one interface, whether they lie in a folder or elsewhere."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Asset:
    """A file and the tag that changes with it."""

    content: bytes = field(repr=False)
    etag: str


class Storage:
    """The files of all brands under one folder; ``{brand}/assets/…`` each."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, brand_id: int, path: str) -> Asset | None:
        """A brand's file; None when there is none, or when the path is not a plain one."""
        if not _is_plain(path):
            return None
        from obstore.exceptions import BaseError
        from obstore.store import LocalStore

        folder = self._root / str(brand_id) / "assets"
        if not folder.is_dir() or not _is_inside(folder, path):
            return None
        try:
            found = LocalStore(folder).get(path)
            return Asset(bytes(found.bytes()), str(found.meta["e_tag"]))
        except (BaseError, FileNotFoundError, NotADirectoryError, PermissionError, ValueError):
            return None


def _is_plain(path: str) -> bool:
    if not path.isprintable() or any(letter in path for letter in '\\:*?"<>|'):
        return False
    return all(step not in ("", ".", "..") for step in path.split("/"))


def _is_inside(folder: Path, path: str) -> bool:
    """Whether the path, symbolic links followed, stays in the folder."""
    return (folder / path).resolve().is_relative_to(folder.resolve())
