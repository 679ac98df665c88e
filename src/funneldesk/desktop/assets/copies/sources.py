"""Readers of each part's list, and of one of its records, from the server."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from funneldesk.client.errors import NotFound
from funneldesk.contract.shapes import Record
from funneldesk.desktop.assets.copies.components import COMPONENTS, read_component
from funneldesk.desktop.assets.copies.pages import PAGES, counted_tests
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.local.cache.records import CachedRow
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.library.local_copy import LocalCopy
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 100
LOOKED_AT_ONCE = 2000
LARGEST_TEXT = 1_000_000
"""Bytes of a style sheet or a script that is read; larger ones are made by tools."""
STYLES = "styles"
BLOGS = LocalCopy("blogs", sources=("slug",))


@dataclass(frozen=True, slots=True)
class Source:
    """``list`` makes the local list that of the server, ``fetch`` reads one record and keeps it.

    Both raise ``ApiError``.
    """

    list: Callable[[Workspace], Awaitable[None]]
    fetch: Callable[[Workspace, str], Awaitable[None]]


async def _list_pages(workspace: Workspace) -> None:
    """Counts of split tests, which the Pages section made, stay with pages that did not change."""
    store = workspace.store
    tests: dict[str, tuple[str, Any]] = {}
    async for piece in store.slices("pages"):
        for known in piece:
            tests[str(known["id"])] = (str(known.get("updated_at")), known.get("tests"))
    incoming = store.incoming("pages")

    async def read(api: "Api") -> None:
        await incoming.clear()
        async for piece in api.pages.slices():
            pages = piece.rows
            for start in range(0, len(pages), AT_ONCE):
                rows = []
                for page in pages[start : start + AT_ONCE]:
                    summary = page.model_dump(mode="json")
                    changed, count = tests.get(str(page.id), ("", None))
                    same = changed == str(summary.get("updated_at"))
                    summary["tests"] = count if same else None
                    rows.append(PAGES.row(str(page.id), summary))
                await incoming.add(rows)

    await workspace.run(read)
    await incoming.finish()


async def _fetch_page(workspace: Workspace, page_id: str) -> None:
    page = await workspace.run(lambda api: api.pages.get(int(page_id)))
    body = page.model_dump(mode="json")
    await PAGES.keep(workspace.store, page_id, body, await counted_tests(body))


async def _list_components(workspace: Workspace) -> None:
    rows = await workspace.run(lambda api: _bodies(api.components.iterate()))
    await _keep_list(workspace, COMPONENTS, rows)


async def _fetch_component(workspace: Workspace, component_id: str) -> None:
    component = await workspace.run(lambda api: read_component(api, int(component_id)))
    body = component.model_dump(mode="json")
    await COMPONENTS.keep_body(workspace.store, component_id, body)


async def _list_blogs(workspace: Workspace) -> None:
    rows = await workspace.run(lambda api: _bodies(api.blogs.iterate()))
    await _keep_list(workspace, BLOGS, rows)


async def _bodies(records: AsyncIterator[Record]) -> list[Mapping[str, Any]]:
    return [record.model_dump(mode="json") async for record in records]


async def _fetch_blog(workspace: Workspace, blog_id: str) -> None:
    """With its categories, which have images of their own."""
    blog = await workspace.run(lambda api: api.blogs.get(int(blog_id)))
    categories = await workspace.run(lambda api: api.blogs.categories(int(blog_id)))
    body = blog.model_dump(mode="json")
    body["categories"] = [category.model_dump(mode="json") for category in categories]
    await BLOGS.keep_body(workspace.store, blog_id, body)


async def _list_styles(workspace: Workspace) -> None:
    library = workspace.shared(AssetLibrary)
    await library.show_local()
    if not library.loaded:
        await library.refresh()
    rows = []
    for place, row in enumerate(list(library.rows.values())):
        if place % LOOKED_AT_ONCE == LOOKED_AT_ONCE - 1:
            await asyncio.sleep(0)
        if _is_style(row):
            rows.append(_style(row))
    await workspace.store.replace_listing(STYLES, rows)


async def _fetch_style(workspace: Workspace, path: str) -> None:
    row = workspace.shared(AssetLibrary).rows.get(path)
    if row is None:
        raise NotFound(_("The file is gone."), method="GET", path=path)
    try:
        raw = await workspace.run(lambda api: api.fetch_asset(row.src))
    except ValueError as problem:
        raise NotFound(str(problem), method="GET", path=row.src) from None
    body = {"id": path, "name": path, "text": raw.decode("utf-8", "replace")}
    changed = _style(row).updated_at
    await workspace.store.put_record(STYLES, path, body, {}, updated_at=changed)


def _is_style(row: AssetRow) -> bool:
    """Css and scripts refer to images and fonts that no page names."""
    is_text = row.path.lower().endswith((".css", ".js", ".mjs", ".svg", ".json"))
    return is_text and not row.is_folder and bool(row.src) and row.size <= LARGEST_TEXT


def _style(row: AssetRow) -> CachedRow:
    return CachedRow(row.path, {"id": row.path, "name": row.path}, f"{row.changed}:{row.size}")


async def _keep_list(
    workspace: Workspace, copy: LocalCopy, rows: Iterable[Mapping[str, Any]]
) -> None:
    kept = [copy.row(str(row["id"]), row) for row in rows]
    await workspace.store.replace_listing(copy.part, kept)


SOURCES: Mapping[str, Source] = {
    "pages": Source(_list_pages, _fetch_page),
    "components": Source(_list_components, _fetch_component),
    "blogs": Source(_list_blogs, _fetch_blog),
    STYLES: Source(_list_styles, _fetch_style),
}
