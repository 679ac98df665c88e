"""The files of all brands through one interface, whether they lie in a folder or in a bucket.

Every file is an object under ``{brand}/assets/{path}``. A folder that somebody made holds a marker
object, so that it exists where only objects exist. Paths are judged here, at the last gate.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from funneldesk.contract.file_names import BadPath, clean_folder, clean_path, folders_above
from funneldesk.server.marks import half_name
from funneldesk.server.settings import INCOMING, Settings
from funneldesk.server.storage.buckets import open_bucket
from funneldesk.server.storage.local import leads_out, rename, walk, write
from funneldesk.server.storage.objects import Objects

MARKER = ".folder"
_CHUNK = 256 * 1024


class InTheWay(Exception):
    """A file stands where a folder is needed, or the other way round; the message says which."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A file as it lies in the storage; ``size`` in bytes, ``etag`` changes with the content."""

    path: str
    size: int
    changed: datetime
    etag: str


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes ``[start, end)`` of a file, to be taken chunk by chunk."""

    stored: Stored
    start: int
    end: int
    chunks: Generator[bytes] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Tree:
    """Everything of a brand: its files, and its folders with the moment of their last change."""

    files: tuple[Stored, ...]
    folders: dict[str, datetime]


@dataclass(frozen=True, slots=True)
class Staged:
    """A file on its way in: the slow part is done before anybody has to wait for it."""

    storage: "Storage"
    brand_id: int
    file: BinaryIO
    incoming: str | None

    def publish(self, path: str) -> None:
        """Let it be there under its path, at one moment. Raises BadPath, InTheWay."""
        self.storage.check_way(self.brand_id, path)
        self.storage.publish([(self, path)])


class Storage:
    """The files of all brands. Every method blocks, so call it in a thread.

    It may raise BadPath and, for a bucket, StorageAway. ``root`` is the folder that the files lie
    in, None for a bucket.
    """

    def __init__(self, objects: Objects, root: Path | None) -> None:
        self._objects = objects
        self.root = root

    @classmethod
    def open(cls, settings: Settings) -> "Storage":
        """The storage that the settings name. Raises CannotStart for an address of no bucket."""
        if settings.storage_url is not None:
            return cls(Objects(open_bucket(settings.storage_url)), None)
        from obstore.store import LocalStore

        settings.storage.mkdir(parents=True, exist_ok=True)
        return cls(Objects(LocalStore(settings.storage)), settings.storage)

    def put(self, brand_id: int, path: str, file: BinaryIO) -> None:
        """Store a file from where it stands on; one of this path is replaced, at one moment.

        It is on disk when this returns. Raises InTheWay.
        """
        with self.staged(brand_id, file) as staged:
            staged.publish(path)

    @contextmanager
    def staged(self, brand_id: int, file: BinaryIO) -> Iterator["Staged"]:
        """A file that is on disk already but under no path yet; dropped unless published.

        In a bucket, where an object is there whole or not at all, it is sent when published.
        """
        if self.root is None:
            yield Staged(self, brand_id, file, None)
            return
        incoming = f"{brand_id}/{INCOMING}/{half_name()}"
        try:
            write(self.root / incoming, file)
            yield Staged(self, brand_id, file, incoming)
        finally:
            (self.root / incoming).unlink(missing_ok=True)

    @property
    def stages(self) -> bool:
        """Whether publishing is quick, since what was staged lies beside its place already."""
        return self.root is not None

    def publish(self, wanted: Sequence[tuple["Staged", str]]) -> None:
        """Put what was staged under paths whose way is free; their names are settled together."""
        moves: list[tuple[Path, Path]] = []
        for staged, path in wanted:
            key = self._key(staged.brand_id, clean_path(path))
            if self.root is None or staged.incoming is None:
                self._objects.put(key, staged.file)
            else:
                moves.append((self.root / staged.incoming, self.root / key))
        rename(moves)

    def head(self, brand_id: int, path: str) -> Stored | None:
        """What is known of a file; None when there is none."""

        path = clean_path(path)
        key = self._key(brand_id, path)
        if self.root is not None and not (self.root / key).is_file():
            return None
        try:
            return _stored(path, self._objects.head(key))
        except FileNotFoundError:
            return None

    def get(self, brand_id: int, path: str, start: int = 0, end: int | None = None) -> Content:
        """The bytes of a file, or those of ``[start, end)``. Raises FileNotFoundError."""
        path = clean_path(path)
        key = self._key(brand_id, path)
        found = self._objects.get(key, None if end is None else (start, end))
        first, last = found.range
        chunks = self._objects.pieces(found, _CHUNK)
        return Content(_stored(path, found.meta), first, last, chunks)

    def delete(self, brand_id: int, path: str) -> bool:
        """Remove a file; False when there was none."""
        path = clean_path(path)
        if self.head(brand_id, path) is None:
            return False
        self._objects.delete(self._key(brand_id, path))
        return True

    def move(self, brand_id: int, path: str, to: str) -> Stored:
        """Give a file another path. Raises FileNotFoundError, InTheWay."""
        to = clean_path(to)
        self.check_way(brand_id, to)
        source, target = self._key(brand_id, clean_path(path)), self._key(brand_id, to)
        if self.root is None:
            self._objects.rename(source, target)
        else:
            rename([(self.root / source, self.root / target)])
        return self._known(brand_id, to)

    def copy(self, brand_id: int, path: str, to_brand: int, to: str) -> Stored:
        """Copy a file, also across brands. Raises FileNotFoundError, InTheWay."""
        to = clean_path(to)
        self.check_way(to_brand, to)
        self._objects.copy(self._key(brand_id, clean_path(path)), self._key(to_brand, to))
        return self._known(to_brand, to)

    def make_folder(self, brand_id: int, path: str) -> None:
        """Make a folder with those that lead to it. Raises InTheWay."""
        path = clean_path(path)
        self.check_way(brand_id, f"{path}/x")
        self._objects.put(f"{self._key(brand_id, path)}/{MARKER}", b"")

    def is_folder(self, brand_id: int, path: str) -> bool:
        """Whether there is a folder of this path; the assets folder always is."""
        path = clean_folder(path)
        if not path:
            return True
        if self.root is not None:
            return (self.root / self._key(brand_id, path)).is_dir()
        return next(self._found(brand_id, path, 1), None) is not None

    def is_empty(self, brand_id: int, path: str) -> bool:
        """Whether a folder holds nothing."""
        inside = f"{clean_path(path)}/"
        tree = self.tree(brand_id)
        return not any(one.startswith(inside) for one in (*tree.folders, *_paths(tree)))

    def delete_folder(self, brand_id: int, path: str) -> None:
        """Remove an empty folder."""
        key = self._key(brand_id, clean_path(path))
        self._objects.delete(f"{key}/{MARKER}")
        if self.root is not None:
            with suppress(OSError):  # something came in meanwhile
                (self.root / key).rmdir()

    def tree(self, brand_id: int) -> Tree:
        """All files and folders of a brand, in no order."""
        files: list[Stored] = []
        folders: dict[str, datetime] = {}
        for one in self._everything(brand_id, folders):
            for folder in folders_above(one.path):
                folders[folder] = max(folders.get(folder, one.changed), one.changed)
            if not one.path.rpartition("/")[2].startswith("."):
                files.append(one)
        return Tree(tuple(files), folders)

    def _everything(self, brand_id: int, folders: dict[str, datetime]) -> Iterator[Stored]:
        """Every object; folders of a disk go to ``folders`` right away."""
        if self.root is None:
            yield from self._found(brand_id, "", 1000)
            return
        for path, status, is_folder in walk(self.root / self._folder(brand_id)):
            changed = datetime.fromtimestamp(status.st_mtime, UTC)
            if is_folder:
                folders.setdefault(path, changed)
            else:
                yield Stored(path, status.st_size, changed, "")

    def _found(self, brand_id: int, path: str, chunk: int) -> Iterator[Stored]:
        folder = f"{self._folder(brand_id)}/"
        for meta in self._objects.below(f"{folder}{path}".rstrip("/"), chunk):
            yield _stored(str(meta["path"]).removeprefix(folder), meta)

    def _known(self, brand_id: int, path: str) -> Stored:
        found = self.head(brand_id, path)
        if found is None:
            raise FileNotFoundError(path)
        return found

    def check_way(self, brand_id: int, path: str) -> None:
        """Whether a file can have this path. Raises BadPath, InTheWay."""
        path = clean_path(path)
        for folder in folders_above(path):
            if self.head(brand_id, folder) is not None:
                raise InTheWay(f"{folder} is a file and cannot hold others.")
        if self.is_folder(brand_id, path):
            raise InTheWay(f"There is a folder {path} already.")

    def _key(self, brand_id: int, path: str) -> str:
        folder = self._folder(brand_id)
        key = f"{folder}/{path}"
        if self.root is not None and leads_out(self.root, folder, key):
            raise BadPath("The path leads out of the brand's folder.")
        return key

    def _folder(self, brand_id: int) -> str:
        return f"{brand_id}/assets"


def _paths(tree: Tree) -> Iterator[str]:
    return (one.path for one in tree.files)


def _stored(path: str, meta: Any) -> Stored:
    return Stored(path, int(meta["size"]), meta["last_modified"], str(meta["e_tag"] or ""))
