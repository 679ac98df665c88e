"""Client that retries over bad connections, and pauses when the server asks for it."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from funneldesk.client import errors as e
from funneldesk.client.errors import ApiError, TimedOut
from funneldesk.desktop.assets.transfers.connection.connection import Connection
from funneldesk.desktop.assets.transfers.connection.rate_limiter import RateLimiter
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import CONNECTING, NO_KEY, ONLINE, REFUSED, Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

T = TypeVar("T")
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0
LONGEST_ASK_PAUSE = 0.4
ASKS_AT_ONCE = 4
MOST_ASKS = 40
"""Tries after which a server that can be reached is taken to have no answer."""

MOST_HASTY_ASKS = 6
"""The same where somebody waits for it."""

MOST_UNWANTED_ASKS = 3
"""Tries after which the user's wish for a pause or an end is heard."""
LOOKS_EVERY = 0.2
FULL = 507
"""The status of a server whose disk is full."""

DEFAULT_HOLD = 1.0
"""Seconds that the server is left alone when it asks for a pause and does not say how long."""

_WAITING = _("Waiting for the server")
_WANTS_KEY = _("Waiting for a key")


class Stopped(Exception):
    """The user gave the job up while the server could not be asked."""


class Rested(Exception):
    """The user wants a pause while the server cannot be asked: the job goes on there later."""


class RetryingClient:
    """One job's talk with the server. A failure of the line is met with patience, not told;
    without patience (somebody waits for the answer) it is told after some tries."""

    def __init__(
        self,
        workspace: Workspace,
        connection: Connection,
        limiter: RateLimiter,
        job: TransferJob,
        *,
        patient: bool = True,
    ) -> None:
        self._patient = patient
        self._workspace = workspace
        self._connection = connection
        self.limiter = limiter
        self._job = job
        self._greeting = asyncio.Lock()

    async def ask(self, work: Callable[["Api"], Awaitable[T]], units: float = 1) -> T:
        """Something that may be asked any number of times, until it is answered. ``units``: about
        how many small answers it is worth.

        Raises ``ApiError`` for a refusal, Stopped and Rested.
        """
        tries = 0
        while True:
            await self.ready()
            try:
                return await self.once(work, units, tries)
            except ApiError as error:
                tries += 1
                given_up = tries >= (MOST_ASKS if self._patient else MOST_HASTY_ASKS)
                if not await self.may_pass(error) or given_up:
                    raise
                if tries >= MOST_UNWANTED_ASKS:
                    self._check_wishes()
                await asyncio.sleep(min(pause_before(tries), LONGEST_ASK_PAUSE))

    async def ask_all(
        self, works: Sequence[Callable[["Api"], Awaitable[T]]], units: float = 1
    ) -> list[T]:
        """Several such things, a few at a time, their answers in order. Each is tried again for
        itself: of twenty that are asked as one, a bad line lets hardly ever all pass."""
        turns = asyncio.Semaphore(ASKS_AT_ONCE)

        async def one(work: Callable[["Api"], Awaitable[T]]) -> T:
            async with turns:
                return await self.ask(work, units)

        tasks = [asyncio.ensure_future(one(work)) for work in works]
        try:
            return list(await asyncio.gather(*tasks))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def once(self, work: Callable[["Api"], Awaitable[T]], units: float, tries: int = 0) -> T:
        """One attempt, after so many others. Raises ``ApiError``."""
        asks = self.limiter.asks
        begun = time.monotonic()

        async def watched(api: "Api") -> T:
            limit = Activity()
            return await in_time(work(api), api, limit, lambda: asks.patience(units, tries))

        answer = await self._connection.carry(watched)
        asks.answered(time.monotonic() - begun, units)
        self.limiter.greeted()
        return answer

    async def ready(self) -> None:
        """Wait until the server can be asked: it is there, and it has not asked for a pause.

        Raises Stopped and Rested.
        """
        while held := self.limiter.held_for():
            self._check_wishes()
            self._job.doing = _("The server asks to slow down")
            await self._job.woken(held)
        self._job.doing = ""
        if self._patient and self._must_wait:
            async with self._greeting:
                if self._must_wait:
                    await self._wait_for_server()

    @property
    def _must_wait(self) -> bool:
        return self.limiter.seems_away or self._workspace.connection_state in (
            CONNECTING,
            REFUSED,
            NO_KEY,
        )

    async def may_pass(self, error: "ApiError") -> bool:
        """Learn from a failure; whether another try may go better."""
        if error.status is not None:
            self.limiter.greeted()
        if isinstance(error, e.RateLimited):
            self.limiter.hold(DEFAULT_HOLD if error.retry_after is None else error.retry_after)
            return True
        if isinstance(error, e.LoginRedirect):
            return True
        if isinstance(error, e.NotSignedIn | e.WrongBrand):
            await self._renew_key()
            return True
        lost = isinstance(error, e.Unreachable | e.TimedOut)
        if lost:
            self.limiter.failed()
        if isinstance(error, e.NotImplementedByPlatform) or error.status == FULL:
            return False
        return lost or isinstance(error, e.BadAnswer | e.ServerFault)

    async def _renew_key(self) -> None:
        """Have the workspace find out, and ask for a key where it has to."""
        try:
            await self._workspace.run(lambda api: api.check())
        except ApiError:
            return  # The standing tells, and ``ready`` waits for it.

    async def _wait_for_server(self) -> None:
        job = self._job
        was = job.state
        self._workspace.connection_changed.connect(job.wake)
        try:
            if self._workspace.connection_state == ONLINE:
                self._workspace.lose()
            while self._workspace.connection_state != ONLINE:
                self._check_wishes()
                refused = self._workspace.connection_state in (REFUSED, NO_KEY)
                job.doing = _WANTS_KEY if refused else _WAITING
                if job.state == "running":
                    job.state = "away"
                    job.meter.rest()
                job.tell()
                await job.woken(1.0)
        finally:
            self._workspace.connection_changed.disconnect(job.wake)
            job.doing = ""
            if job.state == "away":
                job.state = was
            job.tell()
        self.limiter.greeted()

    def _check_wishes(self) -> None:
        if self._job.stopping:
            raise Stopped
        if self._job.pausing:
            raise Rested


def pause_before(tries: int) -> float:
    """Seconds before try 1, 2, … is made once more."""
    return float(min(FIRST_PAUSE * 2 ** min(tries, 10), LONGEST_PAUSE))


class Activity:
    """When something last happened on a request, by the clock of ``time.monotonic``; ``whole``:
    all of it has left."""

    def __init__(self) -> None:
        self.last = time.monotonic()
        self.whole = False

    def note(self) -> None:
        """Something happened."""
        self.last = time.monotonic()


async def in_time(
    work: Awaitable[T], api: "Api", activity: Activity, patience: Callable[[], float]
) -> T:
    """Carry out a request on the line's own loop, as long as it is not silent for too long; how
    long that is may be learnt from others meanwhile.

    Raises ``ApiError``, which says what lies behind it (quirks 2 and 3).
    """
    going = asyncio.ensure_future(work)
    try:
        while not going.done():
            left = activity.last + patience() - time.monotonic()
            if left <= 0:
                break
            await asyncio.wait((going,), timeout=min(left, LOOKS_EVERY))
        if going.done():
            return going.result()
    except ApiError as error:
        raise await api.diagnose(error) from None
    finally:
        if not going.done():
            going.cancel()
            await asyncio.wait((going,), timeout=1.0)
    raise TimedOut(_("The server did not answer in time."), method="POST", path="", maybe_done=True)
