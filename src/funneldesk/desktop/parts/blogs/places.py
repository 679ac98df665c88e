"""What stands at which address of a brand: clashes of a blog's slug, found before it is saved."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.blogs.addresses import BlogAddresses, clashes
from funneldesk.desktop.parts.blogs.kind import KIND, PART
from funneldesk.desktop.records.columns import RecordColumn
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.save.plan import Blocker, Review, SaveWarning
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.workspace.brand_domains import BrandDomains
from funneldesk.desktop.workspace.workspace import Change, Workspace

PAUSE = 0.5
Place = tuple[int, str]
"""A domain's number, 0 for none, and a slug on it."""


class BlogPlaces(QObject):
    """One for each workspace. It knows the slugs of the blogs and pages that are on this computer;
    ``changed`` tells that they, or the names of domains, are others now."""

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self.domains = workspace.shared(BrandDomains)
        self.domains.changed.connect(self.changed)
        self._tasks = TaskScope(self)
        self._blogs: dict[Place, tuple[str, str]] = {}
        self._pages: dict[Place, str] = {}
        self._sections: dict[RecordSection, RecordSection] = {}
        workspace.changed.connect(self._changed_elsewhere)

    def section(self, declared: RecordSection) -> RecordSection:
        """The section with the names of this brand's domains, and what it knows before a save."""
        if declared not in self._sections:
            columns = tuple(self._named(each) for each in declared.columns)
            writes = replace(KIND.writes, review=self.review)
            edited = replace(KIND, writes=writes)
            self._sections[declared] = replace(declared, columns=columns, edited=edited)
        return self._sections[declared]

    def _named(self, column: RecordColumn[SummaryRow]) -> RecordColumn[SummaryRow]:
        if column.key != "domain_id":
            return column

        def host(row: SummaryRow) -> str | None:
            number = row.get("domain_id")
            return self.domains.host(number) or (f"#{number}" if number else None)

        return replace(column, value=host)

    async def read(self) -> None:
        """Take the places from the local copy."""
        await self.domains.recall()
        self._blogs = {
            (int(each.get("domain_id") or 0), str(each.get("slug") or "")): (
                str(each.get("id")),
                str(each.get("name") or ""),
            )
            async for piece in self._workspace.store.slices(PART)
            for each in piece
        }
        self._pages = {
            (int(each.get("domain_id") or 0), str(each.get("slug") or "")): str(
                each.get("name") or each.get("title") or ""
            )
            async for piece in self._workspace.store.slices("pages")
            for each in piece
        }
        self.changed.emit()

    def addresses(self, values: Mapping[str, Any]) -> BlogAddresses:
        """The addresses of a blog with these fields."""
        return BlogAddresses.of(values, self.domains.host(values.get("domain_id")))

    def knows(self, values: Mapping[str, Any]) -> bool:
        """Whether the whole addresses of a blog with these fields are known."""
        return not values.get("domain_id") or bool(self.domains.host(values["domain_id"]))

    def taken(self, values: Mapping[str, Any], own_id: str) -> str:
        """Which other blog has the slug on the same domain: the server refuses that."""
        found = self._blogs.get(_place(values)) if values.get("slug") else None
        if found is None or found[0] == own_id:
            return ""
        told = _("The blog “{name}” has this slug on the same domain: choose another one.")
        return told.format(name=found[1])

    def page_there(self, values: Mapping[str, Any]) -> str:
        """The name of a page that has the same address, which the server does not refuse."""
        return self._pages.get(_place(values), "") if values.get("slug") else ""

    def problems(self, draft: RecordDraft) -> list[tuple[str, str]]:
        """Fields whose addresses clash, each with a sentence."""
        base = draft.base
        found = self.taken(draft.fields, "" if draft.is_new else str(draft.id))
        categories = [str(each.get("slug")) for each in categories_of(base)]
        taken = [("slug", found)] if found else []
        return [*taken, *clashes(self.addresses(draft.fields), categories)]

    def review(self, draft: RecordDraft, changed: Mapping[str, Value]) -> Review:
        """What a save would clash with; fields that were not touched are left alone."""
        asked = draft.declared.names if draft.is_new else changed
        blockers = [
            Blocker(field.name, said)
            for field in draft.declared
            if field.name in asked
            and (said := field.problem(draft.value(field.name), draft.fields))
        ]
        blockers += [Blocker(*each) for each in self.problems(draft) if each[0] in {*asked, "slug"}]
        page = self.page_there(draft.fields) if {"slug", "domain_id"} & {*asked} else ""
        return Review(tuple(_warned(page)), tuple(blockers))

    def _changed_elsewhere(self, change: Change) -> None:
        if change.part in (PART, "pages"):
            self._tasks.debounce("read", PAUSE, partial(self.read))


def categories_of(body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The categories of a whole blog, as far as they are here."""
    found = body.get("categories")
    return [each for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []


def _place(values: Mapping[str, Any]) -> Place:
    number = values.get("domain_id")
    return number if isinstance(number, int) else 0, str(values.get("slug") or "")


def _warned(page: str) -> list[SaveWarning]:
    if not page:
        return []
    told = _("The page “{name}” has this slug on the same domain. Visitors will meet one of them.")
    return [
        SaveWarning(
            "page_there",
            _("Save a blog with the address of a page?"),
            told.format(name=page),
            _("Save anyway"),
            once=True,
        )
    ]
