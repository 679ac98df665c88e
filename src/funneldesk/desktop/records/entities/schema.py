"""What a brand has set up in a section: entities with fields, and the section of each one's
records."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.section import RecordSection, listed_kind
from funneldesk.desktop.records.staging.staged_changes import StagedChanges
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

RECORD = "all"


class Entity(Protocol):
    """As the interface answers it: a pydantic model with a number."""

    @property
    def id(self) -> int: ...

    def model_dump(self, *, mode: str) -> dict[str, Any]: ...


E = TypeVar("E", bound=Entity)


class EntitySchema(QObject, Generic[E]):
    """One for each workspace (``workspace.shared``). ``entities`` are whole. ``changed``: they are
    others now.

    A section says in ``part`` under which name they are kept, and how entities are read and
    become sections.
    """

    changed = Signal()
    part = ""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.entities: tuple[E, ...] = ()
        self.is_known = False
        self._workspace = workspace
        self._sections: dict[int, tuple[E, RecordSection]] = {}

    # What a section says

    def restored(self, body: Any) -> E:
        """An entity as it was kept."""
        raise NotImplementedError

    def reader(self) -> "Callable[[Api], Awaitable[tuple[E, ...]]]":
        """Reads all entities, whole."""
        raise NotImplementedError

    def made(self, entity: E) -> RecordSection:
        """The section of an entity's records."""
        raise NotImplementedError

    def part_of(self, entity_id: int) -> str:
        """Where an entity's records are kept on this computer."""
        raise NotImplementedError

    # Knowing

    async def recall(self) -> None:
        """What was known the last time."""
        if not self.is_known:
            kept = await self._workspace.store.record(f"{self.part}.schema", RECORD)
            known = kept.body.get("entities") if kept is not None else None
            if isinstance(known, list) and not self.is_known:
                self._take(tuple(map(self.restored, known)))

    async def learn(self) -> None:
        """Ask the server, and keep its answer. Raises ``ApiError``."""
        entities = await self._workspace.run(self.reader())
        gone = {each.id for each in self.entities} - {each.id for each in entities}
        self._take(entities)
        store = self._workspace.store
        body = {"entities": [each.model_dump(mode="json") for each in entities]}
        await store.put_record(f"{self.part}.schema", RECORD, body, {})
        for entity_id in gone:
            await store.replace_listing(self.part_of(entity_id), ())

    def entity(self, entity_id: int) -> E | None:
        """An entity; None for one that is not known."""
        return next((each for each in self.entities if each.id == entity_id), None)

    def section(self, entity_id: int) -> RecordSection:
        """The section of an entity's records: the same one until the entity is another.

        Raises KeyError for an entity that is not known.
        """
        entity = self.entity(entity_id)
        if entity is None:
            raise KeyError(entity_id)
        known = self._sections.get(entity_id)
        if known is not None and known[0] == entity:
            return known[1]
        if known is not None:
            self._let_go(known[1])
        made = self.made(entity)
        self._sections[entity_id] = entity, made
        return made

    def _let_go(self, section: RecordSection) -> None:
        """Rows and staged changes of a section that is no longer made so are not kept for it."""
        self._workspace.unshare(RecordLibrary, listed_kind(section))
        if section.edited is not None:
            self._workspace.unshare(StagedChanges, section.edited)

    def _take(self, entities: tuple[E, ...]) -> None:
        before, self.entities = self.entities, entities
        known, self.is_known = self.is_known, True
        if entities != before or not known:
            self.changed.emit()
