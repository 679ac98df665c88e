"""Rows of an import, sent one by one; each is noted before it leaves, and none is sent twice."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from funneldesk.client.errors import NotFound
from funneldesk.contract.shapes import Record
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.transfers.transfers import TransferStore
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.bulk.run import BulkRun, ConnectionState
from funneldesk.desktop.records.importing.check import plan_of, refusals
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.job import OVER, ImportItem, ImportJob
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.records.save.writes import made_by
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace

MOST_LOOKED_AT = 20
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
        self._taken: set[str] | None = None
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
            if lost is not None and not item.is_asked:
                return lost
            self._doubtful.discard(item.number)
        return await self._send(item)

    async def _send(self, item: ImportItem) -> Outcome:
        declared, workspace = self._declared, self._workspace
        formats = workspace.shared(BrandFacts).formats
        problems = refusals(declared, item.values, formats)
        if problems:
            return Outcome.failed(" ".join(problems.values()), _("It was not sent."))
        plan = plan_of(declared, item.values, formats)
        if not item.made_id:
            key = str(item.values.get(declared.key) or "")
            if key and key in (self._taken or ()):
                return Outcome.skipped(
                    _("There is a {unit} with this value already.").format(
                        unit=noun(declared.kind.unit)
                    )
                )
            item.state = "sending"
            await self._keep(item)
            create = made_by(declared.kind.writes).create
            record = await workspace.run(lambda api: create(api, plan.create))
            self._made(item, record)
        await self._complete(item, plan)
        return Outcome.done(_("Created."))

    async def _complete(self, item: ImportItem, plan: SavePlan) -> None:
        """What only an update takes; to send it twice does no harm."""
        update, number = self._declared.kind.writes.update, item.made_id
        if plan.patch is not None:
            await self._keep(item)
            record = await self._workspace.run(lambda api: update(api, number, plan.patch))
            item.stamp = stamp_of(record)

    def _made(self, item: ImportItem, record: Record) -> None:
        item.made_id, item.stamp = int(getattr(record, "id", 0)), stamp_of(record)
        key = str(item.values.get(self._declared.key) or "")
        if key and self._job.about.get("skips_existing") and self._taken is not None:
            self._taken.add(key)

    # Looking

    async def _keys(self) -> set[str]:
        """The keys of records that make a row needless; the first time also note which records
        there were before. Raises ``ApiError``."""
        listed = await self._workspace.run(self._declared.listed)
        about = self._job.about
        if "known" not in about:
            # One text, since a list of many ids is slow to copy.
            about["known"] = " ".join(map(str, listed))
            await self._store.set_about(self._job.key, about)
        if not about.get("skips_existing"):
            return set()
        doubtful = {
            str(item.values.get(self._declared.key))
            for item in self._items.values()
            if item.number in self._doubtful
        }
        fresh = self._fresh(listed)
        return {key for number, key in listed.items() if number not in fresh or key not in doubtful}

    def _fresh(self, listed: Mapping[int, str]) -> set[int]:
        """Records that were not there before, and that no other row is known to have made."""
        made = {item.made_id for item in self._job.items}
        return set(listed) - {int(each) for each in self._job.about["known"].split()} - made

    async def _look(self, asked: BulkItem) -> Outcome | None:
        """After a lost answer: None to go on, with the record that was made if it is found."""
        item, key = self._items[asked.id], self._declared.key
        if item.made_id:
            return None
        listed = await self._workspace.run(self._declared.listed)
        wanted = str(item.values.get(key) or "") if key else ""
        fresh = [number for number in self._fresh(listed) if not wanted or listed[number] == wanted]
        found = [
            record
            for number in fresh[:MOST_LOOKED_AT]
            if (record := await self._same(number, item))
        ]
        if len(found) != 1:
            return LOST
        self._made(item, found[0])
        return None

    async def _same(self, number: int, item: ImportItem) -> Record | None:
        """The record, if it holds what the row was created with."""
        record: Record | None = None
        with suppress(NotFound):
            record = await self._workspace.run(lambda api: self._declared.kind.get(api, number))
        if record is None:
            return None
        kind = self._declared.kind
        sent = plan_of(self._declared, item.values, self._workspace.shared(BrandFacts).formats)
        there, here = kind.draft.opened(record).fields, kind.draft.new(item.values).fields
        carried = sent.create.body() if sent.create is not None else {}
        return record if all(there[f] == here[f] for f in carried if f in here) else None


class ImportUndo:
    """Deletes what an import created, unless it was changed since."""

    def __init__(
        self, workspace: Workspace, store: TransferStore, declared: RecordImport, job: ImportJob
    ) -> None:
        self._workspace, self._store, self._declared, self._job = workspace, store, declared, job

    async def delete(self, item: ImportItem) -> Outcome:
        """The record of one row. Raises ``ApiError``."""
        declared, number, run = self._declared, item.made_id, self._workspace.run
        delete = declared.delete
        if delete is None:
            return Outcome.skipped(_("It cannot be deleted here."))
        try:
            record = await run(lambda api: declared.kind.get(api, number))
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
