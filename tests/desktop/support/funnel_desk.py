"""The Funnels section in a window, over funnels whose pages lead on to each other."""

from collections.abc import Sequence
from typing import Any

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, until

from funneldesk.contract.funnels import Funnel, FunnelDraft
from funneldesk.contract.pages import Page
from funneldesk.desktop.parts.funnels.funnels import FUNNELS
from funneldesk.desktop.parts.funnels.panel import FunnelsPanel
from funneldesk.desktop.workspace.workspace import Workspace

SLUGS = ("offer", "checkout", "upsell", "downsell", "thanks")


async def funnel(brand: LiveBrand, name: str = "Summer", status: str = "active") -> Funnel:
    """A funnel on the server, without pages."""
    async with brand.api() as api:
        return await api.funnels.create(FunnelDraft(name=name, status=status))


async def step(brand: LiveBrand, slug: str, following: str = "", **fields: Any) -> Page:
    """A published page that leads on to another."""
    link = f'<a href="{following}">On</a>' if following else "<p>Done</p>"
    usual = {"status": "published", "html": f"<h1>{slug}</h1>{link}", "slug": slug}
    return await brand.add(slug.title(), **{**usual, **fields})


async def pages_in(brand: LiveBrand, of: Funnel | int) -> list[str]:
    """The names of a funnel's pages as the server has them now."""
    number = of if isinstance(of, int) else of.id
    async with brand.api() as api:
        return [page.name for page in (await api.funnels.get(number)).pages]


async def whole(brand: LiveBrand, slugs: Sequence[str] = SLUGS) -> tuple[Funnel, list[Page]]:
    """A funnel of such pages, the last one a thank-you page."""
    made, pages = await funnel(brand), list[Page]()
    for at, slug in enumerate(slugs):
        following = slugs[at + 1] if at + 1 < len(slugs) else ""
        extra = {"is_upsell_page": True} if slug in ("upsell", "downsell") else {}
        pages.append(await step(brand, slug, following, funnel_id=made.id, **extra))
    return made, pages


async def opened(bench: WindowBench, workspace: Workspace, of: Funnel | None) -> FunnelsPanel:
    """The section, shown and read, with a funnel open."""
    panel = bench.own(FunnelsPanel(workspace, FUNNELS))
    panel.resize(1500, 900)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet)
    if of is not None:
        panel.open_record(str(of.id))
        await known(panel, of)
    panel.activateWindow()
    return panel


async def known(panel: FunnelsPanel, of: Funnel) -> None:
    """The map has all that the server tells of a funnel."""
    await until(lambda: panel.map.reading.id == str(of.id) and panel.map.reading.is_whole)
    await until(lambda: panel.is_quiet)


def shown(panel: FunnelsPanel) -> list[str]:
    """The names of the steps in the map, in their order."""
    view = panel.map.view
    return [str(view.rows.index(row, 0).data()) for row in range(len(view.rows.ids))]


def problems(panel: FunnelsPanel) -> list[str]:
    """What the list below the map says."""
    rows = panel.map.list.list.rows
    return [rows.at(row).title for row in range(rows.rowCount())]
