"""Images of the variants of a test, each of the whole page that a visitor meets."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from funneldesk.contract.markup import Block, scan
from funneldesk.contract.markup_records import block_of
from funneldesk.desktop.assets.preview.combinations import (
    Combination,
    Place,
    all_variants_of,
    default_combination,
)
from funneldesk.desktop.assets.preview.differences import first_difference
from funneldesk.desktop.assets.preview.drawing import Drawing, PageSource, View
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.components import Component
    from funneldesk.contract.pages import Page

MOST = 6
"""Variants that are drawn."""
TALLEST = 1_400
"""Pixels of a page, as wide as a phone, that a picture shows."""
ABOVE = 140
"""Pixels of the page that are shown above the first difference."""
NOT_FOUND = _("The block of this test isn't on its page any more, or it can't be told apart.")
NO_PAGE = _("This test is on no page, so there is nothing to draw.")
Body = Mapping[str, Any]


class NothingToDraw(Exception):
    """There is nothing to take pictures of; a sentence says why."""


class VariantPictures:
    """Takes pictures on a stage of its own, made when it is first asked for."""

    def __init__(self, workspace: Workspace, owner: QWidget) -> None:
        self._workspace, self._owner = workspace, owner
        self._drawing = Drawing(workspace, owner)
        self._pages = 0

    async def take(self, body: Body, width: int) -> list[tuple[str, QImage]]:
        """The name and the image of each variant, from shortly above where they first differ.

        Raises ``ApiError``, NothingToDraw and CannotPicture.
        """
        from funneldesk.desktop.kit.web.preview.capture import Photographer

        components = components_of(body)
        if components:
            shown = await self._components(components, width)
        else:
            page, views = await self._views(body, width)
            shown = [(page.html or "", page.css or "", views)]
        frames, titles = [], list[str]()
        for html, css, of_source in shown:
            self._pages += 1
            self._drawing.source = PageSource(html, css, scan(html), self._pages)
            frames += await self._drawing.frames_of(of_source)
            titles += [view.title for view in of_source]
        await self._workspace.settled()
        base = f"{self._workspace.base_url}/cdn"
        camera = Photographer(self._drawing.load_asset, base, self._owner)
        try:
            images = [(await camera.picture(frame)).image for frame in frames]
        finally:
            camera.end()
        top = max(0, await in_thread(first_difference, images) - ABOVE)
        parts = [each.copy(0, top, each.width(), TALLEST) for each in images]
        return list(zip(titles, parts, strict=True))

    async def _components(
        self, components: Sequence[tuple[int, str]], width: int
    ) -> "list[tuple[str, str, list[View]]]":
        """The source of each component, and the one view of it."""
        found = []
        for number, name in components[:MOST]:
            read = partial(_component, number)
            each = await self._workspace.run(read)
            html = each.html or ""
            view = View(f"{number}", name or each.name, "", default_combination(scan(html)), width)
            found.append((html, each.css or "", [view]))
        return found

    async def _views(self, body: Body, width: int) -> "tuple[Page, list[View]]":
        page_id = body.get("page_id")
        if not isinstance(page_id, int):
            raise NothingToDraw(NO_PAGE)
        page = await self._workspace.run(lambda api: api.pages.get(page_id))
        number, name = int(body["id"]), str(body.get("name") or "")
        found = await in_thread(combinations_of, page.html or "", number, name)
        if not found:
            raise NothingToDraw(NOT_FOUND)
        views = [
            View(f"{at}", title, "", combination, width)
            for at, (title, combination) in enumerate(found[:MOST])
        ]
        return page, views


async def _component(number: int, api: "Api") -> "Component":
    return await api.components.get(number)


def components_of(body: Body) -> list[tuple[int, str]]:
    """The components that a test compares, by number and name; none where it compares parts of a
    page."""
    items = (body.get("config") or {}).get("items") or ()
    return [
        (each["component_id"], str(each.get("name") or ""))
        for each in items
        if isinstance(each, Mapping) and isinstance(each.get("component_id"), int)
    ]


def combinations_of(html: str, test_id: int, name: str) -> list[tuple[str, Combination]]:
    """The variants of a test with the page that each is on; empty where the test is not there."""
    block, blocks = block_of(html, test_id, name), scan(html)
    if block is None:
        return []
    place = next((path for path, each in _placed(blocks) if each.start == block.start), None)
    if place is None:
        return []
    names = [each.name for each in block.variants]
    return list(zip(names, all_variants_of(blocks, place), strict=True))


def _placed(blocks: Sequence[Block], path: Place = ()) -> Iterator[tuple[Place, Block]]:
    for number, block in enumerate(blocks):
        yield (*path, number), block
        for at, variant in enumerate(block.variants):
            yield from _placed(variant.blocks, (*path, number, at))
