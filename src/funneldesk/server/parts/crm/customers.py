"""The customers that entries refer to: ``reference_type`` customer, the e-mail address as id."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.contract.email_addresses import email_key
from funneldesk.server.parts.crm.tables import CrmEntryRow
from funneldesk.server.parts.customers.tables import CustomerRow

_SHOWN = ("id", "customer_email", "customer_name", "customer_phone", "total_orders")


def customers_of(
    session: Session, brand_id: int, rows: Iterable[CrmEntryRow]
) -> dict[str, dict[str, Any]]:
    """The customers of some entries by the form in which addresses are compared, read at once."""
    addresses = {
        email_key(row.reference_id)
        for row in rows
        if row.reference_type == "customer" and row.reference_id
    }
    if not addresses:
        return {}
    query = select(CustomerRow).where(
        CustomerRow.brand_id == brand_id, CustomerRow.email_key.in_(addresses)
    )
    return {
        row.email_key: {
            "email": row.customer_email,
            **{name: getattr(row, name) for name in _SHOWN},
        }
        for row in session.scalars(query)
    }
