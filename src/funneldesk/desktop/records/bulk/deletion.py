"""Deletion of the selected records of an edited section: asked for, told one by one, looked for."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from funneldesk.client.errors import NotFound
from funneldesk.desktop.kit.dialogs.dialog import confirm_by_name
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.records.bulk.field_writer import keep_version
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.bulk.section_run import SectionRuns, SectionWork
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.sections.operations import may_write
from funneldesk.desktop.workspace.workspace import section_of

_ANYWHERE = Place.PALETTE | Place.LIST_MENU


@dataclass(frozen=True, slots=True)
class DeletionWords:
    """``text`` says what goes with them, and what cannot be brought back; ``after`` stands in the
    report. ``counted`` asks, for the question, what is in them ("41 entries"); "" is nothing."""

    text: str
    after: str = ""
    counted: Callable[[Iterable[str]], Awaitable[str]] | None = None


class Deletion:
    """Deletes records of a panel; their last values stay in the history of this computer."""

    def __init__(self, panel: EditedPanel, runs: SectionRuns, words: DeletionWords) -> None:
        self._panel, self._runs, self._words = panel, runs, words
        self._workspace, self._kind = panel.workspace, panel.kind

    def action(self) -> Action:
        """The entry of menus and palette."""
        units, part = noun(self._kind.units), section_of(self._kind.part)
        return Action(
            f"{part}.delete",
            _("Delete the selected {units}…").format(units=units),
            lambda ids: self._panel.tasks.start(self.delete(ids)),
            "trash-2",
            "Del",
            _ANYWHERE,
            _("Delete…"),
            Takes.SEVERAL,
            writes=part,
            ends_menu=True,
        )

    async def delete(self, ids: Ids) -> None:
        """Delete records once their brand's name was typed; they are told and can be looked up."""
        items = self._items([each for each in ids if not is_new_id(each)])
        if not items or not may_write(self._workspace, self._kind.part, self._kind.units):
            return
        many = counted(len(items), self._kind.unit)
        title = _("Delete {records}?").format(records=many)
        if len(items) == 1:
            title = _("Delete “{name}”?").format(name=items[0].title)
        inside = self._words.counted
        found = await inside([each.id for each in items]) if inside is not None else ""
        text = f"{self._words.text} {found}".strip()
        action = _("Delete {records}").format(records=many)
        name = self._workspace.connection.name
        if await confirm_by_name(self._panel, title, text, name=name, action=action):
            await self._runs.run(self._work(), items)

    def _work(self) -> SectionWork:
        unit = self._kind.unit
        return SectionWork(
            _("Delete {units}").format(units=noun(self._kind.units)),
            _("Deleting"),
            lambda count: _("{records} deleted").format(records=counted(count, unit)),
            self._delete,
            self._look,
            self._words.after,
        )

    async def _delete(self, item: BulkItem) -> Outcome:
        delete = self._kind.writes.delete
        if delete is None:
            raise ValueError("these records are not deleted here")
        try:
            record = await self._kind.read(self._workspace, item.id)
            fields = self._kind.draft.opened(record).fields
            note = _("Before it was deleted here")
            await keep_version(self._kind, self._workspace, item.id, fields, note)
            await self._workspace.run(lambda api: delete(api, self._kind.identity(item.id)))
        except NotFound:
            pass  # Somebody was faster: what was wanted is so.
        return await self._gone(item)

    async def _look(self, item: BulkItem) -> Outcome | None:
        """Whether a record is gone whose deletion got no answer. Raises ``ApiError``."""
        try:
            await self._kind.read(self._workspace, item.id)
        except NotFound:
            return await self._gone(item)
        return None

    async def _gone(self, item: BulkItem) -> Outcome:
        if item.id == self._panel.session.record_id:
            self._panel.session.close()
            self._panel.open_record("")
        await self._panel.source.library.forget(item.id)
        return Outcome.done()

    def _items(self, ids: Iterable[str]) -> list[BulkItem]:
        rows: Any = self._panel.source.library.rows
        named = self._kind.draft.listed[0]
        return [BulkItem(i, str(rows[i].get(named) or i)) for i in ids if i in rows]
