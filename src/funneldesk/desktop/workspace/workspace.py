"""An opened brand: its client, its local store, its role, and who has to know of changes."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from funneldesk.client import errors
from funneldesk.client.errors import ApiError
from funneldesk.desktop.kit.explain import KEY_NOTICE
from funneldesk.desktop.kit.jobs.job_queue import JobQueue
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.tasks import TaskScope, end_under, in_thread
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.edit_locks import EditLocks

if TYPE_CHECKING:
    from funneldesk.client import Api

T = TypeVar("T")
Shared = TypeVar("Shared", bound=QObject)

CONNECTING, ONLINE, OFFLINE = "connecting", "online", "offline"
REFUSED, NO_KEY = "refused", "no-key"
FIRST_RETRY, LONGEST_RETRY = 1.0, 15.0
DENIED_MILLISECONDS = 300_000
"""How long a refusal for want of rights is believed; roles are changed on the platform."""
END_SECONDS = 0.25
"""What tasks have for putting away what they were at, before the store is closed; leaving the
program takes little more."""


def section_of(part: str) -> str:
    """The section that shows a part: that of ``crm/7``, entries of one entity, is ``crm``."""
    return part.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Change:
    """Records of a part were written: panels that show them refresh themselves."""

    part: str
    ids: tuple[str, ...]
    source: object = None

    def concerns(self, part: str) -> bool:
        """Whether what shows a part is to be read again: ``crm`` is ``crm/7`` too, and is of it."""
        return part in (self.part, section_of(self.part)) or self.part == section_of(part)


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in a record: the first one in ``field`` that names one of these files of the brand,
    or a file in one of these folders; with a ``test`` the block of the split test of this number,
    or else of this ``name``; with a ``value`` the first tag that gives this value to an
    attribute."""

    field: str
    files: tuple[str, ...] = ()
    test: int = 0
    name: str = ""
    value: str = ""


KeyAsker = Callable[["Workspace", "ApiError | None"], Awaitable[str | None]]
"""Gets the brand and the refusal (None: there is no key yet), gives the new key or None."""


class Neighbours(Protocol):
    """All brands that this computer knows, and the way to an open one."""

    def connections(self) -> tuple[Connection, ...]: ...

    async def workspace(self, connection_id: str) -> "Workspace": ...


class Workspace(QObject):
    """One brand, open. ``connection_state`` is connecting, online, offline, refused or no-key."""

    changed = Signal(object)
    connection_changed = Signal()
    asked_to_go = Signal(str, str, object)
    """(part, id, ``Mention`` or None)"""
    asked_for_window = Signal(str, str)
    """(part, id): the record is to be shown in a window of its own."""
    renamed = Signal(str)
    """The platform calls the brand by this name now."""

    def __init__(
        self,
        connection: Connection,
        store: LocalStore,
        notifications: NotificationCenter,
        jobs: JobQueue | None = None,
        cache: Path | None = None,
    ) -> None:
        super().__init__()
        self.connection = connection
        self.store = store
        self.notifications = notifications
        self.jobs = jobs or JobQueue(self)
        self.cache = cache or store.path.parent / "cache"
        self.connection_state = CONNECTING
        self.role = ""
        self.ask_for_key: KeyAsker | None = None
        self.neighbours: Neighbours | None = None
        self.writers: Mapping[str, Callable[..., Any]] = {}
        """What sections bring to write texts of their records (``assets/references/writers``):
        made from the workspace and a sentence for the history."""
        self.importers: Mapping[str, Callable[[Workspace, str], Awaitable[Any]]] = {}
        """What sections bring to import rows of a file: a ``RecordImport`` by part."""
        self.sections: frozenset[str] = frozenset()
        """Sections that the window has: ``go`` leads to them."""
        self.edit_locks = EditLocks(self)
        self.denied_writes: set[str] = set()
        self._shared: dict[tuple[object, ...], QObject] = {}
        self._denial = QTimer(self, singleShot=True, interval=DENIED_MILLISECONDS)
        self._denial.timeout.connect(self.ask_rights_again)
        self.tasks = TaskScope(self)
        self._api: Api | None = None
        self._settled: asyncio.Event = asyncio.Event()
        self._key_round = 0
        self._dismissed = -1
        self._asking: asyncio.Task[bool] | None = None

    @property
    def read_only(self) -> bool:
        """Whether the user or the role closed this brand to writes."""
        return self.connection.read_only or self.role == "viewer"

    def may_write(self, part: str) -> bool:
        """Whether writes to a part are worth offering: a 403 has shown otherwise (quirk 7)."""
        return not self.read_only and section_of(part) not in self.denied_writes

    @property
    def base_url(self) -> str:
        """The platform's address; empty while the embedded platform is not up yet."""
        return self._api.base_url if self._api is not None else self.connection.base_url

    @property
    def visitor_base(self) -> str:
        """Where this brand's published pages are met, without a trailing slash."""
        return f"{self.base_url}/p/{self.connection.brand}"

    async def connect_to(self, base_url: str, key: str, role: str = "") -> None:
        """Use this address and key from now on; calls that wait for a connection go on."""
        api_class = await in_thread(_api_class)
        self.role = role
        self.denied_writes.clear()
        if self._api is None:
            self._api = api_class(base_url, self.connection.brand, key)
        else:
            self._api.replace_base(base_url)
            self._api.replace_key(key)
        self._key_round += 1
        self._settled.set()
        self.notifications.withdraw(KEY_NOTICE)
        self.connection_state = ONLINE
        self.connection_changed.emit()

    async def settled(self) -> None:
        """Wait until there is a connection, or it is known that there is none."""
        await self._settled.wait()

    async def api(self) -> "Api":
        """The client, once it is known whether there is one. Raises ``ApiError``."""
        await self.settled()
        if self._api is not None:
            return self._api
        path = f"/api/brands/{self.connection.brand}"
        if self.connection_state == OFFLINE:
            why = _("The server has not started.")
            raise errors.Unreachable(why, method="GET", path=path)
        raise errors.NoKey(_("There is no key for this brand."), method="GET", path=path)

    async def run(self, call: Callable[["Api"], Awaitable[T]]) -> T:
        """Carry out one piece of work on the platform.

        A refused key is asked for again and the work goes on; everything else is raised as the
        client raised it. Raises ``ApiError``.
        """
        while True:
            used = self._key_round
            try:
                api = await self.api()
                answer = await call(api)
            except ApiError as error:
                found = await self._diagnosed(error)
                if await self._learn(found, used):
                    continue
                raise found from None
            self._set_connection_state(ONLINE)
            return answer

    def ask_again(self) -> None:
        """The user wants something done: a key that was not given is asked for once more."""
        self._dismissed = -1

    def ask_rights_again(self) -> None:
        """Rights may have been given meanwhile: offer writes again until one is refused."""
        if self.denied_writes:
            self.denied_writes.clear()
            self.connection_changed.emit()

    def shared(self, kind: "type[Shared]", *made_from: Hashable) -> Shared:
        """What all panels of this brand have together: made once, ended with the workspace.

        ``kind`` is a class whose objects are made from the workspace and ``made_from``.
        """
        made = self._shared.get((kind, *made_from))
        if not isinstance(made, kind):
            made = kind(self, *made_from)
            made.setParent(self)
            self._shared[kind, *made_from] = made
        return made

    def unshare(self, kind: type[QObject], *made_from: Hashable) -> None:
        """Nobody is to be given this any more; who has it still goes on with it."""
        made = self._shared.pop((kind, *made_from), None)
        if made is not None:
            made.setParent(None)

    def go_without_key(self) -> None:
        """There is no key, and the user gave none: only the local copy can be shown."""
        self._dismissed = self._key_round
        self._settled.set()
        self._set_connection_state(NO_KEY)

    def lose(self) -> None:
        """The platform cannot be reached: say so, and try again until it can."""
        self._settled.set()
        if self.connection_state != OFFLINE:
            self._set_connection_state(OFFLINE)
            self.tasks.latest("watch", self._watch())

    def announce(self, part: str, *ids: str, source: object = None) -> None:
        """Tell every panel that records of a part were written."""
        self.changed.emit(Change(part, ids, source))

    def open_window(self, part: str, record_id: str = "") -> None:
        """Ask for a window of its own for a record."""
        self.asked_for_window.emit(section_of(part), record_id)

    def go(self, part: str, record_id: str = "", mention: Mention | None = None) -> None:
        """Ask the window to show a section, a record in it, and a place in that."""
        self.asked_to_go.emit(section_of(part), record_id, mention)

    async def close(self) -> None:
        """End every task and close the client and the store, which tasks may need to their end."""
        if ending := end_under(self) - {asyncio.current_task()}:
            await asyncio.wait(ending, timeout=END_SECONDS)
        if self._asking is not None:
            self._asking.cancel()
        if self._api is not None:
            await self._api.aclose()
        await self.store.close()

    async def _diagnosed(self, error: "ApiError") -> "ApiError":
        """What lies behind a failure: "not found" may mean a bad key (quirks 2 and 3)."""
        return await self._api.diagnose(error) if self._api is not None else error

    async def _learn(self, error: "ApiError", used: int) -> bool:
        """Take from a failure what it tells about the brand; whether a new key is worth a try."""
        if isinstance(error, errors.LoginRedirect):
            return False
        if isinstance(error, errors.NotSignedIn | errors.WrongBrand):
            return await self._renew_key(used, error)
        if isinstance(error, errors.RoleDenied):
            self._learn_denial(error)
        elif isinstance(error, errors.Unreachable | errors.TimedOut):
            self.lose()
        return False

    async def _renew_key(self, used: int, error: "ApiError") -> bool:
        """Have the user give a key; whoever waits for it meanwhile waits for the same answer.

        No user has the key of a sample, which comes with each start of its server.
        """
        if self._key_round != used:
            return True
        if self.connection.sample:
            self.lose()
            why = _("The server of the sample workspace is starting again.")
            raise errors.Unreachable(why, method=error.method, path=error.path) from error
        self._set_connection_state(NO_KEY if self._api is None else REFUSED)
        if self._dismissed == used or self.ask_for_key is None:
            return False
        if self._asking is None:
            self._asking = asyncio.ensure_future(self._ask(error, self.ask_for_key))
            self._asking.add_done_callback(self._asked)
        return await asyncio.shield(self._asking)

    async def _ask(self, error: "ApiError", ask_for_key: KeyAsker) -> bool:
        key = await ask_for_key(self, None if self._api is None else error)
        if key is None:
            self._dismissed = self._key_round
            return False
        if self._api is None:
            await self.connect_to(self.connection.base_url, key)
        else:
            self._api.replace_key(key)
            self.denied_writes.clear()
            self._key_round += 1
        return True

    def _asked(self, _: "asyncio.Task[bool]") -> None:
        self._asking = None

    def _learn_denial(self, error: "ApiError") -> None:
        """There is no "who am I" call: what the role may not do is learnt when it is refused."""
        steps = error.path.split("?")[0].strip("/").split("/")
        part = steps[3] if len(steps) > 3 else "brands"
        if error.method != "GET" and part not in self.denied_writes:
            self.denied_writes.add(part)
            self._denial.start()
            self.connection_changed.emit()

    async def _watch(self) -> None:
        wait = FIRST_RETRY
        while self.connection_state == OFFLINE:
            await asyncio.sleep(wait)
            wait = min(wait * 1.6, LONGEST_RETRY)
            try:
                await (await self.api()).check()
            except (errors.Unreachable, errors.TimedOut):
                continue
            except (errors.NotSignedIn, errors.WrongBrand):
                if self.connection.sample:
                    continue  # `connect_to` brings the key of its new start.
            except errors.ApiError:
                pass  # It answers: what is amiss shows with the next call.
            if self.connection_state == OFFLINE:
                self._set_connection_state(ONLINE)

    def _set_connection_state(self, state: str) -> None:
        if self.connection_state != state:
            self.connection_state = state
            self.connection_changed.emit()


def _api_class() -> "type[Api]":
    """Imported late and off the window's thread: the client's libraries are heavy."""
    from funneldesk.client import Api

    return Api
