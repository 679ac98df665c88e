"""What bringing a folder of pages in would do to each page, worked out before anything is sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.folder_sync.files import MARK, SOURCES, Entry, hash_of
from funneldesk.desktop.parts.pages.folder_sync.reading import FoundPage
from funneldesk.desktop.records.fields import Value

PlanKind = Literal["new", "changed", "clash", "gone", "unchanged", "unreadable"]

CHIPS: dict[PlanKind, tuple[str, str]] = {
    "changed": (_("Changed"), "info"),
    "new": (_("New"), "success"),
    "clash": (_("Clash"), "warning"),
    "gone": (_("Gone there"), "warning"),
    "unreadable": (_("Cannot be read"), "danger"),
    "unchanged": (_("Unchanged"), "muted"),
}
"""For each kind its word and tone, in the order of the list."""


@dataclass(frozen=True, slots=True)
class PagePlan:
    """``key`` is the page's id, or the folder's name where a page would be made.

    ``before`` and ``after`` hold the fields that would be written; for a new page ``after`` holds
    all. ``clashes``: fields that changed here and on the platform since the export. ``notes`` are
    sentences. ``usual``: ticked unless the user says otherwise.
    """

    key: str
    name: str
    title: str
    kind: PlanKind
    before: Mapping[str, Value] = field(default_factory=dict, repr=False)
    after: Mapping[str, Value] = field(default_factory=dict, repr=False)
    clashes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def can_apply(self) -> bool:
        """Whether there is anything to do."""
        return self.kind in ("new", "changed", "clash", "gone")

    @property
    def empties(self) -> bool:
        """Whether the page's html would be gone (quirk 23)."""
        return bool(self.before.get("html")) and self.after.get("html") == ""

    @property
    def usual(self) -> bool:
        """Whether it is ticked from the start."""
        return self.kind in ("new", "changed") and not self.empties

    def words(self) -> str:
        """What would happen, in a line."""
        text = {
            "new": _("Makes a draft."),
            "gone": _("It was deleted on the server. Ticked, it becomes a new draft."),
            "unchanged": _("As it is on the server."),
        }.get(self.kind, "")
        if self.kind in ("changed", "clash"):
            text = " · ".join(self._change(name) for name in self.after) + "."
        if self.clashes:
            names = ", ".join(map(FIELDS.label, self.clashes))
            text = _(
                "Changed there too since the export: {names}. Ticked, yours replaces it. {text}"
            ).format(names=names, text=text)
        if self.empties:
            text = _("Would leave the page empty. {text}").format(text=text)
        return " ".join(part for part in (text, *self.notes) if part)

    def _change(self, name: str) -> str:
        label = FIELDS.label(name)
        if name in SOURCES:
            return label
        old, new = FIELDS.words(name, self.before[name]), FIELDS.words(name, self.after[name])
        return f"{label}: {old} → {new}"


def plan_page(found: FoundPage, entry: Entry | None, current: Mapping[str, Any] | None) -> PagePlan:
    """Compare a page's folder with the platform's page (None: there is none) and, where it came
    from an export, with how it went out."""
    if found.problem:
        return PagePlan(found.name, found.name, found.name, "unreadable", notes=(found.problem,))
    if current is None:
        return _missing(found, entry)
    values = LocalPageDraft.opened(current).fields
    fields, notes = _without_mark(found, values)
    title = str(values["title"] or found.name)
    changed = {
        name: value
        for name, value in fields.items()
        if name not in FIELDS.create_only
        and value != values[name]
        and not _theirs(name, value, entry)
    }
    clashes = tuple(
        name
        for name in changed
        if entry is not None and entry.hashes.get(name) not in (None, hash_of(values[name]))
    )
    kind: PlanKind = "clash" if clashes else "changed" if changed else "unchanged"
    before = {name: values[name] for name in changed}
    key = str(current["id"])
    return PagePlan(key, found.name, title, kind, before, changed, clashes, notes)


def _missing(found: FoundPage, entry: Entry | None) -> PagePlan:
    fields, notes = _without_mark(found, {})
    after = {**fields, "status": "draft"}
    after["title"] = str(after.get("title") or "").strip() or found.name[:255]
    if entry is None and "slug" not in after:
        after["slug"] = found.name
    kind: PlanKind = "new" if entry is None else "gone"
    return PagePlan(
        f"folder:{found.name}", found.name, str(after["title"]), kind, {}, after, (), notes
    )


def _without_mark(
    found: FoundPage, current: Mapping[str, Value]
) -> tuple[dict[str, Value], tuple[str, ...]]:
    """The fields without the mark that some editors put before a text; a source that has one on
    the platform keeps it."""
    fields, notes = dict(found.fields), found.notes
    for name in SOURCES:
        text = fields.get(name)
        own = str(current.get(name) or "").startswith(MARK)
        if isinstance(text, str) and text.startswith(MARK) and not own:
            fields[name] = text.removeprefix(MARK)
            notes = (*notes, _("The invisible mark at the file's beginning is left out."))
    return fields, notes


def _theirs(name: str, value: Value, entry: Entry | None) -> bool:
    """Whether the file is as it went out: then what differs was changed on the platform."""
    return entry is not None and entry.hashes.get(name) == hash_of(value)
