"""Upload orders, decided by the review and carried out by the queue: which files, to where."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Conversion:
    """An image is converted before it is sent: ``format`` ("webp", "" for its own), ``width`` the
    most pixels across (0: as it is), ``quality`` 1 to 100."""

    format: str = ""
    width: int = 0
    quality: int = 82


@dataclass(frozen=True, slots=True)
class UploadItem:
    """One file to send.

    ``source`` is read when its turn comes; ``size`` (bytes) and ``changed`` (nanoseconds) are what
    was judged, so that a file that changed since is judged again. ``shown`` is what the user calls
    it (its path in what was dropped). ``folder`` and ``name`` are where it goes on the server.
    ``replaces``: the user chose to replace the file that is there; without it nothing is replaced.
    ``spooled``: the source is a copy of ours, removed when the item is done.
    """

    source: Path
    folder: str
    name: str
    size: int
    changed: int
    shown: str = ""
    replaces: bool = False
    conversion: Conversion | None = None
    spooled: bool = False

    @property
    def path(self) -> str:
        """Where it goes, relative to the assets folder."""
        return f"{self.folder}/{self.name}" if self.folder else self.name


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A chosen file that is not sent: ``why`` is a sentence; ``there`` is the path of the same file
    on the server, to the byte, if that is why."""

    shown: str
    why: str
    there: str = ""


@dataclass(frozen=True, slots=True)
class UploadOrder:
    """A decided upload. ``folders`` are made first, in this order, where they are not there yet."""

    title: str
    items: tuple[UploadItem, ...]
    folders: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
