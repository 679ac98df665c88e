"""Finds customers by words, for the lists of customers, orders and subscriptions."""

from sqlalchemy import Select, select

from funneldesk.server.parts.conversions.columns import begins_with
from funneldesk.server.parts.customers.tables import CustomerWordRow
from funneldesk.server.parts.customers.words import looked_for


def matching(brand_id: int, text: str) -> Select[int] | None:
    """The ids of the customers who have every word of ``text``; None when it holds no word."""
    found: Select[int] | None = None
    for beginning in looked_for(text):
        query = select(CustomerWordRow.customer_id).where(
            CustomerWordRow.brand_id == brand_id, begins_with(CustomerWordRow.word, beginning)
        )
        found = query if found is None else query.where(CustomerWordRow.customer_id.in_(found))
    return found
