"""What a platform process does beside answering: it loads its parts, then works on its jobs."""

from threading import Lock, Thread
from typing import TYPE_CHECKING

from funneldesk.server.app import Door
from funneldesk.server.platform import Platform

if TYPE_CHECKING:
    from funneldesk.server.jobs.worker import Worker


class Background:
    """Begins once the platform answers, so that nobody waits for it to be ready."""

    def __init__(self, platform: Platform, door: Door) -> None:
        self._platform = platform
        self._door = door
        self._lock = Lock()
        self._ended = False
        self._worker: Worker | None = None

    def start(self) -> None:
        """Begin, in a thread."""
        Thread(target=self._run, name="background", daemon=True).start()

    def end_soon(self) -> None:
        """Take up nothing further."""
        with self._lock:
            self._ended = True
            if self._worker is not None:
                self._worker.end_soon()

    def end(self, seconds: float) -> None:
        """End; a job that is not done within ``seconds`` is given back to whoever comes next."""
        self.end_soon()
        if self._worker is not None:
            self._worker.end(seconds)

    def _run(self) -> None:
        for _ in self._door.loading():
            if self._ended:
                return
        from funneldesk.server.jobs.worker import Worker

        with self._lock:
            if not self._ended:
                self._worker = Worker(self._platform)
                self._worker.start()
