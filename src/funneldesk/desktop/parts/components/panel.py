"""The Components section: the list, the source of one with its preview, and what else is known of
it."""

from collections.abc import Mapping, Sequence
from typing import Any

from funneldesk.desktop.assets.copies.brand_copies import BrandCopies
from funneldesk.desktop.assets.insert.inserting import InsertFiles
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.components.actions import ComponentActions, component_actions
from funneldesk.desktop.parts.components.builder_view import BuilderView
from funneldesk.desktop.parts.components.compare.page import ComparePage
from funneldesk.desktop.parts.components.editor.editor import ComponentForm
from funneldesk.desktop.parts.components.kind import PART
from funneldesk.desktop.parts.components.rename.renaming import Renaming
from funneldesk.desktop.parts.components.uses.component_uses import ComponentUses
from funneldesk.desktop.parts.components.uses.page import UsesPage
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.detail.edit_pane import EditPane
from funneldesk.desktop.records.detail.peek import EDIT, EditTab
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.records.section import RecordSection, listed_kind
from funneldesk.desktop.sections.actions import Action
from funneldesk.desktop.workspace.workspace import Workspace


class ComponentsPanel(EditedPanel):
    """The panel of the components of a brand."""

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        self.uses = workspace.shared(ComponentUses)
        super().__init__(workspace, self.uses.section(declared))
        self.split.setSizes([430, 770])
        self.uses.changed.connect(self.list.table.rows.tell_changed)
        self.used_in.opened.connect(self.workspace.go)
        self.compare.opened.connect(lambda page_id: self.workspace.go("pages", page_id))
        self.editor.edited.connect(lambda _name: self.compare.draw_soon())
        self.editor.asked_to_publish.connect(self.publish)

    def own_tabs(self) -> Sequence[OwnTab]:
        library = library_of(self.workspace, listed_kind(self.declared))
        self.editor = ComponentForm(self.kind.fields_in(self.workspace), self.workspace)
        self.pane = EditPane(self.kind, self, library, self.editor)
        self.session = self.pane.session
        self.inserting = InsertFiles(
            self, lambda: self.editor.code, lambda: self.editor.show_tab("html"), PART, "component"
        )
        self.editor.code_made.connect(self.inserting.equip)
        self.used_in, self.builder = UsesPage(self.uses), BuilderView()
        self.compare = ComparePage(self.workspace, lambda: self.session.draft, self.uses.of)
        return (
            OwnTab(EDIT, _("Source"), EditTab(self.pane)),
            OwnTab("compare", _("Compare"), self.compare),
            OwnTab("uses", _("Used in"), self.used_in),
            OwnTab("builder", _("Builder"), self.builder),
        )

    def about_many(self) -> Sequence[Action]:
        self.component_actions = ComponentActions(self, self.pane, self.source.library, self.uses)
        self.renaming = Renaming(self, self.session, self.source.library, self.uses)
        return component_actions(self.component_actions, self.renaming, self)

    async def load(self) -> None:
        self.uses.begin()
        await super().load()
        await self.workspace.shared(BrandCopies).leave(PART, self.source.library.covered)

    def show_beside(self, body: Mapping[str, Any]) -> None:
        self.editor.show_changed()

    def publish(self) -> None:
        """Make the open component live, after a look at what changes."""
        self.tasks.latest("publish", self.component_actions.publish())

    def save(self, *, publish: bool = False) -> None:
        if publish and self.session.draft is not None:
            self.publish()
        else:
            super().save()

    def seek(self) -> None:
        if self.editor.isAncestorOf(self.focusWidget() or self):
            self.editor.seek()
        else:
            super().seek()
