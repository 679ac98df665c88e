"""Visits in memory: found by session id or click code, with the dimensions that they count in."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from sqlalchemy import Row, or_, select
from sqlalchemy.orm import Session

from funneldesk.server.parts.analytics.rollups import ALL, NODE, Dimensions
from funneldesk.server.parts.tracking.tables import VisitRow

_AT_A_TIME = 400


@dataclass(slots=True, eq=False)
class Visit:
    """A visit. ``pages`` (ids) and ``nodes`` (``test/code``) map to the hour of the first time.

    ``is_new`` says that it is not in the database before the next ``Ingest.flush``.
    """

    id: int
    code: str
    session_id: str
    visitor: str
    started_at: datetime
    last_at: datetime
    ip_address: str | None = None
    url: str | None = None
    page_id: int | None = None
    funnel_id: int | None = None
    domain_id: int | None = None
    domain: str | None = None
    merchant_id: int | None = None
    aff_id: str = ""
    subid: str = ""
    subid2: str = ""
    subid3: str = ""
    subid4: str = ""
    vtid: str = ""
    country: str = ""
    region: str = ""
    city: str = ""
    zip: str = ""
    lat: float | None = None
    lon: float | None = None
    device: str = ""
    os: str = ""
    browser: str = ""
    screen_resolution: str = ""
    language: str = ""
    utm_source: str = ""
    utm_medium: str = ""
    utm_campaign: str = ""
    utm_term: str = ""
    utm_content: str = ""
    referrer: str = ""
    gender: str = ""
    is_bot: bool = False
    engaged: bool = False
    bought: bool = False
    events: int = 0
    page_views: int = 0
    seconds: int = 0
    add_to_carts: int = 0
    video_pct: int | None = None
    purchased_at: datetime | None = None
    pages: dict[str, int] = field(default_factory=dict)
    nodes: dict[str, int] = field(default_factory=dict)
    is_new: bool = False

    def dimensions(self) -> Dimensions:
        """Everything that what happens in this visit counts in: ``all``, its fields, its variants.

        ``page`` is the page that the visit began on; products and shipping are a sale's own.
        """
        return {**self.own_dimensions(), "page": _text(self.page_id), NODE: tuple(self.nodes)}

    def own_dimensions(self) -> dict[str, str]:
        """The same without pages and variants, which page views have of their own."""
        return {
            ALL: "",
            "aff_id": self.aff_id,
            "subid": self.subid,
            "merchant_id": _text(self.merchant_id),
            "funnel_id": _text(self.funnel_id),
            "country": self.country,
            "region": self.region,
            "device": self.device,
            "os": self.os,
            "browser": self.browser,
            "screen_resolution": self.screen_resolution,
            "language": self.language,
            "utm_source": self.utm_source,
            "utm_medium": self.utm_medium,
            "utm_campaign": self.utm_campaign,
            "utm_term": self.utm_term,
            "utm_content": self.utm_content,
            "referrer": self.referrer,
        }

    def stored(self) -> dict[str, Any]:
        """The values of its columns, but for the brand."""
        values = {name: getattr(self, name) for name in STORED}
        values["pages"] = json.dumps(self.pages)
        values["nodes"] = json.dumps(self.nodes)
        return values


STORED = tuple(item.name for item in fields(Visit) if item.name != "is_new")
_COLUMNS = tuple(getattr(VisitRow, name) for name in STORED)


def visit_of(
    session: Session, brand_id: int, session_id_or_code: str, *, lock: bool = False
) -> Visit | None:
    """The visit with this session id or click code; ``lock`` keeps other writers off it."""
    query = select(*_COLUMNS).where(
        VisitRow.brand_id == brand_id,
        or_(VisitRow.session_id == session_id_or_code, VisitRow.code == session_id_or_code),
    )
    found = session.execute(query.with_for_update() if lock else query).first()
    return None if found is None else _visit(found)


def visits_of(session: Session, brand_id: int, keys: Collection[str]) -> dict[str, Visit]:
    """The visits with these session ids or click codes, many at a time, by the key asked for.

    A visit that two keys name is one and the same object.
    """
    found: dict[str, Visit] = {}
    wanted = sorted(set(keys))
    for start in range(0, len(wanted), _AT_A_TIME):
        for visit in _some(session, brand_id, wanted[start : start + _AT_A_TIME]):
            found.setdefault(visit.session_id, visit)
            found[visit.code] = found[visit.session_id]
    return {key: found[key] for key in keys if key in found}


def latest_visit(session: Session, brand_id: int, visitor: str) -> Visit | None:
    """The visitor's last visit, kept from other writers until the transaction ends."""
    query = (
        select(*_COLUMNS)
        .where(VisitRow.brand_id == brand_id, VisitRow.visitor == visitor)
        .order_by(VisitRow.started_at.desc())
        .limit(1)
    )
    found = session.execute(query.with_for_update()).first()
    return None if found is None else _visit(found)


def _some(session: Session, brand_id: int, keys: list[str]) -> Iterator[Visit]:
    for column in (VisitRow.session_id, VisitRow.code):
        query = select(*_COLUMNS).where(VisitRow.brand_id == brand_id, column.in_(keys))
        yield from map(_visit, session.execute(query))


def _visit(row: Row[Any]) -> Visit:
    values = dict(zip(STORED, row, strict=True))
    values["pages"] = json.loads(values["pages"])
    values["nodes"] = json.loads(values["nodes"])
    return Visit(**values)


def _text(number: int | None) -> str:
    return "" if number is None else str(number)
