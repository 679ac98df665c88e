"""A customer with orders and subscriptions, as it is shown (document: Customer; quirk 60)."""

from typing import TYPE_CHECKING

from funneldesk.contract.customers import CustomerDetails
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.columns import column
from funneldesk.desktop.records.detail import declaration as detail
from funneldesk.desktop.records.detail.declaration import fact, value_at

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "customers"
TONES = {"completed": "success", "refunded": "warning", "chargeback": "danger", "failed": "danger"}
SUBSCRIPTION_TONES = {"active": "success", "past_due": "warning", "cancelled": "muted"}
ORDERS = (
    column("date", _("Date"), "moment"),
    column("total", _("Total"), "money"),
    column("status", _("Status"), tones=TONES, width=110),
    column("products", _("Products"), width=220),
    column("id", _("Order"), width=130),
)
SUBSCRIPTIONS = (
    column("product", _("Product"), width=200),
    column("status", _("Status"), tones=SUBSCRIPTION_TONES, width=110),
    column("next_charge_date", _("Next charge"), "day", width=120),
)
CUSTOMER = detail.Detail(
    title=lambda body: str(
        value_at(body, "customer.name") or value_at(body, "customer.email") or ""
    ),
    subtitle=lambda body: str(value_at(body, "customer.email") or ""),
    figures=(
        fact("stats.lifetime_value", _("Lifetime value"), "money"),
        fact("stats.total_orders", _("Orders"), "number"),
        fact("stats.average_order_value", _("Average order"), "money"),
        fact("stats.total_revenue", _("Revenue"), "money"),
        fact("stats.total_refunds", _("Refunds"), "number"),
        fact("stats.total_chargebacks", _("Chargebacks"), "number"),
    ),
    groups=(
        detail.FactGroup(
            _("Contact"),
            (
                fact("customer.email", _("Email")),
                fact("customer.phone", _("Phone")),
                fact("customer.address", _("Address")),
                fact("customer.city", _("City")),
                fact("customer.state", _("State")),
                fact("customer.country", _("Country")),
            ),
        ),
    ),
    related=(
        detail.Related(
            "orders",
            _("Orders"),
            lambda body: body.get("orders") or (),
            ORDERS,
            _("No orders"),
            events=(detail.EventSpec(_("Order"), "date", ORDERS[1:4]),),
        ),
        detail.Related(
            "subscriptions",
            _("Subscriptions"),
            lambda body: body.get("subscriptions") or (),
            SUBSCRIPTIONS,
            _("No subscriptions"),
            events=(detail.EventSpec(_("Next charge"), "next_charge_date", SUBSCRIPTIONS[:2]),),
        ),
    ),
)


async def read_customer(api: "Api", email: str) -> CustomerDetails:
    """A customer with orders and subscriptions."""
    return await api.customers.get(email)
