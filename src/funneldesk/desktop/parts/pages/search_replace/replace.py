"""Replaces in one page, with the guard: only what the user saw and chose, on what is there now."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from funneldesk.client.errors import NotFound
from funneldesk.contract.pages import Page, PagePatch
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.kit.workers.handle import JobFailed
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.search_replace.undo import (
    ON_THE_WIRE,
    ReplaceLog,
    ReplaceUndo,
    mark_of,
    marks,
)
from funneldesk.desktop.parts.pages.split_tests.keeping import (
    NOT_FOUND,
    Kept,
    TestChoice,
    running_in,
    with_ids,
)
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.records.save.request import plan_save
from funneldesk.desktop.records.search_replace.hits import Change, replaced
from funneldesk.desktop.records.search_replace.query import Query
from funneldesk.desktop.records.search_replace.results import Entry
from funneldesk.desktop.records.search_replace.search import RecordSearch, TooSlowError
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from funneldesk.client import Api

WHO = "you"
REFUSED = {
    "html_emptied": "Nothing would be left of its HTML, so it was left alone.",
    "visitor_wrapper": (
        "Its HTML would hold what the server makes for one visitor (data-sid, data-cid), so it "
        "was left alone."
    ),
    "tests_added": "It would start a new split test, so it was left alone.",
    "tests_sent_again": "Its split tests would restart, so it was skipped.",
    "tests_removed": "It would remove a split test, so it was left alone.",
}
ACCEPTED_ALREADY = frozenset({"visitor_wrapper"})
"""What a page may have had before; a replacement need not mend it."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """What the user decided for a whole run. ``tests``: for pages with split tests."""

    query: Query
    template: str
    fields: tuple[str, ...]
    tests: TestChoice

    def __str__(self) -> str:
        return f"“{_short(self.query.text)}” replaced by “{_short(self.template)}”"


class PageReplacer:
    """``work`` and ``look`` for a ``BulkRun``; each page for itself."""

    def __init__(
        self,
        workspace: Workspace,
        library: PageLibrary,
        search: RecordSearch,
        replacement: Replacement,
        entries: Mapping[str, Entry],
        has_unsaved: Callable[[str], bool],
        log: ReplaceLog,
    ) -> None:
        self.workspace = workspace
        self.library = library
        self.replacement = replacement
        self._search = search
        self._entries = entries
        self._undo = ReplaceUndo(workspace, library, has_unsaved)
        self._log = log
        self._sent: dict[str, tuple[PagePatch, int | None, Kept]] = {}

    async def work(self, item: BulkItem) -> Outcome:
        """Read the page as it is now, replace, keep what was, write. Raises ``ApiError``."""
        if await self._undo.is_being_edited(item.id):
            return Outcome.skipped(
                "You have unsaved work on it here.", "Save it or throw it away, then replace again."
            )
        try:
            theirs = await self.workspace.run(partial(_get, int(item.id)))
        except NotFound:
            await self.library.forget(item.id)
            return Outcome.skipped("Somebody deleted it meanwhile.")
        draft = LocalPageDraft.opened(theirs.model_dump(mode="json"))
        found = await self._changes(draft)
        if isinstance(found, Outcome):
            return found
        entry = self._entries[item.id]
        if not _same_hits(entry, self.replacement.fields, _texts(draft), found):
            await self.library.keep(theirs.model_dump(mode="json"))
            return Outcome.skipped(
                "Somebody changed it meanwhile, and the hits are no longer those that you saw.",
                "It is fresh on this computer now: search again and look at it.",
            )
        _apply(draft, found, self.replacement.fields, entry.left_out)
        return await self._write(item, theirs, draft)

    async def look(self, item: BulkItem) -> Outcome | None:
        """Whether a write without an answer was carried out. Raises ``ApiError``."""
        patch, key, kept = self._sent[item.id]
        page = await self.workspace.run(partial(_get, int(item.id)))
        if not _holds(page, patch):
            return None
        return await self._done(item, page, patch, key, kept)

    async def _changes(self, draft: LocalPageDraft) -> dict[str, list[Change]] | Outcome:
        wanted = {
            name: text for name, text in _texts(draft).items() if name in self.replacement.fields
        }
        try:
            return await self._search.changes(
                self.replacement.query, self.replacement.template, wanted
            )
        except TooSlowError:
            return Outcome.skipped("The pattern takes too long on this page.")
        except JobFailed as failure:
            return Outcome.failed(str(failure))

    async def _write(self, item: BulkItem, theirs: Page, draft: LocalPageDraft) -> Outcome:
        plan = plan_save(PAGES, draft)
        if plan.is_empty:
            return Outcome.skipped("The replacement is what is there already.")
        kept: Kept = {}
        if "html" in plan.sends and self.replacement.tests != "skip":
            was = str(draft.base_value("html") or "")
            found = await running_in(self.workspace, int(item.id), was)
            if found is None:
                return Outcome.skipped(NOT_FOUND)
            kept = found
            if self.replacement.tests == "keep":
                draft.set("html", await in_thread(with_ids, draft.text("html"), was, kept))
                plan = plan_save(PAGES, draft)
        refusal = self._refusal(plan)
        if refusal or plan.patch is None:
            return Outcome.skipped(refusal or "It cannot be written as it would be.")
        key = await self._keep_version(item.id, theirs)
        self._sent[item.id] = (plan.patch, key, kept)
        page = await self.workspace.run(partial(_update, int(item.id), plan.patch))
        return await self._done(item, page, plan.patch, key, kept)

    def _refusal(self, plan: SavePlan) -> str:
        for blocker in plan.blockers:
            return blocker.sentence
        for warning in plan.warnings:
            accepted = warning.kind in ACCEPTED_ALREADY
            again = warning.kind == "tests_sent_again"
            if again and self.replacement.tests == "keep":
                return NOT_FOUND
            if not accepted and not (again and self.replacement.tests == "restart"):
                return REFUSED[warning.kind]
        return ""

    async def _keep_version(self, id: str, theirs: Page) -> int | None:
        """The page as it was, in the history of this computer."""
        store = self.workspace.store
        was = dict(LocalPageDraft.opened(theirs.model_dump(mode="json")).fields)
        about = f"Before {self.replacement}"
        key = await store.keep_version(PART, id, "replaced", was, who=WHO, about=about)
        if key is None:
            # The newest version holds just this.
            versions = await store.versions(PART, id)
            key = versions[0].key if versions else None
        return key

    async def _done(
        self, item: BulkItem, page: Page, patch: PagePatch, key: int | None, kept: Kept
    ) -> Outcome:
        await self.library.keep(page.model_dump(mode="json"))
        if key is None:
            return Outcome.done()
        written = marks(patch)
        await self._log.add(item, key, written, kept)
        return Outcome.done(undo=partial(self._undo.one, item.id, key, written, kept))


def _texts(draft: LocalPageDraft) -> dict[str, str]:
    """The searchable texts of a page, by the names of the local copy."""
    return {name: draft.text(field) for name, field in ON_THE_WIRE.items()}


def _same_hits(
    entry: Entry,
    fields: tuple[str, ...],
    texts: Mapping[str, str],
    found: Mapping[str, list[Change]],
) -> bool:
    """Whether the page has just the hits that the user saw, wherever they stand now."""
    counts = {field: len(changes) for field, changes in found.items()}
    if counts != {field: n for field, n in entry.found.counts.items() if field in fields}:
        return False
    places = [(field, change) for field in fields for change in found.get(field, ())]
    return all(
        snippet.field == field and snippet.shows(texts[field][change.start : change.end])
        for snippet, (field, change) in zip(entry.found.snippets, places, strict=False)
    )


def _apply(
    draft: LocalPageDraft,
    found: Mapping[str, list[Change]],
    fields: tuple[str, ...],
    left_out: set[int],
) -> None:
    place = 0
    for name in fields:
        changes = found.get(name, [])
        left = {n - place for n in left_out}
        place += len(changes)
        if changes:
            field = ON_THE_WIRE[name]
            draft.set(field, replaced(draft.text(field), changes, left))


def _holds(page: Page, patch: PagePatch) -> bool:
    now = LocalPageDraft.opened(page.model_dump(mode="json"))
    return all(mark_of(now.text(field)) == mark for field, mark in marks(patch).items())


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"


def _get(page_id: int, api: "Api") -> "Awaitable[Page]":
    return api.pages.get(page_id)


def _update(page_id: int, patch: PagePatch, api: "Api") -> "Awaitable[Page]":
    return api.pages.update(page_id, patch)
