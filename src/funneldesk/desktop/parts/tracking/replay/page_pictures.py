"""Pictures of the pages that recordings were made on: as they are now, drawn where nothing runs.

The recording keeps an address and no page. Pages are photographed on the preview's stage: without
scripts, and without any network but the brand's own files.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from funneldesk.contract.markup import Block, scan
from funneldesk.desktop.assets.preview.combinations import all_variants_of, default_combination
from funneldesk.desktop.assets.preview.drawing import Drawing, PageSource, View
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Change, Workspace

if TYPE_CHECKING:
    from funneldesk.contract.pages import Page, PageSummary
    from funneldesk.desktop.assets.preview.combinations import Combination

TALLEST = 12_000
"""CSS pixels of a page that are drawn."""
KEPT = 6
"""Pictures that are kept: a whole page has some megabytes."""
NO_PAGE = _("No page of this brand has the address of this recording any more.")
NOT_DRAWN = _("The page can't be drawn here.")


@dataclass(frozen=True, slots=True)
class PagePicture:
    """``image`` is None where the page cannot be shown; ``why`` says why then."""

    image: QImage | None = None
    title: str = ""
    why: str = ""
    variants: tuple[str, ...] = ()
    """What the first split test of the page has, in its order."""


class PagePictures(QObject):
    """Draws pages once for each width and variant, and keeps the last ones."""

    def __init__(
        self, workspace: Workspace, owner: QWidget, *, tallest: int = TALLEST, kept: int = KEPT
    ) -> None:
        """``tallest`` is how much of a page is drawn, in CSS pixels; ``kept`` how many are kept."""
        super().__init__(owner)
        self._workspace, self._owner = workspace, owner
        self._tallest, self._most = tallest, kept
        self._drawing = Drawing(workspace, self)
        self._kept: dict[tuple[str, int, int], PagePicture] = {}
        self._pages: list[PageSummary] | None = None
        self._turn = asyncio.Lock()
        self._count = 0
        workspace.changed.connect(self._changed)

    async def picture(self, url: str, width: int, variant: int = 0) -> PagePicture:
        """The page of an address at a width, with a variant of its first test (0: the heaviest).

        Never raises: what goes wrong is why there is no picture.
        """
        key = (place_of(url), width, variant)
        async with self._turn:
            known = self._kept.pop(key, None)
            if known is None or known.image is None:
                known = await self._take(url, width, variant)
            self._kept[key] = known
            while len(self._kept) > self._most:
                self._kept.pop(next(iter(self._kept)))
        return known

    def _changed(self, change: Change) -> None:
        if change.part in ("pages", "files", "components"):
            self._kept.clear()
            self._pages = None

    async def _take(self, url: str, width: int, variant: int) -> PagePicture:
        found: PagePicture | None = None
        with optional() as asked:
            page = await self._page_of(url)
            if page is None:
                return PagePicture(why=NO_PAGE)
            found = await self._draw(page, width, variant)
        if found is None and asked.error is not None:
            return PagePicture(why=explain(asked.error, _("Reading the page")).what)
        return found or PagePicture(why=NOT_DRAWN)

    async def _page_of(self, url: str) -> "Page | None":
        if self._pages is None:
            self._pages = list(await self._workspace.run(lambda api: api.pages.list()))
        number = _match(url, self._pages)
        if number is None:
            return None
        return await self._workspace.run(lambda api: api.pages.get(number))

    async def _draw(self, page: "Page", width: int, variant: int) -> PagePicture:
        from funneldesk.desktop.kit.web.preview.capture import CannotPicture, Photographer

        html = page.html or ""
        blocks = await in_thread(scan, html)
        self._count += 1
        self._drawing.source = PageSource(html, page.css or "", blocks, self._count)
        view = View(f"replay{self._count}", page.name, "", _combination(blocks, variant), width)
        (frame,) = await self._drawing.frames_of([view])
        await self._workspace.settled()
        base = f"{self._workspace.base_url}/cdn"
        camera = Photographer(self._drawing.load_asset, base, self._owner)
        names = tuple(each.name for each in blocks[0].variants) if blocks else ()
        try:
            photo = await camera.picture(frame, self._tallest)
        except CannotPicture as error:
            return PagePicture(None, page.name, str(error), names)
        finally:
            camera.end()
        return PagePicture(photo.image, page.name, "", names)


def _combination(blocks: "list[Block] | tuple[Block, ...]", variant: int) -> "Combination":
    usual = default_combination(blocks)
    if variant and blocks:
        every = list(all_variants_of(blocks, 0, usual))
        return every[min(variant, len(every)) - 1] if every else usual
    return usual


def place_of(url: str) -> str:
    """The part of an address that tells a page: its path, without a slash at the end."""
    try:
        path = unquote(urlsplit(url).path)
    except ValueError:
        return ""
    return path.rstrip("/")


def _match(url: str, pages: "list[PageSummary]") -> int | None:
    """The number of the page that an address leads to, by its slug; the index for none."""
    slug = place_of(url).rpartition("/")[2]
    fits: Callable[[PageSummary], bool] = (
        (lambda page: page.slug == slug) if slug and not slug.isdecimal() else lambda p: p.is_index
    )
    found = [page for page in pages if fits(page)]
    found.sort(key=lambda page: page.status != "published")
    return found[0].id if found else None
