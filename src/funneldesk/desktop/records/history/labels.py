"""The time line in words: kinds, days, and what changed."""

from datetime import date, datetime, timedelta

from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.local.texts import _, joined
from funneldesk.desktop.local.user_data.history import Version
from funneldesk.desktop.records.history.source import HistoryField

KINDS: dict[str, tuple[str, str]] = {
    "opened": (_("Opened"), "info"),
    "typed": (_("Typed"), "muted"),
    "saved": (_("Saved"), "success"),
    "restored": (_("Restored"), "warning"),
    "replaced": (_("Before a change"), "warning"),
    "merged": (_("Merged"), "accent"),
}
WHO = {"you": _("You"), "platform": _("Server")}
MOST_NAMES = 3


def kind_words(version: Version) -> tuple[str, str]:
    """The word and the tone of a version's chip."""
    return KINDS.get(version.kind, (version.kind.capitalize(), "muted"))


def day_words(day: date, today: date) -> str:
    """Today, Yesterday, or the date."""
    if day == today:
        return _("Today")
    if day == today - timedelta(days=1):
        return _("Yesterday")
    return HERE.named_day(day, today)


def time_words(at: datetime) -> str:
    """A moment of the last days in a title: "14:05", or with its date."""
    is_today = at.astimezone().date() == datetime.now().astimezone().date()
    return HERE.clock(at) if is_today else HERE.recent(at)


def what_words(version: Version, fields: tuple[HistoryField, ...]) -> str:
    """Who made a version, and what it changed."""
    who = WHO.get(version.who, version.who)
    if version.about:
        return f"{who} · {version.about}" if who else version.about
    names = [f.label for f in fields if f.name in version.changed]
    shown = ", ".join(names[:MOST_NAMES])
    if len(names) > MOST_NAMES:
        more = len(names) - MOST_NAMES
        shown = _("{fields} and {count} more").format(fields=shown, count=more)
    what = shown if version.changed else _("First version here")
    return joined((who, what))
