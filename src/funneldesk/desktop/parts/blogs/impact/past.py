"""Changes of a blog's addresses that were saved, on this computer: redirects are set up later."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.redirects.address_change import AddressChange, kept_change
from funneldesk.desktop.workspace.workspace import Workspace

MOST = 12


@dataclass(frozen=True, slots=True)
class SavedChange:
    """Addresses that became others at a moment."""

    at: datetime
    changes: tuple[AddressChange, ...]


class PastChanges:
    """Of each blog the newest changes, the last one first."""

    def __init__(self, workspace: Workspace) -> None:
        self._store = workspace.store
        self._turn = asyncio.Lock()

    async def of(self, blog_id: str) -> list[SavedChange]:
        """The changes of a blog, with those that are being added."""
        async with self._turn:
            kept = await self._store.saved_work(_name(blog_id), [])
        read = (_read(each) for each in kept if isinstance(kept, list))
        return [each for each in read if each is not None]

    async def add(self, blog_id: str, changes: list[AddressChange]) -> None:
        """Addresses became others just now."""
        entry = {
            "at": datetime.now(UTC).isoformat(),
            "changes": [each.as_json() for each in changes],
        }
        async with self._turn:
            kept = await self._store.saved_work(_name(blog_id), [])
            former = kept if isinstance(kept, list) else []
            await self._store.save_work(_name(blog_id), [entry, *former][:MOST])


def _name(blog_id: str) -> str:
    return f"blogs.addresses.{blog_id}"


def _read(entry: Any) -> SavedChange | None:
    at = moment(entry.get("at")) if isinstance(entry, dict) else None
    found = entry.get("changes") if isinstance(entry, dict) else None
    if at is None or not isinstance(found, list):
        return None
    changes = (kept_change(each) for each in found)
    return SavedChange(at, tuple(each for each in changes if each is not None))
