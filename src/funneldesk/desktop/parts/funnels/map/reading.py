"""Reading of a funnel: its pages, their sources, running tests, and what they are held against.

What is on this computer is shown first. Everything but the funnel itself only adds to the map:
what cannot be had is named, never taken for none.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from funneldesk.contract.split_tests import SplitTestFilter
from funneldesk.desktop.assets.copies.sources import SOURCES
from funneldesk.desktop.assets.references.page_links import Surroundings
from funneldesk.desktop.kit.forms.amounts import exact
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.funnels.lint.looking import PageLook, led_to, look_at_all, written_as
from funneldesk.desktop.parts.funnels.lint.rules import TRACKING, CheckedStep, Sold
from funneldesk.desktop.parts.funnels.map.steps import Step, role_of
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

Body = Mapping[str, Any]
AT_ONCE = 4
"""Pages whose sources are read at the same time (quirk 9)."""
RANK = {"published": 3, "imported": 2, "draft": 1}
PAGES, TESTS, PRODUCTS, DOMAINS = "pages", "split_tests", "products", "domains"
CALLED = {
    PAGES: _("pages"),
    TESTS: _("split tests"),
    PRODUCTS: _("products"),
    DOMAINS: _("domains"),
}


@dataclass(frozen=True, slots=True)
class Reading:
    """A funnel as far as it is known. ``unknown`` names what could not be read; ``is_whole``: the
    server was asked for all of it."""

    funnel: Body
    checked: tuple[CheckedStep, ...] = ()
    products: Mapping[str, Sold] | None = None
    unknown: tuple[str, ...] = ()
    is_whole: bool = False

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps in their order."""
        return tuple(each.step for each in self.checked)

    @property
    def id(self) -> str:
        """The funnel's."""
        return str(self.funnel.get("id") or "")


@dataclass(frozen=True, slots=True)
class Brand:
    """What pages are held against; None is not known."""

    pages: Mapping[str, Body] | None = None
    tests: Mapping[str, tuple[tuple[str, str], ...]] | None = None
    products: Mapping[str, Sold] | None = None
    domains: frozenset[str] | None = None


class FunnelReader:
    """Reads funnels of one brand. What all of them need is read once, until it is forgotten."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._known: dict[str, Any] = {}
        self._looks: dict[tuple[str, str], PageLook] = {}

    def forget(self, *parts: str) -> None:
        """Records of these parts have changed; without any, everything may have."""
        for part in parts or tuple(self._known):
            self._known.pop(part, None)

    async def recall(self, body: Body) -> Reading:
        """A funnel with what this computer knows of its pages."""
        listed = await self._workspace.store.summaries(PAGES, page_ids(body))
        pages = {str(each.get("id")): each for each in listed}
        bodies = {each: await self._kept(each) for each in page_ids(body)}
        return await self._put_together(body, Brand(pages), bodies)

    async def read(self, funnel_id: int) -> Reading:
        """A funnel as the server has it now. Raises ``ApiError``."""
        funnel = await self._workspace.run(lambda api: api.funnels.get(funnel_id))
        body = funnel.model_dump(mode="json", exclude_unset=True)
        brand, unknown = await self._brand()
        bodies = await self._bodies(page_ids(body), brand.pages or {})
        if any(each is None for each in bodies.values()) and PAGES not in unknown:
            unknown = (*unknown, PAGES)
        made = await self._put_together(body, brand, bodies)
        return replace(made, unknown=tuple(CALLED[each] for each in unknown), is_whole=True)

    async def pages(self) -> Mapping[str, Body]:
        """All pages of the brand by number. Raises ``ApiError``."""
        if self._known.get(PAGES) is None:
            self._known[PAGES] = await self._workspace.run(_pages)
        found: Mapping[str, Body] = self._known[PAGES]
        return found

    # The brand

    async def _brand(self) -> tuple[Brand, tuple[str, ...]]:
        ways: Mapping[str, Callable[[Api], Awaitable[Any]]] = {
            PAGES: _pages,
            TESTS: _tests,
            PRODUCTS: _products,
            DOMAINS: _domains,
        }
        wanted = [part for part in ways if part not in self._known]
        await asyncio.gather(*(self._learn(part, ways[part]) for part in wanted))
        unknown = tuple(part for part in ways if self._known.get(part) is None)
        return Brand(*(self._known.get(part) for part in ways)), unknown

    async def _learn(self, part: str, read: "Callable[[Api], Awaitable[Any]]") -> None:
        with optional():
            self._known[part] = await self._workspace.run(read)

    # The pages

    async def _bodies(self, ids: Sequence[str], pages: Mapping[str, Body]) -> dict[str, Body]:
        gate = asyncio.Semaphore(AT_ONCE)

        async def read(page_id: str) -> tuple[str, Any]:
            changed = (pages.get(page_id) or {}).get("updated_at")
            kept = await self._kept(page_id)
            if kept is not None and changed and kept.get("updated_at") == changed:
                return page_id, kept
            async with gate:
                with optional() as asked:
                    await SOURCES[PAGES].fetch(self._workspace, page_id)
            return page_id, None if asked.failed else await self._kept(page_id)

        return dict(await asyncio.gather(*map(read, ids)))

    async def _kept(self, page_id: str) -> Body | None:
        kept = await self._workspace.store.record(PAGES, page_id)
        return kept.body if kept is not None else None

    # Together

    async def _put_together(
        self, body: Body, brand: Brand, bodies: Mapping[str, Body | None]
    ) -> Reading:
        looks = await self._looked({k: each for k, each in bodies.items() if each is not None})
        statuses = _statuses((brand.pages or {}).values())
        around = Surroundings(
            str(self._workspace.connection.brand),
            None,
            statuses,
            brand.domains or frozenset(),
            self._workspace.visitor_base,
        )
        checked = tuple(
            _checked(page, bodies.get(str(page["id"])), looks.get(str(page["id"])), brand, around)
            for page in pages_of(body)
        )
        return Reading(body, checked, brand.products)

    async def _looked(self, bodies: Mapping[str, Body]) -> dict[str, PageLook]:
        marks = {key: (key, str(body.get("updated_at"))) for key, body in bodies.items()}
        fresh = [key for key, mark in marks.items() if mark not in self._looks]
        looked = await in_thread(look_at_all, [bodies[key] for key in fresh])
        self._looks |= {marks[key]: look for key, look in zip(fresh, looked, strict=True)}
        return {key: self._looks[mark] for key, mark in marks.items()}


def pages_of(body: Body) -> list[Body]:
    """The pages of a funnel in their order; those without one come last."""
    pages = body.get("pages")
    known = [each for each in pages if isinstance(each, Mapping)] if pages else []
    named = [each for each in known if each.get("id") is not None]
    return sorted(named, key=lambda each: each.get("order") or len(named) + 1)


def page_ids(body: Body) -> list[str]:
    """Their numbers."""
    return [str(each["id"]) for each in pages_of(body)]


def _checked(
    page: Body, body: Body | None, look: PageLook | None, brand: Brand, around: Surroundings
) -> CheckedStep:
    page_id = str(page["id"])
    listed, whole = (brand.pages or {}).get(page_id) or {}, body or {}
    known = {**whole, **{key: each for key, each in listed.items() if each is not None}}
    sold = look.sold if look is not None else ()
    products = brand.products or {}
    tests = (brand.tests or {}).get(page_id, ())
    step = Step(
        page_id,
        str(page.get("name") or known.get("name") or ""),
        str(page.get("type") or known.get("type") or ""),
        str(known.get("slug") or ""),
        str(known.get("status") or ""),
        role_of(
            is_upsell=bool(whole.get("is_upsell_page")),
            classes=[products[code].role for code in sold if code in products],
        ),
        tuple(name for _number, name in tests),
        str(known.get("updated_at") or ""),
    )
    if body is None or look is None:
        return CheckedStep(step, tests=tests)
    slugs, gone = led_to(look, str(body.get("redirect_url") or ""), around)
    tracking = {name: str(body.get(name) or "") for name in TRACKING}
    return CheckedStep(
        step,
        None if look.has_parts else frozenset(slugs),
        gone if around.statuses else (),
        sold,
        bool(body.get("requires_password")),
        tracking,
        tests=tests,
        written=written_as(look, around),
        first_link=next(iter(look.addresses), ""),
    )


def _statuses(pages: "Sequence[Body] | Any") -> dict[str, str]:
    """Every slug with the best status of a page that has it."""
    statuses: dict[str, str] = {}
    for each in pages:
        slug, status = str(each.get("slug") or ""), str(each.get("status") or "")
        if slug not in statuses or RANK.get(status, 0) > RANK.get(statuses[slug], 0):
            statuses[slug] = status
    return statuses


# What the brand has


async def _pages(api: "Api") -> dict[str, Body]:
    found: dict[str, Body] = {}
    async for piece in api.pages.slices():
        found |= {str(each.id): each.model_dump(mode="json") for each in piece.rows}
        await asyncio.sleep(0)
    return found


async def _tests(api: "Api") -> dict[str, tuple[tuple[str, str], ...]]:
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    running = SplitTestFilter(status="running", per_page=100)
    async for each in api.split_tests.iterate(running):
        if each.page_id is not None:
            page = str(each.page_id)
            found[page] = (*found.get(page, ()), (str(each.id), each.name))
    return found


async def _products(api: "Api") -> dict[str, Sold] | None:
    """By code and by number; None where the server names no codes."""
    rows = (await api.products.list_all()).rows
    if rows and not any(each.code for each in rows):
        return None
    found: dict[str, Sold] = {}
    for each in rows:
        price: Decimal | None = exact(each.price)
        sold = Sold(str(each.id), each.title, price, each.classification or "")
        found[str(each.id)] = sold
        if each.code:
            found[each.code] = sold
    return found


async def _domains(api: "Api") -> frozenset[str]:
    listed = await api.domains.list_all()
    return frozenset(each.domain.lower() for each in listed.rows if each.domain)
