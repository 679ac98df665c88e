"""Connections that begin a request and never finish it, or do not read the answer, are not held.

The head of a request has to be whole within ``patience`` seconds, counted from its first byte or,
for a new connection, from its beginning. A body may take as long as it needs, but never be silent
for so long, nor, after a few times that, be slower than any line is.

An answer has to be read at that pace as well. The next request of a connection is not worked on
before its reader has kept up, so that those who pipe requests fill no memory.
"""

import time
from collections.abc import Iterable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from funneldesk.server.strict_http import StrictConnection

SLOWEST = 256
"""Bytes of a body in a second, on the average."""

_GRACE = 3
"""How many times the patience pass before a body has to have a pace."""

_TOO_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: 25\r\n\r\n"
    b"The request came too late"
)

_TOO_MANY = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: 53\r\n\r\n"
    b"The server has too many connections. Try again later."
)
_BUSY = (h11.SEND_BODY, h11.DONE, h11.MUST_CLOSE)

MOST_HEAD_BYTES = 65_536


class TimelyProtocol(H11Protocol):
    """The protocol of one connection, which knows since when the rest of a request is awaited."""

    _since: float | None = None
    _heard = 0.0
    _bytes = 0
    _is_body = False
    _unread: tuple[float, int] | None = None
    """Since when so many bytes of an answer wait for their reader."""

    _waits_for_reader = False

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self.conn = StrictConnection(h11.SERVER, max_incomplete_event_size=MOST_HEAD_BYTES)

    def connection_made(self, transport: object) -> None:
        """The head of the first request is awaited from now on."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._await(is_body=False)
        # Those over the limit get their 503 when they have sent a request: to close before it was
        # read could take the answer back. This is for many that send nothing.
        most = self.config.limit_concurrency
        if most is not None and len(self.connections) > most * 1.5:
            self.transport.write(_TOO_MANY)
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Something came: what is awaited after it?"""
        if self._since is None:
            self._await(is_body=False)
        self._heard = time.monotonic()
        self._bytes += len(data)
        super().data_received(data)
        self._follow()

    def on_response_complete(self) -> None:
        """The next request may be in the buffer already; it waits until this answer was read."""
        self._waits_for_reader = self.flow.write_paused
        if not self._waits_for_reader:
            super().on_response_complete()
            self._follow()

    def resume_writing(self) -> None:
        """The reader has kept up."""
        super().resume_writing()
        self._unread = None
        if self._waits_for_reader:
            self.on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request; an answer that has begun cannot be taken back."""
        if self.cycle is not None and self.cycle.response_started and self.conn.our_state in _BUSY:
            self.transport.abort()
        else:
            super().send_400_response(msg)

    def end_if_late(self, patience: float) -> None:
        """Close the connection when its request is not coming, or its answer is not read."""
        moment = time.monotonic()
        if self._is_unread(moment, patience):
            self.transport.abort()  # to close it would be to wait until all was read
            return
        if self._since is None or self.transport.is_closing():
            return
        if self.flow.read_paused:  # it is the platform itself that does not read on
            self._since = self._heard = moment
            return
        if self._is_late(moment, patience):
            if self.cycle is None or not self._is_body or not self.cycle.response_started:
                self.transport.write(_TOO_LATE)
            self.transport.close()

    def _is_unread(self, moment: float, patience: float) -> bool:
        """Whether less than the slowest line would take was read for so long."""
        waits = self.transport.get_write_buffer_size()
        if not waits:
            self._unread = None
            return False
        since, before = self._unread or (moment, -1)
        if before < 0 or waits > before or before - waits >= SLOWEST * patience:
            since, before = moment, waits
        self._unread = since, before
        return moment - since > patience

    def _is_late(self, moment: float, patience: float) -> bool:
        lasts = moment - (self._since or moment)
        if not self._is_body:
            return lasts > patience
        too_slow = lasts > _GRACE * patience and self._bytes < lasts * SLOWEST
        return too_slow or moment - self._heard > patience

    def _await(self, *, is_body: bool) -> None:
        self._since = self._heard = time.monotonic()
        self._bytes = 0
        self._is_body = is_body

    def _follow(self) -> None:
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            if not self._is_body or self._since is None:
                self._await(is_body=True)
        elif state is h11.IDLE and self.conn.trailing_data[0]:
            if self._is_body or self._since is None:
                self._await(is_body=False)
        elif state is not h11.IDLE or self.cycle is not None:  # a new connection is no resting one
            self._since = None
            self._is_body = False


def end_late(connections: Iterable[object], patience: float) -> None:
    """Look through the connections of a server; now and then is often enough."""
    for connection in list(connections):
        if isinstance(connection, TimelyProtocol):
            connection.end_if_late(patience)
