"""What a bulk run does to one page: read it again, write only what differs, tell how to go back."""

from collections.abc import Awaitable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from funneldesk.client.errors import NotFound
from funneldesk.contract.pages import Page, PagePatch
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.split_tests.keeping import (
    NOT_FOUND,
    Kept,
    TestChoice,
    running_in,
    with_ids,
)
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.fields import Names, Value
from funneldesk.desktop.records.save.request import plan_save
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

PLATFORM = "platform"
STAYS_HERE = "Your unsaved changes on it stay on this computer."
LOOK_FIRST = "Look at it first, then try again."


class FieldWriter:
    """Writes fields of many pages. Each page is read again right before its write: what somebody
    else changed since it was shown here is left alone, and reported.

    ``wanted`` gives for a page's id its fields with their new values; ``known`` what this computer
    showed of these fields when the user decided (a field that was not shown is left out).
    ``names``: what numbers are called. ``about``: with it the page as it was is kept in the
    history of this computer under this sentence. ``tests``: what becomes of running split tests
    where html is written; taking back keeps those that ran before.
    """

    def __init__(
        self,
        workspace: Workspace,
        library: PageLibrary,
        wanted: Mapping[str, Mapping[str, Value]],
        known: Mapping[str, Mapping[str, Value]],
        names: Names | None = None,
        about: str = "",
        tests: TestChoice = "restart",
    ) -> None:
        self.workspace = workspace
        self.library = library
        self.wanted = {page_id: dict(fields) for page_id, fields in wanted.items()}
        self.tests = tests
        self.known = known
        self._names = names or {}
        self._about = about
        self._before: dict[str, dict[str, Value]] = {}
        self._kept: dict[str, Kept] = {}

    async def write(self, item: BulkItem) -> Outcome:
        """One page. Raises ``ApiError``."""
        if is_new_id(item.id):
            return Outcome.skipped("It is only on this computer so far.", "Save it first.")
        in_the_way = await self._unsaved_here(item)
        if in_the_way:
            return Outcome.skipped(
                f"It has unsaved changes here: {self._labels(in_the_way)}.",
                "Save or throw them away, then try again.",
            )
        try:
            page = await self._read(item)
        except NotFound:
            return Outcome.skipped("Somebody deleted it meanwhile.", "Refresh the list.")
        return await self._write(item, page)

    async def _write(self, item: BulkItem, page: Page) -> Outcome:
        draft = LocalPageDraft.opened(page)
        values, wanted = draft.fields, self.wanted[item.id]
        todo = {field: value for field, value in wanted.items() if values[field] != value}
        if not todo:
            await self.library.keep(page.model_dump(mode="json"))
            return Outcome.skipped("It is so already.")
        strange = self._changed_since(item, values)
        if strange:
            await self.library.keep(page.model_dump(mode="json"))
            return Outcome.skipped(f"Somebody else changed it: {strange}.", LOOK_FIRST)
        before = {field: values[field] for field in todo}
        kept = await self._running(item, before)
        if kept is None:
            return Outcome.skipped(NOT_FOUND)
        if kept and self.tests == "keep":
            html, was = str(todo["html"]), str(before["html"])
            todo["html"] = await in_thread(with_ids, html, was, kept)
            self.wanted[item.id]["html"] = todo["html"]
        if self._about:
            await keep_version(self.workspace, item.id, values, self._about)
        self._kept[item.id] = kept
        for field, value in todo.items():
            draft.set(field, value)
        blocked = await self._send(item, page, draft, keeps="html" in todo)
        if blocked:
            return Outcome.skipped(blocked)
        self._before[item.id] = before
        return self._done(item, todo)

    async def look(self, item: BulkItem) -> Outcome | None:
        """How a page stands whose write got no answer. Raises ``ApiError``."""
        page = await self._read(item)
        values, wanted = LocalPageDraft.opened(page).fields, self.wanted[item.id]
        if any(values[field] != value for field, value in wanted.items()):
            return None
        await self.library.keep(page.model_dump(mode="json"))
        known = self.known.get(item.id, {})
        before = {f: known[f] for f in wanted if f in known and known[f] != wanted[f]}
        self._before[item.id] = before
        return self._done(item, {field: wanted[field] for field in before})

    async def take_back(self, item: BulkItem) -> Outcome:
        """Give the fields what they had before, where they still have what was written."""
        before, wanted = self._before[item.id], self.wanted[item.id]
        page = await self._read(item)
        draft = LocalPageDraft.opened(page)
        values = draft.fields
        later = [f for f in before if values[f] not in (wanted[f], before[f])]
        if later:
            return Outcome.skipped(
                f"It was changed again since: {self._labels(later)}.", "Nothing was taken back."
            )
        todo = {field: value for field, value in before.items() if values[field] != value}
        kept = self._kept.get(item.id)
        if kept and "html" in todo:
            html = str(todo["html"])
            todo["html"] = await in_thread(with_ids, html, html, kept)
        for field, value in todo.items():
            draft.set(field, value)
        blocked = await self._send(item, page, draft) if todo else ""
        return Outcome.skipped(blocked) if blocked else Outcome.done(self._words(todo))

    async def _running(self, item: BulkItem, before: Mapping[str, Value]) -> Kept | None:
        """The running tests of html that is about to be replaced. Raises ``ApiError``."""
        if "html" not in before:
            return {}
        return await running_in(self.workspace, int(item.id), str(before["html"] or ""))

    async def _send(
        self, item: BulkItem, page: Page, draft: LocalPageDraft, *, keeps: bool = False
    ) -> str:
        """Write what differs; why not, where it cannot be sent. ``keeps``: html is sent that has
        to name its running split tests, unless they may restart."""
        plan = plan_save(PAGES, draft)
        again = any(warning.kind == "tests_sent_again" for warning in plan.warnings)
        if keeps and again and self.tests == "keep":
            return NOT_FOUND
        if plan.blockers or plan.patch is None:
            first = plan.blockers[0] if plan.blockers else None
            if first is None:
                return "There was nothing to send."
            return f"{FIELDS.label(first.field)}: {first.sentence}"
        updated = await self.workspace.run(partial(_put, int(item.id), plan.patch))
        await self.library.keep(whole(page, updated))
        return ""

    def _done(self, item: BulkItem, todo: Mapping[str, Value]) -> Outcome:
        undo = partial(self.take_back, item) if self._before[item.id] else None
        row = self.library.rows.get(item.id)
        kept = STAYS_HERE if row is not None and row.unsaved else ""
        return Outcome.done(" ".join(filter(None, (self._words(todo), kept))), undo)

    async def _unsaved_here(self, item: BulkItem) -> list[str]:
        stored = await self.workspace.store.draft(PART, item.id)
        if stored is None:
            return []
        changed = LocalPageDraft.from_draft(stored.content, stored.base).changed_fields()
        wanted = self.wanted[item.id]
        return [f for f, value in wanted.items() if f in changed and changed[f] != value]

    def _changed_since(self, item: BulkItem, values: Mapping[str, Value]) -> str:
        known = self.known.get(item.id, {})
        strange = [f for f in self.wanted[item.id] if f in known and known[f] != values[f]]
        return ", ".join(self._now_words(field, values[field]) for field in strange)

    def _now_words(self, field: str, value: Value) -> str:
        if field in FIELDS.sources:
            return f"{FIELDS.label(field)} is another one now"
        return f"{FIELDS.label(field)} is “{FIELDS.words(field, value, self._names)}” now"

    def _words(self, todo: Mapping[str, Value]) -> str:
        names = (
            FIELDS.label(f)
            if f in FIELDS.sources
            else f"{FIELDS.label(f)}: {FIELDS.words(f, v, self._names)}"
            for f, v in todo.items()
        )
        said = ", ".join(names)
        return f"{said}." if said else ""

    @staticmethod
    def _labels(fields: list[str]) -> str:
        return ", ".join(FIELDS.label(field) for field in fields)

    async def _read(self, item: BulkItem) -> Page:
        return await self.workspace.run(partial(_get, int(item.id)))


async def keep_version(
    workspace: Workspace, page_id: str, fields: Mapping[str, Value], about: str
) -> None:
    """Keep a page as it was in the history of this computer; a full disk is reported and stops
    nothing."""
    try:
        await workspace.store.keep_version(
            PART, page_id, "replaced", dict(fields), who=PLATFORM, about=about
        )
    except LocalStoreProblem as problem:
        workspace.notifications.post(
            explain(problem, "Keeping the history").notice("pages/history")
        )


def whole(read: Page, written: Page) -> dict[str, Any]:
    """A page as it is after a write whose answer may leave fields out."""
    return read.model_dump(mode="json") | written.model_dump(mode="json", exclude_unset=True)


def _get(page_id: int, api: "Api") -> "Awaitable[Page]":
    return api.pages.get(page_id)


def _put(page_id: int, patch: PagePatch, api: "Api") -> "Awaitable[Page]":
    return api.pages.update(page_id, patch)
