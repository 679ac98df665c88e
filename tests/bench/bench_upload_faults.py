"""1,000 files over a line on which 30 % of all requests fail, and 20 kills of the program.

The line carries 20 MB a second, as a good one of a house does, and fails in 13 ways by a seed; the
program has its own patience, nothing is shortened. Every file is compared by SHA-256 with the
platform's, what the program tells of it as well, and the platform's own answers tell how often each
was stored. Compared is the time until the job is over with the time over the same line without
faults. The control sends again whatever got no good answer, as one writes first.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from measure import control, done, machine, size
from platform_under_test import BRAND, Place, platform
from transfers import Uploading, elsewhere, many_files, sources

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.desktop.support.killed_uploader import Uploader
from tests.desktop.support.transfer_assertions import Verdict, digests_on, judged, wanted_of
from tests.desktop.support.transfer_line import ShakyLine

FILES, SIZE = size(1_000, 10), size(250_000, 20_000)
RATE, SHARE = 20_000_000, 0.3
KILLS, KILLED_SIZE, KILLED_RATE, LONGEST_LIFE = size(20, 1), 20_000, 5_000_000, 0.7
LEAST_SPEED = 0.5


class Brand:
    """What ``digests_on`` asks of a brand."""

    def __init__(self, base_url: str, key: str) -> None:
        self.number = BRAND
        self._base_url = base_url
        self._key = key

    def api(self) -> Any:
        """A client that goes there directly."""
        from funneldesk.client import Api

        return Api(self._base_url, BRAND, self._key)


class LineBeside:
    """A shaky line on a thread of its own."""

    def __init__(self, target: str, **about: Any) -> None:
        self.line = ShakyLine(target, **about)
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._wait(self.line.listen())

    def close(self) -> None:
        """Hang up."""
        self._wait(self.line.close())
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _wait(self, work: Any) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(20)


async def carried(ours: Uploading, order: Any, key: str) -> tuple[Any, float, int]:
    """The job, the seconds until it was over, and how often a user had to press "try again"."""

    async def give(*_: Any) -> str:
        return key

    ours.workspace.ask_for_key = give
    started, pressed = time.perf_counter(), 0
    job = await ours.queue.upload(order)
    await job.finished()
    while job.trouble and pressed < 5:
        pressed += 1
        ours.queue.retry(job)
        while job.state == "ended":  # noqa: ASYNC110 - what a user would see
            await asyncio.sleep(0.01)
        await job.finished()
    return job, done(time.perf_counter() - started, requests=len(order.items)), pressed


def over(
    base_url: str, key: str, folder: Path, order: Any, top: str, share: float, seed: int
) -> tuple[float, Verdict]:
    """Seconds and verdict of one upload."""
    moved = elsewhere(order, top)
    beside = LineBeside(base_url, share=share, seed=seed, rate=RATE)
    ours = Uploading(folder / f"home-{top}", folder / "platform" / "storage")
    ours.open(beside.line.base_url, key)
    try:
        job, took, pressed = ours.loop.run_until_complete(carried(ours, moved, key))
        there = asyncio.run(digests_on(Brand(base_url, key)))  # type: ignore[arg-type]
        verdict = judged(job.results(), wanted_of(moved), there, beside.line.stored)
        met = ", ".join(f"{count} {kind}" for kind, count in sorted(beside.line.met.items()))
        again = f"; “Try again” pressed {pressed} times" if pressed else ""
        print(f"  {top:<12} {took:6.1f} s   {told(verdict)}{again}", flush=True)
        if met:
            requests = sum(beside.line.requests.values())
            print(f"  {'':<12} {sum(beside.line.met.values())} of {requests} requests: {met}")
    finally:
        ours.close()
        beside.close()
        ours.forget_files()
    return took, verdict


def told(verdict: Verdict) -> str:
    """The counts that have to be 0."""
    return (
        f"{len(verdict.lost)} lost, {len(verdict.twice)} stored twice, "
        f"{len(verdict.wrong)} told wrongly, {len(verdict.open)} not known"
    )


def killed(base_url: str, key: str, folder: Path, kills: int) -> bool:
    """Kill the program again and again; whether all arrived once."""
    order = many_files(folder / "kills", FILES, KILLED_SIZE)
    beside = LineBeside(base_url, rate=KILLED_RATE)
    where = {
        "home": str(folder / "killed-home"),
        "base_url": beside.line.base_url,
        "brand": BRAND,
        "key": key,
        "source": str(folder / "kills"),
    }
    (folder / "killed-home").mkdir()

    async def live() -> Any:
        uploader = Uploader(where)
        try:
            return await uploader.live(kills, random.Random(5), LONGEST_LIFE)
        finally:
            await uploader.end()

    outcome = asyncio.run(live())
    there = asyncio.run(digests_on(Brand(base_url, key)))  # type: ignore[arg-type]
    verdict = judged(outcome.results, wanted_of(order), there, beside.line.stored)
    beside.close()
    print(f"  {outcome.kills} kills      {told(verdict)}; done at each start: ", end="")
    print(*outcome.ended_before, flush=True)
    return verdict.is_clean and outcome.kills == kills


def naively(base_url: str, key: str, folder: Path) -> int:
    """Send again whatever got no good answer; how many files were stored twice."""
    from funneldesk.client import Api, errors
    from funneldesk.client.call import Timeouts
    from funneldesk.client.uploads import Upload

    files = sources(many_files(folder / "naive", size(200, 40), 4_000))
    beside = LineBeside(base_url, share=SHARE, seed=3, keys_refused=0)

    async def send() -> None:
        short = Timeouts(connect=1, read=1, write=1, whole=1)
        async with Api(beside.line.base_url, BRAND, key, timeouts=short) as api:
            for start in range(0, len(files), 20):
                some = [Upload.of(file) for file in files[start : start + 20]]
                while True:
                    try:
                        await api.files.upload_many(some, folder="naive")
                        break
                    except errors.ApiError:
                        continue

    asyncio.run(send())
    twice = Counter({path: count for path, count in beside.line.stored.items() if count > 1})
    beside.close()
    return len(twice)


def main() -> int:
    """Measure; 0 when the aims are met."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--kills", type=int, default=KILLS)
    options = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory(prefix="funneldesk-faults-") as name:
        folder = Path(name)
        with platform(Place(folder / "platform", None)) as (running, line):
            url, key = running.base_url, line.key
            order = many_files(folder / "drop", FILES, SIZE)

            def measured(top: str, share: float) -> tuple[float, Verdict]:
                return over(url, key, folder, order, top, share, options.seed)

            clean, _ = measured("clean", 0.0)
            shaky, verdict = measured("faults", SHARE)
            survived = killed(url, key, folder, options.kills)
            twice = naively(url, key, folder)
    speed = clean / shaky
    met = verdict.is_clean and survived and speed >= LEAST_SPEED
    print(f"  speed with faults ÷ without: {speed:.2f} (at least {LEAST_SPEED:g})")
    print(
        f"  aim: 0 lost, twice, wrong or not known; {options.kills} kills: "
        f"{'PASS' if met else 'BELOW'}"
    )
    what = f"{twice} files stored twice"
    return 0 if control("sent again without a look", lost=twice > 0, what=what) and met else 1


if __name__ == "__main__":
    sys.exit(main())
