"""The Customers section: the records panel, with what can be done for a customer in a tab."""

from collections.abc import Sequence

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.customers.open_tickets import refusal, show_open_tickets
from funneldesk.desktop.people.actions import customer_actions
from funneldesk.desktop.people.customer import PART
from funneldesk.desktop.people.customer_tab import CustomerTab
from funneldesk.desktop.people.timeline import CustomerTimeline
from funneldesk.desktop.records.detail.detail_view import FACTS, TIMELINE, OwnTab
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.workspace.workspace import Workspace


class CustomersPanel(RecordsPanel):
    """Opens with the facts; the tab is for whoever wants to do something."""

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        super().__init__(workspace, declared)
        self.detail.tabs.choose(FACTS)
        self.detail.pages.setCurrentWidget(self.detail.facts)

    def own_tabs(self) -> Sequence[OwnTab]:
        self.customer = CustomerTab(self.workspace, lambda: self.brand.formats, at_home=True)
        self.everything = CustomerTimeline(self.workspace, lambda: self.brand.formats)
        return (
            OwnTab("actions", _("Actions"), self.customer),
            OwnTab(TIMELINE, _("Timeline"), self.everything),
        )

    def declare(self) -> Sequence[Action]:
        every = Place.PALETTE | Place.LIST_MENU | Place.SELECTION_BAR
        entries = Action(
            f"{PART}.make-entries",
            _("Make CRM entries…"),
            lambda ids: self.tasks.start(self._make_entries(ids)),
            "square-kanban",
            places=every,
            takes=Takes.EVERY,
            writes="crm",
            needs_connection=True,
            offered=lambda *_: "crm" in self.workspace.importers,
            starts_group=Place.LIST_MENU,
        )
        tickets = Action(
            f"{PART}.open-tickets",
            _("Open tickets…"),
            lambda ids: self.tasks.start(show_open_tickets(self, ids)),
            "inbox",
            places=every,
            takes=Takes.SEVERAL,
            needs_connection=True,
            refusal=refusal,
        )
        own = customer_actions(PART, lambda: self.customer.view)
        return (*super().declare(), entries, tickets, *own)

    async def _make_entries(self, emails: Ids) -> None:
        # Reading of files and what imports need: only who asks for it waits for it.
        from funneldesk.desktop.parts.customers.entries import make_entries

        await make_entries(self, emails)
