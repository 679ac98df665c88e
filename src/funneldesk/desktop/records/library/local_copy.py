"""Records of a part as the local copy keeps them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from funneldesk.desktop.local.cache.records import CachedRow
from funneldesk.desktop.local.store import LocalStore


@dataclass(frozen=True, slots=True)
class LocalCopy:
    """``searched`` are fields of the list that the search index holds; ``sources`` are searched as
    well, and only whole records have them. ``unlisted``: what else only whole records have."""

    part: str
    searched: Sequence[str] = ("name",)
    sources: Sequence[str] = ()
    unlisted: Sequence[str] = ()

    def row(self, record_id: str, summary: Mapping[str, Any]) -> CachedRow:
        """A record of the list as the local store keeps it."""
        texts = {name: str(summary.get(name) or "") for name in self.searched}
        return CachedRow(record_id, summary, str(summary.get("updated_at") or ""), texts)

    def listed(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """What a row of the list has of a whole record."""
        left_out = {*self.sources, *self.unlisted}
        return {key: value for key, value in body.items() if key not in left_out}

    async def keep(
        self,
        store: LocalStore,
        record_id: str,
        body: Mapping[str, Any],
        added: Mapping[str, Any] | None = None,
    ) -> None:
        """Keep a whole record, in the list too; ``added`` is what only this computer knows of it.

        Raises LocalStoreProblem.
        """
        summary = self.listed(body)
        await store.put_row(self.part, self.row(record_id, {**summary, **(added or {})}))
        await self.keep_body(store, record_id, body)

    async def keep_body(self, store: LocalStore, record_id: str, body: Mapping[str, Any]) -> None:
        """Keep a whole record beside the list. Raises LocalStoreProblem."""
        texts = {name: str(body.get(name) or "") for name in (*self.searched, *self.sources)}
        changed = str(body.get("updated_at") or "")
        await store.put_record(self.part, record_id, dict(body), texts, updated_at=changed)
