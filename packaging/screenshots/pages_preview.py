"""The states of the preview for the screenshots: the comparison, the overlay, its dialogs."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from screenshots.calm import calm

if TYPE_CHECKING:
    from funneldesk.desktop.parts.pages.panel import PagesPanel

SETTLED_SECONDS = 2.5
ANALYSED_SECONDS = 1.0
Way = Callable[[], Awaitable[None]]


def preview_states(first_page: Way, panel: "Callable[[], PagesPanel]") -> list[tuple[str, Way]]:
    """(Name, way there) of each; ``first_page`` opens the page that all of them are about."""
    ways = _Ways(first_page, panel)
    return [
        ("preview-outlined", ways.outlined),
        ("compare-grid", lambda: ways.compared("side", "phone", "tablet", "desktop")),
        ("compare-phones", lambda: ways.compared("side", "phone")),
        ("compare-overlay", lambda: ways.compared("overlay", "desktop")),
        ("compare-choice", ways.choice),
        ("preview-images", ways.images),
    ]


class _Ways:
    """Each begins at the first page."""

    def __init__(self, first_page: Way, panel: "Callable[[], PagesPanel]") -> None:
        self._first_page = first_page
        self._panel = panel

    async def _begin(self) -> "PagesPanel":
        await self._first_page()
        await calm(ANALYSED_SECONDS)
        return self._panel()

    async def compared(self, mode: str, *widths: str) -> None:
        from funneldesk.desktop.parts.pages.preview.feature import PreviewFeature

        panel = await self._begin()
        feature = next(f for f in panel.features if isinstance(f, PreviewFeature))
        feature.compare()
        window = feature.window
        if window is None:
            raise RuntimeError("There is no page to compare.")
        window.setGeometry(panel.window().geometry().adjusted(40, 40, -40, -40))
        window.head.show_as(mode, widths)
        await calm(SETTLED_SECONDS)

    async def choice(self) -> None:
        from funneldesk.desktop.assets.preview.choice import CombinationsDialog
        from funneldesk.desktop.assets.preview.combinations import combinations

        panel = await self._begin()
        blocks = panel.preview.source.blocks
        panel.tasks.start(CombinationsDialog(panel, blocks, combinations(blocks, 3), 12).ask())

    async def outlined(self) -> None:
        panel = await self._begin()
        panel.preview.show_source_at(panel.editor.source("html").find("<h1") + 4)

    async def images(self) -> None:
        from funneldesk.desktop.assets.preview.images import ImagesDialog

        panel = await self._begin()
        panel.tasks.start(ImagesDialog(panel, 9).ask())
