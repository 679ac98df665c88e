"""The Subscriptions section: the records panel, with what can be done to one of them."""

from collections.abc import Iterator, Sequence
from functools import partial

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.subscriptions.subscriptions import PART
from funneldesk.desktop.people.customer_tab import CustomerTab
from funneldesk.desktop.people.deeds.asking import ask_deed
from funneldesk.desktop.people.deeds.declared import ON_SUBSCRIPTIONS
from funneldesk.desktop.people.deeds.deed import Body, Deed
from funneldesk.desktop.people.deeds.doing import Deeds
from funneldesk.desktop.records.detail.detail_view import FACTS, OwnTab
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.workspace.workspace import Workspace

ICONS = {"skip": "arrow-right", "move": "calendar", "bill": "receipt", "offer": "badge-check"}


class SubscriptionsPanel(RecordsPanel):
    """Opens with the facts; deeds are in the menu, the palette and beside the customer."""

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        super().__init__(workspace, declared)
        self.detail.tabs.choose(FACTS)
        self.detail.pages.setCurrentWidget(self.detail.facts)

    def own_tabs(self) -> Sequence[OwnTab]:
        self.customer = CustomerTab(
            self.workspace, lambda: self.brand.formats, path="customer_email"
        )
        return (OwnTab("customer", _("Customer"), self.customer),)

    def declare(self) -> Sequence[Action]:
        return (*super().declare(), *self._deeds())

    def _deeds(self) -> Iterator[Action]:
        deeds = self.workspace.shared(Deeds)

        def refusal(deed: Deed, ids: Ids) -> str:
            if reason := deeds.refusal(deed):
                return reason
            fits = len(ids) != 1 or deed.applies(self._body(ids[0]))
            return "" if fits else _("This doesn't fit the state that it is in.")

        for place, deed in enumerate(ON_SUBSCRIPTIONS):
            yield Action(
                f"{PART}.{deed.name}",
                _("{deed}…").format(deed=deed.title),
                partial(self._ask, deed),
                ICONS.get(deed.name, "repeat"),
                places=Place.PALETTE | Place.LIST_MENU,
                takes=Takes.ONE,
                writes=PART,
                needs_connection=True,
                refusal=partial(refusal, deed),
                starts_group=Place.LIST_MENU if not place else Place(0),
            )

    def _body(self, record_id: str) -> Body:
        row = self.list.row(record_id)
        return row.summary if row is not None else {}

    def _ask(self, deed: Deed, ids: Ids) -> None:
        body = self._body(ids[0])
        person = str(body.get("customer_email") or "")
        self.tasks.latest("deed", ask_deed(self, self.workspace, deed, body, person))
