"""A file that threads open and read for a task that may be cancelled at any moment.

A thread cannot be cancelled: it opens the file after the task that wanted it is gone. So the file
belongs to neither of them, and whoever is the last one closes it. No loop ever waits for a thread.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO


class HeldFile:
    """Opened by its first reading. ``next`` is for threads, ``close`` for anywhere."""

    def __init__(self, opening: Callable[[], BinaryIO]) -> None:
        self._opening = opening
        self._file: BinaryIO | None = None
        self._over = False
        self._turn = threading.Lock()

    def next(self, count: int) -> bytes:
        """So many bytes or fewer; none at the end, and once it is closed.

        Raises what opening and reading raise.
        """
        try:
            with self._turn:
                if self._over:
                    return b""
                if self._file is None:
                    self._file = self._opening()
                return self._file.read(count)
        finally:
            if self._over:
                self._let_go()

    def close(self) -> None:
        """Close it at once, or as soon as the reading that is under way has ended."""
        self._over = True
        self._let_go()

    def _let_go(self) -> None:
        # Whoever holds the turn looks again after it: by then the mark is set.
        if self._turn.acquire(blocking=False):
            try:
                file, self._file = self._file, None
                if file is not None:
                    with suppress(OSError):
                        file.close()
            finally:
                self._turn.release()
