"""Workspaces, panels and dialogs for tests, on the window's own loop."""

import asyncio
import functools
import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from keyring.backend import KeyringBackend
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget
from tests.desktop.support.live_server import LiveBrand

from devtool.slowness import slowness
from funneldesk.contract.pages import Page
from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import end_all, end_under, once_done
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.files.folders import Folders
from funneldesk.desktop.local.settings import Settings
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.shell.brands.brand_dialogs import BrandEntry
from funneldesk.desktop.shell.sections import IMPORTERS, WRITERS
from funneldesk.desktop.shell.windows.main_window import MainWindow
from funneldesk.desktop.workspace.workspace import Workspace

LONGEST_TEST = 1_000.0
"""Seconds until a deep test is taken to hang, others are ended before: never a bound of what a busy
machine may take."""
AnyPanel = TypeVar("AnyPanel", bound=Panel)


def in_the_window(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Runs a coroutine that uses the ``bench`` fixture as a test, and ends the bench with it.

    Qt's events are also handled between tests, while the loop rests: nothing may be left by then.
    """

    async def whole(given: dict[str, Any]) -> None:
        try:
            await asyncio.wait_for(test(**given), LONGEST_TEST)
        finally:
            await given["bench"].end()

    @functools.wraps(test)
    def run(**given: Any) -> None:
        asyncio.get_event_loop().run_until_complete(whole(given))

    return run


async def until(condition: Callable[[], object], within: float = 60.0) -> None:
    """Let the program work until something holds; a busy machine has the time that it needs."""
    async with asyncio.timeout(within * slowness()):
        while not condition():  # noqa: ASYNC110 - what is waited for is what a user would see
            await asyncio.sleep(0.005)


async def turns(count: int = 20) -> None:
    """Some turns of the loop: whatever is due now has happened."""
    for _ in range(count):
        await asyncio.sleep(0)


async def shown_dialog(kind: type[Dialog] = Dialog) -> Any:
    """The dialog that the program shows now or in a moment."""
    await until(lambda: open_dialogs(kind))
    return open_dialogs(kind)[-1]


def open_dialogs(kind: type[Dialog] = Dialog) -> list[Any]:
    """The dialogs on the screen, oldest first."""
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, kind) and w.isVisible()]


def said(widget: QWidget) -> str:
    """Every text that a widget shows, in one string."""
    texts = [str(w.property("text")) for w in widget.findChildren(QWidget) if not w.isHidden()]
    return "\n".join(text for text in texts if text and text != "None")


class MemoryKeyring(KeyringBackend):
    """A keyring that works and forgets with the test."""

    priority = 5  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


class WindowBench:
    """Makes what a test needs and ends it: nothing stays behind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notifications = NotificationCenter()
        self._workspaces: list[Workspace] = []
        self._panels: list[Panel] = []
        self._sessions: list[Session] = []
        self._numbers = itertools.count(1)
        self.at_end: list[Callable[[], Awaitable[object]]] = []

    async def workspace(
        self,
        brand: LiveBrand,
        *,
        base_url: str = "",
        role: str = "owner",
        key: str | None = None,
        name: str = "Harbour Lane",
        connected: bool = True,
        place: str = "",
        **flags: bool,
    ) -> Workspace:
        """An open brand, as Funneldesk has it once the key is known. ``place`` names its files."""
        at = base_url or brand.base_url
        connection = Connection(f"c{next(self._numbers)}", name, at, brand.number, "#3D57D6")
        for flag, on in flags.items():
            object.__setattr__(connection, flag, on)
        store = await LocalStore.open(self.folder / f"{place or connection.id}.sqlite3")
        made = Workspace(connection, store, self.notifications)
        made.writers = WRITERS
        made.importers = IMPORTERS
        self._workspaces.append(made)
        if connected:
            await made.connect_to(at, key or brand.key(role))
        return made

    async def pages(self, workspace: Workspace, *, loaded: bool = True) -> PagesPanel:
        """The Pages section of a brand; loaded means that nothing is left to be read."""
        panel = self.own(PagesPanel(workspace))
        panel.refresh()
        if loaded:
            await until(lambda: panel.library.loaded and not self._busy(panel))
        return panel

    def own(self, panel: AnyPanel) -> AnyPanel:
        """Have a panel ended with its workspace, and dressed as its window would."""
        theme.dress(panel)
        self._panels.append(panel)
        return panel

    async def opened(self, panel: PagesPanel, page: Page | str) -> None:
        """Open a page and wait for what the platform says of it."""
        record_id = page if isinstance(page, str) else str(page.id)
        panel.open_record(record_id)
        await until(lambda: panel.session.record_id == record_id and not self._busy(panel))

    async def idle(self, panel: PagesPanel) -> None:
        """Wait until the section has done what it was asked to do."""
        await turns()
        await until(lambda: not self._busy(panel))

    def session(self) -> Session:
        """The window with everything around it, as the program makes it; no platform is started."""
        folders = Folders.under(self.folder / "home")
        settings = Settings.load(folders.settings_file)
        self.notifications = NotificationCenter()
        made = Session(folders, settings, self.notifications, MainWindow(self.notifications))
        self._sessions.append(made)
        return made

    async def add_brand(
        self, session: Session, brand: LiveBrand, *, base_url: str = "", role: str = "owner"
    ) -> PagesPanel:
        """A brand in the window's list, open, with its pages read."""
        at = base_url or brand.base_url
        entry = BrandEntry(at, brand.number, brand.key(role), "#3D57D6", False, False)
        assert await session.brands.check(entry) is None
        panel = self.pages_of(session)
        await until(lambda: panel.library.loaded)
        await self.idle(panel)
        return panel

    @staticmethod
    def pages_of(session: Session) -> PagesPanel:
        """The pages that the window shows."""
        panel = session.window.panel()
        assert isinstance(panel, PagesPanel)
        return panel

    async def quit(self, session: Session) -> None:
        """Leave the program."""
        self._sessions.remove(session)
        await session.end(2.0)
        session.window.deleteLater()

    async def close(self, workspace: Workspace) -> None:
        """Close a brand with its panels, as quitting does."""
        for panel in [p for p in self._panels if p.workspace is workspace]:
            await panel.settle()
            self._panels.remove(panel)
            once_done(end_under(panel), panel.deleteLater)
            await turns()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self._workspaces.remove(workspace)
        await workspace.close()

    async def end(self) -> None:
        """Close all that is open; no task is left."""
        for session in tuple(self._sessions):
            await self.quit(session)
        for workspace in tuple(self._workspaces):
            await self.close(workspace)
        await end_all(20.0)
        for end in self.at_end:
            await end()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        still = [task for task in left if not task.done()]
        assert not still, still

    def notice(self, words: str = "") -> Notice | None:
        """The newest notice that holds these words."""
        fitting = (n for n in self.notifications.notices if words in f"{n.title} {n.text}")
        return next(fitting, None)

    @staticmethod
    def _busy(panel: PagesPanel) -> bool:
        return bool(panel.tasks._tasks or panel.session.tasks._tasks)
