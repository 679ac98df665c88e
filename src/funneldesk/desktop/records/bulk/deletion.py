"""Deletion of the selected records of a section: asked for, told one by one, looked for.

Where the section can make them again, undo brings them back (``records/making/removing.py``).
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from funneldesk.client.errors import NotFound
from funneldesk.desktop.kit.dialogs.dialog import confirm, confirm_by_name
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.records.bulk.field_writer import keep_version
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.bulk.section_run import SectionRuns, SectionWork
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.making.maker import RecordMaker
from funneldesk.desktop.records.making.removing import Remover
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.section import edited_kind
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.sections.operations import may_write
from funneldesk.desktop.workspace.workspace import Workspace, section_of


@dataclass(frozen=True, slots=True)
class DeletionWords:
    """``text`` says what goes with them, and what cannot be brought back; ``after`` stands in the
    report. ``counted`` asks, for the question, what is in them ("41 entries"); "" is nothing.
    ``by_name``: the brand's name is typed, which is too much where undo makes all of it again."""

    text: str = ""
    after: str = ""
    counted: Callable[[Iterable[str]], Awaitable[str]] | None = None
    by_name: bool = True
    keys: str = "Del"
    places: Place = Place.PALETTE | Place.LIST_MENU


class Deleting(Protocol):
    """How one record is deleted. Both raise ``ApiError``."""

    async def delete(self, item: BulkItem) -> Outcome: ...

    async def look(self, item: BulkItem) -> Outcome | None:
        """How a record stands whose deletion got no answer; None: it is there."""


class Deletion:
    """Deletes records of a panel.

    ``deleting`` makes what deletes those of one run. Without it nothing brings them back, but the
    last values of records that are edited stay in the history of this computer. Raises ValueError
    where records are not edited and nothing is said of how they are deleted.
    """

    def __init__(
        self,
        panel: RecordsPanel,
        runs: SectionRuns,
        words: DeletionWords,
        deleting: Callable[[], Deleting] | None = None,
    ) -> None:
        self.panel, self._runs, self._words = panel, runs, words
        self.workspace, self._declared = panel.workspace, panel.declared
        self._deleting = deleting or partial(ForGood, self.workspace, edited_kind(panel.declared))

    def action(self) -> Action:
        """The entry of menus and palette."""
        units, part = noun(self._declared.units), section_of(self._declared.part)
        return Action(
            f"{part}.delete",
            _("Delete the selected {units}…").format(units=units),
            lambda ids: self.panel.tasks.start(self.delete(ids)),
            "trash-2",
            self._words.keys,
            self._words.places,
            _("Delete…"),
            Takes.SEVERAL,
            writes=part,
            needs_connection=True,
            ends_menu=True,
        )

    async def delete(self, ids: Ids) -> bool:
        """Delete records once that was confirmed; they are told and can be looked up. Gives
        whether a run took place."""
        items = self._items([each for each in ids if not is_new_id(each)])
        if not items or not may_write(self.workspace, self._declared.part, self._declared.units):
            return False
        if not await self.is_wanted(items):
            return False
        await self._runs.run(self._work(self._deleting()), items)
        return True

    async def is_wanted(self, items: Sequence[BulkItem]) -> bool:
        """Ask the user; a section that has more to say asks in its own way."""
        many = counted(len(items), self._declared.unit)
        title = _("Delete {records}?").format(records=many)
        if len(items) == 1:
            title = _("Delete “{name}”?").format(name=items[0].title)
        inside = self._words.counted
        found = await inside([each.id for each in items]) if inside is not None else ""
        text = f"{self._words.text} {found}".strip()
        action = _("Delete {records}").format(records=many)
        if not self._words.by_name:
            return await confirm(self.panel, title, text, action=action, danger=True)
        name = self.workspace.connection.name
        return await confirm_by_name(self.panel, title, text, name=name, action=action)

    def _work(self, deleting: Deleting) -> SectionWork:
        unit = self._declared.unit

        async def delete(item: BulkItem) -> Outcome:
            return await self._gone(item, await deleting.delete(item))

        async def look(item: BulkItem) -> Outcome | None:
            outcome = await deleting.look(item)
            return await self._gone(item, outcome) if outcome is not None else None

        return SectionWork(
            _("Delete {units}").format(units=noun(self._declared.units)),
            _("Deleting"),
            lambda count: _("{records} deleted").format(records=counted(count, unit)),
            delete,
            look,
            self._words.after,
        )

    async def _gone(self, item: BulkItem, outcome: Outcome) -> Outcome:
        if outcome.kind == "done":
            self.panel.let_go(item.id)
            await self.panel.source.library.forget(item.id)
        return outcome

    def _items(self, ids: Iterable[str]) -> list[BulkItem]:
        kept: Any = self.panel.source.library.rows
        shown: Any = self.panel.list.rows
        found = ((each, kept.get(each) or shown.get(each)) for each in ids)
        edited = self._declared.edited
        named = edited.draft.listed[0] if edited is not None else "name"
        return [
            BulkItem(i, str(row.get("title") or row.get(named) or i))
            for i, row in found
            if row is not None
        ]


class ForGood:
    """Deletes records that the server does not give back."""

    def __init__(self, workspace: Workspace, kind: RecordKind) -> None:
        self._workspace, self._kind = workspace, kind

    async def delete(self, item: BulkItem) -> Outcome:
        """One record. Raises ``ApiError``."""
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
        return Outcome.done()

    async def look(self, item: BulkItem) -> Outcome | None:
        """Whether a record is gone whose deletion got no answer. Raises ``ApiError``."""
        try:
            await self._kind.read(self._workspace, item.id)
        except NotFound:
            return Outcome.done()
        return None


def with_way_back(
    panel: EditedPanel, is_made: Callable[[Any, Any], bool], note: str = ""
) -> tuple[Remover, RecordMaker]:
    """What deletes records of a panel, and makes them again. ``is_made`` tells whether a record is
    what became of a draft; ``note`` says what is not as it was."""
    kind, library = panel.kind, panel.source.library
    known = [kind.identity(key) for key in library.rows if not is_new_id(key)]
    maker = RecordMaker(panel.workspace, kind, known, is_made)
    return Remover(panel.workspace, kind, library, maker, lambda _plan: note), maker
