"""States of Tracking for the screenshots: a session, its recording, links and heat maps."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from funneldesk.desktop.parts.tracking.links.making import LinkDialog
from funneldesk.desktop.parts.tracking.panel import TrackingPanel
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.0
OFTEN_SEEN = "Subscription landing"
LINK = {
    "destination": "https://shop.harborandpine.example/subscribe",
    "name": "Poster in the roastery",
    "utm_source": "poster",
    "utm_campaign": "autumn",
}
State = tuple[str, Callable[[], Awaitable[None]]]


def tracking_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = TrackingScenes(session, first_page)
    return [
        ("tracking-session", scenes.session),
        ("tracking-recording", scenes.recording),
        ("tracking-filmstrip", scenes.filmstrip),
        ("tracking-heat-maps", scenes.heat_maps),
        ("tracking-links", scenes.links),
    ]


class TrackingScenes:
    """Leads the window to a session that was recorded."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def _panel(self) -> TrackingPanel:
        await self._first_page()
        self._session.window.show_section("tracking")
        panel = self._session.window.panel()
        if not isinstance(panel, TrackingPanel):
            raise RuntimeError("Tracking is not shown.")
        await until(lambda: panel.is_quiet)
        return panel

    async def session(self) -> None:
        """A session that has recordings."""
        panel = await self._panel()
        panel.open_record(await panel.workspace.run(_recorded))
        await calm(DRAWN_SECONDS * 3)

    async def recording(self) -> None:
        """The player, some seconds in."""
        await self.session()
        panel = self._session.window.panel()
        if isinstance(panel, TrackingPanel):
            panel.play()
            await calm(DRAWN_SECONDS * 6)
            player = panel.recordings.player
            player.seek(player.recording.duration * 0.4)
            await calm(DRAWN_SECONDS)

    async def filmstrip(self) -> None:
        """The sessions of the list, the second of which is open."""
        panel = await self._panel()
        panel.toggle_film()
        panel.list.table.select(panel.list.table.rows.ids[1])
        await calm(DRAWN_SECONDS)
        await until(lambda: panel.is_quiet)
        await calm(DRAWN_SECONDS)

    async def heat_maps(self) -> None:
        """Clicks on a page, on phones."""
        panel = await self._panel()
        panel.show_heat_maps()
        heat = panel.heat
        if heat is None:
            raise RuntimeError("There are no heat maps.")
        heat.device.setCurrentIndex(2)
        await until(heat.page.count)
        heat.choose(heat.page.itemData(max(0, heat.page.findText(OFTEN_SEEN))))
        await calm(DRAWN_SECONDS)
        await until(lambda: heat.image is not None and not heat.tasks.is_busy)
        await calm(DRAWN_SECONDS)

    async def links(self) -> None:
        """Short links of this computer."""
        panel = await self._panel()
        panel.show_links()
        await calm(DRAWN_SECONDS)
        if panel.links is not None and not panel.links.registry.links:
            panel.links.new_button.click()
            await calm(DRAWN_SECONDS)
            dialogs = [w for w in QApplication.topLevelWidgets() if isinstance(w, LinkDialog)]
            for name, value in LINK.items():
                dialogs[-1].form.row(name).set_value(value)
            dialogs[-1].go_button.click()
            await calm(DRAWN_SECONDS * 2)


async def _recorded(api: "Api") -> str:
    """The newest session with more than one recording."""
    async for click in api.tracking.iterate():
        if len(await api.tracking.list_replays(str(click.session_id))) > 1:
            return str(click.session_id)
    return ""
