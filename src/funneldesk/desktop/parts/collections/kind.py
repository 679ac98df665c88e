"""Kind of record that a collection's entries are: their values stand flat, by field code."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import ConfigDict, model_validator

from funneldesk.contract.collections import Collection, CollectionEntry, CollectionEntryFilter
from funneldesk.contract.shapes import Draft, Patch
from funneldesk.desktop.parts.collections.fields import (
    entry_fields,
    own_fields,
    title_field,
)
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.writes import Making, RecordWrites

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "collections"
LOOKED_THROUGH = 100
ANY_CODE = ConfigDict(extra="allow")


def part_of(collection_id: int) -> str:
    """Where a collection's entries are kept on this computer."""
    return f"{PART}/{collection_id}"


def entry_kind(collection: Collection) -> RecordKind:
    """How the entries of a collection are edited."""
    own = own_fields(collection)
    title = title_field(collection)

    class LocalEntryDraft(RecordDraft):
        declared = entry_fields(collection)
        listed = (title,)

    class EntryDraft(_Values, Draft):
        model_config = ANY_CODE
        switches: ClassVar[tuple[str, ...]] = tuple(
            f.code for f in own if f.required and f.type == "checkbox"
        )

    class EntryPatch(_Values, Patch):
        """Only what was set is sent; the rest of the entry stays."""

        model_config = ANY_CODE

    making = Making(EntryDraft, partial(_create, collection.id), partial(_titled, collection.id))
    groups = dict.fromkeys(each.bulk for each in LocalEntryDraft.declared if each.bulk)
    return RecordKind(
        part_of(collection.id),
        "entry",
        LocalEntryDraft,
        partial(read_entry, collection.id),
        RecordWrites(
            EntryPatch,
            partial(_update, collection.id),
            making,
            delete=partial(_delete, collection.id),
            cleared="",
        ),
        bulk_groups=tuple(groups),
        identity=str,
        several="entries",
    )


class _Values:
    """Body of values by field code. ``switches``: required yes-or-no fields, of which one that
    nobody touched is a no."""

    switches: ClassVar[tuple[str, ...]] = ()

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, body: Any) -> Any:
        return {**dict.fromkeys(cls.switches, False), **body} if isinstance(body, dict) else body


async def read_entry(collection_id: int, api: "Api", entry_id: str) -> CollectionEntry:
    """An entry. Raises ``ApiError``."""
    return await api.collections.get_entry(collection_id, entry_id)


async def _create(collection_id: int, api: "Api", draft: Draft) -> CollectionEntry:
    return await api.collections.create_entry(collection_id, draft.body())


async def _update(collection_id: int, api: "Api", entry_id: str, patch: Patch) -> CollectionEntry:
    return await api.collections.update_entry(collection_id, entry_id, patch.body())


async def _delete(collection_id: int, api: "Api", entry_id: str) -> None:
    await api.collections.delete_entry(collection_id, entry_id)


async def _titled(collection_id: int, api: "Api", title: str) -> Iterable[str]:
    """Entries with a title; without one the newest, any of which may be the one that is meant."""
    wanted = CollectionEntryFilter(q=title or None, per_page=LOOKED_THROUGH)
    listing = await api.collections.list_entries(collection_id, wanted)
    words = " ".join(title.split())[:255]
    return [each.id for each in listing.rows if not words or each.title == words]


def values_of(body: Mapping[str, Any], collection: Collection) -> dict[str, Any]:
    """The values of an entry by field code."""
    return {each.code: body.get(each.code) for each in own_fields(collection)}
