"""Folders to send, orders made of them, and what the platform has of them afterwards."""

import hashlib
import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.desktop.support.live_server import LiveBrand

from funneldesk.client.errors import NotFound
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.transfers.uploads.order import UploadItem, UploadOrder
from funneldesk.desktop.workspace.workspace import Workspace


def picture(mark: str, size: int = 0) -> bytes:
    """A PNG that no other mark has, of at least ``size`` bytes."""

    def chunk(name: bytes, content: bytes) -> bytes:
        body = name + content
        return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", 4, 3, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + bytes(4) for _ in range(3)))
    words = b"mark\0" + mark.encode("utf-8", "surrogateescape")
    fill = hashlib.sha256(words).digest() * (size // 32 + 1) if size else b""
    texts = chunk(b"tEXt", words) + (chunk(b"fiLl", fill) if fill else b"")
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + texts
        + chunk(b"IDAT", rows)
        + chunk(b"IEND", b"")
    )


@dataclass
class Folder:
    """Files on this computer, and orders that send them."""

    root: Path
    contents: dict[str, bytes] = field(default_factory=dict)

    def write(self, path: str, content: bytes | None = None) -> Path:
        """A file of this path, with a content that no other one has unless it is given."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        self.contents[path] = picture(path) if content is None else content
        place.write_bytes(self.contents[path])
        return place

    def item(self, path: str, *, replaces: bool = False, name: str = "") -> UploadItem:
        """What the preflight makes of a file: it goes to where it lies here."""
        place = self.root / path
        found = place.lstat()
        folder, _, own = path.rpartition("/")
        return UploadItem(
            place, folder, name or own, found.st_size, found.st_mtime_ns, path, replaces
        )

    def order(self, paths: Iterable[str] = (), *, replaces: Iterable[str] = ()) -> UploadOrder:
        """All files that were written, or some; their folders are made first."""
        wanted = list(paths) or list(self.contents)
        again = set(replaces)
        folders: set[str] = set()
        for path in wanted:
            steps = path.split("/")[:-1]
            folders |= {"/".join(steps[: n + 1]) for n in range(len(steps))}
        items = tuple(self.item(path, replaces=path in again) for path in wanted)
        return UploadOrder(f"{len(items)} files", items, tuple(sorted(folders)))


def queue_of(workspace: Workspace) -> TransferQueue:
    """The brand's transfers."""
    return workspace.shared(TransferQueue)


async def stored(brand: LiveBrand, path: str) -> bytes | None:
    """What the platform gives to anybody who asks for a file now."""
    async with brand.api() as api:
        try:
            return await api.fetch_asset(f"/cdn/{brand.number}/assets/{path}")
        except NotFound:
            return None


async def all_stored(brand: LiveBrand) -> dict[str, bytes]:
    """Every file of the brand by its path."""
    async with brand.api() as api:
        entries = [e for e in await api.files.list() if not e.is_directory]
        base = f"/cdn/{brand.number}/assets/"
        return {e.browse_path: await api.fetch_asset(base + e.browse_path) for e in entries}


async def put(brand: LiveBrand, files: Mapping[str, bytes]) -> None:
    """Somebody else stores files."""
    from funneldesk.client.uploads import Upload

    async with brand.api() as api:
        for path, content in files.items():
            folder, _, name = path.rpartition("/")
            result = await api.files.upload_many([Upload(name, content)], folder=folder)
            assert result.files[0].is_uploaded, result.files[0].error
