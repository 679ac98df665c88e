"""What a worker that was taken over may send: refused whole, and nothing of it is run."""

import io
import pickle
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.kit.workers import wire

SIZES = struct.Struct(">IQ")


def message(header: bytes, content: bytes = b"") -> io.BytesIO:
    return io.BytesIO(SIZES.pack(len(header), len(content)) + header + content)


@given(st.dictionaries(st.text(max_size=8), st.integers() | st.text()), st.binary())
def test_what_is_sent_is_received(header: dict[str, int | str], content: bytes) -> None:
    stream = io.BytesIO()
    wire.send(stream, header, content)
    stream.seek(0)
    assert wire.receive(stream) == (header, content)


@pytest.mark.parametrize(
    "stream",
    [
        io.BytesIO(),
        io.BytesIO(SIZES.pack(2, 0) + b"{"),
        io.BytesIO(SIZES.pack(wire.MOST_HEADER + 1, 0)),
        io.BytesIO(SIZES.pack(2, wire.MOST_CONTENT + 1) + b"{}"),
        message(b"[1, 2]"),
        message(b"[" * 200_000),
        message(b"\xff\xfe"),
        message(pickle.dumps({"number": 1})),
    ],
    ids=["end", "cut", "long header", "long content", "list", "deep", "no text", "pickle"],
)
def test_what_is_malformed_is_refused(stream: io.BytesIO) -> None:
    with pytest.raises(wire.BrokenWire):
        wire.receive(stream)
