"""Customers as entries of the CRM: columns matched to fields, duplicates named, sent by a job."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.export.table import Cell as ExportCell
from funneldesk.desktop.kit.forms.field_row import FieldRow
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.dialog import ImportDialog
from funneldesk.desktop.records.importing.reading import Cell
from funneldesk.desktop.records.importing.sameness import address
from funneldesk.desktop.records.importing.table_file import Layout, Table
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.sections.actions import Ids
from funneldesk.desktop.sections.operations import operation

if TYPE_CHECKING:
    from funneldesk.contract.crm import CrmEntity

CRM, DOING = "crm", _("Reading what the CRM keeps")
KIND, ADDRESS = "reference_type", "reference_id"
LINKED_AS = "customer"
"""What an entry of the CRM says that it refers to."""


async def make_entries(panel: RecordsPanel, emails: Ids) -> None:
    """Ask of which kind, then lead through columns, check and sending."""
    workspace = panel.workspace
    rows = [row for each in emails if (row := panel.list.row(each)) is not None]
    entities: list[CrmEntity] = []
    with operation(workspace, DOING, "customers/entries") as asked:
        entities = await workspace.run(lambda api: api.crm.list_entities())
    if asked.failed:
        return
    if not entities:
        text = _("Set up leads or contacts in the CRM first, then make entries from customers.")
        notice = Notice(_("The CRM keeps nothing yet."), text, "warning", key="customers/entries")
        workspace.notifications.post(notice)
        return
    entity_id = await _which(panel, entities, len(rows))
    if entity_id is None:
        return
    with operation(workspace, DOING, "customers/entries"):
        declared: RecordImport = await workspace.importers[CRM](workspace, f"{CRM}/{entity_id}")
        told = _("Make entries from {customers}").format(customers=counted(len(rows), "customer"))
        table = table_of_customers(panel, rows, declared)
        known = known_first(declared)
        await ImportDialog(panel, workspace, known, given=table, title=told).ask()


async def _which(panel: RecordsPanel, entities: "Sequence[CrmEntity]", count: int) -> int | None:
    """The entity that entries are made of."""
    choices = tuple((each.id, each.plural_name or each.name) for each in entities)
    if len(choices) == 1:
        return int(choices[0][0])
    text = _("Each of the {customers} becomes one entry. Nothing is sent before you saw the check.")
    dialog = Dialog(
        panel,
        _("Make entries in the CRM"),
        text.format(customers=counted(count, "customer")),
    )
    field = FieldRow(FieldSpec("entity", _("Make them"), "choice", choices=choices))
    field.set_value(choices[0][0])
    dialog.body.addWidget(field)
    dialog.add_button("", _("Cancel"))
    dialog.add_button("next", _("Next"), "primary")
    if await dialog.ask() != "next":
        return None
    return int(field.value())


def known_first(declared: RecordImport) -> RecordImport:
    """The import by which a customer is known first by the address, then by the link: two people
    may have one name."""
    keys = declared.keys
    sure = {name: same for name, same in keys.items() if same is address}
    link = {name: same for name, same in keys.items() if name == ADDRESS}
    return replace(declared, keys={**sure, **link, **keys})


def table_of_customers(
    panel: RecordsPanel, rows: Sequence[SummaryRow], declared: RecordImport
) -> Table:
    """The rows as those of a file; two columns more link each entry with its customer."""
    fields = declared.kind.draft.declared
    columns = panel.declared.columns
    titles = (*(each.title for each in columns), fields[KIND].title, fields[ADDRESS].title)
    zone = panel.brand.formats.zone
    cells = [
        [*(_cell(each.cell(row), zone) for each in columns), LINKED_AS, row.id] for row in rows
    ]
    return Table(Path(_("Customers")), Layout(), titles, tuple(enumerate(cells, 1)))


def _cell(value: ExportCell, zone: tzinfo | None) -> Cell:
    """A value as a file would have it: a moment is its day, for the brand."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.astimezone(zone).date().isoformat()
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, str | int | float | bool) else str(value)
