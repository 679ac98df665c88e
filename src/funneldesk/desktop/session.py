"""One run of the program: the brands and the platform brought together with the window."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMenu

from funneldesk.desktop.brands import Brands, local_notice, sample_connection
from funneldesk.desktop.embedded import EmbeddedPlatform
from funneldesk.desktop.kit.dialogs import ask_text, confirm
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.garbage import GarbageCollector
from funneldesk.desktop.kit.notices import Notice, NoticeBoard
from funneldesk.desktop.kit.tasks import TaskScope, end_under, in_thread
from funneldesk.desktop.kit.theme import font, theme
from funneldesk.desktop.kit.tokens import COMFORTABLE, COMPACT
from funneldesk.desktop.local.connection_book import ConnectionBook
from funneldesk.desktop.local.connections import PALETTE, Connection
from funneldesk.desktop.local.folders import Folders
from funneldesk.desktop.local.keys import KeyVault
from funneldesk.desktop.local.settings import Density, Settings, Theme
from funneldesk.desktop.shell.brand_button import STANDINGS, mark_icon
from funneldesk.desktop.shell.brand_sheets import (
    AddBrandSheet,
    BrandSettingsSheet,
    PreferencesSheet,
)
from funneldesk.desktop.shell.commands import palette_entries, records_finder, show_shortcuts
from funneldesk.desktop.shell.notice_sheet import NoticeSheet
from funneldesk.desktop.shell.palette import Palette
from funneldesk.desktop.shell.window import MainWindow
from funneldesk.desktop.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client.errors import ApiError

REMEMBER_PAUSE = 0.5
_log = logging.getLogger(__name__)
BANNERS = {
    "offline": "The platform cannot be reached. What you see is the copy on this computer; what "
    "you type is kept. Funneldesk tries again by itself.",
    "refused": "The platform refuses this brand's key. What you type is kept. Enter a key under "
    "the brand's name to go on.",
}


class Session(QObject):
    """Owns everything that lives as long as the window."""

    def __init__(
        self, folders: Folders, settings: Settings, board: NoticeBoard, window: MainWindow
    ) -> None:
        super().__init__()
        self.folders = folders
        self.settings = settings
        self.board = board
        self.window = window
        window.panel_states = dict(settings.panels)
        self.tasks = TaskScope(self)
        self.garbage = GarbageCollector(self)
        self.brands = Brands(folders, ConnectionBook(folders.connections_file), KeyVault(), board)
        self.brands.ask_for_key = self.ask_for_key
        self.platform = EmbeddedPlatform(folders.data / "platform", folders.state / "platform.log")
        self._wire()

    def _wire(self) -> None:
        window = self.window
        self.platform.ready.connect(lambda line: self.tasks.start(self.brands.sample_ready(line)))
        self.platform.lost.connect(self.brands.sample_lost)
        self.platform.failed.connect(self._platform_failed)
        self.brands.opened.connect(self._show_brand)
        self.brands.closed.connect(window.forget_brand)
        self.brands.listed.connect(self._show_standing)
        window.sidebar.brand.clicked.connect(self.open_switcher)
        window.top.palette_button.clicked.connect(self.open_palette)
        window.top.notices.clicked.connect(self.open_notices)
        self.board.posted.connect(lambda _: window.top.notices.set_unread(True))
        window.view_changed.connect(self._show_standing)
        window.view_changed.connect(
            lambda: self.tasks.debounce("remember", REMEMBER_PAUSE, self._remember)
        )
        window.bind("Ctrl+K", self.open_palette)
        window.bind("Ctrl+,", self.open_preferences)
        window.bind("?", lambda: show_shortcuts(window, self.tasks))

    def begin(self) -> None:
        """Start the platform and open the brand that was open last."""
        self.tasks.start(self._begin())

    async def _begin(self) -> None:
        await in_thread(self._make_folders)
        # The platform's brands go into the book: it has to be read before they come.
        self.brands.book = await ConnectionBook.load(self.folders.connections_file)
        self.platform.start()
        for aside in (self.brands.book.set_aside, self.settings.set_aside):
            if aside is not None:
                self.board.post(local_notice(aside.explanation))
        if not any(c.sample for c in self.brands.connections()):
            for brand, name in await in_thread(sample_names):
                await self.brands.book.add(sample_connection(brand, name))
        last = self.settings.last_connection
        known = self.brands.connection(last) or self.brands.connections()[0]
        await self.brands.show(known.id)

    def _make_folders(self) -> None:
        for folder in (self.folders.data, self.folders.state, self.folders.config):
            folder.mkdir(parents=True, exist_ok=True)

    def _show_brand(self, workspace: Workspace) -> None:
        workspace.standing_changed.connect(self._show_standing, Qt.ConnectionType.UniqueConnection)
        self.window.show_brand(workspace)
        self._show_standing()

    def shown(self) -> Workspace | None:
        """The workspace that the window shows."""
        return self.window.view.workspace if self.window.view is not None else None

    def _show_standing(self) -> None:
        workspace = self.shown()
        if workspace is None:
            return
        connection = workspace.connection
        self.settings.last_connection = connection.id
        if connection.sample:
            text = f"Sample brand · {(workspace.role or 'owner').capitalize()}"
        else:
            host = QUrl(connection.base_url).host()
            text = (
                f"{'Read only · ' if connection.read_only else ''}Brand {connection.brand} · {host}"
            )
        self.window.sidebar.brand.show_brand(
            connection.name, text, connection.colour, workspace.standing, connection.live
        )
        self.window.say(BANNERS.get(workspace.standing, ""))

    def _platform_failed(self, reason: str) -> None:
        self.board.post(
            Notice(
                "The sample workspace's platform could not start.",
                f"Brands of your own work as ever; the sample shows what was read before. {reason}",
                "danger",
                key="platform",
            )
        )

    # Brands

    def open_switcher(self) -> None:
        """The menu of brands below the switcher."""
        menu = QMenu(self.window)
        menu.setAccessibleName("Brands")
        shown = self.shown()
        for connection in self.brands.connections():
            action = menu.addAction(
                mark_icon(connection.name, connection.colour), self._brand_words(connection)
            )
            here = shown is not None and shown.connection.id == connection.id
            action.setFont(font(weight=600 if here else 400))
            action.triggered.connect(lambda _=False, key=connection.id: self.show_brand(key))
        menu.addSeparator()
        menu.addAction("Add a brand…", lambda: self.tasks.start(self.add_brand()))
        if shown is not None:
            menu.addAction("Brand settings", lambda: self.window.show_section("brands"))
            menu.addAction("This computer's settings…", lambda: self.tasks.start(self.set_up()))
            menu.addAction("Check the connection", lambda: self.tasks.start(self.check()))
        menu.addAction("Preferences…\tCtrl+,", self.open_preferences)
        button = self.window.sidebar.brand
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(button.mapToGlobal(QPoint(0, button.height() + 4)))

    def _brand_words(self, connection: Connection) -> str:
        """A brand's name, what it is, and how its key does while it is open."""
        workspace = self.brands.open.get(connection.id)
        said = STANDINGS[workspace.standing][0] if workspace is not None else ""
        notes = [note for note in ("sample" if connection.sample else "", said) if note]
        words = f"{connection.name}  ({', '.join(notes)})" if notes else connection.name
        return words.replace("&", "&&")

    def show_brand(self, connection_id: str) -> None:
        """Open a brand and show it."""
        self.tasks.latest("show", self.brands.show(connection_id))

    async def add_brand(self) -> None:
        """Ask for address, brand number and key; check them; open the brand."""
        first = self.brands.book.next_colour()
        await AddBrandSheet(self.window, PALETTE, first, self.brands.check).ask()

    async def set_up(self) -> None:
        """Colour, read only and live of the shown brand."""
        workspace = self.shown()
        if workspace is None:
            return
        connection = workspace.connection
        sheet = BrandSettingsSheet(
            self.window,
            connection.name,
            PALETTE,
            connection.colour,
            read_only=connection.read_only,
            live=connection.live,
            removable=not connection.sample,
        )
        answer = await sheet.ask()
        if answer == "save":
            await self.brands.change(
                connection.id,
                colour=sheet.colours.value(),
                read_only=sheet.read_only.isChecked(),
                live=sheet.live.isChecked(),
            )
        elif answer == "key":
            await self._enter_key(workspace)
        elif answer == "remove" and await confirm(
            self.window,
            f"Remove {connection.name} from this computer?",
            "Its key and its place in the list go; the brand itself stays on the platform. "
            "Work that was not saved to the platform is kept in its file.",
            action="Remove",
            danger=True,
        ):
            await self.brands.remove(connection.id)
            await self.brands.show(self.brands.connections()[0].id)

    async def check(self) -> None:
        """One call that tells whether the key opens the brand."""
        workspace = self.shown()
        if workspace is None:
            return
        from funneldesk.client.errors import ApiError

        workspace.ask_again()
        try:
            brand = await workspace.run(lambda api: api.check())
        except ApiError as error:
            self.board.post(explain(error, "Checking the connection").notice("check"))
            return
        text = f"{brand.name} answers, and the key opens it."
        self.board.post(Notice("The connection is well.", text, "success", key="check"))

    async def ask_for_key(self, workspace: Workspace, error: "ApiError | None") -> str | None:
        """A key is missing, or was refused in the middle of work: ask for it."""
        said = "This computer has no key for this brand. Until it has one, you see the local copy."
        if error is not None:
            told = explain(error, "The last action")
            said = f"{told.what} {told.so_what} The work goes on where it was once a key fits."
        title = f"The key for {workspace.connection.name}"
        while key := await ask_text(self.window, title, said, action="Go on", secret=True):
            problem = key_problem(key)
            if not problem:
                await self.brands.keep_key(workspace.connection, key)
                return key
            said = problem
        return None

    async def _enter_key(self, workspace: Workspace) -> None:
        key = await self.ask_for_key(workspace, None)
        if key:
            await workspace.connect_to(workspace.connection.base_url, key)
            self.window.with_panel(lambda panel: panel.refresh())

    # The shell's own places

    def open_palette(self) -> None:
        """Ctrl+K."""
        entries = palette_entries(self)
        Palette(self.window, entries, records_finder(self)).popup()

    def open_notices(self) -> None:
        """The bell."""
        self.window.top.notices.set_unread(False)
        self.tasks.start(NoticeSheet(self.window, self.board).ask())

    def open_preferences(self) -> None:
        """Theme and density."""
        sheet = PreferencesSheet(self.window, theme.mode, theme.density.name)
        sheet.mode.chosen.connect(self.set_theme)
        sheet.density.chosen.connect(self.set_density)
        self.tasks.start(sheet.ask())

    def set_theme(self, mode: str) -> None:
        """System, light or dark; remembered."""
        self.settings.theme = Theme(mode)
        theme.set_mode(mode)

    def set_density(self, density: str) -> None:
        """Comfortable or compact; remembered."""
        self.settings.density = Density(density)
        theme.set_density(COMPACT if density == "compact" else COMFORTABLE)

    def open_address(self, address: str) -> None:
        """Open an address in the user's browser; only http and https."""
        url = QUrl(address)
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)

    def unexpected(self, error: BaseException) -> None:
        """A failure that nobody handled: told, never swallowed."""
        self.board.post(explain(error).notice(key=f"unexpected/{type(error).__name__}"))

    async def _remember(self) -> None:
        """Keep how the window looks, for the next start."""
        self.settings.panels = dict(self.window.collect_states())
        self.settings.geometry = self.window.geometry_bytes()

    async def end(self, seconds: float) -> None:
        """Make everything durable, end the tasks and the platform."""
        self.window.ending = True
        await self._remember()
        self.window.hide()
        panels = [p for view in self.window.views.values() for p in view.panels.values()]
        await _within(seconds, *(panel.settle() for panel in panels), self.settings.flush())
        running = self.tasks.end().union(*(end_under(panel) for panel in panels))
        running.discard(asyncio.current_task())
        await _within(seconds, *running)
        await _within(seconds, self.brands.close())
        self.platform.stop()
        for key in tuple(self.window.views):
            self.window.forget_brand(key)
        self.window.close()


def key_problem(text: str) -> str:
    """Why a text cannot be a key, or an empty string. The text is not repeated."""
    from funneldesk.client.secret import BadKey, Secret

    try:
        Secret(text)
    except BadKey as problem:
        return str(problem)
    return ""


async def _within(seconds: float, *work: Awaitable[Any]) -> None:
    """Gives the last work its time. What fails is logged: no window is left to tell it."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            for outcome in await asyncio.gather(*work, return_exceptions=True):
                if isinstance(outcome, Exception):
                    _log.error("Ending: %s: %s", type(outcome).__name__, outcome)


def sample_names() -> list[tuple[int, str]]:
    """(number, name) of the sample brands, from the files that ship with the program."""
    import json

    from funneldesk.resources import resource

    brands: list[dict[str, Any]] = json.loads(resource("sample", "brands.json").read_text("utf-8"))
    return [(int(brand["id"]), str(brand["name"])) for brand in brands]
