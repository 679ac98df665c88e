"""Queue of deeds of a brand: one after the other, each once, over pauses, stops and crashes.

Whatever happens, the journal of deeds decides: a deed is noted in it before it is sent, and a
record that has an entry since the queue began is looked for, never sent again (quirk 10).
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from funneldesk.client import errors as e
from funneldesk.client.errors import ApiError
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.deeds import DeedEntry
from funneldesk.desktop.people.deeds.doing import (
    DONE,
    MISSED,
    REFUSED,
    SEEN,
    UNKNOWN,
    Deeds,
)
from funneldesk.desktop.people.queues.item import WAITING, QueueItem
from funneldesk.desktop.records.bulk.outcome import BulkItem, Report
from funneldesk.desktop.workspace.workspace import OFFLINE, Workspace

REST = 5.0
"""Seconds of rest where the server asks to slow down without saying for how long."""
LONGEST_REST = 60.0
FIRST_REST = 0.5
TRIES = 4
"""How often a record is read while the line seems to be there and is not."""
PASSES = (e.Unreachable, e.TimedOut, e.RateLimited)
MEETS_ALL = (e.NotSignedIn, e.WrongBrand, e.RoleDenied, e.PlanDenied)


Item = TypeVar("Item", bound=QueueItem)


@dataclass(frozen=True, slots=True)
class QueueSpec(Generic[Item]):
    """What differs from queue to queue: ``kept`` names it in the store, ``of`` makes an item again
    from what was kept; ``unit`` is one record, the rest are words."""

    kept: str
    part: str
    title: str
    icon: str
    unit: str
    waits: str
    """With ``{left}``: some are left from the last time."""
    ended: str
    """With ``{outcome}``."""
    about: str
    """What the report is good for."""
    busy: str
    of: Callable[[Mapping[str, Any]], Item]

    @property
    def notice(self) -> str:
        """The key of what is told about it: the newest counts."""
        return f"{self.part}/queue"


class DeedQueue(QObject, Generic[Item]):
    """One of each kind for a brand: ``workspace.shared(…)``. ``job`` is in the tray while there are
    ``items``; ``ended`` tells that all of them have an outcome, or that the user stopped."""

    spec: ClassVar[QueueSpec[Any]]
    ended = Signal()
    asked_for_report = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.items: list[Item] = []
        self.job: Job | None = None
        self.begun_at = datetime.now(UTC)
        self._workspace = workspace
        self._deeds = workspace.shared(Deeds)
        self._paused = False
        self._stopped = False
        self._is_running = False
        self._wake = asyncio.Event()
        self._tasks = TaskScope(self)
        workspace.connection_changed.connect(self._look_again)

    def _look_again(self) -> None:
        self._wake.set()

    @property
    def is_free(self) -> bool:
        """Whether others can begin."""
        return self.job is None or self.job.state == "ended"

    @property
    def is_paused(self) -> bool:
        """Whether it waits for the user."""
        return self._paused

    async def begin(self, items: Sequence[Item]) -> None:
        """Take over what the user decided on: it is kept before anything is sent.

        Raises LocalStoreProblem; then nothing was begun.
        """
        if not self.is_free:
            raise ValueError("the deeds before have not ended")
        fresh, begun = list(items), datetime.now(UTC)
        await self._keep(fresh, begun)
        self.items, self.begun_at = fresh, begun
        self._show()
        self._start()

    async def take_up(self) -> None:
        """Show what an earlier run of the program left; it waits for the user to go on."""
        kept: Any = None
        with suppress(LocalStoreProblem):  # The store itself tells of its trouble.
            kept = await self._workspace.store.saved_work(self.spec.kept)
        if not isinstance(kept, dict) or not self.is_free:
            return
        self.items = [self.spec.of(each) for each in kept.get("items") or ()]
        self.begun_at = datetime.fromisoformat(kept["begun"])
        self._show()
        self.pause()
        self._start()
        left = sum(item.state == WAITING for item in self.items)
        title = self.spec.waits.format(left=counted(left, self.spec.unit))
        text = _("Funneldesk closed before all were sent. None is sent twice.")
        resume = NoticeAction(_("Resume"), self.resume)
        self._post(
            Notice(title, text, "warning", key=self.spec.notice, action=resume, lasting=True)
        )

    # What the user wants

    def pause(self) -> None:
        """Send nothing more for now; the one that is on its way is told as it comes out."""
        self._paused = True
        self._wake.set()
        self._tell("paused", _("Paused. Nothing is sent until you resume."))

    def resume(self) -> None:
        """Go on with what waits."""
        if self.job is None or self.job.state == "ended":
            return
        self._paused = False
        self._workspace.ask_again()
        self._workspace.notifications.withdraw(self.spec.notice)
        self._wake.set()

    def stop(self) -> None:
        """Send nothing more, for good."""
        self._stopped = True
        self._paused = False
        self._tell("stopping", "")
        self._wake.set()

    def show_report(self) -> None:
        """Go to the records, and have the report shown there."""
        self._workspace.go(self.spec.part)
        QTimer.singleShot(0, self, self.asked_for_report.emit)

    def report(self) -> Report:
        """What became of each so far."""
        return Report(tuple((BulkItem(i.record_id, i.title), i.outcome()) for i in self.items))

    # The work

    def _start(self) -> None:
        if not self._is_running:
            self._is_running = True
            self._tasks.start(self._run())

    async def _run(self) -> None:
        try:
            for item in self.items:
                while item.state == WAITING and await self._may_go_on():
                    self._tell("running", "", item.title)
                    await self._settle(item)
                    await self._keep_quietly()
            await self._end()
        finally:
            self._is_running = False

    async def _may_go_on(self) -> bool:
        """Wait while it is paused; whether the user did not stop it."""
        while self._paused and not self._stopped:
            self._wake.clear()
            await self._wake.wait()
        return not self._stopped

    async def _settle(self, item: Item) -> None:
        """Give an item its outcome; it waits on when the queue was paused or stopped meanwhile."""
        tries = 0
        while True:
            try:
                earlier = await self._earlier(item)
            except LocalStoreProblem as problem:
                # Without the journal nothing can be sent: nobody could tell what went out.
                self._hold(explain(problem, item.deed.doing).what)
                return
            if earlier is not None:
                item.state = await self._deeds.look_for(earlier)
                item.said = earlier.outcome
                if item.state == DONE != earlier.state:
                    item.said = SEEN
                return
            outcome = await self._deeds.do(
                item.deed, item.body, item.request(), item.person, quiet=True
            )
            error = outcome.error
            if outcome.state != REFUSED or error is None:
                item.settle(outcome)
                return
            if isinstance(error, MEETS_ALL):
                self._hold(explain(error, item.deed.doing).what)
                return
            tries += self._workspace.connection_state != OFFLINE
            if not isinstance(error, PASSES) or tries >= TRIES:
                item.state, item.said = REFUSED, outcome.said
                return
            if not await self._rested(error):
                return

    def _hold(self, note: str) -> None:
        """Pause for a reason that meets every record alike."""
        self.pause()
        self._tell("paused", note)

    async def _earlier(self, item: Item) -> DeedEntry | None:
        """What the journal has of this record since the queue began, if anything went out."""
        entries = await self._workspace.store.deeds(record_id=item.record_id)
        return next(
            (
                each
                for each in entries
                if each.name == item.deed.name
                and each.begun_at >= self.begun_at
                and each.state != REFUSED
            ),
            None,
        )

    async def _rested(self, error: ApiError) -> bool:
        """Wait until another try makes sense; False when the user paused or stopped meanwhile."""
        rest = FIRST_REST
        if isinstance(error, e.RateLimited):
            rest = min(error.retry_after or REST, LONGEST_REST)
        while True:
            self._wake.clear()
            away = self._workspace.connection_state == OFFLINE
            if away:
                self._tell("away", _("The server can't be reached. It goes on by itself."))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), None if away else rest)
            if self._paused or self._stopped:
                return False
            if self._workspace.connection_state != OFFLINE:
                return True

    async def _end(self) -> None:
        job = self.job
        if job is None:
            return
        if self._stopped:
            for item in self.items:
                item.said = item.said or _("You stopped before its turn.")
        with suppress(LocalStoreProblem):  # It is asked about once more at the next start.
            await self._workspace.store.drop_work(self.spec.kept)
        report = self.report()
        job.outcome = f"{report.words()[:1].upper()}{report.words()[1:]}."
        job.stopped = self._stopped
        job.acts = {"open": self.show_report}
        job.doing = job.note = ""
        self._count()
        job.end()
        touched = [i.record_id for i in self.items if i.state in (DONE, UNKNOWN, MISSED)]
        if touched:
            self._workspace.announce(self.spec.part, *touched, source=self)
        amiss = not report.is_whole
        self._post(
            Notice(
                self.spec.ended.format(outcome=report.words()),
                self.spec.about,
                "warning" if amiss else "success",
                key=self.spec.notice,
                action=NoticeAction(_("Show the report"), self.show_report),
                lasting=amiss,
            )
        )
        self.ended.emit()

    # What is kept and told

    async def _keep(self, items: Sequence[Item], begun: datetime) -> None:
        kept = {"begun": begun.isoformat(), "items": [each.kept() for each in items]}
        await self._workspace.store.save_work(self.spec.kept, kept)

    async def _keep_quietly(self) -> None:
        """The journal knows what matters; this spares it a look after a restart."""
        with suppress(LocalStoreProblem):
            await self._keep(self.items, self.begun_at)

    def _show(self) -> None:
        brand = self._workspace.connection.name
        spec = self.spec
        job = Job(spec.title, icon=spec.icon, unit=spec.unit, brand=brand, parent=self)
        self.job, self._stopped, self._paused = job, False, False
        job.goes_on = job.told_elsewhere = True
        self._count()
        self._workspace.jobs.add(job)
        self._tell("waiting", "")

    def _count(self) -> None:
        if self.job is not None:
            states = [item.state for item in self.items]
            self.job.total = len(states)
            self.job.done = sum(state != WAITING for state in states)
            self.job.trouble = sum(state in (REFUSED, MISSED, UNKNOWN) for state in states)

    def _tell(self, state: Any, note: str, doing: str = "") -> None:
        job = self.job
        if job is None or job.state == "ended":
            return
        job.state, job.note, job.doing = state, note, doing
        job.acts = {"open": self.show_report}
        if state != "stopping":
            job.acts |= {"cancel": self.stop}
            job.acts |= {"resume": self.resume} if state == "paused" else {"pause": self.pause}
        self._count()
        job.tell()

    def _post(self, notice: Notice) -> None:
        self._workspace.notifications.post(notice)
