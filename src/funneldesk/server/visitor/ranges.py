"""Which part of a file a visitor's player asks for (RFC 9110, section 14)."""

import re
from collections.abc import Mapping

from funneldesk.server.storage.storage import Stored

_ONE = re.compile(r"bytes=\s*([0-9]{0,18})-([0-9]{0,18})\s*", re.ASCII | re.IGNORECASE)


class NoSuchRange(ValueError):
    """The range begins behind the end of the file of ``size`` bytes."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


def wanted_range(headers: Mapping[str, str], stored: Stored) -> tuple[int, int] | None:
    """``[start, end)`` of the file; None for all of it.

    Several ranges at once, what cannot be read, and a range of another version (``If-Range``) get
    the whole file. Raises NoSuchRange.
    """
    condition = headers.get("if-range")
    if condition is not None and condition.strip() != stored.etag:
        return None
    found = _ONE.fullmatch(headers.get("range", ""))
    if found is None or not (found[1] or found[2]):
        return None
    if not found[1]:
        return _tail(int(found[2]), stored.size)
    start = int(found[1])
    end = min(int(found[2]) + 1, stored.size) if found[2] else stored.size
    if found[2] and int(found[2]) < start:
        return None
    if start >= stored.size:
        raise NoSuchRange(stored.size)
    return start, end


def _tail(length: int, size: int) -> tuple[int, int]:
    if not length or not size:
        raise NoSuchRange(size)
    return max(0, size - length), size
