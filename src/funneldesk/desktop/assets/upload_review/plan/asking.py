"""Questions to the server about the paths that files would take."""

import asyncio
import hashlib
import os
from collections.abc import Awaitable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from funneldesk.client.errors import ApiError
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

FEW = 20
"""Up to so many files are asked for one by one; for more the whole listing is quicker."""


async def any_exists(workspace: Workspace, places: Sequence[tuple[str, str]]) -> bool:
    """Whether one of some (folder, name) is there. Raises ``ApiError``."""
    asked = [workspace.run(partial(_exists, folder, name)) for folder, name in places]
    found = await asyncio.gather(*asked, return_exceptions=True)
    for each in found:
        if isinstance(each, BaseException):
            raise each
    return any(found)


async def is_same(workspace: Workspace, local: Path, path: str) -> bool:
    """Whether a file of this computer and one of the server have the same bytes; False where
    either cannot be read."""
    address = f"/cdn/{workspace.connection.brand}/assets/{quote(path)}"
    try:
        theirs = await workspace.run(partial(_fetch, address))
        return await in_thread(_equal, local, theirs)
    except (ApiError, OSError, ValueError):
        return False


def _equal(local: Path, theirs: bytes) -> bool:
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(local, flags | getattr(os, "O_BINARY", 0))
    with open(handle, "rb") as file:  # noqa: PTH123 - a handle
        ours = hashlib.file_digest(file, "sha256").digest()
    return ours == hashlib.sha256(theirs).digest()


def _exists(folder: str, name: str, api: "Api") -> "Awaitable[bool]":
    return api.files.exists(name, folder=folder)


def _fetch(address: str, api: "Api") -> "Awaitable[bytes]":
    return api.fetch_asset(address)
