"""Table of a collection's entries: edited in its cells, pasted into, deleted, exported."""

from collections.abc import Sequence

from funneldesk.contract.collections import Collection
from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.collections.deleting import entry_deletion
from funneldesk.desktop.parts.collections.exporting import EmailExport
from funneldesk.desktop.parts.collections.fields import clashing
from funneldesk.desktop.parts.collections.kind import PART
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.handing_over.crm_entries import EntrySource, make_entries
from funneldesk.desktop.records.handing_over.pasting import paste_new_action
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.workspace.workspace import Workspace

LINKED_AS = "collection_entry"


class EntriesPanel(EditedPanel):
    """The panel of one collection's entries."""

    def __init__(
        self, workspace: Workspace, declared: RecordSection, collection: Collection
    ) -> None:
        self.collection = collection
        super().__init__(workspace, declared)
        self.unreadable = Banner(closable=False)
        layout = self.list.layout()
        if layout is not None:
            layout.addWidget(self.unreadable)
        self._tell_clashes()

    def about_many(self) -> Sequence[Action]:
        if self.staging is None:
            raise ValueError("entries are edited in the table")
        delete = entry_deletion(self, self.staging.runs).action()
        by_mail = Action(
            f"{PART}.export-by-email",
            _("Export entries by email…"),
            lambda _ids: self.tasks.latest("mail", EmailExport(self, self.collection).ask()),
            "send",
            places=Place.PALETTE | Place.SECTION_MENU,
            menu_title=_("Export by email…"),
            writes=PART,
            needs_connection=True,
        )
        promote = Action(
            f"{PART}.promote",
            _("Promote the selected entries to the CRM…"),
            lambda ids: self.tasks.start(make_entries(self, self._source, self._saved(ids))),
            "square-kanban",
            places=Place.PALETTE | Place.LIST_MENU | Place.SELECTION_BAR,
            menu_title=_("Promote to CRM…"),
            takes=Takes.SEVERAL,
            writes="crm",
            needs_connection=True,
        )
        pasted = (paste_new_action(self),) if PART in self.workspace.importers else ()
        return (*pasted, by_mail, promote, delete)

    @property
    def _source(self) -> EntrySource:
        """What entries of the CRM say that they were made of; each is made once."""
        title = _("Promote {records} to the CRM")
        return EntrySource(PART, self.collection.name, LINKED_AS, title, once=True)

    def _saved(self, ids: Ids) -> list[str]:
        return [each for each in ids if not is_new_id(each)]

    def _tell_clashes(self) -> None:
        """Fields that are called like a key of the entry itself (quirk 47)."""
        names = ", ".join(f"“{each.name or each.code}”" for each in clashing(self.collection))
        if names:
            title = _("Some values can't be read: {fields}").format(fields=names)
            text = _(
                "Entries have an ID, a title and dates of their own under the same code. Delete "
                "the field on the Form page, and add it under another name."
            )
            self.unreadable.say(title, text, "warning")
