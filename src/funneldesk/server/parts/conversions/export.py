"""The export of conversions (document: Endpoints, Conversions; quirk 59)."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.jobs.sheets import Table
from funneldesk.server.parts.conversions.store import ConversionStore
from funneldesk.server.parts.conversions.tables import OrderItemRow, OrderRow

COLUMNS = (
    "code",
    "created_at",
    "status",
    "total",
    "refunded_amount",
    "currency",
    "customer_email",
    "customer_name",
    "customer_phone",
    "items",
    "address_1",
    "city",
    "state",
    "zip",
    "country",
    "merchant_id",
    "aff_source",
)


def table(session: Session, brand_id: int, body: Mapping[str, Any]) -> Table:
    """The orders that ``body`` (``start_date``, ``end_date``, ``status``) asks for."""
    found = ConversionStore(session, brand_id).exported(
        _day(body.get("start_date")), _day(body.get("end_date")), body.get("status")
    )
    return Table("conversions", COLUMNS, _rows(found))


def _rows(found: Iterator[tuple[OrderRow, list[OrderItemRow]]]) -> Iterator[Sequence[object]]:
    for row, items in found:
        special = {
            "refunded_amount": row.given_back,
            "items": "; ".join(f"{item.quantity} × {item.product_name}" for item in items),
        }
        yield [special[name] if name in special else getattr(row, name) for name in COLUMNS]


def _day(text: Any) -> date | None:
    return date.fromisoformat(text) if text else None
