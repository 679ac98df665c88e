"""Action of a section whose part can be imported."""

from typing import TYPE_CHECKING

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.sections.actions import Action, Place
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import section_of

if TYPE_CHECKING:
    from funneldesk.desktop.records.importing.declaration import RecordImport

PLACES = Place.PALETTE | Place.SECTION_MENU


def import_action(panel: Panel, part: str, units: str) -> Action:
    """Ask for a file and import its rows."""
    return Action(
        f"{section_of(part)}.import",
        _("Import {units}…").format(units=noun(units)),
        lambda _: panel.tasks.latest("import", _import(panel, part)),
        "upload",
        places=PLACES,
        menu_title=_("Import from CSV or Excel…"),
        writes=part,
        needs_connection=True,
    )


async def _import(panel: Panel, part: str) -> None:
    from funneldesk.desktop.records.importing.dialog import ImportDialog

    importer = panel.workspace.importers[section_of(part)]
    with operation(panel.workspace, _("Preparing the import"), key=f"{part}/import"):
        declared: RecordImport = await importer(panel.workspace, part)
        await ImportDialog(panel, panel.workspace, declared).ask()
