"""Tracking on the wire (document: Tracking; endpoints under Tracking; quirks 14 to 18, 53)."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import AliasChoices, Field

from funneldesk.contract.shapes import Draft, Filter, Record, named

PER_PAGE = 30
"""The size of a page of clicks, whatever is asked for."""


class Click(Record):
    """A click: a visitor's session on the brand's pages.

    ``recorded_pages`` are the ids of the pages that it has recordings of, where the server tells.

    ``events`` is how many it has, or they themselves; ``merchant`` is a name or ``{id, merchant}``.
    """

    id: int | str | None = None
    code: str | None = None
    session_id: str | None = None
    ip_address: str | None = None
    url: str | None = None
    funnel_id: int | None = None
    domain: Annotated[str | None, named("domain")] = None
    affiliate: Any = None
    merchant: Any = None
    events: Any = None
    created_at: datetime | None = None
    recorded_pages: list[int] | None = None

    @property
    def merchant_name(self) -> str | None:
        """The merchant as it can be shown."""
        found = self.merchant
        if isinstance(found, dict):
            found = found.get("merchant") or found.get("name") or found.get("id")
        return None if found is None else str(found)

    @property
    def event_count(self) -> int | None:
        """How many events it has, None when that is not told."""
        if isinstance(self.events, list):
            return len(self.events)
        return self.events if type(self.events) is int else None


class ClickFilter(Filter):
    """The query of the clicks list. There is a ``start`` and no end; 30 rows a page, always.

    ``click_id`` collapses to unique sessions. ``sort_by`` is a column, ``sort_dir`` asc or desc.
    ``recorded_page``: only sessions with a recording of the page, 0 for any; not every server
    knows it.
    """

    query_text: str | None = Field(None, serialization_alias="query")
    subid: str | None = None
    subid2: str | None = None
    subid3: str | None = None
    subid4: str | None = None
    vtid: str | None = None
    click_id: str | None = None
    ip_address: str | None = None
    pgid: int | None = None
    funnel_id: int | None = None
    merchant_id: int | None = None
    exclude_bots: bool | None = None
    start: datetime | str | None = None
    recorded_page: int | None = None
    sort_by: str | None = Field(None, serialization_alias="sortBy")
    sort_dir: str | None = Field(None, serialization_alias="sortDir")


class GeoData(Record):
    """Where a session came from, as far as that is known."""

    lat: float | None = None
    lon: float | None = None
    city: str | None = None
    region: str | None = None
    country: str | None = None
    zip: str | None = None
    ip_address: str | None = None


class SessionEvent(Record):
    """Something that happened in a session; ``timestamp`` is a moment."""

    type: str
    url: str | None = None
    timestamp: Any = None
    data: Any = None


class Session(Record):
    """What is known of a session. ``geoData`` is an empty array when nothing is (quirk 53)."""

    geo_data: GeoData | list[Any] | None = Field(
        None, validation_alias=AliasChoices("geoData", "geo_data"), serialization_alias="geoData"
    )
    events: list[SessionEvent] = []
    domains: dict[str, str | None] | list[Any] | None = None

    @property
    def place(self) -> GeoData | None:
        """Where it came from; None when that is not known."""
        return self.geo_data if isinstance(self.geo_data, GeoData) else None


class ReplaySummary(Record):
    """A row of the replays of a session; ``id`` is the document id that reads it (quirk 53)."""

    id: str
    session_id: str | None = None
    page_session_id: str | None = None
    page_id: int | None = None


class ReplayEvent(Record):
    """A movement of the pointer, a click or a scroll; ``ts`` in milliseconds from the start."""

    type: str
    x: float | None = None
    y: float | None = None
    ts: float | None = None
    target: str | None = None
    scroll_y: float | None = Field(
        None, validation_alias=AliasChoices("scrollY", "scroll_y"), serialization_alias="scrollY"
    )


class Replay(ReplaySummary):
    """A recorded page view. Viewport in CSS pixels."""

    url: str | None = None
    duration_ms: float | None = None
    viewport_width: int | None = None
    viewport_height: int | None = None
    events: list[ReplayEvent] = []


class ClicksExport(Draft):
    """``POST …/clicks/export``: filters ``{field, value}``, codes, columns; all optional."""

    filters: list[dict[str, Any]] = []
    selected_codes: list[str] = []
    columns: list[str] = []


class ExportQueued(Record):
    """The answer to an export: the file comes by mail."""

    success: bool | None = None
    message: str | None = None


class ShortLinkDraft(Draft):
    """``POST …/short-links/generate``: a whole http or https address."""

    destination_url: str


class ShortLink(Record):
    """A short link: ``url`` is the short address itself."""

    code: str
    url: str
