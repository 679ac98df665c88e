"""The states of a page in several windows that screenshots are made of."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from screenshots.calm import calm

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session
    from funneldesk.desktop.parts.pages.panel import PagesPanel

READY_SECONDS = 2.0
States = list[tuple[str, Callable[[], Awaitable[None]]]]


def window_states(
    session: "Session", first_page: Callable[[], Awaitable[None]], panel: "Callable[[], PagesPanel]"
) -> States:
    """(Name, way there) of each; ``first_page`` opens the page that they start from."""

    css: list[str] = []

    async def own_window() -> None:
        await first_page()
        workspace, record_id = panel().workspace, panel().session.record_id
        workspace.open_window("pages", record_id)
        session.own_windows.windows[-1].move(330, 190)
        await calm(READY_SECONDS)

    async def elsewhere() -> None:
        await own_window()
        page = session.own_windows.windows[-1].panel
        if isinstance(page, type(panel())):
            css.append(page.editor.source("css"))
            page.editor.set_source("css", css[-1] + "\nmain { color: teal }\n")
        await calm(READY_SECONDS)
        session.own_windows.windows[-1].hide()

    async def alone() -> None:
        """No page is open anywhere else, and none is changed."""
        for window in tuple(session.own_windows.windows):
            page = window.panel
            if isinstance(page, type(panel())) and page.session.draft is not None and css:
                page.editor.set_source("css", css[-1])
                await page.settle()
            await session.own_windows.close(window)

    async def unkept() -> None:
        from funneldesk.desktop.shell.notices.unkept import may_lose

        await first_page()
        await alone()
        session.tasks.start(may_lose(session.window, (panel().session.title,), "Quit anyway"))

    return [("own-window", own_window), ("page-elsewhere", elsewhere), ("sheet-unkept", unkept)]
