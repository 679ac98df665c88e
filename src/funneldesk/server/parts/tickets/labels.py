"""Words for people: statuses, and moments in the brand's own time."""

from datetime import datetime, tzinfo

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_STATUSES = {
    "open": "Open",
    "waiting": "Waiting",
    "closed": "Closed",
    "resolved": "Resolved",
    "spam": "Spam",
}


def status_label(status: str) -> str:
    """A status as a word; one that is not known as it is."""
    return _STATUSES.get(status, status)


def moment_label(moment: datetime, zone: tzinfo) -> str:
    """A moment as it reads on a clock in ``zone``, for example ``7 Mar 2025, 14:05``."""
    local = moment.astimezone(zone)
    return f"{local.day} {_MONTHS[local.month - 1]} {local.year}, {local:%H:%M}"
