"""The brands that this computer knows: opened, switched, added, and their keys renewed."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.client.errors import LoginRedirect, NotFound, NotSignedIn
from funneldesk.desktop.kit.explain import Explanation, explain
from funneldesk.desktop.kit.jobs.job_queue import JobQueue
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.notices.local_notices import local_notice, tell
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.connections.access_key import AccessKey
from funneldesk.desktop.local.connections.book import ConnectionBook
from funneldesk.desktop.local.connections.connections import Connection, new_connection_id
from funneldesk.desktop.local.connections.keyring_access import KeyState
from funneldesk.desktop.local.connections.keys import KeyVault
from funneldesk.desktop.local.files.folders import Folders
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.deeds.opening import settle_deeds
from funneldesk.desktop.sections.operations import tell_unconfirmed
from funneldesk.desktop.shell.brands.brand_dialogs import BrandEntry
from funneldesk.desktop.shell.sections import IMPORTERS, SECTIONS, WRITERS
from funneldesk.desktop.workspace.workspace import KeyAsker, Workspace

SAMPLE_COLOURS = {1: "#C4653A", 2: "#2E7D6B"}


class Brands(QObject):
    """Every connection, and the workspaces of those that are open."""

    listed = Signal()
    opened = Signal(object)
    closed = Signal(str)

    def __init__(
        self,
        folders: Folders,
        book: ConnectionBook,
        vault: KeyVault,
        notifications: NotificationCenter,
    ) -> None:
        super().__init__()
        self.folders = folders
        self.book = book
        self.vault = vault
        self.notifications = notifications
        self.jobs = JobQueue(self)
        self.tasks = TaskScope(self)
        self.open: dict[str, Workspace] = {}
        self.ask_for_key: KeyAsker | None = None
        self._opening: dict[str, asyncio.Task[Workspace]] = {}
        self._sample: dict[int, dict[str, Any]] = {}
        self._sample_address = ""
        self._sample_is_lost = False

    def connections(self) -> tuple[Connection, ...]:
        """Every brand that this computer knows, the sample workspace first."""
        return self.book.connections

    def connection(self, connection_id: str) -> Connection | None:
        """One of them."""
        return next((c for c in self.connections() if c.id == connection_id), None)

    async def show(self, connection_id: str) -> Workspace:
        """Open a brand if it is not open yet; ``opened`` tells the window."""
        workspace = await self.workspace(connection_id)
        self.opened.emit(workspace)
        return workspace

    async def workspace(self, connection_id: str) -> Workspace:
        """A brand, opened if it is not open yet; what the window shows stays."""
        task = self._opening.get(connection_id)
        if task is None:
            task = asyncio.ensure_future(self._open(connection_id))
            self._opening[connection_id] = task
        try:
            return await asyncio.shield(task)
        except BaseException:
            self._opening.pop(connection_id, None)
            raise

    async def _open(self, connection_id: str) -> Workspace:
        connection = self.connection(connection_id) or self.connections()[0]
        store = await LocalStore.open(self.folders.brand_database(connection.id))
        for aside in store.asides:
            tell(self.notifications, aside)
        workspace = Workspace(connection, store, self.notifications, self.jobs, self.folders.cache)
        workspace.ask_for_key = self.ask_for_key
        workspace.neighbours = self
        workspace.writers = WRITERS
        workspace.importers = IMPORTERS
        workspace.sections = frozenset(section.name for section in SECTIONS)
        workspace.renamed.connect(partial(self._rename, connection.id))
        self.open[connection.id] = workspace
        workspace.tasks.start(tell_unconfirmed(workspace))
        workspace.tasks.start(settle_deeds(workspace))
        if connection.sample:
            await self._connect_sample(workspace)
        else:
            workspace.tasks.start(self._connect(workspace))
        return workspace

    async def _connect(self, workspace: Workspace) -> None:
        connection = workspace.connection
        outcome = await self.vault.get(connection.id)
        if outcome.state in (KeyState.LOCKED, KeyState.SLOW):
            self.notifications.post(local_notice(outcome.explanation, f"key/{connection.id}"))
        key = outcome.key.reveal() if outcome.key is not None else ""
        if not key and self.ask_for_key is not None:
            key = await self.ask_for_key(workspace, None) or ""
        if key:
            await workspace.connect_to(connection.base_url, key)
        else:
            workspace.go_without_key()

    async def sample_ready(self, line: dict[str, Any]) -> None:
        """The embedded platform is up: its owner keys open the sample brands."""
        self._sample_is_lost = False
        self._sample_address = str(line["base_url"])
        self._sample = {k["brand"]: k for k in line.get("keys", ()) if k["role"] == "owner"}
        await self._know_sample()
        for workspace in tuple(self.open.values()):
            if workspace.connection.sample:
                await self._connect_sample(workspace)

    def sample_lost(self) -> None:
        """The embedded platform ended by itself: its brands are offline until it is back, also
        those that are opened meanwhile."""
        self._sample_is_lost = True
        for workspace in self.open.values():
            if workspace.connection.sample:
                workspace.lose()

    async def _know_sample(self) -> None:
        for brand, key in self._sample.items():
            if self.connection(f"sample-{brand}") is None:
                await self.add(sample_connection(brand, str(key["name"])))
        self.listed.emit()

    async def _connect_sample(self, workspace: Workspace) -> None:
        if self._sample_is_lost:
            workspace.lose()
            return
        key = self._sample.get(workspace.connection.brand)
        if key is not None:
            await workspace.connect_to(self._sample_address, str(key["key"]), str(key["role"]))

    async def check(self, entry: BrandEntry) -> Explanation | None:
        """One call with what was typed: None when it opens the brand, which is then added."""
        api_class = await in_thread(_api_class)
        try:
            async with api_class(entry.base_url, entry.brand, entry.key) as api:
                brand = await api.check()
        except Exception as error:
            return _why_not(error)
        connection = Connection(
            new_connection_id(),
            brand_name(brand.name, entry.brand),
            entry.base_url,
            entry.brand,
            entry.colour,
            read_only=entry.read_only,
            live=entry.live,
        )
        await self.keep_key(connection, entry.key)
        await self.add(connection)
        self.listed.emit()
        await self.show(connection.id)
        return None

    async def add(self, connection: Connection) -> None:
        """Put a brand into the list of those that this computer knows."""
        await self._kept(self.book.add(connection))

    async def _kept(self, saving: Awaitable[None]) -> None:
        """The list of brands holds for this run, also where it cannot be written: that is told."""
        try:
            await saving
        except LocalStoreProblem as problem:
            tell(self.notifications, problem)

    async def keep_key(self, connection: Connection, key: str) -> None:
        """Keep a key in the keyring; where that fails it lives for this run, and we say so."""
        outcome = await self.vault.set(connection.id, AccessKey(key))
        if outcome.this_run_only:
            self.notifications.post(local_notice(outcome.explanation, f"key/{connection.id}"))

    async def change(self, connection_id: str, **values: Any) -> None:
        """Change what this computer keeps about a brand."""
        connection = self.connection(connection_id)
        if connection is None:
            return
        changed = replace(connection, **values)
        await self._kept(self.book.update(changed))
        if connection_id in self.open:
            self.open[connection_id].connection = changed
            self.open[connection_id].connection_changed.emit()
        self.listed.emit()

    def _rename(self, connection_id: str, name: str) -> None:
        connection = self.connection(connection_id)
        if connection is None:
            return
        shown = brand_name(name, connection.brand)
        if shown != connection.name:
            self.tasks.start(self.change(connection.id, name=shown))

    async def remove(self, connection_id: str) -> None:
        """Forget a brand: its key, its connection; the local copy is closed."""
        await self.vault.delete(connection_id)
        await self._kept(self.book.remove(connection_id))
        self.closed.emit(connection_id)
        self._opening.pop(connection_id, None)
        workspace = self.open.pop(connection_id, None)
        if workspace is not None:
            await workspace.close()
        self.listed.emit()

    async def close(self) -> None:
        """Close every open brand."""
        self.tasks.end()
        workspaces = tuple(self.open.values())
        self.open.clear()
        await asyncio.gather(*(workspace.close() for workspace in workspaces))


def brand_name(name: str, number: int) -> str:
    """What a brand is called here, whatever the platform calls it."""
    return name[:200].strip() or _("Brand {number}").format(number=number)


def _why_not(error: Exception) -> Explanation:
    """Why a brand could not be added, for someone who just typed its address and key."""
    if isinstance(error, LoginRedirect | NotFound):
        return Explanation(
            _("There is no such brand at this address."),
            _("Something answers there, but not as a server with this brand."),
            _("Check the address and the brand number."),
        )
    if isinstance(error, NotSignedIn):
        return Explanation(
            _("The server does not accept this key."),
            _("It was mistyped, or a newer key took its place."),
            _("Copy it again from the server, whole."),
        )
    return explain(error, _("Checking the key"))


def sample_connection(brand: int, name: str) -> Connection:
    """The connection of a sample brand: its address and key come anew at every start."""
    colour = SAMPLE_COLOURS.get(brand, "#3D57D6")
    return Connection(
        f"sample-{brand}",
        name or _("Sample brand {brand}").format(brand=brand),
        "",
        brand,
        colour,
        sample=True,
    )


def _api_class() -> Callable[..., Any]:
    from funneldesk.client import Api

    return Api
