"""Ends the platform when whoever started it is gone, in every phase of its life.

It is begun before anything heavy is loaded, so nothing but the standard library is imported here.
"""

import os
import sys
import threading
import time
from collections.abc import Callable

_LOOK_EVERY = 0.5
_LAST_SECONDS = 3.0
"""For an end that is clean; after it the process ends by force, which loses nothing either."""


class ParentWatch:
    """Two threads at most: one looks for the parent process, one waits for the end of the input.

    The input of a window's platform is a pipe that the system closes when the window is gone,
    however it went: also before this process could learn who its parent was.
    """

    def __init__(self) -> None:
        self._end: Callable[[], None] | None = None
        self._lock = threading.Lock()
        self._gone = False

    def start(self, *, input_too: bool) -> None:
        """Begin; with ``input_too`` the end of standard input counts as the parent's."""
        parent = os.getppid()
        # A parent that is the system's first process never ends before its children.
        if parent > 1 and sys.platform != "win32":
            self._begin(lambda: self._look(parent))
        if input_too:
            self._begin(self._read)

    def end_by(self, end: Callable[[], None]) -> None:
        """From now on there is a clean way to end; until now the process just stops."""
        with self._lock:
            self._end = end
            if self._gone:
                end()

    def _begin(self, work: Callable[[], None]) -> None:
        threading.Thread(target=work, name="parent", daemon=True).start()

    def _look(self, parent: int) -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK_EVERY)
        self._leave()

    def _read(self) -> None:
        try:
            while os.read(0, 4096):
                pass
        except OSError:  # there is no input at all
            pass
        self._leave()

    def _leave(self) -> None:
        with self._lock:
            self._gone = True
            if self._end is None:
                os._exit(0)
            self._end()
        time.sleep(_LAST_SECONDS)
        os._exit(0)
