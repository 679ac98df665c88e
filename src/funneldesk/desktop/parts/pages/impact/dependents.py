"""Dependents of pages: their steps in funnels, the pages that link to them, running split tests.

The interface has no such call: each answer is put together from what there is, and one that cannot
be had is named, never counted as none.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from funneldesk.contract.split_tests import SplitTestFilter
from funneldesk.desktop.assets.references.page_links import Surroundings, links_of, slug_of
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.list.rows import PageRow
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.brand_domains import BrandDomains
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.funnels import Funnel

MOST_NAMED, MOST_LINES = 3, 8
MOST_CANDIDATES = 10_000


class Dependents:
    """Sentences on what depends on some pages, as they stand on the server."""

    def __init__(self, workspace: Workspace, ids: Iterable[str]) -> None:
        self._workspace = workspace
        self._library = workspace.shared(PageLibrary)
        rows = self._library.rows
        self._pages: Mapping[str, PageRow] = {
            i: rows[i] for i in ids if i in rows and not is_new_id(i)
        }

    async def lines(self) -> list[str]:
        """A sentence for each; empty where nothing is known to depend on them."""
        found: list[str] = []
        unknown: list[str] = []
        asked = (
            (_("funnels"), self._funnels),
            (_("split tests"), self._tests),
        )
        for name, ask in asked:
            with optional() as result:
                found += await ask()
            if result.failed:
                unknown.append(name)
        found += await self._links()
        rest = len(found) - MOST_LINES
        if rest > 0:
            found[MOST_LINES:] = [_("And {count:,} more.").format(count=rest)]
        covered = await self._workspace.store.coverage(PART)
        if covered.whole < covered.total:
            words = _("{read:,} of {pages} are on this computer and were searched for links.")
            found.append(words.format(read=covered.whole, pages=counted(covered.total, "page")))
        if unknown:
            found.append(_("Couldn’t be read: {names}.").format(names=", ".join(unknown)))
        return found

    async def _funnels(self) -> list[str]:
        numbers = {row.funnel_id for row in self._pages.values() if row.funnel_id is not None}
        found = []
        for number in sorted(numbers):
            funnel = await self._workspace.run(partial(_funnel, number))
            steps = [str(page.id) for page in funnel.pages]
            found += [
                _("“{page}” is step {number:,} of the funnel “{funnel}”.").format(
                    page=self._pages[each].name, number=at, funnel=funnel.name
                )
                for at, each in enumerate(steps, 1)
                if each in self._pages
            ]
        return found

    async def _tests(self) -> list[str]:
        names: dict[str, list[str]] = {}
        for page_id, name in await self._workspace.run(_running):
            if page_id in self._pages:
                names.setdefault(page_id, []).append(f"“{name}”")
        return [
            ngettext(
                "“{page}” has a running split test: {tests}.",
                "“{page}” has running split tests: {tests}.",
                len(found),
            ).format(page=self._pages[each].name, tests=_some(found))
            for each, found in names.items()
        ]

    async def _links(self) -> list[str]:
        domains = self._workspace.shared(BrandDomains)
        await domains.recall()
        around = Surroundings(
            str(self._workspace.connection.brand),
            hosts=frozenset(domains.hosts.values()),
            visitor_base=self._workspace.visitor_base,
        )
        said = []
        for page_id, row in self._pages.items():
            linking = await self._linking(row.slug, page_id, around) if row.slug else []
            if linking:
                words = _("Pages that link to “{page}”: {names}.")
                said.append(words.format(page=row.name, names=_some(linking)))
        return said

    async def _linking(self, slug: str, own: str, around: Surroundings) -> list[str]:
        """The titles of the other pages that link to a slug; of those that are not among the
        pages that go."""
        store = self._workspace.store
        found = []
        hits = await store.search(PART, slug, MOST_CANDIDATES)
        for candidate in dict.fromkeys(hit.id for hit in hits):
            row = self._library.rows.get(candidate)
            kept = await store.record(PART, candidate)
            if row is None or kept is None or candidate in self._pages or candidate == own:
                continue
            html = str(kept.body.get("html") or "")
            if await in_thread(_leads_to, html, slug, around):
                found.append(f"“{row.name}”")
        return found


class DependentsLines(QWidget):
    """The sentences, filled in once they are known; nothing where nothing depends on the pages."""

    def __init__(self, workspace: Workspace, ids: Collection[str]) -> None:
        super().__init__()
        self._dependents = Dependents(workspace, ids)
        self.words = Label(_("Looking for what depends on it…"), wrap=True)
        self.setLayout(column(self.words, spacing=0))
        self.tasks = TaskScope(self)
        self.tasks.start(self._fill())

    async def _fill(self) -> None:
        lines = await self._dependents.lines()
        said = lines or [_("No funnel, link or running split test is known to depend on it.")]
        self.words.setText("\n".join(said))


def _leads_to(html: str, slug: str, around: Surroundings) -> bool:
    return any(slug_of(str(each[4]), around) == slug for each in links_of(html))


async def _funnel(number: int, api: "Api") -> "Funnel":
    return await api.funnels.get(number)


async def _running(api: "Api") -> list[tuple[str, str]]:
    wanted = SplitTestFilter(status="running", per_page=100)
    return [(str(each.page_id), each.name) async for each in api.split_tests.iterate(wanted)]


def _some(names: list[str]) -> str:
    """The first names, and how many more there are."""
    told = ", ".join(names[:MOST_NAMED])
    rest = len(names) - MOST_NAMED
    return told if rest <= 0 else _("{names} and {count:,} more").format(names=told, count=rest)
