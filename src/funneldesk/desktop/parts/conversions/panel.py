"""The Orders section: the records panel, with the customer beside an order and refunds."""

from collections.abc import Mapping, Sequence
from typing import Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.deeds import DeedEntry
from funneldesk.desktop.parts.conversions.days import DaysDialog
from funneldesk.desktop.parts.conversions.orders import FROM_HERE, PART, PLACED
from funneldesk.desktop.parts.conversions.refunds import Refunds
from funneldesk.desktop.parts.conversions.server_export import ServerExport
from funneldesk.desktop.people.actions import customer_actions
from funneldesk.desktop.people.customer_tab import CustomerTab
from funneldesk.desktop.people.deeds.doing import STATES, Deeds
from funneldesk.desktop.people.deeds.refund import REFUND
from funneldesk.desktop.records.detail.detail_view import FACTS, OwnTab
from funneldesk.desktop.records.filters.periods import between
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Place
from funneldesk.desktop.workspace.workspace import Workspace


class OrdersPanel(RecordsPanel):
    """Opens with the facts of an order; the tab before them is its customer."""

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        self._refunds: Sequence[Mapping[str, Any]] = ()
        super().__init__(workspace, declared)
        self.detail.tabs.choose(FACTS)
        self.detail.pages.setCurrentWidget(self.detail.facts)
        workspace.shared(Deeds).changed.connect(self._refunded)

    def own_tabs(self) -> Sequence[OwnTab]:
        formats = lambda: self.brand.formats  # noqa: E731
        self.customer = CustomerTab(self.workspace, formats, "customer_email")
        return (OwnTab("customer", _("Customer"), self.customer),)

    def declare(self) -> Sequence[Action]:
        self.refunds = Refunds(self)
        opened = customer_actions(PART, lambda: self.customer.view)
        self.server_export = ServerExport(self, self.workspace)
        start, anywhere = self.tasks.start, Place.PALETTE | Place.SECTION_MENU
        days = Action(
            "conversions.between",
            _("Orders between two days…"),
            lambda _: start(self._ask_days()),
            "calendar",
            places=anywhere,
        )
        export = Action(
            "conversions.export-on-server",
            _("Export on the server…"),
            lambda _: start(self.server_export.begin()),
            "download",
            places=anywhere,
            needs_connection=True,
        )
        return (*self.refunds.declare(), days, *super().declare(), export, *opened)

    async def _ask_days(self) -> None:
        """Narrow the list to the orders of some days, in the brand's zone."""
        formats = self.brand.formats
        dialog = DaysDialog(
            self,
            _("Orders between two days"),
            "",
            _("Show orders"),
            lambda: self.brand.formats,
            formats.today(),
        )
        if await dialog.ask() == "do":
            first, last = dialog.days
            if first is not None and last is not None:
                self.list.choose(PLACED, between(first, last, formats.zone))

    async def _open(self, record_id: str) -> None:
        self._refunds = await self._refunds_of(record_id)
        await super()._open(record_id)

    def whole(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        if not body:
            return body
        refunds = [{**each, "currency": body.get("currency")} for each in self._refunds]
        return {**body, FROM_HERE: refunds}

    async def _refunds_of(self, code: str) -> Sequence[Mapping[str, Any]]:
        """What this computer gave back of an order, as its journal has it."""
        entries = await self.workspace.store.deeds(record_id=code)
        return [_told(entry) for entry in entries if entry.name == REFUND.name]

    def _refunded(self, _person: str) -> None:
        if self.open_id:
            self.tasks.latest("open", self._open(self.open_id))


def _told(entry: DeedEntry) -> Mapping[str, Any]:
    return {
        "key": str(entry.key),
        "at": entry.begun_at.isoformat(),
        "amount": entry.request.get("amount"),
        "reason": entry.request.get("reason") or "",
        "state": STATES[entry.state][0],
    }
