"""Messages between the window and a worker process: a JSON header, and raw bytes behind it.

No pickles: a worker reads hostile files, and a pickle of its making could run code in the window.
"""

import json
import struct
from collections.abc import Mapping
from typing import IO, Any

_SIZES = struct.Struct(">IQ")
MOST_HEADER = 64_000_000
"""Bytes; the texts of a record that are searched are among the arguments of a job."""
MOST_CONTENT = 256_000_000
"""Bytes; an image that is shown large comes as its pixels."""


class BrokenWire(Exception):
    """The other side ended, or sent something malformed."""


def send(stream: IO[bytes], header: Mapping[str, Any], content: bytes | memoryview = b"") -> None:
    """Write one message. Raises OSError when the other side is gone."""
    text = json.dumps(header, separators=(",", ":")).encode("ascii")
    stream.write(_SIZES.pack(len(text), len(content)) + text)
    if content:
        stream.write(content)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[dict[str, Any], bytes]:
    """Read one message. Raises BrokenWire."""
    header_size, content_size = _SIZES.unpack(_read(stream, _SIZES.size))
    if header_size > MOST_HEADER or content_size > MOST_CONTENT:
        raise BrokenWire
    try:
        header = json.loads(_read(stream, header_size))
    except (ValueError, RecursionError):
        raise BrokenWire from None
    if not isinstance(header, dict):
        raise BrokenWire
    return header, _read(stream, content_size)


def _read(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count) if count else b""
    if len(data) != count:
        raise BrokenWire
    return data
