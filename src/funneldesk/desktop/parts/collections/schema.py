"""What a brand's collections are made of (quirks 46 and 47)."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from funneldesk.contract.collections import Collection
from funneldesk.desktop.parts.collections.entries import entries_section
from funneldesk.desktop.parts.collections.kind import PART, part_of
from funneldesk.desktop.records.entities.schema import EntitySchema
from funneldesk.desktop.records.section import RecordSection

if TYPE_CHECKING:
    from funneldesk.client import Api

COUNTED = ("total_entries", "updated_at")
"""What changes with every entry, and makes no other collection of it."""


class Collections(EntitySchema[Collection]):
    """The collections of a brand, with their fields in order."""

    part = PART

    def restored(self, body: Any) -> Collection:
        return Collection.model_validate(body)

    def reader(self) -> "Callable[[Api], Awaitable[tuple[Collection, ...]]]":
        return read_collections

    def made(self, entity: Collection) -> RecordSection:
        return entries_section(entity)

    def part_of(self, entity_id: int) -> str:
        return part_of(entity_id)


async def read_collections(api: "Api") -> tuple[Collection, ...]:
    """All collections of a brand, whole. Raises ``ApiError``."""
    listed = await api.collections.list_all()
    whole = await asyncio.gather(*(api.collections.get(each.id) for each in listed))
    return tuple(map(_settled, whole))


def _settled(collection: Collection) -> Collection:
    """In order, and without what every new entry changes."""
    fields = sorted(collection.fields or (), key=lambda field: (field.order, field.id))
    known = collection.model_dump(mode="json")
    return Collection.model_validate(
        {
            **{key: value for key, value in known.items() if key not in COUNTED},
            "fields": [each.model_dump(mode="json") for each in fields],
        }
    )
