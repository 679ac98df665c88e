"""A line on which a share of all requests fails, in all the ways that lines fail, by a seed.

It stands between program and platform, so it also knows what the platform really did: which files
were stored, and how often, whatever the program was told.
"""

import asyncio
import json
import random
import re
from collections import Counter
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from tests.desktop.support.faulty_line import (
    CUT_SHORT,
    DRIPPING,
    KEY_REFUSED,
    LOGIN,
    NOT_JSON,
    REFUSED,
    RESET_AFTER,
    RESET_BEFORE,
    RESET_WITHIN,
    SLOW_DOWN,
    STALLED,
    TRUNCATED,
    UNAVAILABLE,
    FaultLine,
    Trouble,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench

CUT_ON_THE_WAY = "reset within the request"
ALL_WAYS = (
    REFUSED,
    CUT_ON_THE_WAY,
    RESET_BEFORE,
    RESET_WITHIN,
    RESET_AFTER,
    STALLED,
    DRIPPING,
    TRUNCATED,
    NOT_JSON,
    LOGIN,
    KEY_REFUSED,
    SLOW_DOWN,
    UNAVAILABLE,
)
_MAY_REACH = (*CUT_SHORT, RESET_BEFORE, NOT_JSON)
"""Of these nobody can tell from outside whether the platform carried the request out."""

_CLOSED_SECONDS = 0.05
_PIECE = 65_536
_UPLOAD = re.compile(r"/file-manager/(?:bulk-upload-files|upload-file)$")
_ASSETS = re.compile(r"/assets/(.+)$")


class ShakyLine(FaultLine):
    """``share`` of the requests meets trouble; ``rate`` is what goes through in bytes a second, 0
    for all that comes. The key is refused ``keys_refused`` times at most: its owner is asked then.

    ``stored`` counts by path how often the platform stored a file, ``met`` the troubles by kind.
    """

    def __init__(
        self,
        target: str,
        *,
        share: float = 0.0,
        seed: int = 1,
        rate: int = 0,
        keys_refused: int = 1,
    ) -> None:
        super().__init__(target)
        self.share = share
        self.stored: Counter[str] = Counter()
        self.met: Counter[str] = Counter()
        self.requests: Counter[str] = Counter()
        self._rate = rate
        self._chance = random.Random(seed)
        self._keys_refused = keys_refused
        self._free_at = 0.0

    async def heal(self) -> None:
        self.share = 0.0
        await super().heal()

    def _meets(self, method: str, path: str) -> Trouble | None:
        self.requests[f"{method} {path.partition('?')[0].rpartition('/')[2][:20]}"] += 1
        if self._chance.random() >= self.share:
            return None
        ways = [way for way in ALL_WAYS if way != KEY_REFUSED or self._keys_refused]
        kind = self._chance.choice(ways)
        self._keys_refused -= kind == KEY_REFUSED
        self.met[kind] += 1
        reaches = kind in _MAY_REACH and self._chance.random() < 0.5
        return Trouble(kind, method, re.compile(""), reaches, 1, wait=1)

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n")
        method, path, *_ = head.decode("latin-1").split(" ")
        trouble = self._meets(method, path)
        length = _length_of(head)
        if trouble is not None and trouble.kind in (CUT_ON_THE_WAY, REFUSED):
            await self._read(reader, length // 2)
            if trouble.kind == REFUSED:
                await self._close_the_door()
            writer.transport.abort()
            return False
        request = head + await self._read(reader, length)
        answer = b""
        if trouble is None or trouble.reaches:
            answer = await asyncio.shield(asyncio.ensure_future(self._carried(path, request)))
        if trouble is not None:
            self.hurt += 1
            return await self._hurt(trouble, answer, writer)
        for start in range(0, len(answer), _PIECE):
            await self._wait_for_room(len(answer[start : start + _PIECE]))
            writer.write(answer[start : start + _PIECE])
            await writer.drain()
        return True

    async def _carried(self, path: str, request: bytes) -> bytes:
        """The platform's answer, and what it says that it stored."""
        answer = await self._answer(request[:9].partition(b" ")[0].decode(), request)
        if _UPLOAD.search(path):
            self.stored.update(_stored_by(answer))
        return answer

    async def _read(self, reader: asyncio.StreamReader, length: int) -> bytes:
        pieces = []
        while length > 0:
            piece = await reader.read(min(length, _PIECE))
            if not piece:
                raise asyncio.IncompleteReadError(b"", length)
            pieces.append(piece)
            length -= len(piece)
            await self._wait_for_room(len(piece))
        return b"".join(pieces)

    async def _wait_for_room(self, size: int) -> None:
        """All connections share one line of ``rate`` bytes a second."""
        if self._rate:
            now = asyncio.get_running_loop().time()
            self._free_at = max(self._free_at, now) + size / self._rate
            await asyncio.sleep(self._free_at - now)

    async def _close_the_door(self) -> None:
        """For a moment nobody listens: who comes now is refused by the system."""
        if self._door.is_open:
            self._door.shut()
            await asyncio.sleep(_CLOSED_SECONDS)
            await self.listen()


def _stored_by(answer: bytes) -> list[str]:
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head.split(b" ", 2)[1].startswith(b"2"):
        return []
    told = json.loads(body)
    addresses = [told.get("file_path")] + [entry.get("url") for entry in told.get("files", ())]
    found = (_ASSETS.search(address) for address in addresses if address)
    return [unquote(one[1]) for one in found if one]


def _length_of(head: bytes) -> int:
    found = re.search(rb"\r\ncontent-length:\s*(\d+)", head, re.IGNORECASE)
    if found is None:
        assert b"transfer-encoding" not in head.lower(), "this line reads bodies of known length"
    return int(found[1]) if found else 0


async def closed(line: ShakyLine) -> None:
    """The line is gone; nothing of it is left."""
    with suppress(TimeoutError):
        await line.close()


async def shaky_line(bench: WindowBench, brand: LiveBrand, **how: Any) -> ShakyLine:
    """A line to a brand's platform that listens, and ends with the test."""
    line = ShakyLine(brand.base_url, **how)
    bench.at_end.append(line.close)
    await line.listen()
    return line
