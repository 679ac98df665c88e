"""Watch over domains that are not active yet: looked at again and again, with growing pauses."""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.tasks import TaskScope, resting
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.domains.domains import PART, number_of, read_domain
from funneldesk.desktop.parts.domains.setup.lookups import Seen, Wanted, look
from funneldesk.desktop.parts.domains.setup.reasons import is_found, tells_nothing
from funneldesk.desktop.parts.domains.setup.resolvers import resolvers_of
from funneldesk.desktop.parts.domains.setup.steps import is_pending, is_settled, needs_record
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

T = TypeVar("T")
PAUSES = (10.0, 20.0, 40.0, 60.0, 120.0, 300.0, 600.0, 1800.0)
"""Seconds between two looks; the last goes on for ever."""
AT_ONCE = 2
"""Domains that are looked up at a time."""
FEW = 20
"""Domains that are watched at a time: the newest."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A domain as it was last looked at. ``message`` is what the server said of its record."""

    body: Mapping[str, Any] = field(default_factory=dict)
    wanted: Wanted | None = None
    ttl: int | str | None = None
    instructions: tuple[str, ...] = ()
    seen: tuple[Seen, ...] = ()
    message: str = ""
    looked_at: datetime | None = None
    next_at: datetime | None = None
    looks: bool = False


class DomainWatch(QObject):
    """All domains of a brand that wait. ``changed`` carries the id of one with something new.

    Never asks for a certificate: that is a deed of the user (quirk 56).
    """

    changed = Signal(str)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.pauses: Sequence[float] = PAUSES
        self.tasks = TaskScope(self)
        self._workspace = workspace
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._watched: dict[str, Watched] = {}
        self._running: dict[str, asyncio.Event] = {}
        self._was_online = workspace.connection_state == ONLINE
        workspace.connection_changed.connect(self._connected)

    def of(self, record_id: str) -> Watched:
        """What is known of a domain."""
        return self._watched.get(record_id, Watched())

    def follow(self, bodies: Sequence[Mapping[str, Any]]) -> None:
        """Watch the domains of a list that are not settled, the newest first."""
        waiting = [each for each in bodies if not is_settled(each)]
        for body in waiting[:FEW]:
            self.begin(body)

    def begin(self, body: Mapping[str, Any]) -> None:
        """Watch one, unless it is watched already or needs nothing."""
        record_id = str(body.get("record_id") or "")
        if record_id and record_id not in self._running and not is_settled(body):
            self._watched.setdefault(record_id, Watched(body))
            self._running[record_id] = asyncio.Event()
            self.tasks.latest(record_id, self._watch(record_id))

    def again(self, body: Mapping[str, Any]) -> None:
        """Look at it now, and begin with short pauses once more."""
        record_id = str(body.get("record_id") or "")
        self.forget(record_id)
        self._watched.setdefault(record_id, Watched(body))
        self._running[record_id] = asyncio.Event()
        self.tasks.latest(record_id, self._watch(record_id))

    def _connected(self) -> None:
        """What could not be asked for while the server was out of reach is asked for now."""
        was, self._was_online = self._was_online, self._workspace.connection_state == ONLINE
        if self._was_online and not was:
            for record_id in tuple(self._running):
                self.again(self.of(record_id).body)

    def forget(self, record_id: str) -> None:
        """Watch it no more."""
        self.tasks.cancel(record_id)
        self._running.pop(record_id, None)

    async def _watch(self, record_id: str) -> None:
        turn = self._running[record_id]
        for pause in _growing(lambda: self.pauses):
            await self._look(record_id)
            if self._running.get(record_id) is not turn or is_settled(self.of(record_id).body):
                break
            at = datetime.now(UTC) + timedelta(seconds=pause)
            self._keep(record_id, next_at=at)
            with resting():
                await asyncio.sleep(pause)
        if self._running.get(record_id) is turn:
            del self._running[record_id]
            self._keep(record_id, next_at=None)

    async def _look(self, record_id: str) -> None:
        """Ask the server, then the resolvers, then have the server validate what they found."""
        if self._workspace.connection_state != ONLINE:
            return
        self._keep(record_id, looks=True)
        try:
            with optional():
                await self._ask_server(record_id)
            known = self.of(record_id)
            if known.wanted is not None and not is_settled(known.body):
                await self._ask_resolvers(record_id, known.wanted)
                with optional():
                    await self._validate(record_id)
        finally:
            self._keep(record_id, looks=False, looked_at=datetime.now(UTC))

    async def _ask_server(self, record_id: str) -> None:
        run, known = self._workspace.run, self.of(record_id)
        if needs_record(known.body) and known.wanted is None:
            self._learn(record_id, await run(partial(read_instructions, record_id=record_id)))
        await self._read(record_id)

    async def _read(self, record_id: str) -> None:
        found = await self._workspace.run(lambda api: read_domain(api, record_id))
        self._take(record_id, found.model_dump(mode="json"))

    def _learn(self, record_id: str, found: "Instructions") -> None:
        self._keep(record_id, wanted=found.wanted, ttl=found.ttl, instructions=found.instructions)

    async def _ask_resolvers(self, record_id: str, wanted: Wanted) -> None:
        asked = await resolvers_of(self._workspace)
        async with self._turn:
            found = await asyncio.gather(*(_apart(look, each, wanted) for each in asked))
        self._keep(record_id, seen=tuple(found))

    async def _validate(self, record_id: str) -> None:
        """Only what resolvers have, or cannot tell of, is worth the server's while."""
        known = self.of(record_id)
        number, is_tracking = number_of(record_id)
        ready = is_found(known.seen) or tells_nothing(known.seen)
        if is_tracking or not is_pending(known.body) or not ready:
            return
        if not self._workspace.may_write(PART):
            return
        told = await self._workspace.run(lambda api: api.domains.validate(number))
        queued = _("The server has begun to validate.") if told.queued else ""
        self._keep(record_id, message="" if told.success else told.message or queued)
        if told.success:
            await self._read(record_id)

    def _take(self, record_id: str, body: Mapping[str, Any]) -> None:
        """The server's word of a domain; what changed is announced, and told if it is ready."""
        before = self.of(record_id).body
        self._keep(record_id, body=body)
        if before.get("status") == body.get("status"):
            return
        self._workspace.announce(PART, record_id, source=self)
        if is_settled(body) and before:
            self._tell_ready(record_id, str(body.get("domain") or ""))

    def _tell_ready(self, record_id: str, name: str) -> None:
        show = NoticeAction(_("Show"), partial(self._workspace.go, PART, record_id))
        text = _("Visitors can reach it with https now.")
        self._workspace.notifications.post(
            Notice(
                _("{domain} is active").format(domain=name),
                text,
                "success",
                key=f"{PART}/active/{record_id}",
                action=show,
                away=True,
            )
        )

    def _keep(self, record_id: str, **values: Any) -> None:
        self._watched[record_id] = replace(self.of(record_id), **values)
        self.changed.emit(record_id)


@dataclass(frozen=True, slots=True)
class Instructions:
    """The record that a domain's owner has to set, where one is needed."""

    wanted: Wanted | None = None
    ttl: int | str | None = None
    instructions: tuple[str, ...] = ()


async def read_instructions(api: "Api", record_id: str) -> Instructions:
    """What the server wants set; a tracking domain carries it itself. Raises ``ApiError``."""
    number, is_tracking = number_of(record_id)
    if is_tracking:
        found = (await read_domain(api, record_id)).cname_validation_record
        record = found if isinstance(found, Mapping) else {}
        host, value = str(record.get("host") or ""), str(record.get("value") or "")
        return Instructions(Wanted(host, value) if host and value else None, record.get("ttl"))
    told = await api.domains.validation_instructions(number)
    said = told.instructions if isinstance(told.instructions, list) else [told.instructions]
    sentences = tuple(str(each) for each in said if each)
    first = next((each for each in told.wanted if each.host and each.value), None)
    if first is None:
        return Instructions(None, None, sentences)
    return Instructions(Wanted(first.host, first.value), first.ttl, sentences)


def _growing(pauses: Callable[[], Sequence[float]]) -> Any:
    at = 0
    while True:
        known = pauses()
        yield known[min(at, len(known) - 1)]
        at += 1


async def _apart(work: Callable[..., T], *args: Any) -> T:
    """Run in a thread of its own, which ends with the program: a silent server takes seconds, and
    the threads that all share are few."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def give(found: T) -> None:
        if not answer.done():
            answer.set_result(found)

    def run() -> None:
        found = work(*args)
        try:
            loop.call_soon_threadsafe(give, found)
        except RuntimeError:
            return  # The program has ended meanwhile.

    threading.Thread(target=run, name="domain-look-up", daemon=True).start()
    return await answer
