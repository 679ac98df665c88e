"""Taking a replacement back: what a run wrote is kept, also over the end of the program."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.contract.shapes import Patch
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.search_replace.searched import Kept, Searched

if TYPE_CHECKING:
    from funneldesk.desktop.local.store import LocalStore

WRITE_EVERY = 20
"""Records between two writes of the log, which grows with the run; the history has every one."""


class ReplaceLog:
    """The last run on this computer: for each record the version from before, and what was written.

    ``rows`` are {"id", "title", "key", "written": {field: mark}, "kept": …}.
    """

    def __init__(self, store: "LocalStore", part: str) -> None:
        self._store = store
        self._name = f"{part}/last replacement"  # not shown
        self.rows: list[dict[str, Any]] = []

    async def read(self) -> list[dict[str, Any]]:
        """The last run, as it was left; empty when there is none that could be taken back."""
        self.rows = list(await self._store.saved_work(self._name) or [])
        return self.rows

    def begin(self) -> None:
        """A new run takes the place of the last one with its first record."""
        self.rows = []

    async def add(self, item: BulkItem, key: int, written: Mapping[str, str], kept: Kept) -> None:
        """A record was written."""
        row = {"id": item.id, "title": item.title, "key": key, "written": dict(written)}
        self.rows.append({**row, "kept": kept})
        if len(self.rows) % WRITE_EVERY == 1:
            await self._write()

    async def end(self) -> None:
        """The run is over; one that wrote nothing leaves the log of the run before."""
        if self.rows:
            await self._write()

    async def drop(self, ids: set[str]) -> None:
        """These records were taken back."""
        self.rows = [row for row in self.rows if row["id"] not in ids]
        await self._write()

    async def _write(self) -> None:
        await self._store.save_work(self._name, self.rows)


class ReplaceUndo:
    """Puts single records back, where the server still has what the run wrote."""

    def __init__(self, searched: Searched, has_unsaved: Callable[[str], bool]) -> None:
        self.searched = searched
        self.store = searched.panel.workspace.store
        self._has_unsaved = has_unsaved

    async def is_being_edited(self, id: str) -> bool:
        """Whether there is unsaved work on a record here, just typed or kept."""
        part = self.searched.part
        return self._has_unsaved(id) or await self.store.draft(part, id) is not None

    async def one(self, id: str, key: int, written: Mapping[str, str], kept: Kept) -> Outcome:
        """``key`` is the version from before, ``written`` the marks, ``kept`` what the rules of
        the part kept. Raises ``ApiError``."""
        if await self.is_being_edited(id):
            return Outcome.skipped(_("You have unsaved work on it here, so it was left as it is."))
        searched = self.searched
        now = searched.opened(await searched.read(id))
        if any(mark_of(now.text(field)) != mark for field, mark in written.items()):
            return Outcome.skipped(
                _("It was changed again since, so it was left as it is."),
                _("Its history on this computer has the version from before."),
            )
        try:
            was = await self.store.version(key)
        except KeyError:
            return Outcome.skipped(_("Its version from before is no longer on this computer."))
        writes = searched.session.kind.writes
        back: dict[str, Any] = {name: now.value(name) for name in writes.always}
        back |= {field: was[field] for field in written}
        said = await searched.rules.put_back(back, kept)
        record = await searched.update(id, writes.patch(**back))
        await searched.session.library.keep(record.model_dump(mode="json"))
        return Outcome.done(" ".join(filter(None, (_("It is as it was before."), said))))


def marks(patch: Patch, fields: Iterable[str]) -> dict[str, str]:
    """What was written, field by field, as a mark that takes no room."""
    body = patch.body()
    return {field: mark_of(body[field]) for field in fields if field in body}


def mark_of(text: str) -> str:
    """The same for the same text, and for no other."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
