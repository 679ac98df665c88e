"""Deleting of entries, with the way back: they are made again, under other ids."""

from collections.abc import Iterable
from typing import Any

from funneldesk.contract.shapes import Draft
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.bulk.section_run import SectionRuns, SectionWork
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.making.maker import RecordMaker
from funneldesk.desktop.records.making.removing import Remover
from funneldesk.desktop.sections.actions import Ids
from funneldesk.desktop.sections.operations import may_write


class EntryDeletion:
    """One run over the entries; each is kept in the history before it goes."""

    def __init__(self, panel: EditedPanel, library: RecordLibrary[Any], runs: SectionRuns) -> None:
        self._panel, self._library, self._runs = panel, library, runs
        self._kind, self._workspace = panel.kind, panel.workspace

    async def delete(self, ids: Ids) -> None:
        """Delete entries after saying what undo can bring back, and what not."""
        items = self._items(each for each in ids if not is_new_id(each))
        if not items or not may_write(self._workspace, self._kind.part, self._kind.units):
            return
        entries = counted(len(items), self._kind.unit)
        title = _("Delete {entries}?").format(entries=entries)
        text = _(
            "Undo makes them again, as new entries: with other IDs and today's date, and with what "
            "follows from a new entry, like emails and tickets. Passwords don't come back."
        )
        action = _("Delete {entries}").format(entries=entries)
        if await confirm(self._panel, title, text, action=action, danger=True):
            await self._runs.run(self._work(), items)

    def _work(self) -> SectionWork:
        known = [key for key in self._library.rows if not is_new_id(key)]
        maker = RecordMaker(self._workspace, self._kind, known, _is_made)
        remover = Remover(
            self._workspace,
            self._kind,
            self._library,
            maker,
            lambda _plan: _("It has another ID and today's date now."),
        )

        async def delete(item: BulkItem) -> Outcome:
            return await self._gone(item, await remover.delete(item))

        async def look(item: BulkItem) -> Outcome | None:
            outcome = await remover.look(item)
            return await self._gone(item, outcome) if outcome is not None else None

        return SectionWork(
            _("Delete entries"),
            _("Deleting"),
            lambda count: _("{entries} deleted").format(entries=counted(count, self._kind.unit)),
            delete,
            look,
            _("Undo makes them again with other IDs."),
        )

    async def _gone(self, item: BulkItem, outcome: Outcome) -> Outcome:
        if outcome.kind == "done":
            if item.id == self._panel.session.record_id:
                self._panel.session.close()
                self._panel.open_record("")
            await self._library.forget(item.id)
        return outcome

    def _items(self, ids: Iterable[str]) -> list[BulkItem]:
        rows, read = self._library.rows, self._panel.list.rows
        found = ((each, rows.get(each) or read.get(each)) for each in ids)
        return [
            BulkItem(each, str(row.get("title") or each)) for each, row in found if row is not None
        ]


def _is_made(draft: Draft, record: Any) -> bool:
    """Whether an entry holds what a create carried."""
    there = record.model_dump(mode="json")
    return all(there.get(code) == value for code, value in draft.body().items())
