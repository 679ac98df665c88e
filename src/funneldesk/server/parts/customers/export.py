"""The export of customers (document: Endpoints, Customers)."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.contract.customers import COLUMNS
from funneldesk.server.jobs.sheets import Table
from funneldesk.server.parts.customers.store import CustomerStore, order_of


def table(session: Session, brand_id: int, body: Mapping[str, Any]) -> Table:
    """The customers that ``body`` (``filters``, ``emails``, ``columns``) asks for."""
    columns, filters = list(body["columns"] or COLUMNS), body["filters"] or {}
    order = order_of(filters.get("sort"), filters.get("sort_direction"))
    found = CustomerStore(session, brand_id).exported(
        filters.get("type"), filters.get("q") or "", body["emails"] or [], order
    )
    rows = ([_cell(getattr(row, name)) for name in columns] for row in found)
    return Table("customers", columns, rows)


def _cell(value: Any) -> Any:
    return "; ".join(value) if isinstance(value, list) else value
