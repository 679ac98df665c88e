"""Tickets and messages as the document shows them (document: Ticket)."""

from datetime import tzinfo
from typing import Any

from funneldesk.server.parts.tickets.labels import moment_label, status_label
from funneldesk.server.parts.tickets.tables import TicketMessageRow, TicketRow

SHOWN = (
    "brand_id",
    "ticket_code",
    "type",
    "status",
    "subject",
    "from_name",
    "from_email",
    "customer_email",
    "preview_message",
    "read",
    "created_at",
    "updated_at",
)
"""The columns that a ticket of the list is made of."""


def ticket_body(row: TicketRow, zone: tzinfo) -> dict[str, Any]:
    """A ticket of the list; labels tell the time in ``zone``."""
    return {
        **{name: getattr(row, name) for name in SHOWN},
        "created_at_label": moment_label(row.created_at, zone),
        "status_label": status_label(row.status),
    }


def message_body(row: TicketMessageRow, ticket_code: str, zone: tzinfo) -> dict[str, Any]:
    """A message, its HTML exactly as it came."""
    return {
        "id": row.id,
        "brand_id": row.brand_id,
        "ticket_code": ticket_code,
        "status": row.status,
        "type": row.type,
        "message": row.message,
        "message_type": row.message_type,
        "from_name": row.from_name,
        "created_at": row.created_at,
        "created_at_label": moment_label(row.created_at, zone),
        "status_label": status_label(row.status),
    }
