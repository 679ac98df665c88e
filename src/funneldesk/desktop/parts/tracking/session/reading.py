"""Events of a session in words, and the money in them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qs, urlsplit

from funneldesk.desktop.kit.forms.amounts import exact
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.moments import moment

WORDS = {
    "page_view": _("Page view"),
    "add_to_cart": _("Added to cart"),
    "video_progress": _("Watched a video"),
    "identify": _("Gave their details"),
    "purchase": _("Bought"),
    "conversion": _("Bought"),
    "time_on_page": _("Stayed"),
    "form_submit": _("Sent a form"),
}
"""Kinds of events; another one is shown as it came."""
TONES = {"purchase": "success", "conversion": "success", "add_to_cart": "info"}
MONEY = ("total", "revenue", "amount", "price", "value")
MOST_TOLD = 4
LONGEST = 80
Body = Mapping[str, Any]


def describe_event(event: Body) -> dict[str, Any]:
    """An event as a row: when, what, where, and what its data say."""
    kind, data = str(event.get("type") or ""), event.get("data")
    known = data if isinstance(data, Mapping) else {}
    return {
        "at": str(event.get("timestamp") or ""),
        "type": kind,
        "what": WORDS.get(kind, kind),
        "where": place_of(str(event.get("url") or "")),
        "told": told(known),
        "data": known,
    }


def place_of(url: str) -> str:
    """The path of an address, which tells pages apart; the address where it has none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return parts.path or url


def told(data: Body) -> str:
    """The first values of an event's data in a line."""
    said = [
        f"{key} {value}"[:LONGEST]
        for key, value in data.items()
        if isinstance(value, str | int | float) and not isinstance(value, bool)
    ]
    return " · ".join(said[:MOST_TOLD])


def money_of(event: Body) -> Decimal | None:
    """What an event was worth, where its data say so."""
    data = event.get("data")
    known = data if isinstance(data, Mapping) else {}
    return next((found for key in MONEY if (found := exact(known.get(key))) is not None), None)


def email_of(body: Body) -> str:
    """The address that a visitor gave, or that stands in the first address; "" for none."""
    for event in body.get("happened") or ():
        data = event.get("data") if isinstance(event, Mapping) else None
        found = data.get("email") if isinstance(data, Mapping) else None
        if isinstance(found, str) and "@" in found:
            return found
    try:
        asked = parse_qs(urlsplit(str(body.get("url") or "")).query)
    except ValueError:
        return ""
    for values in asked.values():
        for value in values:
            if "@" in value and "." in value.rpartition("@")[2]:
                return value
    return ""


def since_start(events: Sequence[Body]) -> list[float]:
    """Seconds from the first event to each; what has no moment is where the one before it is."""
    moments: list[datetime | None] = [moment(each.get("at")) for each in events]
    first = next((each for each in moments if each is not None), None)
    found, last = [], 0.0
    for each in moments:
        if each is not None and first is not None:
            last = max(0.0, (each - first).total_seconds())
        found.append(last)
    return found


def quick_backs(events: Sequence[Body], seconds: float = 5.0) -> set[int]:
    """Places of page views that were left for the page before within seconds."""
    views = [(at, each) for at, each in enumerate(events) if each.get("type") == "page_view"]
    times = since_start(events)
    found = set()
    for before, here, after in zip(views, views[1:], views[2:], strict=False):
        short = times[after[0]] - times[here[0]] <= seconds
        if short and before[1].get("where") == after[1].get("where") != here[1].get("where"):
            found.add(here[0])
    return found


def views_left_quickly(body: Body) -> frozenset[int]:
    """Which of a session's page views, counted from 0, were quick ways back."""
    events = [each for each in body.get("happened") or () if isinstance(each, Mapping)]
    backs = quick_backs(events)
    views = [at for at, each in enumerate(events) if each.get("type") == "page_view"]
    return frozenset(number for number, at in enumerate(views) if at in backs)


def clock(seconds: float) -> str:
    """A length of time in minutes and seconds."""
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02}"
