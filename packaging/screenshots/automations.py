"""States of Automations for the screenshots: a failing one with its numbers, log and dry run."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from funneldesk.desktop.parts.automations.panel import AutomationsPanel

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

READY_SECONDS, DRAWN_SECONDS = 40.0, 1.0
State = tuple[str, Callable[[], Awaitable[None]]]


def automation_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = AutomationScenes(session, first_page)
    return [
        ("automations-log", scenes.log),
        ("automations-dry-run", scenes.dry_run),
        ("automations-events", scenes.events),
        ("automations-summary", scenes.summary),
    ]


class AutomationScenes:
    """Leads the window to the automation whose steps fail most."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def _opened(self) -> AutomationsPanel:
        await self._first_page()
        self._session.window.show_section("automations")
        panel = self._session.window.panel()
        if not isinstance(panel, AutomationsPanel):
            raise RuntimeError("Automations are not shown.")
        async with asyncio.timeout(READY_SECONDS):
            while not panel.is_quiet:  # noqa: ASYNC110 - a screenshot has no hurry
                await asyncio.sleep(0.1)
            rows = panel.source.library.rows
            panel.open_record(max(rows, key=lambda each: rows[each].get("failed_tasks") or 0))
            while not (panel.is_quiet and panel.builder.stats):  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.1)
        return panel

    async def log(self) -> None:
        """The first run of the log, replayed to its end."""
        builder = (await self._opened()).builder
        builder.open_drawer("log")
        await asyncio.sleep(DRAWN_SECONDS)
        log = builder.drawer.log
        log.list.setCurrentRow(0)
        log.steps.list.setCurrentRow(log.steps.list.count() - 1)
        await asyncio.sleep(DRAWN_SECONDS)

    async def dry_run(self) -> None:
        """An example record, walked through."""
        builder = (await self._opened()).builder
        builder.open_drawer("trial")
        builder.drawer.trial.walk()
        await asyncio.sleep(DRAWN_SECONDS)

    async def events(self) -> None:
        """What has started it."""
        (await self._opened()).builder.open_drawer("events")
        await asyncio.sleep(DRAWN_SECONDS)

    async def summary(self) -> None:
        """What all did in thirty days."""
        (await self._opened()).deeds.summary()
        await asyncio.sleep(DRAWN_SECONDS * 2)
