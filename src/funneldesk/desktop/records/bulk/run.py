"""One run over many records: one by one, stopped at any time, waiting while the line is gone."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal, Protocol

from PySide6.QtCore import QObject, Signal

from funneldesk.client import errors as e
from funneldesk.client.errors import ApiError, RateLimited
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome, Report

__all__ = ["BulkItem", "BulkRun", "ConnectionState", "Outcome", "Report"]

Work = Callable[[BulkItem], Awaitable[Outcome]]
Look = Callable[[BulkItem], Awaitable[Outcome | None]]
State = Literal["waiting", "running", "away", "stopping", "ended"]

TRIES = 3
"""How often one record is tried when the line breaks each time."""
LONGEST_REST = 60.0
"""Seconds that a run rests at most when the platform asks to slow down."""
DEFAULT_REST = 5.0
FIRST_PAUSE = 0.25
"""Seconds before another try while the line seems to be there."""


class ConnectionState(Protocol):
    """Connection as a workspace knows it: ``connection_state`` is "offline" while the server
    cannot be reached, and ``connection_changed`` is a signal without arguments."""

    @property
    def connection_state(self) -> str: ...

    @property
    def connection_changed(self) -> Any: ...


class BulkRun(QObject):
    """Works on ``items`` one by one; ``progressed`` after each and at each change of ``state``,
    ``finished`` with the ``Report`` at the end.

    ``work`` carries out one item and tells what became of it; ``ApiError`` may simply escape from
    it, the run explains it in the user's words (``doing``: "Publishing"). While the connection is
    away the run waits and goes on by itself. When a write got no answer, ``look`` is asked how the
    record stands once the line is back: an outcome, or None when the work has to be done again;
    without ``look`` the outcome is "not known", and the work is not repeated. A refusal that would
    meet every item alike (key, role, plan) ends the run; the rest is told as not started.
    """

    progressed = Signal()
    finished = Signal(object)

    def __init__(
        self,
        items: Sequence[BulkItem],
        work: Work,
        *,
        line: ConnectionState | None = None,
        look: Look | None = None,
        doing: str = _("The work"),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.items = tuple(items)
        self.outcomes: dict[str, Outcome] = {}
        self.trouble = 0
        """How many failed or are not known."""
        self.doing = doing
        self.state: State = "waiting"
        self.current: BulkItem | None = None
        self._work = work
        self._line = line
        self._look = look
        self._stop = asyncio.Event()
        self._why_not = ""

    @property
    def done(self) -> int:
        """How many items have an outcome."""
        return len(self.outcomes)

    @property
    def stopped(self) -> bool:
        """Whether the user asked to stop."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Start nothing more. What is in flight is finished, and told as it came out."""
        if self.state != "ended":
            self._stop.set()
            self._set("stopping")

    def report(self) -> Report:
        """What became of every item so far; what has not been touched is not started."""
        rest = Outcome.not_started(self._why_not)
        return Report(tuple((item, self.outcomes.get(item.id, rest)) for item in self.items))

    async def run(self) -> Report:
        """Work until the end, a stop, or a refusal that meets everything."""
        self._set("stopping" if self.stopped else "running")
        for item in self.items:
            if self.stopped or self._why_not:
                break
            self.current = item
            outcome = await self._one(item)
            if outcome is not None:
                self.outcomes[item.id] = outcome
                self.trouble += outcome.kind in ("failed", "unknown")
            self.progressed.emit()
            # Work that never waits still leaves the window its turn.
            await asyncio.sleep(0)
        if self.stopped and not self._why_not:
            self._why_not = _("You stopped before its turn.")
        self.current = None
        self._set("ended")
        report = self.report()
        self.finished.emit(report)
        return report

    async def _one(self, item: BulkItem) -> Outcome | None:
        """What became of one item; None when the run was stopped before anything was sent."""
        for _attempt in range(TRIES):
            try:
                return await self._work(item)
            except ApiError as error:
                failure = error
            if self._meets_all(failure):
                self._why_not = _("The run ended before its turn. {what}").format(
                    what=explain(failure).what
                )
                return self._failed(failure)
            if failure.maybe_done:
                found = await self._looked(item, failure)
                if found is not None:
                    return found
            elif not self._passes(failure):
                return self._failed(failure)
            elif not await self._rested(failure):
                return None
        return self._failed(failure)

    async def _looked(self, item: BulkItem, failure: "ApiError") -> Outcome | None:
        """How a record stands after a write without an answer; None: the write did not arrive."""
        lost = Outcome.unknown(details=failure.details())
        if self._look is None:
            return lost
        await self._line_back()
        if self._is_away():
            return lost
        try:
            return await self._look(item)
        except ApiError as error:
            return Outcome.unknown(details=f"{failure.details()}\n{error.details()}")

    async def _rested(self, failure: "ApiError") -> bool:
        """Wait until another try makes sense; False when the user stopped meanwhile."""
        if isinstance(failure, RateLimited):
            seconds = failure.retry_after
            rest = DEFAULT_REST if seconds is None else min(seconds, LONGEST_REST)
            await self._stopped_within(rest)
            return not self.stopped
        return await self._line_back()

    async def _line_back(self) -> bool:
        """Wait while the platform is away; False when the user stopped before it was back."""
        line = self._line
        if line is None or not self._is_away():
            return not await self._stopped_within(FIRST_PAUSE)
        self._set("away")
        back = asyncio.Event()

        def changed() -> None:
            if not self._is_away():
                back.set()

        line.connection_changed.connect(changed)
        waits = [asyncio.ensure_future(event.wait()) for event in (back, self._stop)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            line.connection_changed.disconnect(changed)
            for wait in waits:
                wait.cancel()
        if self.stopped:
            return False
        self._set("running")
        return True

    def _is_away(self) -> bool:
        return self._line is not None and self._line.connection_state == "offline"

    async def _stopped_within(self, seconds: float) -> bool:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stop.wait(), seconds)
        return self.stopped

    def _failed(self, error: "ApiError") -> Outcome:
        told = explain(error, self.doing)
        return Outcome.failed(told.what, told.so_what, told.now_what, told.details)

    @staticmethod
    def _meets_all(error: "ApiError") -> bool:
        """Whether the next item would be refused for the same reason."""
        return isinstance(error, e.NotSignedIn | e.WrongBrand | e.RoleDenied | e.PlanDenied)

    @staticmethod
    def _passes(error: "ApiError") -> bool:
        """Whether the reason goes away by itself."""
        return isinstance(error, e.Unreachable | e.TimedOut | e.RateLimited)

    def _set(self, state: State) -> None:
        if self.state != state:
            self.state = state
            self.progressed.emit()
