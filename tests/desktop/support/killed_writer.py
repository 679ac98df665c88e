"""Kills a window with -9 while one types in it, and tells what of the typed is on the disk."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from funneldesk.desktop.local.store import LocalStore

PROMISE = 0.25
"""Seconds of typing that may be lost at most."""
FIRST, LAST = 0.05, 0.9
"""A life ends between these seconds after its first key."""
LONGEST_PAUSE = 0.03
"""Seconds between two keys of the writer at most."""
MARK = "<!-- typed: -->"
CHILD = Path(__file__).with_name("typing_child.py")


def page_html(size: int) -> str:
    """A page of about ``size`` characters with the place to type in its middle."""
    line = "<p class='summer'>Three bags roasted after you order them.</p>\n"
    half = line * (size // len(line) // 2)
    return f"<!doctype html>\n{half}<body>{MARK}</body>\n{half}"


@dataclass(frozen=True, slots=True)
class Life:
    """``typed``: (number, moment) of all that was typed; ``killed`` the moment of the end."""

    typed: tuple[tuple[int, float], ...]
    killed: float

    def lost(self, last: int, end: float | None = None) -> float:
        """Seconds of typing that are lost when ``last`` is the last number on the disk at
        ``end``, by default the moment of the kill.

        A window that the machine held up takes no keys: it counts up to its last key, and the
        longest pause between two.
        """
        at = self.killed if end is None else end
        before = [moment for _, moment in self.typed if moment <= at]
        at = min(at, max(before, default=at) + LONGEST_PAUSE)
        lost = (at - moment for n, moment in self.typed if n > last and moment <= at)
        return max(lost, default=0.0)


class Writer:
    """The waiting program. ``where`` tells home, base_url, brand, key, page."""

    def __init__(self, where: Mapping[str, object], env: Mapping[str, str] | None = None) -> None:
        self.where = dict(where)
        offscreen = {"QT_QPA_PLATFORM": "offscreen", "QTWEBENGINE_DISABLE_SANDBOX": "1"}
        self._process = subprocess.Popen(
            [sys.executable, str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **offscreen, **(env or {})},
        )

    def live(
        self,
        chance: random.Random,
        hand: str = "mirror",
        *,
        at_least: float = FIRST,
        numbers: int = 0,
    ) -> Life:
        """One life that ends at a random moment, ``at_least`` seconds after so many numbers."""
        assert self._process.stdin is not None
        told = {**self.where, "hand": hand, "seed": chance.random()}
        self._process.stdin.write(f"{json.dumps(told)}\n")
        self._process.stdin.flush()
        child = int(self._until("pid").split()[1])
        self._until("ready")
        typed = [self._typed(self._line()) for _ in range(numbers)]
        time.sleep(chance.uniform(at_least, max(LAST, 1.2 * at_least)))
        killed = time.monotonic()
        os.kill(child, signal.SIGKILL)
        while (line := self._line()) != "gone":
            typed.append(self._typed(line))
        return Life(tuple(typed), killed)

    def end(self) -> None:
        """Let the waiting program go."""
        self._process.kill()
        self._process.communicate()

    @staticmethod
    def _typed(line: str) -> tuple[int, float]:
        number, moment = line.split()
        return int(number), float(moment)

    def _until(self, words: str) -> str:
        while True:
            line = self._line()
            if line.startswith(words):
                return line
            assert line != "gone", "the window ended by itself"

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the writer ended"
        return line.strip()


async def last_kept(store_path: Path, page: str, original: str) -> int:
    """The last number in the draft, -1 for no draft. Fails when anything in it is not as typed."""
    store = await LocalStore.open(store_path)
    try:
        assert store.asides == (), "the store was damaged"
        draft = await store.draft("pages", page)
        if draft is None:
            return -1
        html = str(draft.content["fields"]["html"])
        kept = html.partition("<body>")[2].partition(MARK)[0]
        count = kept.count(",")
        typed = "".join(f"{number}," for number in range(count + 1))
        # Of the last number a key may be there and the next one not yet.
        assert typed.startswith(kept), "the draft is not what was typed"
        assert html == original.replace(MARK, kept + MARK), "the rest of the page is another one"
        assert draft.base["html"] == original
        return count - 1
    finally:
        await store.close()
