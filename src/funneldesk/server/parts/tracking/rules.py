"""What may be asked of tracking (document: Endpoints, Tracking; quirks 14 to 18)."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from funneldesk.contract.host_names import ascii_address
from funneldesk.server.web.errors import Refused, invalid
from funneldesk.server.web.fields import EMPTY_IS_NONE, LARGEST_ID, Input, Text, Words
from funneldesk.server.web.listing import LARGEST_PAGE
from funneldesk.server.web.values import web_address

PER_PAGE = 30
SORTED_BY = {
    "id": "id",
    "created_at": "started_at",
    "ip_address": "ip_address",
    "funnel_id": "funnel_id",
    "pgid": "page_id",
    "subid": "subid",
    "vtid": "vtid",
}
"""What ``sortBy`` takes, and the columns behind it: each has an index that it is read from."""

EQUALS = {
    "subid": "subid",
    "subid2": "subid2",
    "subid3": "subid3",
    "subid4": "subid4",
    "vtid": "vtid",
    "ip_address": "ip_address",
    "pgid": "page_id",
    "funnel_id": "funnel_id",
    "merchant_id": "merchant_id",
}
"""The filters that compare a column with what was sent."""

COLUMNS = (
    *("id", "code", "session_id", "ip_address", "url", "funnel_id", "domain", "affiliate"),
    *("merchant", "events", "created_at", "pgid", "subid", "subid2", "subid3", "subid4", "vtid"),
    *("country", "region", "city", "device", "os", "browser", "screen_resolution", "language"),
    *("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "referrer"),
    *("is_bot", "page_views", "add_to_carts", "seconds"),
)
"""The columns of an export, in their order."""

_LONGEST_ADDRESS = 2048


def moment(value: Any) -> datetime | None:
    """An ISO 8601 moment or date; without a zone it is in UTC. Raises ValueError."""
    if value is None or value == "":
        return None
    try:
        found = datetime.fromisoformat(str(value).replace(" ", "+") if "T" in str(value) else value)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError, TypeError):
        raise ValueError("This must be an ISO 8601 date.") from None


def _blank_is_none(value: Any) -> Any:
    return None if value == "" else value


Number = Annotated[
    Annotated[int, Field(ge=1, le=LARGEST_ID)] | None, BeforeValidator(_blank_is_none)
]
Word = Annotated[Words | None, BeforeValidator(_blank_is_none)]


class Clicks(Input):
    """The query of the clicks list; ``per_page`` is not known here (quirk 14)."""

    page: Annotated[int, Field(ge=1, le=LARGEST_PAGE)] = 1
    query: Word = None
    subid: Word = None
    subid2: Word = None
    subid3: Word = None
    subid4: Word = None
    vtid: Word = None
    click_id: Word = None
    ip_address: Word = None
    pgid: Number = None
    funnel_id: Number = None
    merchant_id: Number = None
    exclude_bots: Annotated[bool | None, BeforeValidator(_blank_is_none)] = None
    start: Annotated[datetime | None, BeforeValidator(moment)] = None
    recorded_page: Annotated[
        Annotated[int, Field(ge=0, le=LARGEST_ID)] | None, BeforeValidator(_blank_is_none)
    ] = None
    sortBy: Annotated[  # noqa: N815 - the document's name
        Literal["id", "created_at", "ip_address", "funnel_id", "pgid", "subid", "vtid"] | None,
        BeforeValidator(_blank_is_none),
    ] = None
    sortDir: Annotated[  # noqa: N815 - the document's name
        Literal["asc", "desc"] | None, BeforeValidator(_blank_is_none)
    ] = None


class ExportInput(Input):
    """The body of an export: what is left out is not narrowed."""

    filters: Annotated[
        Annotated[list[dict[str, Any]], Field(max_length=50)] | None, EMPTY_IS_NONE
    ] = None
    selected_codes: Annotated[list[Words], Field(max_length=10_000)] | None = None
    columns: Annotated[list[str], Field(max_length=100)] | None = None


def _ascii_host(address: str) -> str:
    try:
        return ascii_address(address)
    except ValueError:
        raise ValueError("The host of this address cannot be written in punycode.") from None


class ShortLinkInput(Input):
    """The body of a new short link."""

    destination_url: Annotated[
        Text,
        Field(max_length=_LONGEST_ADDRESS),
        AfterValidator(web_address),
        AfterValidator(_ascii_host),
    ]


def filters_of(filters: list[dict[str, Any]]) -> dict[str, Any]:
    """An export's filters, ``{field, value}`` each, as a list's query. Raises Refused (422)."""
    found: dict[str, Any] = {}
    for place, each in enumerate(filters):
        name = each.get("field")
        if (
            not isinstance(name, str)
            or name not in Clicks.model_fields
            or name in ("page", "sortBy", "sortDir")
        ):
            raise invalid({f"filters.{place}.field": "There is no filter of this name."})
        found[name] = each.get("value")
    return found


def columns_of(columns: list[str] | None) -> list[str]:
    """An export's columns: those asked for, all when none are. Raises Refused (422)."""
    for place, name in enumerate(columns or ()):
        if name not in COLUMNS:
            raise _no_column(place)
    return list(dict.fromkeys(columns)) if columns else list(COLUMNS)


def _no_column(place: int) -> Refused:
    return invalid({f"columns.{place}": "There is no column of this name."})
