"""Entries from the rows of a file, or of the clipboard: known by address, or by any other words."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from funneldesk.contract.collections import Collection, CollectionEntryFilter
from funneldesk.desktop.parts.collections.fields import own_fields
from funneldesk.desktop.parts.collections.kind import entry_kind
from funneldesk.desktop.parts.collections.schema import Collections
from funneldesk.desktop.records.importing.declaration import RecordImport, Values
from funneldesk.desktop.records.importing.sameness import Sameness, address, exact, words
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 100
KEYS: Mapping[str, Sameness] = {"email": address, "text": words, "hidden": exact, "number": exact}
"""Types by whose values an entry can be known, the surest first."""
SYNONYMS = {"email": ("e-mail", "email", "mail", "email-address")}


async def entries_import(workspace: Workspace, part: str) -> RecordImport:
    """What can be imported into the collection of a part. Raises ``ApiError``, and KeyError for a
    collection that is gone."""
    schema, number = workspace.shared(Collections), int(part.partition("/")[2])
    await schema.recall()
    if schema.entity(number) is None:
        await schema.learn()
    collection = schema.entity(number)
    if collection is None:
        raise KeyError(part)
    return declared_import(collection)


def declared_import(collection: Collection) -> RecordImport:
    """The import of a collection's entries."""
    kind, own = entry_kind(collection), own_fields(collection)
    delete = kind.writes.delete
    return RecordImport(
        kind,
        kind.units,
        partial(_listed, collection, kind),
        keys={f.code: same for each, same in KEYS.items() for f in own if f.type == each},
        delete=delete,
        synonyms={f.code: (f.code, *SYNONYMS.get(f.type, ())) for f in own},
        updates=True,
        needed=tuple(f.code for f in own if f.required and f.type != "checkbox"),
    )


async def _listed(collection: Collection, kind: RecordKind, api: "Api") -> Mapping[str, Values]:
    """Every entry with its values."""
    everything = CollectionEntryFilter(per_page=AT_ONCE)
    return {
        entry.id: dict(kind.draft.opened(entry).fields)
        async for entry in api.collections.iterate_entries(collection.id, everything)
    }
