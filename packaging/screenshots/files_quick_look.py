"""States of the quick look and of the properties for the screenshots."""

from collections.abc import Awaitable, Callable

from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.parts.files.quick_look.quick_look import QuickLook
from screenshots.calm import calm, until

DRAWN_SECONDS = 1.0
State = tuple[str, Callable[[], Awaitable[None]]]
SHOWN = (
    ("look-image", "photos/cups", "image"),
    ("look-vector", "img", "vector"),
    ("look-font", "fonts", "font"),
    ("look-text", "styles", "text"),
)
"""Names of the screenshots, each with a folder of the sample and the kind looked at there."""


class LookScenes:
    """``first_folder`` brings the window to the files of the first brand."""

    def __init__(self, first_folder: Callable[[], Awaitable[FilesPanel]]) -> None:
        self._first_folder = first_folder

    def states(self) -> list[State]:
        """Each with the name of its screenshot."""
        looks = [(name, self._leading(folder, kind)) for name, folder, kind in SHOWN]
        return [*looks, ("files-properties-of-many", self._many)]

    def _leading(self, folder: str, kind: str) -> Callable[[], Awaitable[None]]:
        async def lead() -> None:
            panel = await self._open(folder)
            shown = [row for row in panel.shown_rows() if row.kind == kind]
            if not shown:
                raise RuntimeError(f"The sample has no {kind} in {folder}.")
            file = shown[0]
            panel.select(file.path)
            look = next(each for each in panel.features if isinstance(each, QuickLook))
            look.show(file)
            await until(lambda: look.window is not None and look.window.loaded)
            await calm(DRAWN_SECONDS)

        return lead

    async def _many(self) -> None:
        panel = await self._open("img")
        panel.list.grid.selectAll()
        await calm(DRAWN_SECONDS)

    async def _open(self, folder: str) -> FilesPanel:
        panel = await self._first_folder()
        panel.show_folder(folder)
        await calm(DRAWN_SECONDS)
        return panel
