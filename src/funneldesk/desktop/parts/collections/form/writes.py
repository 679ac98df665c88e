"""Writes of the set-up: each sent once, and looked for where its answer was lost."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from funneldesk.contract.collections import (
    Collection,
    CollectionDraft,
    CollectionField,
    CollectionFieldDraft,
    CollectionFilter,
    CollectionPatch,
)
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.collections.form.specs import field_body, settings_body
from funneldesk.desktop.parts.collections.kind import PART
from funneldesk.desktop.parts.collections.schema import Collections
from funneldesk.desktop.records.schema.writes import SchemaWrites, filled, fresh_of
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

LOOKED_THROUGH = 100


class FormWrites(SchemaWrites):
    """All methods raise ``ApiError``; after each the collections are read again. Fields that a
    write does not name stay (quirk 46)."""

    def __init__(self, workspace: Workspace) -> None:
        self.schema = workspace.shared(Collections)
        super().__init__(workspace, PART, self.schema.learn)

    async def create(self, values: Mapping[str, Any]) -> Collection:
        """A new collection with its first field."""
        first = CollectionFieldDraft(name=str(values["first"]).strip(), type="text", order=0)
        body = filled(settings_body(values, None))
        draft = CollectionDraft(**body, fields=[first])
        before = {each.id for each in self.schema.entities}

        async def look(api: "Api") -> Collection | None:
            wanted = CollectionFilter(q=draft.name, per_page=LOOKED_THROUGH)
            listed = (await api.collections.list(wanted)).rows
            found = fresh_of(listed, before, draft.name)
            return await api.collections.get(found.id) if found is not None else None

        return await self.make(
            draft.name, _("New collection"), lambda api: api.collections.create(draft), look
        )

    async def update(self, collection: Collection, values: Mapping[str, Any]) -> None:
        """Change the settings that differ."""
        body = settings_body(values, collection)
        if body:
            await self._patch(collection, CollectionPatch(**body))

    async def put_field(
        self, collection: Collection, values: Mapping[str, Any], before: CollectionField | None
    ) -> None:
        """A new field behind the others, or what differs of one that is there. A new one whose
        answer was lost is looked for before it is sent again: it would be there twice."""
        known = collection.fields or []
        draft = field_body(values, before, max((f.order for f in known), default=-1) + 1)
        if before is not None:
            await self._patch(collection, CollectionPatch(fields=[draft]))
            return
        ids = {each.id for each in known}

        async def look(api: "Api") -> Collection | None:
            now = await api.collections.get(collection.id)
            return now if fresh_of(now.fields or (), ids, str(draft.name)) else None

        await self.make(
            str(draft.name),
            _("New field"),
            lambda api: api.collections.update(collection.id, CollectionPatch(fields=[draft])),
            look,
        )

    async def order_fields(self, collection: Collection, ids: Sequence[int]) -> None:
        """Fields in this order: those whose place is another one are sent."""
        places = {number: at for at, number in enumerate(ids)}
        moved = [
            CollectionFieldDraft(id=each.id, order=places[each.id])
            for each in collection.fields or ()
            if each.id in places and each.order != places[each.id]
        ]
        if moved:
            await self._patch(collection, CollectionPatch(fields=moved))

    async def delete_field(self, collection: Collection, field: CollectionField) -> None:
        """Remove a field with its values."""
        gone = CollectionFieldDraft(id=field.id, deleted=True)
        await self._patch(collection, CollectionPatch(fields=[gone]))

    async def delete_collection(self, collection: Collection) -> None:
        """Delete a collection with its entries."""
        await self.delete(lambda api: api.collections.delete(collection.id))

    async def _patch(self, collection: Collection, patch: CollectionPatch) -> None:
        await self.send(lambda api: api.collections.update(collection.id, patch))
