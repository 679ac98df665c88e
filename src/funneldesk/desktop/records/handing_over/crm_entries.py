"""Records of any part as entries of the CRM: columns matched to fields, duplicates named, sent by
a job, each linked with what it was made of."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from decimal import Decimal
from typing import TYPE_CHECKING

from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.export.table import Cell as ExportCell
from funneldesk.desktop.kit.forms.field_row import FieldRow
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.handing_over.given import table_of
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.dialog import ImportDialog
from funneldesk.desktop.records.importing.reading import Cell
from funneldesk.desktop.records.importing.sameness import address
from funneldesk.desktop.records.importing.table_file import Table
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.sections.actions import Ids
from funneldesk.desktop.sections.operations import operation

if TYPE_CHECKING:
    from funneldesk.contract.crm import CrmEntity

CRM, DOING = "crm", _("Reading what the CRM keeps")
KIND, ADDRESS = "reference_type", "reference_id"


@dataclass(frozen=True, slots=True)
class EntrySource:
    """What entries are made of: ``name`` says what the rows are, ``linked_as`` is what an entry
    says that it refers to. ``once``: a record becomes an entry a single time, on any computer."""

    part: str
    name: str
    linked_as: str
    title: str
    once: bool = False


async def make_entries(panel: RecordsPanel, source: EntrySource, ids: Ids) -> None:
    """Ask of which kind, then lead through columns, check and sending."""
    workspace, key = panel.workspace, f"{source.part}/entries"
    rows = [row for each in ids if (row := panel.list.row(each)) is not None]
    entities: list[CrmEntity] = []
    with operation(workspace, DOING, key) as asked:
        entities = await workspace.run(lambda api: api.crm.list_entities())
    if asked.failed:
        return
    if not entities:
        text = _("Set up leads or contacts in the CRM first, then make entries of these records.")
        notice = Notice(_("The CRM keeps nothing yet."), text, "warning", key=key)
        workspace.notifications.post(notice)
        return
    unit = panel.declared.unit
    entity_id = await _which(panel, entities, counted(len(rows), unit))
    if entity_id is None:
        return
    with operation(workspace, DOING, key):
        declared: RecordImport = await workspace.importers[CRM](workspace, f"{CRM}/{entity_id}")
        table = _table_of(panel, source, rows, declared)
        known, once = known_first(declared), ADDRESS if source.once else ""
        told = source.title.format(records=counted(len(rows), unit))
        await ImportDialog(panel, workspace, known, given=table, title=told, once=once).ask()


async def _which(panel: RecordsPanel, entities: "Sequence[CrmEntity]", records: str) -> int | None:
    """The entity that entries are made of."""
    choices = tuple((each.id, each.plural_name or each.name) for each in entities)
    if len(choices) == 1:
        return int(choices[0][0])
    text = _("Each of the {records} becomes one entry. Nothing is sent before you saw the check.")
    dialog = Dialog(panel, _("Make entries in the CRM"), text.format(records=records))
    field = FieldRow(FieldSpec("entity", _("Make them"), "choice", choices=choices))
    field.set_value(choices[0][0])
    dialog.body.addWidget(field)
    dialog.add_button("", _("Cancel"))
    dialog.add_button("next", _("Next"), "primary")
    if await dialog.ask() != "next":
        return None
    return int(field.value())


def known_first(declared: RecordImport) -> RecordImport:
    """The import by which a record is known first by the address, then by the link: two people
    may have one name."""
    keys = declared.keys
    sure = {name: same for name, same in keys.items() if same is address}
    link = {name: same for name, same in keys.items() if name == ADDRESS}
    return replace(declared, keys={**sure, **link, **keys})


def _table_of(
    panel: RecordsPanel, source: EntrySource, rows: Sequence[SummaryRow], declared: RecordImport
) -> Table:
    """The rows as those of a file; two columns more link each entry with what it is made of."""
    fields = declared.kind.draft.declared
    columns = [each for each in panel.declared.columns if each.exported]
    titles = (*(each.title for each in columns), fields[KIND].title, fields[ADDRESS].title)
    zone = panel.brand.formats.zone
    cells = (
        [*(_cell(each.cell(row), zone) for each in columns), source.linked_as, row.id]
        for row in rows
    )
    return table_of(source.name, titles, cells)


def _cell(value: ExportCell, zone: tzinfo | None) -> Cell:
    """A value as a file would have it: a moment is its day, for the brand."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.astimezone(zone).date().isoformat()
    if isinstance(value, float | Decimal) and value == int(value):
        return int(value)
    return value if isinstance(value, str | int | float | bool) else str(value)
