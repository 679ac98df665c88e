"""Where references to a brand's domains and pages are found, for the forms of other records."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from funneldesk.contract.folding import fold
from funneldesk.desktop.kit.forms.field_spec import Found, Lookup
from funneldesk.desktop.workspace.brand_domains import BrandDomains
from funneldesk.desktop.workspace.workspace import Workspace

MOST_OFFERED = 30


def domain_lookup(workspace: Workspace) -> Lookup:
    """The domains of the brand."""
    return Lookup(search=partial(_search_domain, workspace), title=partial(_domain, workspace))


def page_lookup(workspace: Workspace) -> Lookup:
    """The pages of the brand: those that are here, and the server's where none are."""
    return Lookup(search=partial(_search_page, workspace), title=partial(_page, workspace))


def fitting(found: Sequence[Found], text: str) -> Sequence[Found]:
    """Those that have all words of a text."""
    words = fold(text).split()
    fits = [each for each in found if all(word in fold(f"{each[1]} {each[2]}") for word in words)]
    return fits[:MOST_OFFERED]


async def _search_domain(workspace: Workspace, text: str) -> Sequence[Found]:
    domains = workspace.shared(BrandDomains)
    await domains.learn()
    return fitting([(key, host, "") for key, host in domains.hosts.items()], text)


async def _domain(workspace: Workspace, domain_id: Any) -> str:
    domains = workspace.shared(BrandDomains)
    if domain_id not in domains.hosts:
        await domains.learn()
    return domains.host(domain_id)


async def _pages(workspace: Workspace) -> Sequence[Found]:
    found: list[Found] = []
    async for piece in workspace.store.slices("pages"):
        found += [
            (each.get("id"), str(each.get("name") or ""), str(each.get("slug") or ""))
            for each in piece
        ]
    if found:
        return found
    listed = await workspace.run(lambda api: api.pages.list())
    return [(each.id, each.name or "", "") for each in listed]


async def _search_page(workspace: Workspace, text: str) -> Sequence[Found]:
    return fitting(await _pages(workspace), text)


async def _page(workspace: Workspace, page_id: Any) -> str:
    return next((each[1] for each in await _pages(workspace) if each[0] == page_id), "")
