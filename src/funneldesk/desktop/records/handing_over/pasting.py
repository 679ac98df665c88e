"""Lines on the clipboard as new records: checked cell by cell before anything is sent."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.handing_over.given import pasted_table
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.staging.clipboard_cells import lines_of
from funneldesk.desktop.sections.actions import Action, Place
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import section_of

if TYPE_CHECKING:
    from funneldesk.desktop.records.importing.declaration import RecordImport


def paste_new_action(panel: RecordsPanel) -> Action:
    """Make records of the lines on the clipboard."""
    declared = panel.declared
    return Action(
        f"{section_of(declared.part)}.paste-new",
        _("Paste as new {units}…").format(units=noun(declared.units)),
        lambda _ids: panel.tasks.latest("paste-new", paste_new(panel)),
        "file-plus",
        "Ctrl+Shift+V",
        Place.PALETTE | Place.SECTION_MENU | Place.LIST_MENU,
        writes=declared.part,
        needs_connection=True,
    )


async def paste_new(panel: RecordsPanel, lines: Sequence[Sequence[str]] = ()) -> None:
    """Lead from the clipboard, or from ``lines``, through the check to the job."""
    from funneldesk.desktop.records.importing.dialog import ImportDialog

    work, declared = panel.workspace, panel.declared
    given = lines or await in_thread(lines_of, QApplication.clipboard().text())
    units = noun(declared.units)
    if not given:
        title = _("There is nothing to paste")
        text = _("Copy rows in a spreadsheet first, with or without their titles.")
        work.notifications.post(Notice(title, text, "info", key=f"{declared.part}/paste"))
        return
    shown = panel.list.table.shown_columns()
    titles = [declared.columns[at].title for at in shown if declared.columns[at].field]
    told = _("Paste new {units}").format(units=units)
    with operation(work, _("Preparing the paste"), f"{declared.part}/paste"):
        importer = work.importers[section_of(declared.part)]
        known: RecordImport = await importer(work, declared.part)
        table = pasted_table(given, titles)
        await ImportDialog(panel, work, known, given=table, title=told).ask()
