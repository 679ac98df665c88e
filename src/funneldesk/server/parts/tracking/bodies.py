"""Clicks, sessions and replays as the document shows them (document: Tracking; quirk 53)."""

from collections.abc import Sequence
from typing import Any

from funneldesk.server.parts.tracking.tables import ReplayRow, VisitEventRow, VisitRow

_SAME = (
    *("id", "code", "session_id", "ip_address", "url", "funnel_id", "domain", "events"),
    *("subid", "subid2", "subid3", "subid4", "vtid", "country", "region", "city"),
    *("device", "os", "browser", "screen_resolution", "language"),
    *("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "referrer"),
    *("is_bot", "page_views", "add_to_carts", "seconds"),
)
SHOWN = (*_SAME, "page_id", "aff_id", "merchant_id", "started_at")
"""The columns that a click is made of."""


def click_body(row: Any) -> dict[str, Any]:
    """A click; ``events`` is their number, the events themselves are the session's."""
    return {
        **{name: getattr(row, name) for name in _SAME},
        "pgid": row.page_id,
        "affiliate": row.aff_id or None,
        "merchant": row.merchant_id,
        "created_at": row.started_at,
    }


def session_body(row: VisitRow | None, events: Sequence[VisitEventRow]) -> dict[str, Any]:
    """A session; of one without any data nothing but two empty arrays."""
    if row is None:
        return {"geoData": [], "events": []}
    known = row.country or row.region or row.city or row.lat is not None
    domains = {str(row.domain_id): f"https://{row.domain}"} if row.domain_id and row.domain else {}
    return {
        "geoData": _place(row) if known else [],
        "events": [_event(event) for event in events],
        "domains": domains,
    }


def replay_summary(row: ReplayRow, session_id: str) -> dict[str, Any]:
    """A row of a session's replays."""
    same = {"id": row.id, "session_id": session_id, "page_session_id": row.page_session_id}
    return {**same, "page_id": row.page_id}


def replay_body(row: ReplayRow, session_id: str, events: Sequence[Any]) -> dict[str, Any]:
    """A replay, whole."""
    return {
        **replay_summary(row, session_id),
        "url": row.url,
        "duration_ms": row.duration_ms,
        "viewport_width": row.viewport_width,
        "viewport_height": row.viewport_height,
        "events": events,
    }


def _place(row: VisitRow) -> dict[str, Any]:
    return {
        "lat": row.lat,
        "lon": row.lon,
        "city": row.city or None,
        "region": row.region or None,
        "country": row.country or None,
        "zip": row.zip or None,
        "ip_address": row.ip_address,
    }


def _event(row: VisitEventRow) -> dict[str, Any]:
    return {"type": row.type, "url": row.url, "timestamp": row.at, "data": row.data or {}}
