"""Clicks as they are declared (document: Tracking; quirks 14 to 18, 53)."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from funneldesk.contract.listing import Listing
from funneldesk.contract.shapes import Record
from funneldesk.contract.tracking import Click, ClickFilter
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.session.reading import describe_event, place_of
from funneldesk.desktop.records.columns import Kind, RecordColumn, column
from funneldesk.desktop.records.detail import declaration as detail
from funneldesk.desktop.records.detail.declaration import fact
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.query import Choice, FilterSpec, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.views.saved_views import View
from funneldesk.desktop.sections.operations import optional

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "tracking"
TEXTS = {
    "subid": _("Sub id"),
    "subid2": _("Sub id 2"),
    "subid3": _("Sub id 3"),
    "subid4": _("Sub id 4"),
    "vtid": _("Visitor id (vtid)"),
    "click_id": _("Click or session id"),
    "ip_address": _("IP address"),
}
"""Filters that take a text, as the server calls them."""
NUMBERS = {"pgid": _("Page number"), "funnel_id": _("Funnel number"), "merchant_id": _("Merchant")}
"""Filters that take a number."""
DAYS = {"1": _("Last 24 hours"), "7": _("Last 7 days"), "30": _("Last 30 days")}
HIDDEN = _("Hidden")
IN_ROWS = {"click_id": ("code", "session_id"), "merchant_id": ("merchant",)}
"""Where a row has what a filter asks for, if not under its own name."""


class WholeSession(Record):
    """A click with its session and the list of its recordings; ``replays`` is None where the
    server has no list."""

    session_id: str = ""
    geo: dict[str, Any] | None = None
    happened: list[dict[str, Any]] = []
    replays: list[dict[str, Any]] | None = None


async def read_page(api: "Api", page: int, query: Query) -> Listing[Click]:
    """A page of a query: always 30 clicks (quirk 14)."""
    return await api.tracking.list(filter_of(query), page=page)


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many clicks there are in all, bots included."""
    total = (await api.tracking.list()).total
    return {} if total is None else {"all": total}


def filter_of(query: Query) -> ClickFilter:
    """A query as the server takes it."""
    choices = query.choices
    wanted: dict[str, Any] = {name: str(choices[name]) for name in TEXTS if name in choices}
    wanted |= {name: _number(choices[name]) for name in NUMBERS if name in choices}
    return ClickFilter(
        query_text=query.text or None,
        exclude_bots=True if choices.get("bots") == "hidden" else None,
        start=start_of(choices.get("start")),
        sort_by=query.sort or None,
        sort_dir=("desc" if query.descending else "asc") if query.sort else None,
        **wanted,
    )


def start_of(choice: Choice) -> datetime | str | None:
    """The moment that a choice of days, or a day that was typed, begins with."""
    if choice is None:
        return None
    if str(choice) in DAYS:
        now = datetime.now(UTC).replace(second=0, microsecond=0)
        return now - timedelta(days=int(str(choice)))
    return str(choice)


async def read_session(api: "Api", session_id: str) -> WholeSession:
    """A click and all that is known of it. Raises ``ApiError`` only where the click is not read."""
    click = await api.tracking.get(session_id)
    body = click.model_dump(mode="json")
    known = str(body.get("session_id") or session_id)
    found, replays = await asyncio.gather(_session(api, known), _replays(api, known))
    return WholeSession.model_validate({**body, **found, "session_id": known, "replays": replays})


async def _session(api: "Api", session_id: str) -> dict[str, Any]:
    with optional():
        session = await api.tracking.session(session_id)
        place = session.place
        events = [describe_event(each.model_dump(mode="json")) for each in session.events]
        geo = place.model_dump(mode="json") if place is not None else None
        return {"geo": geo, "happened": events}
    return {}


async def _replays(api: "Api", session_id: str) -> list[dict[str, Any]] | None:
    with optional():
        found = await api.tracking.list_replays(session_id)
        return [each.model_dump(mode="json") for each in found]
    return None


def first_page(url: str) -> str:
    """An address in a list: its path, which tells pages apart, without the visitor's query."""
    return place_of(url) if url.startswith(("http://", "https://")) else url


def _number(value: Choice) -> int | None:
    try:
        return int(str(value))
    except ValueError:
        return None


def _after_start(row: SummaryRow, choice: Choice) -> bool:
    start, at = start_of(choice), moment(row.get("created_at"))
    since = start if isinstance(start, datetime) else moment(start)
    return since is None or at is None or at >= since


def _has(name: str) -> FilterSpec[SummaryRow]:
    """A filter by a value; offered are those of the rows that were read."""
    keys = IN_ROWS.get(name, (name,))
    title = {**TEXTS, **NUMBERS}[name]
    return FilterSpec(
        name,
        title,
        lambda row: row.get(keys[0]),
        sent_as=name,
        fits=lambda row, choice: any(str(row.get(key) or "") == str(choice) for key in keys),
    )


def _shown(key: str, title: str, kind: Kind = "text", **more: Any) -> RecordColumn[SummaryRow]:
    """A column that the server has no order for."""
    return column(key, title, kind, sent_as="", **more)


BOT: RecordColumn[SummaryRow] = RecordColumn(
    "is_bot",
    _("Who"),
    lambda row: "bot" if row.get("is_bot") else "person",
    labels={"bot": _("Bot"), "person": _("Person")},
    tones={"bot": "warning", "person": "muted"},
    width=90,
)
FIRST_PAGE: RecordColumn[SummaryRow] = RecordColumn(
    "url",
    _("First page"),
    lambda row: first_page(str(row.get("url") or "")),
    width=200,
    tip=lambda row: str(row.get("url") or ""),
)
SOURCE: RecordColumn[SummaryRow] = RecordColumn(
    "source",
    _("Source"),
    lambda row: row.get("utm_source") or row.get("referrer") or row.get("affiliate"),
    width=120,
)
DEVICE: RecordColumn[SummaryRow] = RecordColumn(
    "device",
    _("Device"),
    lambda row: " · ".join(str(row.get(k)) for k in ("device", "browser") if row.get(k)),
    width=140,
    muted=True,
)
HAPPENED = (
    _shown("at", _("When"), "moment"),
    _shown("what", _("What"), width=130),
    _shown("where", _("Where"), width=220),
    _shown("told", _("More"), width=200, muted=True),
)


def _title(body: Mapping[str, Any]) -> str:
    return str(body.get("url") or body.get("session_id") or "")


def _subtitle(body: Mapping[str, Any]) -> str:
    place = ", ".join(str(body[k]) for k in ("city", "country") if body.get(k))
    return place or str(body.get("ip_address") or body.get("session_id") or "")


def _rows(key: str) -> Any:
    def read(body: Mapping[str, Any]) -> Sequence[Any]:
        return body.get(key) or ()

    return read


SESSION = detail.Detail(
    title=_title,
    subtitle=_subtitle,
    figures=(
        BOT,
        fact("page_views", _("Pages"), "number"),
        fact("seconds", _("Seconds"), "number"),
        fact("add_to_carts", _("Added to cart"), "number"),
    ),
    groups=(
        detail.FactGroup(
            _("Source"),
            (
                fact("utm_source", _("Source")),
                fact("utm_medium", _("Medium")),
                fact("utm_campaign", _("Campaign")),
                fact("utm_term", _("Term")),
                fact("utm_content", _("Content")),
                fact("referrer", _("Came from")),
                fact("affiliate", _("Affiliate")),
                fact("subid", TEXTS["subid"]),
                fact("subid2", TEXTS["subid2"]),
                fact("subid3", TEXTS["subid3"]),
                fact("subid4", TEXTS["subid4"]),
                fact("vtid", TEXTS["vtid"]),
            ),
        ),
        detail.FactGroup(
            _("Device"),
            (
                fact("device", _("Device")),
                fact("os", _("System")),
                fact("browser", _("Browser")),
                fact("screen_resolution", _("Screen")),
                fact("language", _("Language")),
            ),
        ),
        detail.FactGroup(
            _("Details"),
            (
                fact("url", _("First address")),
                fact("domain", _("Domain")),
                fact("pgid", NUMBERS["pgid"]),
                fact("funnel_id", NUMBERS["funnel_id"]),
                fact("merchant", NUMBERS["merchant_id"]),
                fact("ip_address", TEXTS["ip_address"]),
                fact("session_id", _("Session")),
                fact("code", _("Click")),
            ),
        ),
    ),
    related=(
        detail.Related(
            "happened",
            _("Events"),
            _rows("happened"),
            HAPPENED,
            _("No events are known of this session."),
            events=(detail.EventSpec(_("Event"), "at", HAPPENED[1:]),),
        ),
    ),
    events=(detail.EventSpec(_("Arrived"), "created_at"),),
    as_sent=lambda body: {k: v for k, v in body.items() if k not in ("happened", "geo")},
)

CLICKS = RecordSection(
    part=PART,
    title=_("Tracking"),
    icon="mouse-pointer-click",
    unit="click",
    units="clicks",
    key="session_id",
    searched=("url", "ip_address", "session_id", "code", "subid", "vtid"),
    search_hint=_("Address, IP address, click, sub id"),
    columns=(
        FIRST_PAGE,
        column("created_at", _("When"), "moment", width=165),
        SOURCE,
        BOT,
        DEVICE,
        _shown("country", _("Country"), width=80),
        _shown("page_views", _("Pages"), "number", width=70),
        _shown("seconds", _("Seconds"), "number", width=80),
        _shown("add_to_carts", _("Carts"), "number", width=70),
        column("ip_address", TEXTS["ip_address"], hidden=True, width=130),
        column("pgid", NUMBERS["pgid"], hidden=True, width=90),
        column("funnel_id", NUMBERS["funnel_id"], hidden=True, width=90),
        column("subid", TEXTS["subid"], hidden=True, width=100),
        column("vtid", TEXTS["vtid"], hidden=True, width=120),
        column("id", _("Number"), hidden=True, width=90),
        _shown("city", _("City"), hidden=True, width=120),
        _shown("utm_campaign", _("Campaign"), hidden=True, width=140),
        _shown("utm_medium", _("Medium"), hidden=True, width=120),
        _shown("affiliate", _("Affiliate"), hidden=True, width=110),
        _shown("session_id", _("Session"), hidden=True, width=220),
        _shown("code", _("Click"), hidden=True, width=180),
    ),
    filters=(
        FilterSpec(
            "bots",
            _("Bots"),
            lambda row: "hidden" if not row.get("is_bot") else "",
            {"hidden": HIDDEN},
            sent_as="exclude_bots",
        ),
        FilterSpec(
            "start",
            _("Since"),
            lambda _row: None,
            DAYS,
            sent_as="start",
            fits=_after_start,
        ),
        *(_has(name) for name in TEXTS),
        *(_has(name) for name in NUMBERS),
    ),
    views=(
        View("all", _("All")),
        View("people", _("People"), Query(choices={"bots": "hidden"})),
        View("week", _("Last 7 days"), Query(choices={"bots": "hidden", "start": "7"})),
    ),
    empty=(
        _("No clicks yet"),
        _("They appear here with the first visit to a page of this brand."),
    ),
    first_sort="created_at",
    page=read_page,
    get=read_session,
    counts=read_counts,
    first_view="people",
    detail=SESSION,
)
