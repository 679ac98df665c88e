"""What lies on the platform under a name: asked before anything is sent a second time."""

import asyncio
import hashlib
import secrets
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

if TYPE_CHECKING:
    from funneldesk.client import Api

T = TypeVar("T")
ABSENT = ""
UNREADABLE = "?"
AT_ONCE = 4
"""Files that are asked about at the same time."""


def address_of(brand: int, path: str) -> str:
    """The public address of a file, as a path on the platform."""
    return f"/cdn/{brand}/assets/{quote(path)}"


async def stored(api: "Api", path: str) -> str:
    """The SHA-256 (hex) of what lies under a path, ``ABSENT`` when nothing does, ``UNREADABLE``
    when something does that is not given out. Raises ``ApiError`` when nobody answers.
    """
    from funneldesk.client.errors import NotFound

    # Caches on the way keep addresses, and also that nothing was there: this one is new to them.
    fresh = f"{address_of(api.brand, path)}?look={secrets.token_hex(6)}"
    try:
        content = await api.fetch_asset(fresh)
    except NotFound:
        folder, _, name = path.rpartition("/")
        return UNREADABLE if await api.files.exists(name, folder=folder) else ABSENT
    except ValueError:
        return UNREADABLE
    return await asyncio.to_thread(_digest, content)


async def all_stored(api: "Api", paths: Sequence[str]) -> list[str]:
    """The same for several, some at a time, in their order."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(path: str) -> str:
        async with turns:
            return await stored(api, path)

    return await gathered([one(path) for path in paths])


async def taken(api: "Api", paths: Sequence[str]) -> list[bool]:
    """Whether there are files of these paths. Raises ``ApiError``."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(path: str) -> bool:
        folder, _, name = path.rpartition("/")
        async with turns:
            return await api.files.exists(name, folder=folder)

    return await gathered([one(path) for path in paths])


async def gathered(works: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """All of them, or the first failure once the others have ended."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
