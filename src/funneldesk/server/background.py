"""What a platform process does beside answering: it loads its parts, fills its sample, works on its
jobs."""

import gc
import logging
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from sqlalchemy.exc import OperationalError

from funneldesk.server.app import Door
from funneldesk.server.platform import Platform

if TYPE_CHECKING:
    from funneldesk.server.jobs.worker import Worker


_AFTER_TROUBLE = 2.0

_log = logging.getLogger(__name__)


class Background:
    """Begins once the platform answers, so that nobody waits for it to be ready."""

    def __init__(self, platform: Platform, door: Door) -> None:
        self._platform = platform
        self._door = door
        self._lock = Lock()
        self._ended = Event()
        self._worker: Worker | None = None
        self._thread = Thread(target=self._run, name="background", daemon=True)

    def start(self) -> None:
        """Begin, in a thread."""
        self._thread.start()

    def end_soon(self) -> None:
        """Take up nothing further."""
        with self._lock:
            self._ended.set()
            if self._worker is not None:
                self._worker.end_soon()

    def end(self, seconds: float) -> None:
        """End; a job that is not done within ``seconds`` is given back to whoever comes next."""
        self.end_soon()
        if self._worker is not None:
            self._worker.end(seconds)
        elif self._thread.ident is not None:
            self._thread.join(seconds)

    def _run(self) -> None:
        for _ in self._door.loading():
            if self._ended.is_set():
                return
        gc.freeze()  # the parts stay: no collection has to look through them again
        if self._platform.settings.sample_in_background:
            self._fill_sample()
        from funneldesk.server.jobs.worker import Worker

        with self._lock:
            if not self._ended.is_set():
                self._worker = Worker(self._platform)
                self._worker.start()

    def _fill_sample(self) -> None:
        """Before any job: a duty such as renewals must not meet subscriptions of the past."""
        from funneldesk.server.sample.loader import load_rest

        while not self._ended.is_set():
            try:
                load_rest(self._platform, self._ended)
                return
            except OperationalError as error:  # a full disk, a database that is not there for now
                _log.warning("The sample could not be written, and is tried again: %s", error.orig)
                self._ended.wait(_AFTER_TROUBLE)
