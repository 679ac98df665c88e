"""Setting of fields on many records of a section: asked for, shown, carried out as one run."""

from collections.abc import Sequence
from typing import Any

from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.field_writer import RecordFieldWriter
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.records.bulk.section_run import SectionRuns, SectionWork
from funneldesk.desktop.records.bulk.set_fields import SetFieldsDialog
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.sections.operations import may_write
from funneldesk.desktop.sections.panel import Panel


async def set_fields(
    panel: Panel,
    kind: RecordKind,
    library: RecordLibrary[Any],
    runs: SectionRuns,
    items: Sequence[BulkItem],
) -> None:
    """Ask what to set, show what changes on which record, then do it."""
    workspace = panel.workspace
    if not may_write(workspace, kind.part, noun(kind.units)) or not runs.is_free():
        return
    dialog = SetFieldsDialog(panel, kind, workspace, library, items)
    if await dialog.ask() != "set":
        return
    wanted = dict.fromkeys(dialog.chosen, dialog.wanted)
    writer = RecordFieldWriter(kind, workspace, library, wanted, dialog.known)
    work = SectionWork(
        _("Set fields"),
        _("Setting fields on"),
        lambda count: _("Fields set on {records}").format(records=counted(count, kind.unit)),
        writer.write,
        writer.look,
    )
    await runs.run(work, [item for item in items if item.id in wanted])
