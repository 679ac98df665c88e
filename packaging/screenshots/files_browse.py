"""States of the Files section for the screenshots: grid, list, search, narrow window, no files."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from funneldesk.desktop.parts.files.panel import FilesPanel
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.5
NARROW = (1000, 700)
State = tuple[str, Callable[[], Awaitable[None]]]


class FilesScenes:
    """Leads the window from one of these states to the next."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session = session
        self._first_page = first_page

    def states(self) -> list[State]:
        """Each with the name of its screenshot."""
        return [
            ("files", self._first),
            ("files-selected", self._selected),
            ("files-large", self._large),
            ("files-folders", self._folders),
            ("files-list", self._list),
            ("files-search", self._search),
            ("files-narrow", self._narrow),
            ("files-nothing", self._nothing),
            ("files-own-window", self._own_window),
        ]

    async def first_folder(self) -> FilesPanel:
        """The files of the first brand, as they come up."""
        await self._first_page()
        self._session.window.show_section("files")
        panel = self._session.window.panel()
        if not isinstance(panel, FilesPanel):
            raise RuntimeError("The files are not shown.")
        await until(lambda: panel.library.refreshed)
        panel.list.show_everything()
        panel.list.show_as("grid")
        panel.list.set_side(160)
        panel.show_folder("photos/harbour")
        panel.list.enter()
        panel.list.grid.clearSelection()
        await calm(DRAWN_SECONDS)
        return panel

    async def _first(self) -> None:
        await self.first_folder()

    async def _selected(self) -> None:
        panel = await self.first_folder()
        panel.select("photos/harbour/harbour-3.webp")
        await calm(DRAWN_SECONDS)

    async def _large(self) -> None:
        panel = await self.first_folder()
        panel.list.set_side(320)
        await calm(DRAWN_SECONDS)

    async def _folders(self) -> None:
        panel = await self.first_folder()
        panel.show_folder("")
        await calm(DRAWN_SECONDS)

    async def _list(self) -> None:
        panel = await self.first_folder()
        panel.list.show_as("list")
        panel.list.grid.select_runs([(2, 5)])
        await calm(DRAWN_SECONDS)

    async def _search(self) -> None:
        panel = await self.first_folder()
        panel.list.show_as("list")
        panel.list.set_query(replace(panel.list.query, text="r", kind="image"))
        await calm(DRAWN_SECONDS)

    async def _narrow(self) -> None:
        await self.first_folder()
        self._session.window.resize(*NARROW)
        await calm(DRAWN_SECONDS)

    async def _nothing(self) -> None:
        panel = await self.first_folder()
        panel.list.set_query(replace(panel.list.query, text="a name that no file has"))

    async def _own_window(self) -> None:
        panel = await self.first_folder()
        panel.workspace.open_window("files", "campaigns/summer")
        self._session.own_windows.windows[-1].move(330, 190)
        await calm(DRAWN_SECONDS * 2)
