"""Images of pages with a component as it is live, and as it is about to be."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from funneldesk.contract.component_filling import Filler
from funneldesk.contract.markup import scan
from funneldesk.desktop.assets.preview.combinations import default_combination
from funneldesk.desktop.assets.preview.differences import differ, first_difference
from funneldesk.desktop.assets.preview.drawing import Drawing, PageSource, View
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.preview.capture import Photographer

TALLEST, ABOVE = 900, 80
"""Pixels of a page that a picture shows, and of those above the first difference."""


@dataclass(frozen=True, slots=True)
class Source:
    """A page, or a component by itself: ``key`` tells it apart."""

    key: str
    title: str
    html: str
    css: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """A source before and after; ``differs``: not a pixel is the same everywhere."""

    source: Source
    before: QImage
    after: QImage
    differs: bool


class ComparePictures:
    """Takes pictures on a stage of its own, made when it is first asked for."""

    def __init__(self, workspace: Workspace, owner: QWidget) -> None:
        self._workspace, self._owner = workspace, owner
        self._drawing = Drawing(workspace, owner)
        self._pages = 0

    async def take(
        self, sources: Sequence[Source], before: Filler, after: Filler, width: int
    ) -> AsyncIterator[Pair]:
        """Each source, filled in the two ways; one after the other. Raises CannotPicture."""
        from funneldesk.desktop.kit.web.preview.capture import Photographer

        await self._workspace.settled()
        base = f"{self._workspace.base_url}/cdn"
        camera = Photographer(self._drawing.load_asset, base, self._owner)
        try:
            for source in sources:
                yield await self._pair(camera, source, (before, after), width)
        finally:
            camera.end()

    async def _pair(
        self, camera: "Photographer", source: Source, ways: tuple[Filler, Filler], width: int
    ) -> Pair:
        images = []
        for filler in ways:
            html = await in_thread(filler.fill, source.html)
            self._pages += 1
            blocks = await in_thread(scan, html)
            usual = await in_thread(default_combination, blocks)
            self._drawing.source = PageSource(html, source.css, blocks, self._pages)
            (frame,) = await self._drawing.frames_of([View("one", "", "", usual, width)])
            images.append((await camera.picture(frame)).image)
        is_other = await in_thread(differ, *images)
        top = max(0, await in_thread(first_difference, images) - ABOVE) if is_other else 0
        before, after = (_seen(each, top) for each in images)
        return Pair(source, before, after, is_other)


def _seen(image: QImage, top: int) -> QImage:
    """The part of a page that is shown: what lies beyond its end would be black."""
    first = min(top, max(0, image.height() - 1))
    return image.copy(0, first, image.width(), min(TALLEST, image.height() - first))
