"""Pages duplicated into another brand, one by one, with their files where that is wanted."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from funneldesk.client.errors import NotFound
from funneldesk.contract.asset_references import rewritten
from funneldesk.desktop.assets.brand_copier import AssetCopier
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.pages.copy_to_brand.plan import (
    CopyPlan,
    Destination,
    Origin,
    bodies,
    plan_copy,
)
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.list.copies import page_maker
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.workspace.workspace import OFFLINE, ONLINE, Workspace

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from funneldesk.client import Api
    from funneldesk.contract.pages import PageSummary


class CombinedStatus(QObject):
    """The ways to two brands as one: away while either is."""

    connection_changed = Signal()

    def __init__(self, *workspaces: Workspace) -> None:
        super().__init__()
        self._workspaces = workspaces
        for workspace in workspaces:
            workspace.connection_changed.connect(self.connection_changed)

    @property
    def connection_state(self) -> str:
        """Offline while one of them is."""
        away = any(workspace.connection_state == OFFLINE for workspace in self._workspaces)
        return OFFLINE if away else ONLINE


class CopyJob:
    """From one brand to another. ``learn`` first; ``plan`` for the dry run, then ``work`` and
    ``look`` for a ``BulkRun``.

    ``with_files``: files are copied and the references to them rewritten. ``despite``: a page is
    made even where a file could not be copied; that reference stays as it was.
    """

    def __init__(self, source: Workspace, target: Workspace) -> None:
        self.source = source
        self.target = target
        self.with_files = True
        self.despite = True
        self._origin = Origin(source.connection.brand, "", source.visitor_base)
        self._slugs: set[str] = set()
        self._components: frozenset[str] = frozenset()
        self._copier = AssetCopier(source, target)
        self._maker = page_maker(target, ())
        self._plans: dict[str, CopyPlan] = {}

    async def learn(self) -> None:
        """What there is in both brands. Raises ``ApiError``."""
        api = await self.source.api()
        brand = self.source.connection.brand
        self._origin = Origin(brand, api.assets_base, self.source.visitor_base)
        listed = await self.target.run(_list)
        self._slugs = {page.slug for page in listed if page.slug}
        self._maker = page_maker(self.target, (page.id for page in listed))
        self._components = await self.target.run(_codes)

    async def plan(self, page_id: str, body: Mapping[str, Any]) -> CopyPlan:
        """Make a page ready and keep its slug for it."""
        there = Destination(frozenset(self._slugs), self._components)
        plan = await in_thread(plan_copy, body, self._origin, there)
        self._plans[page_id] = plan
        if plan.slug:
            self._slugs.add(plan.slug)
        return plan

    async def work(self, item: BulkItem) -> Outcome:
        """One page: read again, its files, then the page as a draft. Raises ``ApiError``."""
        before = self._plans[item.id]
        try:
            page = await PAGES.read(self.source, item.id)
        except NotFound:
            return Outcome.skipped(_("Someone deleted it in the meantime."))
        self._slugs.discard(before.slug)
        plan = await self.plan(item.id, page.model_dump(mode="json"))
        addresses, problems = await self._files(plan)
        if problems and not self.despite:
            return Outcome.skipped(_("Not all of its files could be copied.") + f" {problems[0]}")
        sources = {
            name: rewritten(text, plan.assets[name], addresses, self.target.base_url)
            for name in ("html", "css")
            if (text := str(plan.fields.get(name) or ""))
        }
        draft, rest = bodies(plan, sources)
        made = await self._maker.make(item, draft, rest)
        return Outcome.done(
            " ".join([_("A draft at /{slug}.").format(slug=made.slug), *_problem_text(problems)])
        )

    async def look(self, item: BulkItem) -> Outcome | None:
        """How it stands after a lost answer: a file's or the page's. Raises ``ApiError``."""
        if not self._maker.was_sent(item) or await self._maker.was_made(item):
            return None
        return Outcome.unknown(
            _("The answer was lost on the way, and the other brand's list does not show the page."),
            _("Look there before you try again."),
        )

    async def _files(self, plan: CopyPlan) -> tuple[dict[str, str], list[str]]:
        """Where the page's files lie in the other brand, and why some do not."""
        addresses: dict[str, str] = {}
        problems: list[str] = []
        for path in sorted(plan.paths) if self.with_files else ():
            copied = await self._copier.copy(path)
            if copied.address:
                addresses[path] = copied.address
            else:
                problems.append(copied.problem)
        return addresses, problems


def _problem_text(problems: list[str]) -> list[str]:
    if not problems:
        return []
    told = ngettext(
        "A file could not be copied and still points here: {problem}",
        "{count} files could not be copied and still point here: {problem}",
        len(problems),
    )
    return [told.format(count=len(problems), problem=problems[0])]


async def _codes(api: "Api") -> frozenset[str]:
    return frozenset([component.code async for component in api.components.iterate()])


def _list(api: "Api") -> "Awaitable[list[PageSummary]]":
    return api.pages.list()
