"""Time zones by their IANA names, the same on every computer: those of the tzdata package.

The operating system may know other names (``localtime``, ``Factory``), and none at all on Windows.
"""

from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

UTC_ZONE = ZoneInfo("UTC")


@cache
def zone_names() -> frozenset[str]:
    """Every zone that a brand may be in."""
    text = files("tzdata").joinpath("zones").read_text(encoding="utf-8")
    return frozenset(text.split()) - {"Factory"}


def zone_of(name: str | None) -> ZoneInfo:
    """The zone of a name; UTC for one that is not known here."""
    try:
        return ZoneInfo(name) if name in zone_names() else UTC_ZONE
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC_ZONE
