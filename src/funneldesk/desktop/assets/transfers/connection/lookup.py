"""Look-up of a name on the server, before anything is sent a second time."""

import asyncio
import hashlib
import secrets
from collections.abc import Collection
from typing import TYPE_CHECKING
from urllib.parse import quote

from funneldesk.client.errors import BadAnswer, NotFound
from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    from funneldesk.client import Api

ABSENT = ""
UNREADABLE = "?"
MOST_LISTED = 5_000
_HEAD = 256


def address_of(brand: int, path: str) -> str:
    """The public address of a file, as a path on the server."""
    return f"/cdn/{brand}/assets/{quote(path)}"


async def taken(api: "Api", path: str) -> bool:
    """Whether there is a file of this path. Raises ``ApiError``."""
    folder, _unused, name = path.rpartition("/")
    return await api.files.exists(name, folder=folder)


async def listed(api: "Api") -> dict[str, int | None] | None:
    """All files by path with their sizes in bytes, None when they are too many to be asked for
    again and again. Raises ``ApiError``."""
    sizes: dict[str, int | None] = {}
    async for piece in api.files.slices():
        for entry in piece.rows:
            if not entry.is_directory:
                sizes[entry.browse_path.strip("/")] = entry.size_bytes
    return sizes if len(sizes) <= MOST_LISTED else None


async def stored(api: "Api", path: str, expected: Collection[str] = ()) -> str:
    """The SHA-256 (hex) of what lies under a path; ``ABSENT`` when nothing does, ``UNREADABLE``
    when visitors do not get what does. What is not ``expected`` is believed when it comes twice.
    Raises ``ApiError``."""
    digest = await _given(api, path)
    if digest == ABSENT:
        return UNREADABLE if await taken(api, path) else ABSENT
    if digest in (UNREADABLE, *expected) or digest == await _given(api, path):
        return digest
    raise BadAnswer(_("Two answers to one question differ."), method="GET", path=path)


async def _given(api: "Api", path: str) -> str:
    """The same for what visitors get right now."""
    # Caches on the way keep addresses, and also that nothing was there: this one is new to them.
    fresh = f"{address_of(api.brand, path)}?look={secrets.token_hex(6)}"
    try:
        content = await api.fetch_asset(fresh)
    except NotFound:
        return ABSENT
    except ValueError:
        return UNREADABLE
    if content[:_HEAD].lstrip().lower().startswith((b"<!doctype html", b"<html")):
        # No file of the server is a web page: somebody else answers in its place.
        raise BadAnswer(_("A web page came in the place of a file."), method="GET", path=path)
    return await asyncio.to_thread(_digest, content)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
