"""Periods in which something was: the last days, or from one moment to another."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.kit.forms.times import day_text
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.query import Choice

PERIODS: dict[Choice, str] = {
    "1d": _("Last 24 hours"),
    "7d": _("Last 7 days"),
    "30d": _("Last 30 days"),
    "90d": _("Last 90 days"),
    "365d": _("Last 12 months"),
}
BETWEEN = "/"


def between(first: date, last: date, zone: tzinfo | None) -> str:
    """The choice of all days from the first to the last, both included, in a zone."""
    begin = datetime.combine(first, time.min, zone)
    end = datetime.combine(last + timedelta(days=1), time.min, zone)
    return f"{begin.isoformat()}{BETWEEN}{end.isoformat()}"


def bounds(choice: Choice, now: datetime) -> tuple[datetime, datetime] | None:
    """From when on, and until before when; None for what is no period."""
    text = choice if isinstance(choice, str) else ""
    if text.endswith("d") and text[:-1].isdecimal():
        return now - timedelta(days=int(text[:-1])), datetime.max.replace(tzinfo=UTC)
    first, _sign, last = text.partition(BETWEEN)
    try:
        begin, end = datetime.fromisoformat(first), datetime.fromisoformat(last)
    except ValueError:
        return None
    return begin.astimezone(UTC), end.astimezone(UTC)


def fits_period(at: datetime | None, choice: Choice, now: datetime | None = None) -> bool:
    """Whether something was in a period."""
    found = bounds(choice, now or datetime.now(UTC))
    return found is None or (at is not None and found[0] <= at < found[1])


def period_words(choice: Choice) -> str:
    """A period that was chosen by its days: "1 Nov 2026 to 15 Nov 2026"."""
    text = choice if isinstance(choice, str) else ""
    first, _sign, last = text.partition(BETWEEN)
    try:
        begin = datetime.fromisoformat(first).date()
        end = datetime.fromisoformat(last).date() - timedelta(days=1)
    except ValueError:
        return text
    told = day_text(begin, HERE), day_text(end, HERE)
    return _("{first} to {last}").format(first=told[0], last=told[1])
