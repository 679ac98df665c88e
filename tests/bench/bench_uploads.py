"""200 files of 1 MB through the program's queue, beside curl and stock httpx, one after the other.

Ours is the whole queue: kept durably before it begins, folders made, every name that may be taken
asked for, every result noted, the list of files told. The references send the same files to the
same running platform by ``upload-file``: curl as a process for each file, as scripts do; one curl
that keeps its connection for all 200; and an ``httpx.Client`` as it comes. Nothing of them is kept
durably, and none looks at what is there. The control is our own client, one file after the other.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from measure import Aim, Pairs, control, done, machine, paired, report, size, timed
from platform_under_test import BRAND, Line, Place, platform
from transfers import Uploading, many_files, sources

if TYPE_CHECKING:
    from funneldesk.desktop.assets.transfers.uploads.order import UploadOrder

FILES, SIZE = size(200, 3), size(1_000_000, 100_000)
SLOWER_THAN_HTTPX = 1.5


class Reference:
    """Other ways of sending the same files, each one after the other."""

    def __init__(self, base_url: str, line: Line, files: Sequence[Path]) -> None:
        self._address = f"{base_url}/api/brands/{BRAND}/file-manager/upload-file"
        self._base_url = base_url
        self._key = line.key
        self._files = files

    def curl(self) -> None:
        """A process for each file."""
        for file in self._files:
            subprocess.run(["curl", *self._words(file)], check=True)

    def one_curl(self) -> None:
        """One process, and one connection, for all."""
        words = [word for file in self._files for word in ("--next", *self._words(file))]
        subprocess.run(["curl", *words[1:]], check=True)

    def httpx(self) -> None:
        """``httpx.Client`` with its defaults."""
        import httpx

        headers = {"SVC-Access-Key": self._key}
        with httpx.Client(headers=headers, timeout=60, trust_env=False) as client:
            for file in self._files:
                with file.open("rb") as opened:
                    sent = {"file": (file.name, opened)}
                    client.post(
                        self._address, files=sent, data={"path": "httpx"}
                    ).raise_for_status()

    def own_client(self) -> None:
        """Our client, one file at a time."""
        asyncio.run(self._own_client())

    async def _own_client(self) -> None:
        from funneldesk.client import Api
        from funneldesk.client.uploads import Upload

        async with Api(self._base_url, BRAND, self._key) as api:
            for file in self._files:
                await api.files.upload(Upload.of(file), folder="own")

    def _words(self, file: Path) -> list[str]:
        told = ["-sSf", "-o", "/dev/null", "-H", f"SVC-Access-Key: {self._key}"]
        return [*told, "-F", f"file=@{file}", "-F", "path=curl", self._address]


def compared(ours: Uploading, order: "UploadOrder", others: Reference, runs: int) -> bool:
    """Print all comparisons; whether the aims are met and the control lost."""

    def rate(work: Callable[[], float]) -> float:
        found = FILES * SIZE / 1e6 / work()
        ours.forget_files()
        return found

    def beside(other: Callable[[], None], work: Callable[[], float], times: int) -> Pairs:
        def sent() -> float:
            return done(timed(other), requests=FILES, bytes=FILES * SIZE)

        return paired(lambda: rate(work), lambda: rate(sent), runs=times)

    met = []
    for name, other, least in (
        ("curl, one after the other", others.curl, 1.0),
        ("one curl for all", others.one_curl, 1.0),
        ("httpx, one after the other", others.httpx, 1.5),
    ):
        pairs = beside(other, lambda: ours.seconds(order), runs)
        title, names = f"{FILES} files of 1 MB beside {name}", ("the queue", name)
        met.append(
            report(title, pairs, unit="MB/s", names=names, aim=Aim(at_least=least), digits=0)
        )

    def naively() -> float:
        return done(timed(others.own_client), requests=FILES, bytes=FILES * SIZE)

    naive = beside(others.httpx, naively, max(1, runs // 2)).ratio
    lost = naive < SLOWER_THAN_HTTPX
    return control("our client, one by one, ÷ httpx", lost=lost, what=f"{naive:.2f}") and all(met)


def main() -> int:
    """Measure; 0 when the aims are met."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=5)
    options = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory(prefix="funneldesk-uploads-") as name:
        folder = Path(name)
        order = many_files(folder / "drop", FILES, SIZE)
        with platform(Place(folder / "platform", None)) as (running, line):
            ours = Uploading(folder / "home", folder / "platform" / "storage")
            ours.open(running.base_url, line.key)
            others = Reference(running.base_url, line, sources(order))
            met = compared(ours, order, others, options.pairs)
            ours.close()
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
