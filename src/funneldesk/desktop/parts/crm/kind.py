"""Kind of record that an entity's entries are: how they are read, edited and written.

The window has entries flat: beside what the server sends stands each value under the name of its
field, ``values.<key>``. Bodies are put together again here (quirk 45).
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import model_validator

from funneldesk.contract.crm import (
    CrmEntity,
    CrmEntry,
    CrmEntryDraft,
    CrmEntryFilter,
    CrmEntryPatch,
)
from funneldesk.contract.listing import Listing
from funneldesk.contract.shapes import Record
from funneldesk.desktop.parts.crm.fields import LINKS, VALUES, entry_fields, named
from funneldesk.desktop.parts.crm.stages import pipelines_of
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.writes import Making, RecordWrites

if TYPE_CHECKING:
    from funneldesk.client import Api

LOOKED_THROUGH = 100


def part_of(entity_id: int) -> str:
    """Where an entity's entries are kept on this computer."""
    return f"crm/{entity_id}"


def flat(entity: CrmEntity, entry: CrmEntry) -> CrmEntry:
    """An entry with each value under its field's name, None where it has none."""
    known = {each.key: each.value for each in entry.values} | entry.values_flat
    values = {VALUES + each.key: known.get(each.key) for each in entity.fields or ()}
    return entry.model_copy(update=values)


def flat_listing(entity: CrmEntity, listing: Listing[CrmEntry]) -> Listing[CrmEntry]:
    """A page of entries, each flat."""
    return replace(listing, rows=tuple(flat(entity, each) for each in listing.rows))


def as_sent(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """An entry without what ``flat`` added."""
    return {key: value for key, value in body.items() if not key.startswith(VALUES)}


def entry_kind(entity: CrmEntity) -> RecordKind:
    """How the entries of an entity are edited."""
    homes = pipelines_of(entity)

    class LocalEntryDraft(_LocalEntryDraft):
        declared = entry_fields(entity)

    class EntryDraft(_Nested, CrmEntryDraft):
        pipelines: ClassVar[Mapping[int, int]] = homes
        switches: ClassVar[tuple[str, ...]] = tuple(
            f.key for f in entity.fields or () if f.required and f.type == "boolean"
        )

    class EntryPatch(_Nested, CrmEntryPatch):
        pipelines: ClassVar[Mapping[int, int]] = homes

    making = Making(EntryDraft, partial(_create, entity), partial(_titled, entity.id))
    return RecordKind(
        part_of(entity.id),
        "entry",
        LocalEntryDraft,
        partial(read_entry, entity),
        RecordWrites(EntryPatch, partial(_update, entity), making),
        bulk_groups=(named(entity), LINKS.title),
        identity=str,
        several="entries",
    )


async def read_entry(entity: CrmEntity, api: "Api", entry_id: str) -> CrmEntry:
    """An entry of an entity. Raises ``ApiError``."""
    return flat(entity, await api.crm.get_entry(entry_id, entity.id))


class _LocalEntryDraft(RecordDraft):
    listed = ("title", "stage_id")

    def accept(
        self, saved: Record, sent: Mapping[str, object], doubtful: Iterable[str] = ()
    ) -> tuple[str, ...]:
        values = sent.get("values")
        named = {VALUES + k: v for k, v in values.items()} if isinstance(values, dict) else {}
        return super().accept(saved, {**sent, **named}, doubtful)


class _Nested:
    """Body made from flat fields. A stage goes with its pipeline, which it must belong to."""

    pipelines: ClassVar[Mapping[int, int]] = {}
    switches: ClassVar[tuple[str, ...]] = ()
    """Required yes-or-no fields: one that nobody touched is a no."""

    @model_validator(mode="before")
    @classmethod
    def _nest(cls, body: Any) -> Any:
        if not isinstance(body, dict):
            return body
        values = {k.removeprefix(VALUES): v for k, v in body.items() if k.startswith(VALUES)}
        values = {**dict.fromkeys(cls.switches, False), **values}
        nested = {key: value for key, value in body.items() if not key.startswith(VALUES)}
        line = cls.pipelines.get(nested.get("stage_id", 0))
        nested |= {"pipeline_id": line} if line is not None else {}
        return {**nested, "values": values} if values else nested


async def _create(entity: CrmEntity, api: "Api", draft: CrmEntryDraft) -> CrmEntry:
    return flat(entity, await api.crm.create_entry(entity.id, draft))


async def _update(entity: CrmEntity, api: "Api", entry_id: str, patch: CrmEntryPatch) -> CrmEntry:
    return flat(entity, await api.crm.update_entry(entry_id, patch, entity.id))


async def _titled(entity_id: int, api: "Api", title: str) -> Iterable[str]:
    wanted = CrmEntryFilter(q=title, per_page=LOOKED_THROUGH)
    listing = await api.crm.list_entries(entity_id, wanted)
    return [each.id for each in listing.rows if each.title == title]
