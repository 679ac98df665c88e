"""The brands and the platform of one run, brought together with the window."""

from typing import Any

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtWidgets import QWidget

from funneldesk.client.errors import ApiError
from funneldesk.desktop.app.background_work import BrandWork
from funneldesk.desktop.app.brand_switching import Brands, sample_connection
from funneldesk.desktop.app.preloading import preload, preload_engine, preload_sections
from funneldesk.desktop.app.server_process import EmbeddedPlatform
from funneldesk.desktop.app.shutdown import settle
from funneldesk.desktop.kit.dialogs.dialog import ask_text
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.garbage import GarbageCollector
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.notices.local_notices import NO_PLACE, local_notice, tell
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.shortcuts import keymap
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import COMFORTABLE, COMPACT
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.connections.book import ConnectionBook
from funneldesk.desktop.local.connections.keys import KeyVault
from funneldesk.desktop.local.files.folders import Folders
from funneldesk.desktop.local.files.problems import no_place
from funneldesk.desktop.local.files.recovery import usable_folder
from funneldesk.desktop.local.notification_rules import NotificationRules
from funneldesk.desktop.local.settings import Density, Settings, Theme
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.shell.jobs.job_corner import JobCorner
from funneldesk.desktop.shell.notices.arrivals import ArrivalNotices
from funneldesk.desktop.shell.notices.notification_dialog import NotificationDialog
from funneldesk.desktop.shell.notices.system_notices import SystemNotices
from funneldesk.desktop.shell.notices.unkept import may_lose
from funneldesk.desktop.shell.sections import SECTIONS
from funneldesk.desktop.shell.windows.detached_window import DetachedWindow
from funneldesk.desktop.shell.windows.detached_windows import DetachedWindows
from funneldesk.desktop.shell.windows.last_view import image_of, keep
from funneldesk.desktop.shell.windows.main_window import MainWindow
from funneldesk.desktop.workspace.workspace import CONNECTING, Workspace

REMEMBER_PAUSE = 0.5
STARTING = _("Starting the server of the sample workspace…")
PLATFORM_LOG = "platform.log"
WINDOWS = "windows"
ROLES = {
    "owner": _("Owner"),
    "admin": _("Admin"),
    "editor": _("Editor"),
    "viewer": _("Viewer"),
}
"""Where the settings keep the windows of single records, beside the panels' states."""


class SessionBase(QObject):
    """Owns everything that lives as long as the window; ``Session`` adds what is opened over it."""

    def __init__(
        self,
        folders: Folders,
        settings: Settings,
        notifications: NotificationCenter,
        window: MainWindow,
    ) -> None:
        super().__init__()
        self.folders = folders
        self.settings = settings
        self.notifications = notifications
        self.window = window
        window.panel_states = dict(settings.panels)
        self.own_windows = DetachedWindows(window)
        self.own_windows.remember(window.panel_states.pop(WINDOWS, {}))
        self.tasks = TaskScope(self)
        self.garbage = GarbageCollector(self)
        self.brands = Brands(
            folders, ConnectionBook(folders.connections_file), KeyVault(), notifications
        )
        self.brands.ask_for_key = self.ask_for_key
        self.platform = EmbeddedPlatform(folders.data / "platform", folders.state / PLATFORM_LOG)
        self.jobs = JobCorner(window, window.top.jobs, self.brands.jobs, notifications)
        self.work = BrandWork(self.brands)
        self.system_notices = SystemNotices(window, notifications)
        self.arrivals = ArrivalNotices(window.badges, lambda: settings.notifications)
        window.badges.counted.connect(self.system_notices.show_count)
        self._starting = STARTING
        self._adding: dict[int, str] = {}
        self._wire()

    def _wire(self) -> None:
        window = self.window
        self.platform.ready.connect(lambda line: self.tasks.start(self.brands.sample_ready(line)))
        self.platform.loading.connect(self._platform_loading)
        self.platform.whole.connect(self._platform_whole)
        self.platform.lost.connect(self.brands.sample_lost)
        self.platform.failed.connect(self._platform_failed)
        self.brands.opened.connect(self._show_brand)
        self.brands.opened.connect(self._limit_history)
        self.brands.closed.connect(window.forget_brand)
        self.brands.closed.connect(self.own_windows.close_brand)
        self.brands.listed.connect(self._show_connection)
        self.notifications.posted.connect(lambda _: window.top.notices.set_unread(True))
        window.view_changed.connect(self._show_connection)
        window.banner.asked_for_key.connect(lambda: self._enter_key_for(self.shown()))
        window.view_changed.connect(self._remember_soon)
        self.own_windows.changed.connect(self._remember_soon)
        self.own_windows.opened.connect(self._let_enter_key)
        keymap.changed.connect(self._keep_keys)

    def begin(self) -> None:
        """Start the platform and open the brand that was open last."""
        self.tasks.start(self._begin())

    async def _begin(self) -> None:
        await self._make_folders()
        # The platform's brands go into the book: it has to be read before they come.
        self.brands.book = await ConnectionBook.load(self.folders.connections_file)
        # It takes the longest, at a lower priority than the engine that starts beside it.
        self.platform.start()
        await self._start_engine()
        for aside in (self.brands.book.set_aside, self.settings.set_aside):
            if aside is not None:
                tell(self.notifications, aside)
        if not any(c.sample for c in self.brands.connections()):
            for brand, name in await in_thread(sample_names):
                await self.brands.add(sample_connection(brand, name))
        last = self.settings.last_connection
        await in_thread(preload)
        known = self.brands.connection(last) or self.brands.connections()[0]
        await self.brands.show(known.id)
        self.tasks.start(preload_sections(section.name for section in SECTIONS))

    async def _start_engine(self) -> None:
        """Before the platform starts: the engine then does not wait for a processor as well."""
        await in_thread(preload_engine)
        from funneldesk.desktop.kit.web.isolation import start_engine

        start_engine()

    def show_brand(self, connection_id: str) -> None:
        """Open a brand and show it."""
        self.tasks.latest("show", self.brands.show(connection_id))

    async def _make_folders(self) -> None:
        """What may not be written is told, and what cannot do without a place gets one for now."""
        folders = (self.folders.config, self.folders.data / "platform", self.folders.state)
        found = [await in_thread(usable_folder, folder) for folder in folders]
        refused = [
            folder for folder, (_place, usable) in zip(folders, found, strict=True) if not usable
        ]
        if refused:
            self.notifications.post(local_notice(no_place(refused), NO_PLACE))
        self.platform.data, self.platform.log = found[1][0], found[2][0] / PLATFORM_LOG

    def _show_brand(self, workspace: Workspace) -> None:
        workspace.connection_changed.connect(
            self._show_connection, Qt.ConnectionType.UniqueConnection
        )
        self.window.show_brand(workspace)
        self._show_connection()
        self.own_windows.adopt(workspace)

    def shown(self) -> Workspace | None:
        """The workspace that the window shows."""
        return self.window.view.workspace if self.window.view is not None else None

    def _show_connection(self) -> None:
        workspace = self.shown()
        if workspace is None:
            return
        connection = workspace.connection
        self.settings.last_connection = connection.id
        if connection.sample:
            role = workspace.role or "owner"
            role = _("Sample brand · {role}").format(role=ROLES.get(role, role))
            text = self._adding.get(connection.brand, role)
        else:
            host = QUrl(connection.base_url).host()
            text = _("Brand {brand} · {host}").format(brand=connection.brand, host=host)
            if connection.read_only:
                text = _("Read only · {brand}").format(brand=text)
        self.window.sidebar.brand.show_brand(
            connection.name, text, connection.colour, workspace.connection_state, connection.live
        )
        self.window.banner.show_connection(workspace.connection_state)
        if connection.sample and workspace.connection_state == CONNECTING:
            self.window.banner.say_progress(self._starting)

    def _platform_loading(self, line: dict[str, Any]) -> None:
        """A step of the sample: before the server answers, and in the background afterwards."""
        making = _("Making the sample workspace: {loading}…")
        if "step" in line:
            making = _("Making the sample workspace: {loading} ({step} of {steps})…")
        self._starting = making.format_map(line)
        adding = _("Adding {chapter}…")
        self._adding = {line["brand"]: adding.format_map(line)} if "chapter" in line else {}
        self._show_connection()

    def _platform_whole(self) -> None:
        """The sample's visitors and what they did are there: read what shows them again."""
        self._adding = {}
        self._show_connection()
        for panel in self.all_panels():
            if panel.workspace.connection.sample:
                panel.refresh()

    def _platform_failed(self, reason: str) -> None:
        self.notifications.post(
            Notice(
                _("The sample workspace's server couldn't start."),
                _(
                    "Brands of your own work as ever; the sample shows what was read before. "
                    "{reason}"
                ).format(reason=reason),
                "danger",
                key="platform",
            )
        )

    # Keys

    async def ask_for_key(self, workspace: Workspace, error: "ApiError | None") -> str | None:
        """A key is missing, or was refused in the middle of work: ask for it."""
        said = _(
            "This computer has no key for this brand. Until it has one, you see the local copy."
        )
        if error is not None:
            told = explain(error, _("The last action"))
            said = _("{what} {so_what} The work goes on where it was once a key fits.").format(
                what=told.what, so_what=told.so_what
            )
        title = _("The key for {name}").format(name=workspace.connection.name)
        while key := await ask_text(self.window, title, said, action=_("Go on"), secret=True):
            problem = key_problem(key)
            if not problem:
                await self.brands.keep_key(workspace.connection, key)
                return key
            said = problem
        return None

    def _let_enter_key(self, window: DetachedWindow) -> None:
        window.connection_line.asked_for_key.connect(lambda: self._enter_key_for(window.workspace))

    def _enter_key_for(self, workspace: Workspace | None) -> None:
        if workspace is not None:
            self.tasks.latest("key", self.enter_key(workspace))

    async def enter_key(self, workspace: Workspace) -> None:
        """The user has a new key for a brand."""
        key = await self.ask_for_key(workspace, None)
        if key:
            await workspace.connect_to(workspace.connection.base_url, key)
            self.window.with_panel(lambda panel: panel.refresh())

    def set_history_room(self, megabytes: int) -> None:
        """Room for the history of each brand; what is over it goes; remembered."""
        self.settings.history_megabytes = megabytes
        for workspace in self.brands.open.values():
            self._limit_history(workspace)

    def _limit_history(self, workspace: Workspace) -> None:
        size = self.settings.history_megabytes * 1024 * 1024
        self.tasks.start(workspace.store.set_history_budget(size))

    def _keep_keys(self) -> None:
        self.settings.shortcuts = keymap.chosen

    def open_notifications(self) -> None:
        """What the user wants to hear of, in all brands."""
        brands = [(each.id, each.name) for each in self.brands.connections()]
        dialog = NotificationDialog(self.window, self.settings.notifications, brands)
        dialog.changed.connect(self._keep_rules)
        self.tasks.start(dialog.ask())

    def _keep_rules(self, rules: NotificationRules) -> None:
        self.settings.notifications = rules

    def set_theme(self, mode: str) -> None:
        """System, light or dark; remembered."""
        self.settings.theme = Theme(mode)
        theme.set_mode(mode)

    def set_density(self, density: str) -> None:
        """Comfortable or compact; remembered."""
        self.settings.density = Density(density)
        theme.set_density(COMPACT if density == "compact" else COMFORTABLE)

    def unexpected(self, error: BaseException) -> None:
        """A failure that nobody handled: told, never swallowed."""
        self.notifications.post(explain(error).notice(key=f"unexpected/{type(error).__name__}"))

    def _remember_soon(self) -> None:
        self.tasks.debounce("remember", REMEMBER_PAUSE, self.remember)

    async def remember(self) -> None:
        """Keep how the windows look, for the next start."""
        states = dict(self.window.collect_states())
        self.settings.panels = states | {WINDOWS: self.own_windows.states()}
        self.settings.geometry = self.window.geometry_bytes()

    async def keep_last_view(self) -> None:
        """Keep an image of the section that is shown, for the next start's first frame."""
        if self.window.view is not None and self.window.isVisible():
            await in_thread(keep, image_of(self.window.panels), self.folders.last_view)

    def frames(self) -> list[QWidget]:
        """Every window of the program, the first one first."""
        return [self.window, *self.own_windows.windows]

    def all_panels(self) -> list[Panel]:
        """The panels of every window."""
        own = [window.panel for window in self.own_windows.windows]
        return [*self.window.all_panels(), *own]

    async def may_end(self) -> bool:
        """Whether the program may go: False when words would be lost and the user stays."""
        await settle(self.all_panels())
        titles = tuple(title for panel in self.all_panels() for title in panel.unkept())
        return await may_lose(self.window, titles, _("Quit anyway"))


def key_problem(text: str) -> str:
    """Why a text cannot be a key, or an empty string. The text is not repeated."""
    from funneldesk.client.secret import BadKey, Secret

    try:
        Secret(text)
    except BadKey as problem:
        return str(problem)
    return ""


def sample_names() -> list[tuple[int, str]]:
    """(number, name) of the sample brands, from the files that ship with the program."""
    import json

    from funneldesk.resources import resource

    brands: list[dict[str, Any]] = json.loads(resource("sample", "brands.json").read_text("utf-8"))
    return [(int(brand["id"]), str(brand["name"])) for brand in brands]
