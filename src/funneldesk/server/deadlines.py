"""Connections that begin a request and never finish it are not held.

The head of a request has to be whole within ``patience`` seconds, counted from its first byte or,
for a new connection, from its beginning. A body may take as long as it needs, but never be silent
for so long, nor, after a few times that, be slower than any line is.
"""

import time
from collections.abc import Iterable

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SLOWEST = 256
"""Bytes of a body in a second, on the average."""

_GRACE = 3
"""How many times the patience pass before a body has to have a pace."""

_TOO_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: 25\r\n\r\n"
    b"The request came too late"
)


class TimelyProtocol(H11Protocol):
    """The protocol of one connection, which knows since when the rest of a request is awaited."""

    _since: float | None = None
    _heard = 0.0
    _bytes = 0
    _is_body = False

    def connection_made(self, transport: object) -> None:
        """The head of the first request is awaited from now on."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._await(is_body=False)

    def data_received(self, data: bytes) -> None:
        """Something came: what is awaited after it?"""
        if self._since is None:
            self._await(is_body=False)
        self._heard = time.monotonic()
        self._bytes += len(data)
        super().data_received(data)
        self._follow()

    def on_response_complete(self) -> None:
        """The next request may be in the buffer already."""
        super().on_response_complete()
        self._follow()

    def end_if_late(self, patience: float) -> None:
        """Close the connection when its request is not coming."""
        if self._since is None or self.transport.is_closing():
            return
        moment = time.monotonic()
        if self.flow.read_paused:  # it is the platform itself that does not read on
            self._since = self._heard = moment
            return
        if self._is_late(moment, patience):
            if self.cycle is None or not self._is_body or not self.cycle.response_started:
                self.transport.write(_TOO_LATE)
            self.transport.close()

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
