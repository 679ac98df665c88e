"""The export of clicks (document: Endpoints, Tracking)."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.jobs.sheets import Table
from funneldesk.server.parts.tracking.bodies import click_body
from funneldesk.server.parts.tracking.store import TrackingStore, clicks_of


def table(session: Session, brand_id: int, body: Mapping[str, Any]) -> Table:
    """The clicks that ``body`` (``filters``, ``codes``, ``columns``) asks for."""
    columns = list(body["columns"])
    store = TrackingStore(session, brand_id)
    rows = store.exported(clicks_of(dict(body["filters"])), list(body["codes"]))
    bodies = (click_body(row) for row in rows)
    return Table("clicks", columns, ([each[name] for name in columns] for each in bodies))
