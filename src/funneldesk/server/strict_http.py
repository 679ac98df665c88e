"""HTTP/1.1 as RFC 9112 has it, where the library is lenient.

What two servers in a row read differently can hide a request within another (RFC 9112, 11.2). It is
answered by 400, and its connection closed.
"""

import re

import h11

_LENIENT = re.compile(rb"(?<!\r)\n|\n[ \t]")
"""A line that ends without a carriage return, or goes on in the next (RFC 9112, 2.2 and 5.2)."""

_ENDED = b"\r\n"


class StrictConnection(h11.Connection):
    """The server's side of a connection; ``next_event`` raises RemoteProtocolError for more."""

    _latest = b""
    _is_chunked = False

    def receive_data(self, data: bytes) -> None:
        """Take in what came."""
        self._latest = self._latest[-len(_ENDED) :] + data
        super().receive_data(data)

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """The next event. Raises RemoteProtocolError."""
        before = self.trailing_data[0] if self.their_state is h11.IDLE else b""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._check_head(event, before)
        elif isinstance(event, h11.EndOfMessage) and self._is_chunked:
            self._check_end(event)
        return event

    def _check_head(self, request: h11.Request, before: bytes) -> None:
        head = before[: len(before) - len(self.trailing_data[0])]
        if _LENIENT.search(head):
            raise h11.RemoteProtocolError("a line of the head is folded, or ends without CR")
        names = {name for name, _value in request.headers}
        self._is_chunked = b"transfer-encoding" in names
        if self._is_chunked and b"content-length" in names:
            raise h11.RemoteProtocolError("a request has two lengths")

    def _check_end(self, end: h11.EndOfMessage) -> None:
        stop = len(self._latest) - len(self.trailing_data[0])
        if end.headers or not self._latest[:stop].endswith(_ENDED):
            raise h11.RemoteProtocolError("a body ends with more lines, or without CR")
