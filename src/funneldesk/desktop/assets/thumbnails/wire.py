"""What the window and a picture worker say to each other: a head in JSON and bytes behind it."""

import json
import struct
from collections.abc import Mapping
from typing import IO, Any

_SIZES = struct.Struct(">IQ")
_HEAD_MOST = 65_536
BODY_MOST = 256_000_000
"""Bytes; a picture that is shown large comes as its pixels."""

Head = Mapping[str, Any]


class BrokenWire(Exception):
    """The other side ended, or says what nobody understands."""


def send(stream: IO[bytes], head: Head, body: bytes | memoryview = b"") -> None:
    """Write one message. Raises OSError when the other side is gone."""
    words = json.dumps(head, separators=(",", ":")).encode("ascii")
    stream.write(_SIZES.pack(len(words), len(body)) + words)
    if body:
        stream.write(body)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[dict[str, Any], bytes]:
    """Read one message. Raises BrokenWire."""
    head_size, body_size = _SIZES.unpack(_exactly(stream, _SIZES.size))
    if head_size > _HEAD_MOST or body_size > BODY_MOST:
        raise BrokenWire
    try:
        head = json.loads(_exactly(stream, head_size))
    except ValueError:
        raise BrokenWire from None
    if not isinstance(head, dict):
        raise BrokenWire
    return head, _exactly(stream, body_size)


def _exactly(stream: IO[bytes], count: int) -> bytes:
    got = stream.read(count) if count else b""
    if len(got) != count:
        raise BrokenWire
    return got
