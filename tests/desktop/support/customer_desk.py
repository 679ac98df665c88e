"""Customers with orders and subscriptions in a brand's database, and the pane that shows one."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, shown_dialog, until

from funneldesk.contract.conversions import Conversion
from funneldesk.contract.subscriptions import RetentionOffersPatch, SubscriptionDetails
from funneldesk.desktop.people.customer_view import CustomerView
from funneldesk.desktop.people.deeds.sheet import DeedSheet
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.parts.conversions.new_orders import Buyer, NewItem, NewOrder
from funneldesk.server.parts.conversions.orders import place_orders
from funneldesk.server.parts.products.store import ProductStore

EMAIL = "marta+box@lindqvist.example"
MERCHANT = 7


def order(brand: LiveBrand, code: str, total: str = "38", **more: Any) -> str:
    """An order of one jar, by its code."""
    buyer = Buyer(more.pop("email", EMAIL), more.pop("name", "Marta Lindqvist"))
    item = NewItem(name=more.pop("item", "July box"), price=Decimal(total))
    moment = datetime.now(UTC) - timedelta(days=3)
    placed = NewOrder(buyer, (item,), moment, code=code, merchant_id=MERCHANT, **more)
    with brand.database.writing() as session:
        place_orders(session, brand.number, [placed])
    return code


def subscribe(brand: LiveBrand, transaction_id: str = "tx-1", **more: Any) -> str:
    """A monthly box for 38 that began three days ago, by its transaction id."""
    buyer = Buyer(more.pop("email", EMAIL), more.pop("name", "Marta Lindqvist"))
    moment = more.pop("at", datetime.now(UTC) - timedelta(days=3))
    with brand.database.writing() as session:
        product = {
            "code": f"BOX-{transaction_id}",
            "title": "Monthly box",
            "type": "physical",
            "classification": "main",
            "price": Decimal(38),
            "is_subscription": True,
            "subscription_frequency": 1,
            "subscription_frequency_unit": "month",
        }
        ProductStore(session, brand.number).create(product)
        item = NewItem(product_code=f"BOX-{transaction_id}")
        words = {"transaction_id": transaction_id, "merchant_id": MERCHANT, **more}
        place_orders(session, brand.number, [NewOrder(buyer, (item,), moment, **words)])
    return transaction_id


async def offer(brand: LiveBrand, *offers: Mapping[str, Any]) -> None:
    """The merchant's retention offers."""
    async with brand.api() as api:
        config = {"enabled": True, "offers": list(offers)}
        patch = RetentionOffersPatch(retention_offers=config)
        await api.subscriptions.update_retention_offers(MERCHANT, patch)


async def stored_order(brand: LiveBrand, code: str) -> Conversion:
    """An order as the server has it now."""
    async with brand.api() as api:
        return await api.conversions.get(code)


async def stored_subscription(brand: LiveBrand, transaction_id: str) -> SubscriptionDetails:
    """A subscription as the server has it now."""
    async with brand.api() as api:
        return await api.subscriptions.get(transaction_id)


class PanePanel(Panel):
    """A place for the pane alone, as narrow as beside a ticket."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        facts = workspace.shared(BrandFacts)
        self.view = CustomerView(workspace, lambda: facts.formats)
        self.view.setParent(self)
        self.resize(300, 900)
        self.view.resize(300, 900)

    async def load(self) -> None:
        await self.workspace.shared(BrandFacts).learn()


async def pane(bench: WindowBench, workspace: Workspace, email: str = EMAIL) -> CustomerView:
    """The pane, shown with a customer, and read."""
    panel = bench.own(PanePanel(workspace))
    panel.refresh()
    await until(lambda: not panel.tasks.is_busy)
    panel.show()
    panel.view.show_email(email)
    await until(lambda: panel.view.is_quiet)
    return panel.view


async def sheet(view: CustomerView, source: str, deed: str, at: int = 0) -> DeedSheet:
    """Press the button of a deed; the sheet that opens."""
    view.views[source].lines[at].buttons[deed].click()
    opened: DeedSheet = await shown_dialog(DeedSheet)
    return opened


async def deeds_of(workspace: Workspace) -> list[tuple[str, str]]:
    """The journal, the newest first: name and state of each deed."""
    return [(deed.name, deed.state) for deed in await workspace.store.deeds()]


def enter(opened: DeedSheet, name: str, text: str) -> None:
    """Type into a field of the sheet, in place of what is there."""
    target = opened.rows[name].input.target
    target.setFocus()
    QTest.keySequence(target, "Ctrl+A")
    QTest.keyClick(target, Qt.Key.Key_Delete)
    QTest.keyClicks(target, text)


async def press(view: CustomerView, opened: DeedSheet) -> None:
    """Do what the sheet says, to its end."""
    assert opened.button("do").isEnabled(), opened.button("do").toolTip()
    opened.button("do").click()
    await until(lambda: view.is_quiet)
