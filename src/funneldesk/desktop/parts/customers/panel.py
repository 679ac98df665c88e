"""The Customers section: the records panel, with what can be done for a customer in a tab."""

from collections.abc import Sequence

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.actions import customer_actions
from funneldesk.desktop.people.customer import PART
from funneldesk.desktop.people.customer_tab import CustomerTab
from funneldesk.desktop.people.timeline import CustomerTimeline
from funneldesk.desktop.records.detail.detail_view import FACTS, TIMELINE, OwnTab
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action
from funneldesk.desktop.workspace.workspace import Workspace


class CustomersPanel(RecordsPanel):
    """Opens with the facts; the tab is for whoever wants to do something."""

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        super().__init__(workspace, declared)
        self.detail.tabs.choose(FACTS)
        self.detail.pages.setCurrentWidget(self.detail.facts)

    def own_tabs(self) -> Sequence[OwnTab]:
        self.customer = CustomerTab(self.workspace, lambda: self.brand.formats)
        self.everything = CustomerTimeline(self.workspace, lambda: self.brand.formats)
        return (
            OwnTab("actions", _("Actions"), self.customer),
            OwnTab(TIMELINE, _("Timeline"), self.everything),
        )

    def declare(self) -> Sequence[Action]:
        return (*super().declare(), *customer_actions(PART, lambda: self.customer.view))
