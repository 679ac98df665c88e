"""Rows of an import, sent one by one; each is noted before it leaves, and none is sent twice."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from funneldesk.client.errors import Invalid, NotFound
from funneldesk.contract.shapes import Record
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.transfers.transfers import TransferStore
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.bulk.run import BulkRun, ConnectionState
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.records.importing.check import plan_of, refusals
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.job import OVER, ImportItem, ImportJob
from funneldesk.desktop.records.importing.sameness import Key, key_of
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.records.save.request import plan_save
from funneldesk.desktop.records.save.writes import made_by
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace

MOST_LOOKED_AT = 20
NOT_SENT = _("It was not sent.")
LOST = Outcome.unknown(
    _("The answer was lost, and no record like this row was found."),
    _("Look in the list. “Try again” searches once more before it sends anything."),
)


class ImportRun:
    """One run over the rows of a job that are not over. ``run`` is to be awaited once."""

    def __init__(
        self,
        workspace: Workspace,
        store: TransferStore,
        declared: RecordImport,
        job: ImportJob,
    ) -> None:
        self._workspace, self._store = workspace, store
        self._declared, self._job = declared, job
        self._items = {str(item.number): item for item in job.items if item.state not in OVER}
        self._doubtful = {i.number for i in self._items.values() if i.state == "sending"}
        self._unkept: list[ImportItem] = []
        self._taken: set[Key] | None = None
        self._once: set[str] = set()
        self._go_on = asyncio.Event()
        self._go_on.set()
        items = [BulkItem(row, item.title) for row, item in self._items.items()]
        line: ConnectionState = workspace
        self.bulk = BulkRun(
            items, self._row, line=line, look=self._look, doing=_("The row"), parent=job
        )
        self.bulk.progressed.connect(self._follow)

    def pause(self, on: bool) -> None:
        """Send nothing more for now."""
        if on:
            self._go_on.clear()
        else:
            self._go_on.set()

    def stop(self) -> None:
        """Send nothing more; what is on its way comes to its end."""
        self.bulk.stop()
        self._go_on.set()

    async def run(self) -> None:
        """Send every row. Raises LocalStoreProblem: nothing leaves that was not noted before."""
        try:
            await self.bulk.run()
        finally:
            self._follow()
            # Also when the program ends in the middle: what is known must not be asked again.
            await asyncio.shield(self._keep())
            self.bulk.deleteLater()

    def _follow(self) -> None:
        job, current = self._job, self.bulk.current
        outcome = self.bulk.outcomes.get(current.id) if current is not None else None
        if current is not None and outcome is not None:
            item = self._items[current.id]
            if item.state not in OVER and outcome.kind != "not_started":
                item.take(outcome)
                self._unkept.append(item)
                job.done += 1
                job.trouble += outcome.kind in ("failed", "unknown")
        job.doing = current.title if current is not None else ""
        waits = not self._go_on.is_set()
        if self.bulk.state != "ended":
            job.state = "paused" if waits else self.bulk.state
        job.tell()

    async def _keep(self, *items: ImportItem) -> None:
        noted, self._unkept = [*self._unkept, *items], []
        if noted:
            await self._store.note(self._job.key, [item.kept() for item in noted])

    # One row

    async def _row(self, asked: BulkItem) -> Outcome:
        item = self._items[asked.id]
        if not self._go_on.is_set():
            self._follow()
            await self._go_on.wait()
        if self.bulk.stopped:
            return Outcome.not_started(_("You stopped before its turn."))
        if self._taken is None:
            self._taken = await self._keys()
        if item.number in self._doubtful:
            lost = await self._look(asked)
            if lost is not None and not (item.is_asked or self._declared.already_words):
                return lost  # Else the server tells it from a second one.
            self._doubtful.discard(item.number)
        return await self._send(item)

    async def _send(self, item: ImportItem) -> Outcome:
        if item.record:
            return await self._update(item)
        declared, formats = self._declared, self._formats
        problems = refusals(declared, item.values, formats)
        if problems:
            return Outcome.failed(" ".join(problems.values()), NOT_SENT)
        plan = plan_of(declared, item.values, formats)
        if not item.made_id:
            key = self._key(item.values)
            if self._handed_over(item):
                return Outcome.skipped(_("A record was made of it before."))
            if key is not None and key in (self._taken or ()):
                told = _("There is a {unit} with this value already.")
                return Outcome.skipped(told.format(unit=noun(declared.kind.unit)))
            item.state = "sending"
            await self._keep(item)
            create = made_by(declared.kind.writes).create
            try:
                record = await self._workspace.run(lambda api: create(api, plan.create))
            except Invalid as error:
                if not declared.already(error):
                    raise
                return Outcome.skipped(declared.already_words)
            self._made(item, record)
        await self._complete(item, plan)
        return Outcome.done(_("Created."))

    async def _update(self, item: ImportItem) -> Outcome:
        """Change what the row says in the record as it is now; to do it twice does no harm."""
        kind, names = self._declared.kind, self._declared.kind.draft.declared
        draft = kind.draft.opened(await kind.read(self._workspace, item.record))
        try:
            moved = [
                names.label(name)
                for name, was in item.before.items()
                if draft.value(name) not in (was, item.values[name])
            ]
            for name, value in item.values.items():
                draft.set(name, value)
        except (KeyError, TypeError, ValueError) as error:
            return Outcome.failed(_("It can't be changed so: {why}.").format(why=error), NOT_SENT)
        if moved:
            told = _("Someone changed {fields} since the check.").format(fields=", ".join(moved))
            return Outcome.failed(told, NOT_SENT, _("Bring the row again to compare it anew."))
        if not draft.is_dirty:
            return Outcome.done(_("Updated."))
        plan = plan_save(kind, draft, None, lambda: self._formats)
        if plan.patch is None:
            return Outcome.failed(" ".join(each.sentence for each in plan.blockers), NOT_SENT)
        update, number, patch = kind.writes.update, kind.identity(item.record), plan.patch
        record = await self._workspace.run(lambda api: update(api, number, patch))
        item.stamp = stamp_of(record)
        return Outcome.done(_("Updated."))

    async def _complete(self, item: ImportItem, plan: SavePlan) -> None:
        """What only an update takes; to send it twice does no harm."""
        kind = self._declared.kind
        update, number = kind.writes.update, kind.identity(item.made_id)
        if plan.patch is not None:
            await self._keep(item)
            record = await self._workspace.run(lambda api: update(api, number, plan.patch))
            item.stamp = stamp_of(record)

    def _made(self, item: ImportItem, record: Record) -> None:
        item.made_id, item.stamp = str(getattr(record, "id", "")), stamp_of(record)
        key = self._key(item.values)
        if key is not None and self._taken is not None:
            self._taken.add(key)

    @property
    def _formats(self) -> Formats:
        return self._workspace.shared(BrandFacts).formats

    # Looking

    def _key(self, values: Mapping[str, Value]) -> Key | None:
        """What makes a row needless when a record has it."""
        about, keys = self._job.about, self._declared.keys
        if not about.get("skips_existing"):
            return None
        chosen = [str(name) for name in about.get("keys") or tuple(keys)[:1]]
        return key_of(keys, chosen, values) if set(chosen) <= set(keys) else None

    def _handed_over(self, item: ImportItem) -> bool:
        """Whether a record was made of the row by this job or another one, on any computer."""
        return str(item.values.get(str(self._job.about.get("once") or "")) or "") in self._once

    async def _keys(self) -> set[Key]:
        """The keys of records that make a row needless; the first time also note which records
        there were before. Raises ``ApiError``."""
        listed = await self._workspace.run(self._declared.listed)
        about = self._job.about
        once = str(about.get("once") or "")
        self._once = {str(each[once]) for each in listed.values() if once and each.get(once)}
        if "known" not in about:
            # One text, since a list of many ids is slow to copy.
            about["known"] = " ".join(listed)
            await self._store.set_about(self._job.key, about)
        known, doubtful = self._known(), {self._key(i.values) for i in self._doubtful_items()}
        found = dict[Key, bool]()
        for number, values in listed.items():
            key = self._key(values)
            if key is not None:
                found[key] = found.get(key, False) or number in known or key not in doubtful
        return {key for key, is_taken in found.items() if is_taken}

    def _doubtful_items(self) -> list[ImportItem]:
        return [item for item in self._items.values() if item.number in self._doubtful]

    def _known(self) -> set[str]:
        """Records that were there before, or that another row is known to have made."""
        made = {item.made_id for item in self._job.items if item.made_id}
        return made | set(str(self._job.about.get("known") or "").split())

    async def _look(self, asked: BulkItem) -> Outcome | None:
        """After a lost answer: None to go on, with the record that was made if it is found."""
        item = self._items[asked.id]
        if item.made_id or item.record:
            return None
        named = made_by(self._declared.kind.writes).named
        title = str(item.values.get(self._declared.title) or "")
        known = self._known()
        ids = await self._workspace.run(lambda api: named(api, title))
        fresh = [str(number) for number in ids if str(number) not in known]
        found = [
            record
            for number in fresh[:MOST_LOOKED_AT]
            if (record := await self._same(number, item))
        ]
        if len(found) != 1:
            return LOST
        self._made(item, found[0])
        return None

    async def _same(self, number: str, item: ImportItem) -> Record | None:
        """The record, if it holds what the row was created with."""
        kind, record = self._declared.kind, None
        with suppress(NotFound):
            record = await kind.read(self._workspace, number)
        if record is None:
            return None
        there, here = kind.draft.opened(record).fields, kind.draft.new(item.values).fields
        secret = {each.name for each in kind.draft.declared if each.kind == "password"}
        carried = item.values.keys() - kind.writes.update_only - secret
        return record if all(there[f] == here[f] for f in carried) else None


class ImportUndo:
    """Deletes what an import created, unless it was changed since."""

    def __init__(
        self, workspace: Workspace, store: TransferStore, declared: RecordImport, job: ImportJob
    ) -> None:
        self._workspace, self._store, self._declared, self._job = workspace, store, declared, job

    async def delete(self, item: ImportItem) -> Outcome:
        """The record of one row. Raises ``ApiError``."""
        declared, run = self._declared, self._workspace.run
        number = declared.kind.identity(item.made_id)
        delete = declared.delete
        if delete is None:
            return Outcome.skipped(_("It cannot be deleted here."))
        try:
            record = await declared.kind.read(self._workspace, item.made_id)
            if item.stamp and stamp_of(record) != item.stamp:
                return Outcome.skipped(_("Someone changed it since."), _("Delete it in the list."))
            await run(lambda api: delete(api, number))
        except NotFound:
            pass  # That is what was wanted.
        item.state = "undone"
        await self._store.note(self._job.key, [item.kept()])
        return Outcome.done(_("Deleted."))


def stamp_of(record: Record) -> str:
    """When a record changed last, as its answer has it; "" where it does not say."""
    stamp: Any = getattr(record, "updated_at", None)
    return str(stamp or "")
