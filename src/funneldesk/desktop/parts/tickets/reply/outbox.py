"""Replies on their way: kept on this computer, sent in order, looked after when an answer is lost.

Before a reply goes, the thread is read once more: what came meanwhile is shown first. A reply whose
answer was lost is looked for in the thread, and never sent a second time without that.
"""

import asyncio
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from funneldesk.client.errors import ApiError, RateLimited, TimedOut, Unreachable
from funneldesk.contract.tickets import TicketReply
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.tickets.reply.reply import Reply, State
from funneldesk.desktop.parts.tickets.thread.page import AGENT
from funneldesk.desktop.parts.tickets.tickets import PART
from funneldesk.desktop.people.queues.kept import REPLIES_LEFT
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

if TYPE_CHECKING:
    from funneldesk.contract.tickets import TicketMessage

KEPT, DELAY = REPLIES_LEFT, "tickets.undo_seconds"
USUAL_DELAY = 5
DELAYS = (0, 5, 10, 30)
AGAIN = 15.0
"""Seconds after which a reply that the server put off is tried again."""
LONGEST_PAUSE = 600.0
"""Seconds, whatever longer pause the server asks for."""
REFUSED = _("The server refused it: {why}")


class Outbox(QObject):
    """One for a brand: ``workspace.shared(Outbox)``. ``changed`` carries a ticket's number;
    ``returned`` a reply that the user has to look at again."""

    changed = Signal(str)
    returned = Signal(object)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.replies: list[Reply] = []
        self.delay = USUAL_DELAY
        self.put_off: set[str] = set()
        """Keys of replies that failed and are tried again."""
        self._workspace = workspace
        self._jobs: dict[str, Job] = {}
        self._tasks = TaskScope(self)
        self._news = asyncio.Event()
        self._begun = False
        workspace.connection_changed.connect(self._wake)

    def _wake(self) -> None:
        self._news.set()

    async def begin(self) -> None:
        """Take up what an earlier run left. Raises LocalStoreProblem."""
        if self._begun:
            return
        self._begun = True
        store = self._workspace.store
        delay = await store.saved_work(DELAY, USUAL_DELAY)
        self.delay = delay if delay in DELAYS else USUAL_DELAY
        kept = await store.saved_work(KEPT, [])
        self.replies = [r for r in map(Reply.of, kept if isinstance(kept, list) else ()) if r]
        for reply in self.replies:
            self._show(reply)
        self._tasks.start(self._work())

    async def put(self, reply: Reply) -> None:
        """Take over a reply: once awaited it goes out, whatever happens to the program.

        Raises LocalStoreProblem."""
        await self.begin()
        reply.due = time.time() + self.delay
        self.replies.append(reply)
        try:
            await self._keep()
        except BaseException:
            self.replies.remove(reply)
            raise
        if reply.state == "held":
            return  # Taken back meanwhile.
        self._show(reply)
        self._news.set()
        if self.delay:
            said = _("Your reply to {who} goes out in {seconds}.")
            undo = NoticeAction(_("Undo"), partial(self.take_back, reply))
            self._say(
                reply,
                said.format(who=reply.who, seconds=counted(self.delay, "second")),
                action=undo,
            )

    def take_back(self, reply: Reply) -> bool:
        """It does not go out: its text is the ticket's draft again. False where it is too late."""
        if reply not in self.replies or reply.state not in ("waiting", "held"):
            return False
        reply.state = "held"  # From now on nothing sends it, after a crash either.
        self._tasks.start(self._taken_back(reply))
        return True

    async def _taken_back(self, reply: Reply) -> None:
        # At every moment it is on the disk: as a draft before it leaves the outbox.
        await self._keep()
        await self._workspace.store.save_draft(PART, reply.code, reply.draft.kept(), {})
        await self._drop(reply, _("Taken back."))
        self._workspace.notifications.withdraw(_notice(reply))
        self.returned.emit(reply)

    def send_anyway(self, reply: Reply, seen: int) -> None:
        """A reply that was held goes out; the user has seen so many messages."""
        reply.state, reply.why, reply.seen, reply.due = "waiting", "", seen, time.time()
        self._tasks.start(self._keep())
        self._show(reply)
        self._news.set()

    def of(self, ticket_code: str) -> Reply | None:
        """The reply of a ticket that is still here."""
        return next((each for each in self.replies if each.code == ticket_code), None)

    async def set_delay(self, seconds: int) -> None:
        """How long a reply can be taken back. Raises LocalStoreProblem."""
        self.delay = seconds
        await self._workspace.store.save_work(DELAY, seconds)

    # Sending

    async def _work(self) -> None:
        """Send what is due, one after the other; wait for time, a connection or a new reply."""
        while True:
            self._news.clear()
            rest = AGAIN
            for reply in tuple(self.replies):
                if reply.state == "held" or reply not in self.replies:
                    continue
                if reply.seconds_left or self._workspace.connection_state != ONLINE:
                    rest = min(rest, reply.seconds_left or AGAIN)
                    continue
                await self._carried_on(reply)
            try:
                async with asyncio.timeout(rest):
                    await self._news.wait()
            except TimeoutError:
                continue

    async def _carried_on(self, reply: Reply) -> None:
        try:
            with optional() as asked:
                await self._send(reply)
            if asked.error is not None:
                await self._failed(reply, asked.error)
        except LocalStoreProblem as problem:
            # Nothing is sent that could not be noted; it is tried again like a bad line.
            reply.due = time.time() + AGAIN
            told = explain(problem, _("Sending the reply"))
            self._workspace.notifications.post(told.notice(_notice(reply)))

    async def _send(self, reply: Reply) -> None:
        """One reply, from where it stands. Raises ``ApiError``."""
        run, code = self._workspace.run, reply.code
        if reply.state != "sent":
            messages = await run(lambda api: api.tickets.list_messages(code))
            if reply.state == "held":
                return  # Taken back while the thread was read.
            if reply.state == "sending" and await in_thread(reply.is_in, messages):
                await self._become(reply, "sent")
            elif newer := reply.newer(messages):
                await self._hold(reply, _who_wrote(newer))
                return
            else:
                await self._become(reply, "sending")
                draft = TicketReply(message=reply.html, type=AGENT)
                await run(lambda api: api.tickets.reply(code, draft))
                await self._become(reply, "sent")
        if reply.status:
            await run(lambda api: api.tickets.set_status(code, reply.status))
        await self._drop(reply, _("Sent."))
        self._say(reply, _("Your reply to {who} was sent.").format(who=reply.who), tone="success")
        self._workspace.announce(PART, code, source=self)

    async def _failed(self, reply: Reply, error: ApiError) -> None:
        """What passes is tried again by itself; what was refused the user has to look at."""
        told = explain(error, _("Sending the reply"))
        passes = isinstance(error, Unreachable | TimedOut | RateLimited) or error.maybe_done
        if passes or (error.status or 0) >= 500:
            # A server that is slow may still be at it: it is looked for only after a while.
            asked = error.retry_after if isinstance(error, RateLimited) else None
            reply.due = time.time() + min(max(AGAIN, asked or 0.0), LONGEST_PAUSE)
            self.put_off.add(reply.key)
            self._show(reply, f"{told.what} {_('It is tried again by itself.')}")
            return
        if reply.state == "sent":
            await self._drop(reply, _("Sent."))
            what = _("The reply was sent, but the ticket kept its status.")
            self._say(reply, what, f"{told.what} {told.now_what}", tone="warning")
            self._workspace.announce(PART, reply.code, source=self)
        else:
            await self._hold(reply, REFUSED.format(why=f"{told.what} {told.now_what}"))

    async def _hold(self, reply: Reply, why: str) -> None:
        reply.why = why
        await self._become(reply, "held")
        what = _("Your reply to {who} was not sent.").format(who=reply.who)
        look = NoticeAction(_("Look at it"), partial(self._workspace.go, PART, reply.code))
        self._say(reply, what, why, tone="warning", action=look)
        self._workspace.announce(PART, reply.code, source=self)

    async def _become(self, reply: Reply, state: State) -> None:
        reply.state = state
        await self._keep()
        self._show(reply)

    # What is kept, and shown

    async def _keep(self) -> None:
        await self._workspace.store.save_work(KEPT, [each.kept() for each in self.replies])

    async def _drop(self, reply: Reply, outcome: str) -> None:
        self.put_off.discard(reply.key)
        if reply in self.replies:
            self.replies.remove(reply)
            await self._keep()
        job = self._jobs.pop(reply.key, None)
        if job is not None:
            job.done, job.outcome, job.told_elsewhere = 1, outcome, True
            job.acts.clear()
            job.end()
        self.changed.emit(reply.code)

    def _show(self, reply: Reply, note: str = "") -> None:
        """How it stands, in the tray."""
        job = self._jobs.get(reply.key)
        if job is None:
            title = _("Reply to {who}").format(who=reply.who)
            brand = self._workspace.connection.name
            job = Job(title, icon="inbox", unit="reply", brand=brand, parent=self)
            job.total, job.goes_on = 1, True
            self._jobs[reply.key] = job
            self._workspace.jobs.add(job)
        job.state = {"waiting": "waiting", "held": "paused"}.get(reply.state, "running")  # type: ignore[assignment]
        job.note = note or reply.why
        job.acts.clear()
        if reply.state in ("waiting", "held"):
            job.acts["cancel"] = partial(self.take_back, reply)
        job.acts["open"] = partial(self._workspace.go, PART, reply.code)
        job.tell()
        self.changed.emit(reply.code)

    def _say(
        self,
        reply: Reply,
        what: str,
        text: str = "",
        *,
        tone: str = "info",
        action: NoticeAction | None = None,
    ) -> None:
        lasting = tone == "warning"
        notice = Notice(what, text, tone, key=_notice(reply), action=action, lasting=lasting)
        self._workspace.notifications.post(notice)


def _notice(reply: Reply) -> str:
    return f"{PART}/reply/{reply.key}"


def _who_wrote(newer: "Sequence[TicketMessage]") -> str:
    names = {each.from_name or _("Somebody") for each in newer}
    said = ngettext(
        "{names} wrote meanwhile. Read it first, then send or change your reply.",
        "{names} wrote meanwhile. Read them first, then send or change your reply.",
        len(newer),
    )
    return said.format(names=", ".join(sorted(names)))
