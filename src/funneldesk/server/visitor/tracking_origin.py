"""Where a visit comes from: the landing address, the referrer, the browser, the place."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from fastapi import Request

from funneldesk.server.visitor.tracking_agents import agent_of, language_of
from funneldesk.server.visitor.tracking_places import place_of
from funneldesk.server.web.fields import LARGEST_ID

LONGEST = 128
_WORDS = (
    *("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"),
    *("aff_id", "subid", "subid2", "subid3", "subid4", "vtid"),
)
_MOST_PARAMETERS = 100
_MOST_DIGITS = len(str(LARGEST_ID))


@dataclass(frozen=True, slots=True)
class Origin:
    """The fields that a new visit begins with, as ``Ingest.visit`` takes them."""

    fields: dict[str, Any]

    @classmethod
    def of(cls, request: Request, url: str, referrer: str) -> "Origin":
        """What the call itself and the page's address tell."""
        headers = request.headers
        agent = agent_of(headers.get("user-agent", ""))
        address = request.client.host if request.client else ""
        place = place_of(address, headers)
        host = (request.url.hostname or "")[:255]
        return cls(
            {
                **landing_fields(url),
                "url": url,
                "ip_address": address[:45] or None,
                "domain": host or None,
                "referrer": referrer_of(referrer, host),
                "language": language_of(headers.get("accept-language", "")),
                "device": agent.device,
                "os": agent.os,
                "browser": agent.browser,
                "is_bot": agent.is_bot,
                "country": place.country,
                "region": place.region,
                "city": place.city,
                "zip": place.zip,
                "lat": place.lat,
                "lon": place.lon,
            }
        )


def landing_fields(url: str) -> dict[str, Any]:
    """What the query of a landing address names: utm, affiliate, sub ids, merchant."""
    try:
        query = urlsplit(url).query
        pairs = parse_qsl(query, max_num_fields=_MOST_PARAMETERS)
    except ValueError:
        return {}
    given = dict(reversed(pairs))
    found: dict[str, Any] = {name: _clean(given[name]) for name in _WORDS if name in given}
    merchant = given.get("merchant_id", "")
    if merchant.isascii() and merchant.isdecimal() and len(merchant) <= _MOST_DIGITS:
        number = int(merchant)
        if 0 < number <= LARGEST_ID:
            found["merchant_id"] = number
    return found


def referrer_of(referrer: str, host: str) -> str:
    """The host that a visitor came from; empty for none and for the brand's own pages."""
    try:
        found = urlsplit(referrer).hostname or ""
    except ValueError:
        return ""
    return "" if found == host else _clean(found.removeprefix("www."))


def _clean(text: str) -> str:
    """Text that any database keeps."""
    kept = "".join(letter for letter in text if letter.isprintable())
    return kept.encode("utf-8", "ignore").decode("utf-8")[:LONGEST].strip()
