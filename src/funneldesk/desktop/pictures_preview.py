"""The states of the preview that pictures are drawn of: the comparison, the overlay, its sheets."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from funneldesk.desktop.parts.pages.panel import PagesPanel
    from funneldesk.desktop.parts.pages.preview_compare import CompareWindow

SETTLED_SECONDS = 2.5
States = list[tuple[str, Callable[[], Awaitable[None]]]]


def preview_states(
    first_page: Callable[[], Awaitable[None]], panel: "Callable[[], PagesPanel]"
) -> States:
    """(Name, way there) of each; ``first_page`` opens the page that all of them are about."""

    async def window(mode: str, *widths: str) -> "CompareWindow":
        from funneldesk.desktop.parts.pages.preview_feature import PreviewFeature

        await first_page()
        await asyncio.sleep(1)
        feature = next(f for f in panel().features if isinstance(f, PreviewFeature))
        feature.compare()
        if feature.window is None:
            raise RuntimeError("There is no page to compare.")
        feature.window.setGeometry(panel().window().geometry().adjusted(40, 40, -40, -40))
        head = feature.window.head
        head.modes.choose(mode)
        for name, button in head.width_buttons.items():
            button.setChecked(name in widths)
        head.changed.emit()
        head._show_state()
        await asyncio.sleep(SETTLED_SECONDS)
        return feature.window

    async def grid() -> None:
        await window("side", "phone", "tablet", "desktop")

    async def phones() -> None:
        await window("side", "phone")

    async def overlay() -> None:
        await window("overlay", "desktop")

    async def choice() -> None:
        from funneldesk.desktop.parts.pages.combinations import combinations
        from funneldesk.desktop.parts.pages.preview_choice import CombinationsSheet

        await first_page()
        await asyncio.sleep(1)
        blocks = panel().preview.source.blocks
        sheet = CombinationsSheet(panel(), blocks, combinations(blocks, 3), 12)
        panel().tasks.start(sheet.ask())

    async def outlined() -> None:
        await first_page()
        await asyncio.sleep(1)
        place = panel().editor.source("html").find("<h1")
        panel().preview.show_source_at(place + 4)

    async def save() -> None:
        from funneldesk.desktop.parts.pages.preview_pictures import PicturesSheet

        await first_page()
        panel().tasks.start(PicturesSheet(panel(), 9).ask())

    return [
        ("preview-outlined", outlined),
        ("compare-grid", grid),
        ("compare-phones", phones),
        ("compare-overlay", overlay),
        ("compare-choice", choice),
        ("preview-pictures", save),
    ]
