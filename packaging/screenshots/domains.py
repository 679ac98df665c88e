"""States of Domains for the screenshots: one that waits for its record, one that is validated."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from funneldesk.desktop.parts.domains.panel import DomainsPanel
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.0
State = tuple[str, Callable[[], Awaitable[None]]]


def domain_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = DomainScenes(session, first_page)
    return [
        ("domains-waiting", scenes.waiting),
        ("domains-validated", scenes.validated),
        ("domains-serving", scenes.serving),
        ("domains-move", scenes.move),
        ("domains-add", scenes.add),
    ]


class DomainScenes:
    """Leads the window through the steps of a domain."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def _opened(self, status: str) -> DomainsPanel:
        await self._first_page()
        self._session.window.show_section("domains")
        panel = self._session.window.panel()
        if not isinstance(panel, DomainsPanel):
            raise RuntimeError("Domains are not shown.")
        await until(lambda: panel.is_quiet)
        panel.list.show_everything()
        rows = panel.list.rows.values()
        panel.open_record(next(each.id for each in rows if each.get("status") == status))
        panel.detail.tabs.choose("setup")
        panel.detail.pages.setCurrentWidget(panel.setup)
        await calm(DRAWN_SECONDS * 2)
        return panel

    async def waiting(self) -> None:
        """Its record is not there yet."""
        await self._opened("pending-cname")

    async def validated(self) -> None:
        """A certificate can be asked for."""
        await self._opened("validated")

    async def serving(self, name: str = "shop.") -> None:
        """Pages and a blog stand on it."""
        panel = await self._opened("validated")
        own = next(
            each.id for each in panel.list.rows.values() if str(each.get("domain")).startswith(name)
        )
        panel.open_record(own)
        panel.detail.tabs.choose("serving")
        panel.detail.pages.setCurrentWidget(panel.serving)
        await calm(DRAWN_SECONDS * 2)

    async def move(self) -> None:
        """What a move would take along."""
        await self.serving("cafes.")
        panel = self._session.window.panel()
        if isinstance(panel, DomainsPanel):
            panel.move_pages((panel.open_id,))
        await calm(DRAWN_SECONDS * 2)

    async def add(self) -> None:
        """A name is asked for."""
        panel = await self._opened("active")
        panel.new()
        await calm(DRAWN_SECONDS)
