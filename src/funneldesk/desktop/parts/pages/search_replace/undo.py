"""Taking a replacement back: what a run wrote is kept, also over the end of the program."""

import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from funneldesk.contract.pages import Page, PagePatch
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.split_tests.keeping import Kept, with_ids
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from funneldesk.client import Api
    from funneldesk.desktop.local.store import LocalStore

ON_THE_WIRE = {"name": "title", "html": "html", "css": "css"}
"""The searched fields: in the local copy, and as they are written (quirk 22)."""

KEPT_AS = "pages/last replacement"
WRITE_EVERY = 20
"""Pages between two writes of the log, which grows with the run; the history has every page."""


class ReplaceLog:
    """The last run on this computer: for each page the version from before, and what was written.

    ``rows`` are {"id", "title", "key", "written": {field: mark}, "tests": [[place, id]]}; tests
    are those that ran before, in the blocks of the html from before.
    """

    def __init__(self, store: "LocalStore") -> None:
        self._store = store
        self.rows: list[dict[str, Any]] = []

    async def read(self) -> list[dict[str, Any]]:
        """The last run, as it was left; empty when there is none that could be taken back."""
        self.rows = list(await self._store.value(KEPT_AS) or [])
        return self.rows

    def begin(self) -> None:
        """A new run takes the place of the last one with its first page."""
        self.rows = []

    async def add(self, item: BulkItem, key: int, written: Mapping[str, str], kept: Kept) -> None:
        """A page was written."""
        row = {"id": item.id, "title": item.title, "key": key, "written": dict(written)}
        row["tests"] = [[place, number] for place, number in kept.items()]
        self.rows.append(row)
        if len(self.rows) % WRITE_EVERY == 1:
            await self._write()

    async def end(self) -> None:
        """The run is over; one that wrote nothing leaves the log of the run before."""
        if self.rows:
            await self._write()

    async def drop(self, ids: set[str]) -> None:
        """These pages were taken back."""
        self.rows = [row for row in self.rows if row["id"] not in ids]
        await self._write()

    async def _write(self) -> None:
        await self._store.put_value(KEPT_AS, self.rows)


class ReplaceUndo:
    """Puts single pages back, where the platform still has what the run wrote."""

    def __init__(
        self, workspace: Workspace, library: PageLibrary, has_unsaved: Callable[[str], bool]
    ) -> None:
        self.workspace = workspace
        self.library = library
        self._has_unsaved = has_unsaved

    async def is_being_edited(self, id: str) -> bool:
        """Whether there is unsaved work on a page here, just typed or kept."""
        return self._has_unsaved(id) or await self.workspace.store.draft(PART, id) is not None

    async def one(self, id: str, key: int, written: Mapping[str, str], kept: Kept) -> Outcome:
        """``key`` is the version from before, ``written`` the marks; the split tests that ran
        then (``kept``) go on. Raises ``ApiError``."""
        if await self.is_being_edited(id):
            return Outcome.skipped("You have unsaved work on it here, so it was left as it is.")
        page = await self.workspace.run(partial(_get, int(id)))
        now = LocalPageDraft.opened(page.model_dump(mode="json"))
        if any(mark_of(now.text(field)) != mark for field, mark in written.items()):
            return Outcome.skipped(
                "It was changed again since, so it was left as it is.",
                "Its history on this computer has the version from before.",
            )
        try:
            was = await self.workspace.store.version(key)
        except KeyError:
            return Outcome.skipped("Its version from before is no longer on this computer.")
        back: dict[str, Any] = {field: was[field] for field in written}
        if kept and "html" in back:
            back["html"] = await in_thread(with_ids, back["html"], back["html"], kept)
        back["title"] = was["title"] if "title" in written else now.text("title")
        page = await self.workspace.run(partial(_update, int(id), PagePatch(**back)))
        await self.library.keep(page.model_dump(mode="json"))
        ran = " Its split tests go on with their numbers." if kept and "html" in back else ""
        return Outcome.done(f"It is as it was before.{ran}")


def marks(patch: PagePatch) -> dict[str, str]:
    """What was written, field by field, as a mark that takes no room."""
    body = patch.body()
    return {field: mark_of(body[field]) for field in ON_THE_WIRE.values() if field in body}


def mark_of(text: str) -> str:
    """The same for the same text, and for no other."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _get(page_id: int, api: "Api") -> "Awaitable[Page]":
    return api.pages.get(page_id)


def _update(page_id: int, patch: PagePatch, api: "Api") -> "Awaitable[Page]":
    return api.pages.update(page_id, patch)
