"""Quick add: an entry from a title, sent once; what was typed stays until the server has it."""

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.crm import CrmEntity, CrmEntry, CrmEntryDraft, CrmEntryFilter
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.kind import part_of
from funneldesk.desktop.sections.operations import confirmed, journaled, operation
from funneldesk.desktop.workspace.workspace import Workspace

PAUSE = 0.3
LOOKED_THROUGH = 100


class Adding(QObject):
    """``typed`` are titles that are not sent yet, by stage; they survive the program.

    ``made`` carries the stage and the new entry, ``kept`` the stage whose title is still to be
    sent. Before a title is sent, the entries that have it already are noted on this computer: one
    whose answer was lost is looked for among the others, also after a new start.
    """

    made = Signal(str, object)
    kept = Signal(str)

    def __init__(self, workspace: Workspace, entity: CrmEntity, parent: QObject) -> None:
        super().__init__(parent)
        self.typed: dict[str, str] = {}
        self._sent: dict[str, list[str]] = {}
        self._workspace, self._entity = workspace, entity
        self._name = f"crm.add.{entity.id}"
        self.tasks = TaskScope(self)

    @property
    def needs_form(self) -> bool:
        """Whether an entry takes more than a title."""
        return any(each.required and each.type != "boolean" for each in self._entity.fields or ())

    async def recall(self) -> None:
        """Take up the titles that wait since earlier."""
        found = await self._workspace.store.value(self._name)
        known = found if isinstance(found, dict) else {}
        typed, sent = known.get("typed"), known.get("sent")
        self.typed = (dict(typed) if isinstance(typed, dict) else {}) | self.typed
        self._sent = (dict(sent) if isinstance(sent, dict) else {}) | self._sent

    def type(self, stage: str, title: str) -> None:
        """A title as far as it is typed."""
        self.typed[stage] = title
        if not title:
            self.typed.pop(stage)
        self.tasks.debounce("keep", PAUSE, self.settle)

    async def settle(self) -> None:
        """Keep what is typed on this computer."""
        kept = {"typed": self.typed, "sent": self._sent}
        await self._workspace.store.put_value(self._name, kept)

    def add(self, stage: str, title: str, pipeline_id: int) -> None:
        """Make an entry in a stage."""
        self.type(stage, title)
        self.tasks.start(self._add(stage, title, pipeline_id))

    async def _add(self, stage: str, title: str, pipeline_id: int) -> None:
        doing, made = _("Adding “{title}”").format(title=title), None
        with operation(self._workspace, doing, f"{part_of(self._entity.id)}/add") as asked:
            made = await self._make(stage, title, pipeline_id)
        if asked.error is None or not asked.error.maybe_done:
            self._sent.pop(f"{stage}/{title}", None)
        if made is None:
            self.kept.emit(stage)
        else:
            self.type(stage, "")
            self.made.emit(stage, made)
        await self.settle()

    async def _make(self, stage: str, title: str, pipeline_id: int) -> CrmEntry:
        """Send it once; after a lost answer see whether it is there. Raises ``ApiError``."""
        entity_id, run = self._entity.id, self._workspace.run
        wanted = CrmEntryFilter(stage_id=int(stage), q=title, per_page=LOOKED_THROUGH)

        async def named() -> list[CrmEntry]:
            listing = await run(lambda api: api.crm.list_entries(entity_id, wanted))
            return [entry for entry in listing.rows if entry.title == title]

        async def look() -> CrmEntry | None:
            before = self._sent[f"{stage}/{title}"]
            return next((entry for entry in await named() if entry.id not in before), None)

        if f"{stage}/{title}" in self._sent:
            if (found := await look()) is not None:
                return found
        else:
            self._sent[f"{stage}/{title}"] = [entry.id for entry in await named()]
            await self.settle()
        switches = [f.key for f in self._entity.fields or () if f.required and f.type == "boolean"]
        draft = CrmEntryDraft(title=title, pipeline_id=pipeline_id, stage_id=int(stage))
        if switches:
            draft = draft.model_copy(update={"values": dict.fromkeys(switches, False)})
        async with journaled(self._workspace, part_of(entity_id), title, _("Adding")):
            call = run(lambda api: api.crm.create_entry(entity_id, draft))
            return await confirmed(call, look)
