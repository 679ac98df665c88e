"""Kills the program with -9 in the middle of an upload, again and again, until it is done."""

import asyncio
import json
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.desktop.support.live_server import LiveBrand

CHILD = Path(__file__).with_name("upload_child.py")
IMPORTING = Path(__file__).with_name("import_child.py")
LONGEST_LIFE = 600.0


@dataclass(frozen=True, slots=True)
class Told:
    """What the program said of a file at the end."""

    shown: str
    path: str
    state: str
    words: str


@dataclass(slots=True)
class Outcome:
    """``ended_before``: how many files each life found done when it began."""

    kills: int = 0
    ended_before: list[int] = field(default_factory=list)
    results: list[Told] = field(default_factory=list)


class Uploader:
    """The waiting program. ``where`` tells home, base_url, brand, key and source; ``child`` is
    what it runs."""

    def __init__(self, where: Mapping[str, object], child: Path = CHILD) -> None:
        self._where = dict(where)
        self._child = child
        self._process: Process | None = None

    async def live(self, kills: int, chance: random.Random, longest: float) -> Outcome:
        """``kills`` lives that end by a kill, in turn with the first file that is over and within
        ``longest`` seconds of the queue's beginning; and one that ends by itself.

        A life that is done before is not killed.
        """
        outcome = Outcome()
        while True:
            child = await self._born(outcome)
            left = outcome.kills < kills
            limit = chance.uniform(0.0, longest) if left else LONGEST_LIFE
            if left and outcome.kills % 2 == 0:
                results = await self._results(LONGEST_LIFE, until_moved=True)
            else:
                results = await self._results(limit)
            if results is not None:
                outcome.results = results
                return outcome
            assert left, "the last life did not come to its end"
            os.kill(child, signal.SIGKILL)
            while (line := await self._line()) == "moved":
                pass
            if line != "gone":  # It had ended just before.
                outcome.results = await self._told(line)
                return outcome
            outcome.kills += 1

    async def end(self) -> None:
        """Let the waiting program go."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def _born(self, outcome: Outcome) -> int:
        if self._process is None:
            offscreen = {"QT_QPA_PLATFORM": "offscreen", "QTWEBENGINE_DISABLE_SANDBOX": "1"}
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(self._child),
                stdin=PIPE,
                stdout=PIPE,
                limit=16_000_000,
                env={**os.environ, **offscreen},
            )
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(self._where)}\n".encode())
        await self._process.stdin.drain()
        child = int((await self._line()).removeprefix("pid "))
        ready = await self._line()
        assert ready.startswith("ready "), ready
        outcome.ended_before.append(int(ready.split()[1]))
        return child

    async def _results(self, within: float, *, until_moved: bool = False) -> list[Told] | None:
        """What it says at its end; None when it lives on."""
        try:
            async with asyncio.timeout(within):
                while (line := await self._line()) == "moved":
                    if until_moved:
                        return None
        except TimeoutError:
            return None
        return await self._told(line)

    async def _told(self, line: str) -> list[Told]:
        assert line.startswith("results "), line
        assert await self._line() == "gone"
        return [Told(*each) for each in json.loads(line.removeprefix("results "))]

    async def _line(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        assert line, "the uploader ended"
        return line.decode().strip()


async def killed_import(
    brand: LiveBrand, home: Path, source: Path, kills: int, longest: float, **more: object
) -> Outcome:
    """An import of a file in a program that is killed again and again; ``more``: into which part,
    and by which fields a record is known."""
    where = {
        "home": str(home),
        "base_url": brand.base_url,
        "brand": brand.number,
        "key": brand.key(),
        "source": str(source),
    }
    program = Uploader({**where, **more}, IMPORTING)
    try:
        return await program.live(kills, random.Random(7), longest)
    finally:
        await program.end()
