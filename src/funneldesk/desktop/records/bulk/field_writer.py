"""Writer of fields of many records: each is read again, and only what differs is written."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from funneldesk.client.errors import NotFound
from funneldesk.contract.shapes import Patch, Record
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import Names, Value
from funneldesk.desktop.records.history.milestones import Milestones
from funneldesk.desktop.records.history.versions import PLATFORM
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.save.going_live import PUBLISHED_SINCE, live_among
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.records.save.request import plan_save
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Workspace

STAYS_HERE = _("Your unsaved changes on it stay on this computer.")
LOOK_FIRST = _("Look at it first, then try again.")
SO_ALREADY = _("No change needed.")

_Ready = tuple[Record, RecordDraft, dict[str, Value], dict[str, Value], Patch]
"""A record as it was read, its draft with the new values, those it had, those to send, and the
patch that sends them."""


class RecordFieldWriter:
    """Writes fields of many records. Each is read again right before its write: what somebody
    else changed since it was shown here is left alone, and reported.

    ``wanted`` gives for an id its fields with their new values; ``known`` what this computer
    showed of these fields when the user decided (a field that was not shown is left out).
    ``names``: what numbers are called. ``about``: with it the record as it was is kept in
    the history of this computer under this sentence.
    """

    def __init__(
        self,
        kind: RecordKind,
        workspace: Workspace,
        library: RecordLibrary[Any],
        wanted: Mapping[str, Mapping[str, Value]],
        known: Mapping[str, Mapping[str, Value]],
        names: Names | None = None,
        about: str = "",
    ) -> None:
        self.kind = kind
        self._formats = formats_of(workspace)
        self.fields = kind.draft.declared.in_formats(self._formats)
        self.workspace = workspace
        self.library = library
        self.wanted = {record_id: dict(fields) for record_id, fields in wanted.items()}
        self.known = known
        self._names = names or {}
        self._about = about
        live = live_among(kind, library.rows, self.wanted)
        self._hidden = {i for i in self.wanted if i in library.rows} - set(live)
        self._before: dict[str, dict[str, Value]] = {}

    # What a part may add

    async def prepare(
        self, item: BulkItem, before: Mapping[str, Value], todo: dict[str, Value]
    ) -> str:
        """Make ``todo`` fit to be sent; why it cannot be, or ""."""
        return ""

    async def prepare_to_take_back(self, item: BulkItem, todo: dict[str, Value]) -> None:
        """Make ``todo`` fit to be sent again."""

    def refusal(self, plan: SavePlan, todo: Mapping[str, Value]) -> str:
        """Why a plan may not be sent, or ""."""
        return ""

    async def write(self, item: BulkItem) -> Outcome:
        """One record. Raises ``ApiError``."""
        ready = await self._ready(item)
        if isinstance(ready, Outcome):
            return ready
        record, draft, before, todo, patch = ready
        self.wanted[item.id] |= todo
        if self._about:
            values = {**draft.fields, **before}
            await keep_version(self.kind, self.workspace, item.id, values, self._about)
        await self._put(item, record, patch)
        self._before[item.id] = before
        await self._note(item, todo)
        return self._done(item, todo)

    async def obstacle(self, item: BulkItem) -> str:
        """Why ``write`` would leave a record as it is, as far as it can be told before; "" when it
        would be written, or needs no change. Raises ``ApiError``."""
        ready = await self._ready(item)
        if isinstance(ready, Outcome) and ready.what != SO_ALREADY:
            return ready.what
        return ""

    async def _ready(self, item: BulkItem) -> _Ready | Outcome:
        """What is to be sent; an outcome when nothing is."""
        if is_new_id(item.id):
            return Outcome.skipped(_("It is only on this computer so far."), _("Save it first."))
        in_the_way = await self._unsaved_here(item)
        if in_the_way:
            return Outcome.skipped(
                _("It has unsaved changes here: {fields}.").format(fields=self._labels(in_the_way)),
                _("Save, publish or discard them, then try again."),
            )
        try:
            record = await self._read(item)
        except NotFound:
            return Outcome.skipped(_("Someone deleted it in the meantime."), _("Refresh the list."))
        draft = self.kind.draft.opened(record)
        values, wanted = draft.fields, self.wanted[item.id]
        todo = {field: value for field, value in wanted.items() if values[field] != value}
        if not todo:
            await self.library.keep(record.model_dump(mode="json"))
            return Outcome.skipped(SO_ALREADY)
        strange = self._changed_since(item, values)
        if strange:
            await self.library.keep(record.model_dump(mode="json"))
            return Outcome.skipped(
                _("Someone else changed it: {strange}.").format(strange=strange), LOOK_FIRST
            )
        if self._went_live(item, values):
            return Outcome.skipped(PUBLISHED_SINCE, LOOK_FIRST)
        before = {field: values[field] for field in todo}
        why_not = await self.prepare(item, before, todo)
        if why_not:
            return Outcome.skipped(why_not)
        patch = self._patch(draft, todo, todo)
        if isinstance(patch, str):
            return Outcome.skipped(patch)
        return record, draft, before, todo, patch

    def _went_live(self, item: BulkItem, values: Mapping[str, Value]) -> bool:
        """Whether visitors see a record that was not published when the user decided."""
        life = self.kind.writes.lifecycle
        if life is None or life.field in self.wanted[item.id]:
            return False
        return item.id in self._hidden and values[life.field] == life.live

    async def _note(self, item: BulkItem, done: Mapping[str, Value]) -> None:
        status = str(done.get("status") or "")
        made = self.workspace.shared(Milestones)
        await made.note(self.kind.part, item.id, item.title, done, status)

    async def look(self, item: BulkItem) -> Outcome | None:
        """How a record stands whose write got no answer. Raises ``ApiError``."""
        record = await self._read(item)
        values, wanted = self.kind.draft.opened(record).fields, self.wanted[item.id]
        if any(values[field] != value for field, value in wanted.items()):
            return None
        await self.library.keep(record.model_dump(mode="json"))
        known = self.known.get(item.id, {})
        before = {f: known[f] for f in wanted if f in known and known[f] != wanted[f]}
        self._before[item.id] = before
        done = {field: wanted[field] for field in before}
        await self._note(item, done)
        return self._done(item, done)

    async def take_back(self, item: BulkItem) -> Outcome:
        """Give the fields what they had before, where they still have what was written."""
        before, wanted = self._before[item.id], self.wanted[item.id]
        record = await self._read(item)
        draft = self.kind.draft.opened(record)
        values = draft.fields
        later = [f for f in before if values[f] not in (wanted[f], before[f])]
        if later:
            return Outcome.skipped(
                _("It was changed again since: {fields}.").format(fields=self._labels(later)),
                _("Nothing was undone."),
            )
        todo = {field: value for field, value in before.items() if values[field] != value}
        await self.prepare_to_take_back(item, todo)
        if todo:
            patch = self._patch(draft, todo, {})
            if isinstance(patch, str):
                return Outcome.skipped(patch)
            await self._put(item, record, patch)
        await self._note(item, todo)
        return Outcome.done(self._words(todo))

    def _patch(
        self, draft: RecordDraft, values: Mapping[str, Value], todo: Mapping[str, Value]
    ) -> Patch | str:
        """What is sent for these values; why not, where it cannot be sent."""
        for field, value in values.items():
            draft.set(field, value)
        plan = plan_save(self.kind, draft, formats=self._formats)
        refused = self.refusal(plan, todo)
        if refused:
            return refused
        if plan.blockers or plan.patch is None:
            first = plan.blockers[0] if plan.blockers else None
            if first is None:
                return _("There was nothing to send.")
            return f"{self.fields.label(first.field)}: {first.sentence}"
        patch: Patch = plan.patch
        return patch

    async def _put(self, item: BulkItem, record: Record, patch: Patch) -> None:
        put, number = self.kind.writes.update, self.kind.identity(item.id)
        updated = await self.workspace.run(lambda api: put(api, number, patch))
        await self.library.keep(whole(record, updated))

    def _done(self, item: BulkItem, todo: Mapping[str, Value]) -> Outcome:
        undo = partial(self.take_back, item) if self._before[item.id] else None
        row = self.library.rows.get(item.id)
        kept = STAYS_HERE if row is not None and row.unsaved else ""
        return Outcome.done(" ".join(filter(None, (self._words(todo), kept))), undo)

    async def _unsaved_here(self, item: BulkItem) -> list[str]:
        stored = await self.workspace.store.draft(self.kind.part, item.id)
        if stored is None:
            return []
        changed = self.kind.draft.from_draft(stored.content, stored.base).changed_fields()
        wanted = self.wanted[item.id]
        return [f for f, value in wanted.items() if f in changed and changed[f] != value]

    def _changed_since(self, item: BulkItem, values: Mapping[str, Value]) -> str:
        known = self.known.get(item.id, {})
        strange = [f for f in self.wanted[item.id] if f in known and known[f] != values[f]]
        return ", ".join(self._now_words(field, values[field]) for field in strange)

    def _now_words(self, field: str, value: Value) -> str:
        if field in self.fields.sources:
            return _("{field} is another one now").format(field=self.fields.label(field))
        return _("{field} is “{value}” now").format(
            field=self.fields.label(field), value=self.fields.words(field, value, self._names)
        )

    def _words(self, todo: Mapping[str, Value]) -> str:
        names = (
            self.fields.label(f)
            if f in self.fields.sources
            else f"{self.fields.label(f)}: {self.fields.words(f, v, self._names)}"
            for f, v in todo.items()
        )
        said = ", ".join(names)
        return f"{said}." if said else ""

    def _labels(self, fields: list[str]) -> str:
        return ", ".join(self.fields.label(field) for field in fields)

    async def _read(self, item: BulkItem) -> Record:
        record: Record = await self.kind.read(self.workspace, item.id)
        return record


async def keep_version(
    kind: RecordKind, workspace: Workspace, record_id: str, fields: Mapping[str, Value], about: str
) -> None:
    """Keep a record as it was in the history of this computer; a full disk is reported and stops
    nothing."""
    try:
        await workspace.store.keep_version(
            kind.part, record_id, "replaced", dict(fields), who=PLATFORM, about=about
        )
    except LocalStoreProblem as problem:
        explanation = explain(problem, _("Keeping the history"))
        workspace.notifications.post(explanation.notice(f"{kind.part}/history"))


def whole(read: Record, written: Record) -> dict[str, Any]:
    """A record as it is after a write whose answer may leave fields out."""
    return read.model_dump(mode="json") | written.model_dump(mode="json", exclude_unset=True)
