"""Replaces in one record, with the guard: only what the user chose, on what is there now."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from funneldesk.client.errors import NotFound
from funneldesk.contract.shapes import Patch, Record
from funneldesk.desktop.kit.workers.handle import JobFailed
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.save.going_live import PUBLISHED_SINCE, live_among
from funneldesk.desktop.records.save.request import plan_save
from funneldesk.desktop.records.search_replace.hits import Change, replaced
from funneldesk.desktop.records.search_replace.query import Query
from funneldesk.desktop.records.search_replace.results import Entry
from funneldesk.desktop.records.search_replace.search import RecordSearch, TooSlowError
from funneldesk.desktop.records.search_replace.searched import Kept, Searched
from funneldesk.desktop.records.search_replace.undo import ReplaceLog, ReplaceUndo, mark_of, marks

WHO = "you"


@dataclass(frozen=True, slots=True)
class Replacement:
    """What the user decided for a whole run."""

    query: Query
    template: str
    fields: tuple[str, ...]

    def __str__(self) -> str:
        return _("“{old}” replaced by “{new}”").format(
            old=_short(self.query.text), new=_short(self.template)
        )


class Replacer:
    """``work`` and ``look`` for a ``BulkRun``; each record for itself."""

    def __init__(
        self,
        searched: Searched,
        search: RecordSearch,
        replacement: Replacement,
        entries: Mapping[str, Entry],
        has_unsaved: Callable[[str], bool],
        log: ReplaceLog,
    ) -> None:
        self.searched = searched
        self.library = searched.session.library
        self.replacement = replacement
        self._search = search
        self._entries = entries
        self._live = set(live_among(searched.session.kind, self.library.rows, entries))
        self._undo = ReplaceUndo(searched, has_unsaved)
        self._log = log
        self._sent: dict[str, tuple[Patch, int | None, Kept]] = {}

    async def work(self, item: BulkItem) -> Outcome:
        """Read the record as it is now, replace, keep what was, write. Raises ``ApiError``."""
        if await self._undo.is_being_edited(item.id):
            return Outcome.skipped(
                _("You have unsaved work on it here."),
                _("Save it or throw it away, then replace again."),
            )
        try:
            theirs = await self.searched.read(item.id)
        except NotFound:
            await self.library.forget(item.id)
            return Outcome.skipped(_("Someone deleted it in the meantime."))
        draft = self.searched.opened(theirs)
        life = self.searched.session.kind.writes.lifecycle
        is_live = life is not None and draft.base_value(life.field) == life.live
        if is_live and item.id not in self._live:
            await self.library.keep(theirs.model_dump(mode="json"))
            return Outcome.skipped(PUBLISHED_SINCE, _("Search again and look at it."))
        found = await self._changes(draft)
        if isinstance(found, Outcome):
            return found
        entry, fields = self._entries[item.id], self.replacement.fields
        if not _same_hits(entry, fields, self.searched.texts(draft), found):
            await self.library.keep(theirs.model_dump(mode="json"))
            return Outcome.skipped(
                _(
                    "Someone changed it meanwhile, and the matches are no longer those that you "
                    "saw."
                ),
                _("It is fresh on this computer now: search again and look at it."),
            )
        _apply(draft, self.searched.wire, found, fields, entry.left_out)
        return await self._write(item, theirs, draft)

    async def look(self, item: BulkItem) -> Outcome | None:
        """Whether a write without an answer was carried out. Raises ``ApiError``."""
        patch, key, kept = self._sent[item.id]
        record = await self.searched.read(item.id)
        now = self.searched.opened(record)
        if any(mark_of(now.text(field)) != mark for field, mark in self._marks(patch).items()):
            return None
        return await self._done(item, record, patch, key, kept)

    async def _changes(self, draft: RecordDraft) -> dict[str, list[Change]] | Outcome:
        texts = self.searched.texts(draft)
        wanted = {name: text for name, text in texts.items() if name in self.replacement.fields}
        try:
            return await self._search.changes(
                self.replacement.query, self.replacement.template, wanted
            )
        except TooSlowError:
            return Outcome.skipped(
                _("The pattern takes too long on this {unit}.").format(
                    unit=noun(self.searched.unit)
                )
            )
        except JobFailed as failure:
            return Outcome.failed(str(failure))

    async def _write(self, item: BulkItem, theirs: Record, draft: RecordDraft) -> Outcome:
        kind, rules = self.searched.session.kind, self.searched.rules
        plan = plan_save(kind, draft)
        if plan.is_empty:
            return Outcome.skipped(_("The replacement is what is there already."))
        kept = await rules.prepare(item.id, draft, plan)
        if isinstance(kept, str):
            return Outcome.skipped(kept)
        plan = plan_save(kind, draft)
        blocked = plan.blockers[0].sentence if plan.blockers else ""
        refusal = blocked or rules.refusal(plan)
        if refusal or plan.patch is None:
            return Outcome.skipped(refusal or _("It cannot be written as it would be."))
        key = await self._keep_version(item.id, theirs)
        self._sent[item.id] = (plan.patch, key, kept)
        record = await self.searched.update(item.id, plan.patch)
        return await self._done(item, record, plan.patch, key, kept)

    async def _keep_version(self, id: str, theirs: Record) -> int | None:
        """The record as it was, in the history of this computer."""
        store, part = self.searched.panel.workspace.store, self.searched.part
        was = dict(self.searched.opened(theirs).fields)
        about = _("Before {replacement}").format(replacement=self.replacement)
        key = await store.keep_version(part, id, "replaced", was, who=WHO, about=about)
        if key is None:
            # The newest version holds just this.
            versions = await store.versions(part, id)
            key = versions[0].key if versions else None
        return key

    async def _done(
        self, item: BulkItem, record: Any, patch: Patch, key: int | None, kept: Kept
    ) -> Outcome:
        await self.library.keep(record.model_dump(mode="json"))
        if key is None:
            return Outcome.done()
        written = self._marks(patch)
        await self._log.add(item, key, written, kept)
        return Outcome.done(undo=partial(self._undo.one, item.id, key, written, kept))

    def _marks(self, patch: Patch) -> dict[str, str]:
        return marks(patch, self.searched.wire.values())


def _same_hits(
    entry: Entry,
    fields: tuple[str, ...],
    texts: Mapping[str, str],
    found: Mapping[str, list[Change]],
) -> bool:
    """Whether the record has just the hits that the user saw, wherever they stand now."""
    counts = {field: len(changes) for field, changes in found.items()}
    if counts != {field: n for field, n in entry.found.counts.items() if field in fields}:
        return False
    places = [(field, change) for field in fields for change in found.get(field, ())]
    return all(
        snippet.field == field and snippet.shows(texts[field][change.start : change.end])
        for snippet, (field, change) in zip(entry.found.snippets, places, strict=False)
    )


def _apply(
    draft: RecordDraft,
    wire: Mapping[str, str],
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
            field = wire[name]
            draft.set(field, replaced(draft.text(field), changes, left))


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
