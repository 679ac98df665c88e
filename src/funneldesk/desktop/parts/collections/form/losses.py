"""Questions before something of the set-up is deleted: what would be lost is counted first."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from funneldesk.contract.collections import Collection, CollectionEntryFilter, CollectionField
from funneldesk.desktop.kit.dialogs.dialog import confirm_by_name
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.collections.kind import PART
from funneldesk.desktop.records.schema.loss_dialog import Count
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 100


def values_of(collection: Collection, field: CollectionField) -> Count:
    """Counts the entries that have a value in a field: the server has no such total, so that all
    of them are read."""

    async def count(api: "Api") -> int:
        everything = CollectionEntryFilter(per_page=AT_ONCE)
        found = 0
        async for entry in api.collections.iterate_entries(collection.id, everything):
            value = entry.values.get(field.code)
            found += value is not None and value is not False and value != ""
        return found

    return count


async def may_delete_collection(
    parent: QWidget, workspace: Workspace, collection: Collection
) -> bool:
    """Whether the user wants a collection deleted with its entries: its name is typed."""
    with operation(workspace, _("Counting what is in it"), f"{PART}/setup") as asked:
        one = CollectionEntryFilter(per_page=1)
        listing = await workspace.run(lambda api: api.collections.list_entries(collection.id, one))
    if asked.failed:
        return False
    told = _("{fields} and {entries} are deleted with it, for good. Forms on pages stop working.")
    text = told.format(
        fields=counted(len(collection.fields or ()), "field"),
        entries=counted(listing.total or 0, "entry"),
    )
    title = _("Delete “{name}” and everything in it?").format(name=collection.name)
    action = _("Delete collection")
    return await confirm_by_name(parent, title, text, name=collection.name, action=action)
