"""Stops queries whose answer nobody waits for any more."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any

from sqlalchemy.orm import Session

AGAIN = 0.1
"""Seconds between two requests to stop a statement."""


class Cancelled(Exception):
    """The caller went away; the work was stopped."""


class Cancellation:
    """Stops what one call reads, from any thread.

    A running statement is interrupted, and no further one begins.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._drivers: list[Any] = []
        self.is_set = False

    def set(self) -> None:
        """Stop; on PostgreSQL this waits for the server to take the request."""
        with self._lock:  # so that no connection is given to somebody else meanwhile
            self.is_set = True
            for driver in self._drivers:
                if hasattr(driver, "interrupt"):  # SQLite
                    driver.interrupt()
                else:
                    driver.cancel_safe(timeout=2.0)

    def set_until_stopped(self) -> None:
        """Stop, and go on until nothing reads any more; it blocks the calling thread.

        What comes just before a statement begins stops none, on either database.
        """
        self.set()
        while self._drivers:
            time.sleep(AGAIN)
            self.set()

    def check(self) -> None:
        """Raises Cancelled once it is set."""
        if self.is_set:
            raise Cancelled

    @contextmanager
    def covering(self, session: Session) -> Iterator[None]:
        """Stop what ``session`` reads within the block."""
        driver = session.connection().connection.driver_connection
        with self._lock:
            self.check()
            self._drivers.append(driver)
        try:
            yield
        finally:
            with self._lock:
                self._drivers.remove(driver)
            if self.is_set and not hasattr(driver, "interrupt"):
                # A late request to cancel would meet whoever has the connection next.
                session.invalidate()


CANCELLATION: ContextVar[Cancellation | None] = ContextVar("cancellation", default=None)
"""What stops the reading sessions of the present call."""
