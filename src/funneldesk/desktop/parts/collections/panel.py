"""Frame of the collections: which one is shown, as its entries or as its form."""

from typing import ClassVar

from funneldesk.contract.collections import Collection
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.collections.form.page import form_page
from funneldesk.desktop.parts.collections.schema import Collections
from funneldesk.desktop.parts.collections.table import EntriesPanel
from funneldesk.desktop.records.entities.frame import SETUP, EntityPanel
from funneldesk.desktop.records.entities.host import TABLE, EntityHost, EntityPage, EntityWords
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import Workspace

Host = EntityHost[Collections]


def _table(host: Host) -> Panel:
    collection = host.schema.entity(host.entity_id)
    if collection is None:
        raise ValueError("the table is of a collection that is known")
    return EntriesPanel(host.workspace, host.schema.section(collection.id), collection)


PAGES: tuple[EntityPage[Host], ...] = (
    EntityPage(TABLE, _("Entries"), "list", _table),
    EntityPage(
        SETUP,
        _("Form"),
        "settings",
        form_page,
        without_entity=True,
        follows=True,
        shows_entries=False,
    ),
)


class CollectionsPanel(EntityPanel[Collection, Host]):
    """The panel of a brand's collections."""

    part = "collections"
    words: ClassVar[EntityWords] = EntityWords(
        _("Collection"),
        _("collections"),
        _("Reading the collections"),
        "database",
        (
            _("No collections yet"),
            _("A collection is a form on your pages, and what visitors left in it."),
            _("Set up a collection"),
        ),
    )

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace, workspace.shared(Collections))

    def pages_of(self) -> tuple[EntityPage[Host], ...]:
        return PAGES

    def make_host(self, entity_id: int) -> Host:
        return EntityHost(self.workspace, self.workspace.shared(Collections), entity_id, self)

    def named(self, entity: Collection) -> str:
        return entity.name or entity.code

    def one_of(self, entity: Collection) -> str:
        return _("Entry")
