"""Pages brought in from a folder of files: compared first, then written one by one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.bulk.writes import FieldWriter
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.folder_sync.files import Entry
from funneldesk.desktop.parts.pages.folder_sync.plan import PagePlan, plan_page
from funneldesk.desktop.parts.pages.folder_sync.reading import FoundFolder, FoundPage, read_folder
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.list.copies import page_maker
from funneldesk.desktop.parts.pages.split_tests.keeping import TestChoice
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.records.save.request import plan_save
from funneldesk.desktop.workspace.workspace import Workspace

Progress = Callable[[int, int], None]


class Comparison:
    """Finds the platform's page for each folder and plans what to do."""

    def __init__(self, workspace: Workspace, library: PageLibrary) -> None:
        self.workspace = workspace
        self.library = library
        self.notes: tuple[str, ...] = ()

    async def plans(self, root: Path, progress: Progress) -> list[PagePlan] | str:
        """The plan of every page of a folder, or a sentence why there is none. Raises ApiError."""
        found: FoundFolder = await in_thread(read_folder, root)
        if found.problem:
            return found.problem
        await self.library.refresh()
        entries = self._entries(found)
        by_slug = self._by_slug()
        plans: list[PagePlan] = []
        used: dict[str, str] = {}
        for place, page in enumerate(found.pages):
            progress(place, len(found.pages))
            entry = entries.get(page.name)
            plan = await self._plan(page, entry, by_slug)
            if plan.key in used:
                said = _("The folder “{name}” brings the same page.").format(name=used[plan.key])
                plan = plan_page(replace(page, problem=said), None, None)
            else:
                used[plan.key] = page.name
            plans.append(plan)
        return plans

    def _entries(self, found: FoundFolder) -> Mapping[str, Entry]:
        """The index, where it is of this brand; else the notes say what that means."""
        index = found.index
        if index is None:
            self.notes = (found.index_problem or _("The folder has no index."), BY_SLUG)
            return {}
        if index.brand != self.workspace.connection.brand:
            self.notes = (_("It came from another brand."), BY_SLUG)
            return {}
        return index.entries

    def _by_slug(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for key, row in self.library.rows.items():
            if row.slug and not is_new_id(key):
                found.setdefault(row.slug, []).append(key)
        return found

    async def _plan(
        self, page: FoundPage, entry: Entry | None, by_slug: Mapping[str, list[str]]
    ) -> PagePlan:
        if page.problem:
            return plan_page(page, None, None)
        if entry is not None:
            body = await self._body(entry.id) if entry.id in self.library.rows else None
            return await in_thread(plan_page, page, entry, body)
        same = by_slug.get(str(page.fields.get("slug") or page.name), [])
        if len(same) > 1:
            domain = page.fields.get("domain_id")
            same = [key for key in same if self.library.rows[key].domain_id == domain]
        if len(same) == 1:
            return await in_thread(plan_page, _at_home(page), None, await self._body(same[0]))
        if same:
            said = _("More than one page has this slug: bring it in with the index of an export.")
            return plan_page(replace(page, problem=said), None, None)
        return await in_thread(plan_page, _at_home(page), None, None)

    async def _body(self, page_id: str) -> dict[str, Any]:
        kept = await self.workspace.store.record(PART, page_id)
        if kept is not None and not kept.stale:
            return kept.body
        return await self.library.fetch(page_id)


BY_SLUG = _("Pages are found by their slugs; changes on the server since then are not noticed.")


class PagesIn:
    """``work`` and ``look`` for a ``BulkRun`` over chosen plans. It never deletes."""

    def __init__(
        self,
        workspace: Workspace,
        library: PageLibrary,
        plans: Sequence[PagePlan],
        tests: TestChoice = "keep",
    ) -> None:
        self.workspace = workspace
        self.library = library
        self._plans = {plan.key: plan for plan in plans}
        self._writer = FieldWriter(
            workspace,
            library,
            {plan.key: plan.after for plan in plans},
            {plan.key: plan.before for plan in plans},
            about=_("Before a folder was imported"),
            tests=tests,
        )
        known = (int(key) for key in library.rows if not is_new_id(key))
        self._maker = page_maker(workspace, known)

    @property
    def items(self) -> list[BulkItem]:
        """What there is to do, in order."""
        return [BulkItem(plan.key, plan.title) for plan in self._plans.values()]

    async def work(self, item: BulkItem) -> Outcome:
        """Write or make one page. Raises ``ApiError``."""
        plan = self._plans[item.id]
        if plan.kind in ("changed", "clash"):
            return await self._writer.write(item)
        save = save_plan(plan)
        if save.blockers or save.create is None:
            first = save.blockers[0]
            return Outcome.skipped(f"{FIELDS.label(first.field)}: {first.sentence}")
        page = await self._maker.make(item, save.create, save.patch)
        await self.library.fetch(str(page.id))
        return Outcome.done(_("Made as a draft."))

    async def look(self, item: BulkItem) -> Outcome | None:
        """How a page stands whose write got no answer. Raises ``ApiError``."""
        if self._plans[item.id].kind in ("changed", "clash"):
            return await self._writer.look(item)
        if await self._maker.was_made(item):
            return None
        return Outcome.unknown(
            _("The answer was lost on the way, and the list does not show the page."),
            _("Refresh the list, and bring it in again if it stays so."),
        )


def save_plan(plan: PagePlan) -> SavePlan:
    """The calls that a plan would take, with their warnings; for a thread, sources are scanned."""
    if plan.kind in ("new", "gone"):
        return plan_save(PAGES, LocalPageDraft.new(plan.after))
    draft = LocalPageDraft.opened({"id": 0, **_named(plan.before)})
    for field, value in plan.after.items():
        draft.set(field, value)
    return plan_save(PAGES, draft)


def _named(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Fields as a record has them (quirk 22)."""
    return {"name" if field == "title" else field: value for field, value in fields.items()}


def _at_home(page: FoundPage) -> FoundPage:
    """A page that did not go out of this brand: its numbers of funnel, domain and folder mean
    something else here."""
    if not any(page.fields.get(field) for field in FIELDS.links):
        return page
    fields = {field: value for field, value in page.fields.items() if field not in FIELDS.links}
    said = _("Funnel, domain and folder are left out.")
    return replace(page, fields=fields, notes=(*page.notes, said))
