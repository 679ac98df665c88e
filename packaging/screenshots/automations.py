"""States of Automations for the screenshots: a failing one with its numbers, log and dry run."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from funneldesk.desktop.parts.automations.panel import AutomationsPanel
from funneldesk.desktop.parts.automations.templates import KEY as TEMPLATES
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.0
State = tuple[str, Callable[[], Awaitable[None]]]


def automation_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = AutomationScenes(session, first_page)
    return [
        ("automations-log", scenes.log),
        ("automations-dry-run", scenes.dry_run),
        ("automations-events", scenes.events),
        ("automations-summary", scenes.summary),
        ("automations-copy", scenes.copy),
        ("automations-template", scenes.template),
        ("automations-deploy", scenes.deploy),
        ("automations-versions", scenes.versions),
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
        await until(lambda: panel.is_quiet)
        rows = panel.source.library.rows
        panel.open_record(max(rows, key=lambda each: rows[each].get("failed_tasks") or 0))
        await until(lambda: panel.is_quiet and panel.builder.stats)
        return panel

    async def log(self) -> None:
        """The first run of the log, replayed to its end."""
        builder = (await self._opened()).builder
        builder.open_drawer("log")
        await calm(DRAWN_SECONDS)
        log = builder.drawer.log
        log.list.setCurrentRow(0)
        log.steps.list.setCurrentRow(log.steps.list.count() - 1)
        await calm(DRAWN_SECONDS)

    async def dry_run(self) -> None:
        """An example record, walked through."""
        builder = (await self._opened()).builder
        builder.open_drawer("trial")
        builder.drawer.trial.walk()
        await calm(DRAWN_SECONDS)

    async def events(self) -> None:
        """What has started it."""
        (await self._opened()).builder.open_drawer("events")
        await calm(DRAWN_SECONDS)

    async def summary(self) -> None:
        """What all did in thirty days."""
        (await self._opened()).deeds.summary()
        await calm(DRAWN_SECONDS * 2)

    async def copy(self) -> None:
        """What is missing in another brand."""
        panel = await self._opened()
        panel.deeds.copy_to_brand(panel.open_id)
        await calm(DRAWN_SECONDS * 2)

    async def template(self) -> None:
        """The graphs that were kept on this computer."""
        panel = await self._opened()
        known = {panel.builder.body["title"]: panel.builder.editor.document()}
        await panel.workspace.store.put_value(TEMPLATES, known)
        panel.deeds.from_template()
        await calm(DRAWN_SECONDS)

    async def _shortened(self) -> AutomationsPanel:
        panel = await self._opened()
        editor = panel.builder.editor
        editor.canvas.choose([list(editor.graph.nodes)[-1]])
        editor.canvas.setFocus()
        QTest.keyClick(editor.canvas, Qt.Key.Key_Delete)
        await calm(DRAWN_SECONDS * 3)
        return panel

    async def deploy(self) -> None:
        """What deploying would change."""
        (await self._shortened()).builder.deploy()
        await calm(DRAWN_SECONDS * 2)

    async def versions(self) -> None:
        """What differs from a version, marked on the graph."""
        builder = (await self._shortened()).builder
        builder.open_drawer("versions")
        await calm(DRAWN_SECONDS)
        versions = builder.drawer.versions.list
        versions.setCurrentRow(versions.count() - 1)
        await calm(DRAWN_SECONDS)
