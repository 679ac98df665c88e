"""All files and folders of a brand, by path and by folder."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from funneldesk.desktop.assets.library.row import AssetRow, folded, kind_by_name
from funneldesk.desktop.local.cache.assets import KeptAsset

if TYPE_CHECKING:
    from funneldesk.contract.files import FileEntry

_NOTHING: dict[str, AssetRow] = {}
SOUGHT = 40
"""Files looked at for images that stand for their folder."""
_NO_STEPS = frozenset({"", ".", ".."})
_DISTRUSTED = re.compile("[\x00-\x1f\x7f\\\\\ud800-\udfff]")


class Listing:
    """``rows`` by path. Folders that only show in the path of a file have a row as well."""

    def __init__(self) -> None:
        self.rows: dict[str, AssetRow] = {}
        self.files = self.bytes = 0
        self._in: dict[str, dict[str, AssetRow]] = {"": {}}
        self._folders_in: dict[str, set[str]] = {}

    def inside(self, folder: str) -> Mapping[str, AssetRow]:
        """Direct content of a folder."""
        return self._in.get(folder, _NOTHING)

    def folders(self) -> Iterable[str]:
        """The path of every folder, "" among them."""
        return self._in.keys()

    def samples(self, folder: str, most: int) -> list[AssetRow]:
        """Some of the images in a folder, or in the folders right in it: what can be found
        without a long search."""
        found: list[AssetRow] = []
        inner: list[str] = []
        for row in islice(self.inside(folder).values(), SOUGHT):
            if row.is_folder:
                inner.append(row.path)
            elif row.kind in ("image", "vector"):
                found.append(row)
        for path in inner[:most]:
            rows = islice(self.inside(path).values(), most)
            found += (row for row in rows if row.kind in ("image", "vector"))
        return found[:most]

    def has_folder(self, path: str) -> bool:
        """Whether there is such a folder."""
        return path in self._in

    def subfolders(self, folder: str) -> Collection[str]:
        """The folders right in a folder; not to be changed."""
        return self._folders_in.get(folder, frozenset())

    def put(self, row: AssetRow) -> list[str]:
        """Add or replace; gives the paths whose rows are new or other than before: the row's own
        and those of folders that were not known."""
        known = self.rows.get(row.path)
        if known is not None and row.is_folder and not known.is_folder:
            # A file of this name shows; what the folder holds is reached through the tree.
            self._open(row.path)
            return []
        if known is not None and not known.is_folder:
            self.files -= 1
            self.bytes -= known.size
        if row.is_folder:
            self._open(row.path)
        else:
            self.files += 1
            self.bytes += row.size
        self.rows[row.path] = row
        folder = row.folder
        changed = [row.path] if folder in self._in else [row.path, *self._make(folder)]
        self._in[folder][row.path] = row
        if folder and known is None and folder not in changed:
            changed.append(folder)
        return changed

    def drop(self, path: str) -> list[str]:
        """Take out a file, or a folder with all that is in it; gives the paths that changed."""
        gone = [path, *self._below(path)]
        for each in gone:
            row = self.rows.pop(each, None)
            self._close(each)
            if row is not None and not row.is_folder:
                self.files -= 1
                self.bytes -= row.size
        folder = path.rpartition("/")[0]
        self._in.get(folder, {}).pop(path, None)
        return [*gone, folder] if folder else gone

    def _make(self, folder: str) -> list[str]:
        """Have a row for a folder and those around it; gives the paths that changed."""
        made: list[str] = []
        while folder not in self._in:
            self._open(folder)
            if folder not in self.rows:
                self.rows[folder] = AssetRow.of_folder(folder)
            made.append(folder)
            folder = folder.rpartition("/")[0]
        for path in made:
            self._in[path.rpartition("/")[0]].setdefault(path, self.rows[path])
        # The one that was there before holds one more now.
        return [*made, folder] if folder else made

    def _open(self, folder: str) -> None:
        if folder not in self._in:
            self._in[folder] = {}
            self._folders_in.setdefault(folder.rpartition("/")[0], set()).add(folder)

    def _close(self, path: str) -> None:
        if path and self._in.pop(path, None) is not None:
            self._folders_in.pop(path, None)
            self._folders_in.get(path.rpartition("/")[0], set()).discard(path)

    def _below(self, folder: str) -> list[str]:
        found: list[str] = []
        waiting = [folder]
        while waiting:
            held = self._in.get(waiting.pop(), _NOTHING)
            found += held
            waiting += [path for path in held if path in self._in]
        return found


def rows_of(entries: "Iterable[FileEntry]", known: Mapping[str, AssetRow]) -> Iterator[AssetRow]:
    """A row for each entry that can be trusted; a row that is known and still right is given
    again, so that the same facts are not held twice."""
    for entry in entries:
        path = entry.browse_path.strip("/")
        if not is_trusted(path):
            continue
        row = _row(entry, path)
        before = known.get(path)
        yield before if before == row else row


def is_trusted(path: str) -> bool:
    """Whether a path from the server names something inside the assets folder, and nothing
    else: no empty step, no ``.`` or ``..``, no backslash, no control character."""
    if not path or _DISTRUSTED.search(path):
        return False
    return _NO_STEPS.isdisjoint(path.split("/"))


def _row(entry: "FileEntry", path: str) -> AssetRow:
    if entry.is_directory:
        changed = entry.last_changed.timestamp() if entry.last_changed else 0.0
        return AssetRow.of_folder(path, changed)
    moment = entry.last_changed
    return AssetRow(
        path,
        False,
        max(0, entry.size_bytes or 0),
        moment.timestamp() if moment is not None else 0.0,
        entry.src or "",
        max(0, entry.width or 0),
        max(0, entry.height or 0),
        entry.srcset or "",
        kind_by_name(path),
        folded(path),
    )


def row_of(kept: KeptAsset) -> AssetRow:
    """A row of what the local copy keeps."""
    path = f"{kept.folder}/{kept.name}" if kept.folder else kept.name
    if kept.is_folder:
        return AssetRow.of_folder(path, kept.changed)
    return AssetRow(
        path,
        False,
        kept.size,
        kept.changed,
        kept.src,
        kept.width,
        kept.height,
        kept.srcset,
        kind_by_name(path),
        folded(path),
    )


def kept_of(row: AssetRow) -> KeptAsset:
    """A row as the local copy keeps it."""
    return KeptAsset(
        row.folder,
        row.name,
        row.is_folder,
        row.size,
        row.changed,
        row.src,
        row.width,
        row.height,
        row.srcset,
    )
