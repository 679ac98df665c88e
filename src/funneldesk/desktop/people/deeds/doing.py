"""Deeds as they are done: looked at before, noted, sent once, looked for when the answer is lost.

No deed is ever sent a second time by itself (quirk 10). What became of one is found out by reading
its record: after an unclear failure at once, after a crash when the brand is opened again.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from funneldesk.client.errors import ApiError, RoleDenied
from funneldesk.contract.subscriptions import SubscriptionDetails
from funneldesk.desktop.kit.explain import Explanation, explain
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.deeds import DeedEntry
from funneldesk.desktop.people.customer import PART
from funneldesk.desktop.people.deeds.declared import DEEDS
from funneldesk.desktop.people.deeds.deed import Body, Deed, Request
from funneldesk.desktop.sections.actions import NOT_YOURS, READ_ONLY_HERE
from funneldesk.desktop.sections.operations import operation, optional
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

DONE, REFUSED, MISSED, UNKNOWN, SENT = "done", "refused", "missed", "unknown", "sent"
STATES: Mapping[str, tuple[str, str]] = {
    DONE: (_("Done"), "success"),
    REFUSED: (_("Refused"), "danger"),
    MISSED: (_("Not carried out"), "warning"),
    UNKNOWN: (_("Not confirmed"), "warning"),
    SENT: (_("Being sent"), "muted"),
}
SEEN = _("The answer was lost; the server shows that it was carried out.")
"""Said of what was looked for and is there: somebody else may have done the same meanwhile."""
_TITLES = {
    DONE: _("{title}: done"),
    MISSED: _("{title}: not carried out"),
    UNKNOWN: _("{title}: not confirmed"),
}
_TEXTS = {
    DONE: "",
    MISSED: _(
        "The answer was lost, and the server doesn't show it. Look again before you repeat it: "
        "a slow server may still carry it out."
    ),
    UNKNOWN: _(
        "The answer was lost, and it can't be seen whether it was carried out. Check {record} on "
        "the server before you repeat it."
    ),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a deed. ``sentence`` can be told to the customer, where it was done; ``said``
    is why it was not, or how that is known, and ``error`` the failure behind that, if there was
    one. ``after`` is the record as the server has it now, where it said so."""

    state: str
    sentence: str = ""
    said: str = ""
    error: ApiError | None = None
    after: Body | None = None


class Deeds(QObject):
    """One for a brand: ``workspace.shared(Deeds)``. ``changed`` carries whose journal changed."""

    changed = Signal(str)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._formats = formats_of(workspace)
        self._under_way: set[tuple[str, str]] = set()
        self._denied: set[str] = set()
        self._tasks = TaskScope(self)
        workspace.connection_changed.connect(self._connection_changed)

    def refusal(self, deed: Deed) -> str:
        """Why the key may not do it, in a sentence; learnt from the server (quirk 7)."""
        if self._workspace.connection.read_only:
            return READ_ONLY_HERE
        return NOT_YOURS if self._workspace.read_only or deed.name in self._denied else ""

    def say_refusal(self, deed: Deed, reason: str) -> bool:
        """Tell why a deed is not done; whether there is a reason."""
        if reason:
            notice = Notice(deed.title, reason, "warning", key=f"{PART}/{deed.name}")
            self._workspace.notifications.post(notice)
        return bool(reason)

    @staticmethod
    def notice_key(deed: Deed, record_id: str) -> str:
        """The key of what is told about a deed on a record: the newest counts."""
        return f"{PART}/{deed.name}/{record_id}"

    async def begin(self, deed: Deed, body: Body, request: Request, person: str) -> Outcome | None:
        """As ``do``, to its end also when whoever waits for it goes away."""
        task = self._tasks.start(self.do(deed, body, request, person))
        return await asyncio.shield(task) if task is not None else None

    async def do(
        self, deed: Deed, body: Body, request: Request, person: str, *, quiet: bool = False
    ) -> Outcome:
        """Do it to a record that the user saw as ``body``, and tell what became of it; ``quiet``
        where whoever asks tells of many together."""
        place = (deed.part, deed.record_id(body))
        if place in self._under_way:
            return self._refused(deed, _("Something is being done to it at this moment."), quiet)
        self._under_way.add(place)
        try:
            return await self._do(deed, body, request, person, quiet)
        finally:
            self._under_way.discard(place)
            self.changed.emit(person)

    def _refused(self, deed: Deed, reason: str, quiet: bool) -> Outcome:
        if not quiet:
            self.say_refusal(deed, reason)
        return Outcome(REFUSED, said=reason)

    async def _do(
        self, deed: Deed, body: Body, request: Request, person: str, quiet: bool
    ) -> Outcome:
        record_id = deed.record_id(body)
        key = self.notice_key(deed, record_id)
        said: list[Explanation] = []
        notice = "" if quiet else key
        with operation(self._workspace, deed.doing, notice, tell=said.append) as asked:
            now = await self._workspace.run(lambda api: deed.read(api, record_id))
        if asked.failed:
            return Outcome(REFUSED, said=said[0].what, error=asked.error)
        if deed.marks(now) != deed.marks(body):
            changed = _("It changed while you were looking at it. Look at it again first.")
            self._workspace.announce(PART, person, source=self)
            return self._refused(deed, changed, quiet)
        title = deed.told(body, request, self._formats())
        words = (deed.part, record_id, person, deed.name, title)
        try:
            entry = await self._noted(DeedEntry(*words, request, deed.marks(body)))
        except LocalStoreProblem as problem:
            # What cannot be noted is not done.
            told = explain(problem, deed.doing)
            if not quiet:
                self._workspace.notifications.post(told.notice(key))
            return Outcome(REFUSED, said=told.what)
        self.changed.emit(person)
        return await self._sent(deed, body, entry, quiet)

    async def _noted(self, entry: DeedEntry) -> DeedEntry:
        """Into the journal, before anything is sent. Raises LocalStoreProblem."""
        connection = self._workspace.connection
        whole = replace(
            entry,
            brand=f"{connection.name} ({connection.brand})",
            key_print=(await self._workspace.api()).key_fingerprint,
        )
        return replace(whole, key=await self._workspace.store.begin_deed(whole))

    async def _sent(self, deed: Deed, body: Body, entry: DeedEntry, quiet: bool) -> Outcome:
        """Send it once: a failure that may have done it is not handed to whoever tries again."""
        unclear: list[ApiError] = []
        answer: object = None

        async def once(api: "Api") -> None:
            nonlocal answer
            with optional() as asked:
                answer = await deed.send(api, entry.record_id, entry.request)
            if asked.error is not None:
                if not _is_unclear(asked.error):
                    raise asked.error
                unclear.append(asked.error)

        with optional() as asked:
            await self._workspace.run(once)
        error = asked.error or next(iter(unclear), None)
        if isinstance(error, RoleDenied):
            self._denied.add(deed.name)
        if error is not None and not _is_unclear(error):
            said = await self._settle(entry, REFUSED, error, quiet=quiet)
            return Outcome(REFUSED, said=said, error=error)
        after: Body | None = body
        if isinstance(answer, SubscriptionDetails):
            after = answer.model_dump(mode="json")
        if error is not None:
            after = await self._read(deed, entry.record_id)
        state = DONE if error is None else _judged(deed, entry, after)
        said = await self._settle(entry, state, error, after, quiet=quiet)
        if state != DONE:
            return Outcome(state, said=said, error=error)
        told = deed.sentence(body, after or body, entry.request, self._formats())
        return Outcome(DONE, told, "" if error is None else SEEN, after=after)

    async def _read(self, deed: Deed, record_id: str) -> Body | None:
        with optional():
            return await self._workspace.run(lambda api: deed.read(api, record_id))
        return None

    # What became of it

    async def _settle(
        self,
        entry: DeedEntry,
        state: str,
        error: "ApiError | None",
        after: Body | None = None,
        *,
        quiet: bool = False,
    ) -> str:
        """Note and tell it; panels that show the record refresh themselves. Gives what is said."""
        deed = DEEDS[entry.name]
        told = None if error is None else explain(error, deed.doing)
        said = "" if told is None else f"{told.what} {told.so_what}".strip()
        said = SEEN if said and state == DONE else said
        short = deed.shortfall(after) if state == DONE and after is not None else ""
        said = short or said
        with suppress(LocalStoreProblem):  # Then it is looked for again at the next start.
            await self._workspace.store.end_deed(entry.key, state, said)
        if quiet:
            return said or _TEXTS.get(state, "").format(record=entry.record_id)
        key = self.notice_key(deed, entry.record_id)
        if state == REFUSED and told is not None:
            self._workspace.notifications.post(told.notice(key))
        else:
            late = error is None and entry.state == UNKNOWN
            self._tell(entry, state, key, short, lasting=bool(late or short or state != DONE))
        self._workspace.announce(entry.part, entry.record_id, source=self)
        self._workspace.announce(PART, entry.person, source=self)
        return said

    def _tell(self, entry: DeedEntry, state: str, key: str, short: str, *, lasting: bool) -> None:
        title = _TITLES[state].format(title=entry.title)
        text = short or _TEXTS[state].format(record=entry.record_id)
        show = NoticeAction(_("Show"), partial(self._workspace.go, PART, entry.person))
        tone = "warning" if short else STATES[state][1]
        notice = Notice(title, text, tone, key=key, action=show, lasting=lasting)
        self._workspace.notifications.post(notice)

    def settle_open(self) -> None:
        """Find out in the background what became of deeds whose answer never came."""
        self._tasks.latest("settle", self._settle_open())

    async def look_for(self, entry: DeedEntry) -> str:
        """The state of a deed of the journal; one whose answer never came is looked for now."""
        if entry.state not in (SENT, UNKNOWN):
            return entry.state
        deed = DEEDS[entry.name]
        after = await self._read(deed, entry.record_id)
        state = _judged(deed, entry, after)
        await self._settle(entry, state, None, after, quiet=True)
        return state

    async def _settle_open(self) -> None:
        entries: list[DeedEntry] = []
        with suppress(LocalStoreProblem):  # They stay open: the next start looks again.
            entries = await self._workspace.store.deeds(open_only=True)
        for entry in reversed(entries):
            deed = DEEDS.get(entry.name)
            if deed is None or (entry.part, entry.record_id) in self._under_way:
                continue
            after = await self._read(deed, entry.record_id)
            state = _judged(deed, entry, after)
            if state != entry.state:
                await self._settle(replace(entry, state=UNKNOWN), state, None, after)
                self.changed.emit(entry.person)

    def _connection_changed(self) -> None:
        if not self._workspace.denied_writes:
            self._denied.clear()
        if self._workspace.connection_state == ONLINE:
            self.settle_open()


def _is_unclear(error: "ApiError") -> bool:
    """Whether it may have been carried out: whoever stands between may answer for the server."""
    return error.maybe_done or (error.status or 0) >= 500


def _judged(deed: Deed, entry: DeedEntry, after: Body | None) -> str:
    """The state of a deed whose answer was lost, by what its record shows now."""
    found: bool | None = None
    if after is not None:
        marks: dict[str, Any] = deed.marks(after)
        found = deed.is_there(entry.before, marks, entry.request)
    return UNKNOWN if found is None else DONE if found else MISSED
