"""Automations as a table (document: Endpoints, Automations, export)."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.jobs.sheets import Table
from funneldesk.server.parts.automations.rules import EXPORT_COLUMNS
from funneldesk.server.parts.automations.store import AutomationStore


def table(session: Session, brand_id: int, body: Mapping[str, Any]) -> Table:
    """The automations that ``filters`` and ``selected_ids`` choose, with the wanted columns."""
    columns = body.get("columns") or list(EXPORT_COLUMNS)
    filters = body.get("filters") or {}
    chosen = AutomationStore(session, brand_id).chosen(
        body.get("selected_ids"), filters.get("q"), filters.get("status")
    )
    return Table(
        "automations", columns, ([getattr(row, name) for name in columns] for row in chosen)
    )
