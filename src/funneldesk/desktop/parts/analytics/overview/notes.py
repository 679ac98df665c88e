"""Notes on a trend: what a user wrote down, and what this program changed in the meantime."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import Any

from funneldesk.desktop.insight.named import Named, NamedThings
from funneldesk.desktop.insight.ranges import Range
from funneldesk.desktop.kit.charts.chart import Mark
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.local.user_data.history import Version
from funneldesk.desktop.records.history.milestones import (
    TRACKED_FIELDS,
    WINNER,
    Milestone,
    Milestones,
)
from funneldesk.desktop.workspace.workspace import Workspace

MOST_RECORDS, MOST_VERSIONS = 30, 20
"""Records of a part, the ones changed last, and versions of each, that are looked at."""
STATUSES = {"published": _("published"), "offline": _("taken offline")}
WRITTEN = ("saved", "restored", "replaced", "merged")
PRICES = TRACKED_FIELDS["products"]
CHANGES = "changes"
LONGEST = 60


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened on a day; ``key`` is that of a note of the user's own, "" for a change."""

    day: date
    text: str
    key: str = ""


def own_notes(store: LocalStore) -> NamedThings[str]:
    """The notes of a brand: a text for a day, as ISO 8601."""
    return NamedThings(store, "analytics.notes", _day, str)


def _day(state: Any) -> str | None:
    try:
        return date.fromisoformat(state).isoformat()
    except (TypeError, ValueError):
        return None


def happened(notes: Iterable[Named[str]]) -> list[Happened]:
    """The user's own notes."""
    return [Happened(date.fromisoformat(e.thing), e.name, e.key) for e in notes]


async def changes(workspace: Workspace, days: Range, zone: tzinfo | None) -> list[Happened]:
    """What was published, priced, decided or otherwise written from this computer on these days:
    by the histories of records, and by what was noted beside them. Each is told once a day."""
    found: list[Happened] = []
    store = workspace.store
    with suppress(LocalStoreProblem):
        for each in await workspace.shared(Milestones).all():
            found += _within(each.at, days, zone, each.name or f"#{each.record_id}", _decided(each))
        for part in ("pages", "products"):
            for record in (await store.histories(part))[:MOST_RECORDS]:
                if record.at.astimezone(zone).date() < days.first:
                    continue
                versions = await store.versions(part, record.id)
                for version in versions[:MOST_VERSIONS]:
                    found += await _told(store, version, days, zone)
    return list(dict.fromkeys(found))


def _decided(milestone: Milestone) -> str:
    if WINNER in milestone.changed:
        return _("“{variant}” won the split test").format(variant=milestone.value)
    return change_words(milestone.part, milestone.changed, milestone.value)


async def _told(
    store: LocalStore, version: Version, days: Range, zone: tzinfo | None
) -> list[Happened]:
    if version.kind not in WRITTEN or not change_words(version.part, version.changed):
        return []
    with suppress(KeyError):
        content = await store.version(version.key)
        name = str(content.get("name") or content.get("title") or f"#{version.id}")
        status = str(content.get("status") or "")
        what = change_words(version.part, version.changed, status)
        return _within(version.at, days, zone, name, what)
    return []


def _within(at: datetime, days: Range, zone: tzinfo | None, name: str, what: str) -> list[Happened]:
    day = at.astimezone(zone).date()
    if not what or not days.first <= day <= days.last:
        return []
    return [Happened(day, _("{record}: {change}").format(record=name, change=what))]


def change_words(part: str, changed: Sequence[str], status: str = "") -> str:
    """What a change of these fields means for figures; "" for nothing of note."""
    if "status" in changed:
        return STATUSES.get(status) or _("status changed")
    if part == "products":
        return _("price changed") if PRICES.intersection(changed) else ""
    return _("content changed") if "html" in changed else ""


def marks_of(events: Iterable[Happened], days: Range) -> tuple[Mark, ...]:
    """A mark for each day on which something happened."""
    by_day: dict[date, list[Happened]] = {}
    for each in events:
        if days.first <= each.day <= days.last:
            by_day.setdefault(each.day, []).append(each)
    return tuple(
        Mark(day, _words(found), _key(day, found)) for day, found in sorted(by_day.items())
    )


def _words(found: Sequence[Happened]) -> str:
    own = next((each.text for each in found if each.key), "")
    if len(found) == 1 or own:
        return (own or found[0].text)[:LONGEST]
    count = len(found)
    return ngettext("{count} change", "{count} changes", count).format(count=count)


def _key(day: date, found: Sequence[Happened]) -> str:
    own = next((each.key for each in found if each.key), "")
    return own or f"{CHANGES}/{day.isoformat()}"


def told_on(events: Iterable[Happened], key: str) -> str:
    """Everything that happened on the day of a mark, a line for each."""
    day = key.partition("/")[2]
    own: Mapping[str, date] = {each.key: each.day for each in events if each.key}
    wanted = own[key] if key in own else date.fromisoformat(day) if day else None
    return "\n".join(each.text for each in events if each.day == wanted)
