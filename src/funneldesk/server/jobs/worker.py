"""Does the jobs of the queue in the background, and keeps the duties.

Each lane has a thread. A job that was put into the queue by this process rings a bell at its
commit; a watch looks once a second for what others put there and for what has come due.
"""

import logging
import threading
import time
from collections.abc import Mapping

from funneldesk.server.jobs import claims, duties
from funneldesk.server.jobs.bell import bells
from funneldesk.server.jobs.claims import Lost, claim
from funneldesk.server.jobs.job import Hopeless, Job, Outside, Within
from funneldesk.server.jobs.kinds import KINDS
from funneldesk.server.jobs.queue import LANES, STEPS
from funneldesk.server.platform import Platform

ALL_LANES = (STEPS, *LANES.values())
LOOK_EVERY = 1.0
KEEP_EVERY = claims.LEASE.total_seconds() / 4
"""Seconds after which this worker says again that it is still at its jobs."""

_AFTER_TROUBLE = 2.0

_log = logging.getLogger(__name__)


class Worker:
    """The threads that work in the background of one platform process."""

    def __init__(self, platform: Platform, kinds: Mapping[str, Within | Outside] = KINDS) -> None:
        self._platform = platform
        self._database = platform.database
        self._kinds = kinds
        self._ended = threading.Event()
        self._held: dict[str, Job] = {}
        self._threads = [
            threading.Thread(target=self._work, args=(lane,), name=f"jobs: {lane}", daemon=True)
            for lane in ALL_LANES
        ]
        for name, target, args in (
            ("jobs: watch", self._watch, ()),
            ("jobs: duties", duties.keep, (platform, self._ended)),
        ):
            thread = threading.Thread(target=target, args=args, name=name, daemon=True)
            self._threads.append(thread)

    def start(self) -> None:
        """Begin. What an earlier process on the same SQLite database left half done begins anew."""
        if not self._platform.settings.is_shared:
            with self._database.writing() as session:
                claims.give_all_back(session)
        for lane in ALL_LANES:
            bells[lane].set()  # each bell is there before anyone rings it
        for thread in self._threads:
            thread.start()

    def end_soon(self) -> None:
        """Take no further job."""
        self._ended.set()
        for lane in ALL_LANES:
            bells[lane].set()

    def end(self, seconds: float) -> None:
        """End; a job that is not done within ``seconds`` is given back to whoever comes next."""
        self.end_soon()
        until = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        for job in list(self._held.values()):
            with self._database.writing() as session:
                claims.give_back(session, job)

    def do_one(self, lane: str) -> bool:
        """Do the lane's next job, if one is due. Whether there was one."""
        return self._do_outside(lane) if lane in LANES.values() else self._do_within(lane)

    def _is_due(self, lane: str) -> bool:
        """A look that makes no other writer wait."""
        with self._database.reading() as session:
            return bool(claims.lanes_with_work(session, (lane,)))

    def _work(self, lane: str) -> None:
        bell = bells[lane]
        while not self._ended.is_set():
            bell.clear()
            try:
                if self._is_due(lane):
                    while not self._ended.is_set() and self.do_one(lane):
                        pass
            except Exception:
                # The database itself is in trouble: whatever was begun is undone or taken over.
                _log.exception("The queue of %s cannot be worked on now", lane)
                self._ended.wait(_AFTER_TROUBLE)
                continue
            if not self._ended.is_set():
                bell.wait()

    def _watch(self) -> None:
        kept = time.monotonic()
        while not self._ended.wait(LOOK_EVERY):
            try:
                if time.monotonic() - kept > KEEP_EVERY:
                    kept = time.monotonic()
                    self._keep_held()
                with self._database.reading() as session:
                    lanes = claims.lanes_with_work(session, ALL_LANES)
            except Exception:
                _log.exception("The queue cannot be looked at now")
                continue
            for lane in lanes:
                bells[lane].set()

    def _keep_held(self) -> None:
        for job in list(self._held.values()):
            with self._database.writing() as session:
                claims.keep(session, job)

    def _do_within(self, lane: str) -> bool:
        job = None
        try:
            with self._database.writing() as session:
                job = claim(session, lane, hold=False)
                if job is None:
                    return False
                self._within(job).do(self._platform, session, job)
                session.flush()
                claims.end(session, job, held=False)
        except Exception as error:
            if job is None:
                raise
            self._failed(job, error, held=False)
        return True

    def _do_outside(self, lane: str) -> bool:
        with self._database.writing() as session:
            job = claim(session, lane, hold=True)
        if job is None:
            return False
        self._held[lane] = job
        try:
            kind = self._outside(job)
            if job.attempt > kind.attempts:
                raise Hopeless("The platform ended unexpectedly at every attempt.")
            finish = kind.do(self._platform, job)
            with self._database.writing() as session:
                claims.end(session, job, held=True)
                if finish is not None:
                    finish(session)
        except Lost:
            _log.warning("Job %s %s took too long and was taken over", job.kind, job.id)
        except Exception as error:
            self._failed(job, error, held=True)
        finally:
            del self._held[lane]
        return True

    def _within(self, job: Job) -> Within:
        kind = self._kinds.get(job.kind)
        if not isinstance(kind, Within):
            raise Hopeless(f"Nobody does jobs of the kind {job.kind} here.")
        return kind

    def _outside(self, job: Job) -> Outside:
        kind = self._kinds.get(job.kind)
        if not isinstance(kind, Outside):
            raise Hopeless(f"Nobody does jobs of the kind {job.kind} here.")
        return kind

    def _failed(self, job: Job, error: Exception, *, held: bool) -> None:
        kind = self._kinds.get(job.kind)
        hopeless = isinstance(error, Hopeless)
        reason = str(error) if hopeless else f"{type(error).__name__}: {error}"
        last = hopeless or kind is None or job.attempt >= kind.attempts
        if not hopeless:
            _log.warning("Job %s %s failed", job.kind, job.id, exc_info=error)
        with self._database.writing() as session:
            if not last:
                claims.try_again(session, job, reason, held=held)
            elif claims.give_up(session, job, reason, held=held) and kind and kind.give_up:
                kind.give_up(session, job, reason[: claims.MOST_REASON])
