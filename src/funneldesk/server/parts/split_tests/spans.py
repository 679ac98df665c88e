"""The time that a chart is asked for: a zone, a start and an end (document: chart-data)."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from funneldesk.contract.zones import zone_names, zone_of
from funneldesk.server.parts.split_tests.measures import hour_of, start_of
from funneldesk.server.parts.split_tests.numbers import Hours
from funneldesk.server.web.errors import invalid

LONGEST_BY_HOUR = 48
"""Hours up to which a trend is drawn by the hour; a longer one is drawn by the day."""

_FAR_PAST, _FAR_FUTURE = datetime(1971, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
_NO_MOMENT = "This field must be a date or a moment in ISO 8601."


def asked_zone(name: str) -> ZoneInfo:
    """The zone that a caller names. Raises Refused (422, ``tz``)."""
    if name not in zone_names():
        raise invalid({"tz": "The tz field must be an IANA time zone, as Europe/Berlin."})
    return zone_of(name)


def span_of(start: str | None, end: str | None, zone: ZoneInfo) -> Hours | None:
    """The hours from ``start`` to ``end``; None when neither is given. Raises Refused (422).

    A date as an end includes its day; a moment without a zone is in ``zone``. What is no whole
    hour is widened to one.
    """
    if not start and not end:
        return None
    first = _moment("start", start, zone, timedelta()) if start else _FAR_PAST
    last = _moment("end", end, zone, timedelta(days=1)) if end else _FAR_FUTURE
    if last <= first:
        raise invalid({"end": "The end must be after the start."})
    return Hours(hour_of(first), hour_of(last - timedelta(microseconds=1)) + 1)


def span_of_days(start: date | None, end: date | None, zone: ZoneInfo) -> Hours | None:
    """The hours of whole days, both included. Raises Refused (422) as ``span_of``."""
    return span_of(start.isoformat() if start else None, end.isoformat() if end else None, zone)


def labels_of(hours: list[int], zone: ZoneInfo) -> dict[int, str]:
    """The label that each hour counts under: the hour itself, or its day in ``zone``."""
    by_hour = bool(hours) and hours[-1] - hours[0] < LONGEST_BY_HOUR
    form = "%Y-%m-%dT%H:00" if by_hour else "%Y-%m-%d"
    return {hour: start_of(hour).astimezone(zone).strftime(form) for hour in hours}


def every_label(hours: list[int], zone: ZoneInfo) -> list[str]:
    """The labels from the first hour to the last, those without data too."""
    if not hours:
        return []
    return list(dict.fromkeys(labels_of(list(range(hours[0], hours[-1] + 1)), zone).values()))


def _moment(name: str, text: str, zone: ZoneInfo, day: timedelta) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
        if len(text) <= len("2026-03-31"):
            moment = datetime.combine(moment.date() + day, time())
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=zone)
        return min(max(moment.astimezone(UTC), _FAR_PAST), _FAR_FUTURE)
    except (ValueError, OverflowError) as error:
        raise invalid({name: _NO_MOMENT}) from error
