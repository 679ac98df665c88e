"""Writes records that are hard to show: very long, empty, right-to-left, without decimals."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.parts.conversions.new_orders import Address, Buyer, NewItem, NewOrder
from funneldesk.server.parts.conversions.orders import place_orders
from funneldesk.server.sample.simulation.answers import Answer
from funneldesk.server.sample.stage import Stage
from funneldesk.server.sample.writing.forms import write_answers
from funneldesk.server.sample.writing.tickets import write_awkward_tickets


def write_awkward(stage: Stage, session: Session) -> None:
    """What the brand's ``awkward.json`` holds; nothing for a brand without one."""
    found = stage.content.life("awkward")
    if not found:
        return
    write_awkward_tickets(stage, session)
    orders = [_order(number, each) for number, each in enumerate(found["orders"])]
    place_orders(session, stage.brand_id, orders, announce=False)
    form = stage.content.life("collections")[0]["collection"]["name"]
    entries = [Answer(_back(number), each) for number, each in enumerate(found["entries"])]
    write_answers(stage, session, form, entries)


def _order(number: int, order: dict[str, Any]) -> NewOrder:
    return NewOrder(
        Buyer(order["email"], order["name"]),
        [_item(each) for each in order["items"]],
        moment=_back(number, order.get("days_ago")),
        currency=order.get("currency"),
        rate=Decimal(order.get("rate", "1")),
        address=Address(city=order.get("city"), country=order["country"]),
        code=f"AWKWARD{number:03d}",
        transaction_id=f"txn_awkward{number:03d}",
    )


def _back(number: int, days_ago: int | None = None) -> datetime:
    """Some weeks ago: whoever opens a list for the first time shall meet the usual ones."""
    return now() - timedelta(days=19 + 4 * number if days_ago is None else days_ago)


def _item(item: dict[str, Any]) -> NewItem:
    price = Decimal(item["price"]) if "price" in item else None
    return NewItem(
        product_code=item.get("code"),
        name=item.get("name"),
        price=price,
        quantity=item["quantity"],
        type="main",
    )
