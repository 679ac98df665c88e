"""What the program's memory grows by for 200 MB and for 2 GB of uploads, in the real window.

Each amount in a program of its own, after a warm-up of 20 files: the most that the process held
while it sent, and what it holds afterwards, both against what it held before. The files are of
9 MB, mostly holes, so that they cost no disk here; they are sent whole. The control does what one
writes first: the same 200 MB by httpx, with the contents read into memory.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from measure import control, done, machine, size
from platform_under_test import Place, platform
from transfers import large_files, many_files, resident, sources

SIZE = size(9_000_000, 100_000)
AMOUNTS = {"200 MB": size(22, 3), "2 GB": size(222, 6)}
MOST_GROWTH = 8.0
"""MB, afterwards; and what the two amounts may differ by."""
PIECE = size(20, 2)
FIGURES = "MB: "


async def measured(desk: Any, base_url: str, key: str, folder: Path, files: int) -> None:
    """Print the growth, in MB: at most, and afterwards."""
    warm_up = many_files(folder / "warm", 20, 1_000_000)
    order = large_files(folder / "drop", files, SIZE)
    await desk.open(base_url, key)
    await desk.upload(warm_up)
    await desk.rest()
    before = resident()
    start_anew()
    await desk.upload(order)
    most = highest()
    desk.forget_files()
    await desk.rest()
    print(f"{FIGURES}{(most - before) / 1e6:.1f} {(resident() - before) / 1e6:.1f}", flush=True)


async def naively(base_url: str, key: str, folder: Path) -> None:
    """The same files, twenty in a request, their contents held in memory."""
    import httpx

    order = large_files(folder / "drop", AMOUNTS["200 MB"], SIZE)
    before = resident()
    start_anew()
    address = f"{base_url}/api/brands/1/file-manager/bulk-upload-files"
    files = sources(order)
    async with httpx.AsyncClient(headers={"SVC-Access-Key": key}, trust_env=False) as client:
        for start in range(0, len(files), PIECE):
            some = files[start : start + PIECE]
            parts = [("files[]", (file.name, file.read_bytes())) for file in some]
            (await client.post(address, files=parts, timeout=120)).raise_for_status()
    held = (highest() - before) / 1e6
    print(f"{FIGURES}{held:.1f} {(resident() - before) / 1e6:.1f}", flush=True)


def start_anew() -> None:
    """Forget the most memory that was held so far."""
    Path("/proc/self/clear_refs").write_text("5", "ascii")


def highest() -> int:
    """The most bytes that were held since then."""
    status = Path("/proc/self/status").read_text("ascii").splitlines()
    (line,) = [line for line in status if line.startswith("VmHWM:")]
    return int(line.split()[1]) * 1024


def in_a_program_of_its_own(what: str) -> tuple[float, float]:
    """The two figures of one amount, or of the control."""
    words = [sys.executable, __file__, "--only", what]
    began = time.perf_counter()
    told = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    done(time.perf_counter() - began, processes=1)
    (figures,) = (line for line in told.stdout.splitlines() if line.startswith(FIGURES))
    most, after = figures.removeprefix(FIGURES).split()
    return float(most), float(after)


def alone(what: str) -> None:
    """One amount, here."""
    from files_in_window import in_the_window

    with tempfile.TemporaryDirectory(prefix="funneldesk-memory-") as name:
        folder = Path(name)
        with platform(Place(folder / "platform", None)) as (running, line):
            url, key = running.base_url, line.key
            if what == "naive":
                asyncio.run(naively(url, key, folder))
            else:
                in_the_window(
                    folder / "home",
                    folder / "platform" / "storage",
                    lambda desk: measured(desk, url, key, folder, AMOUNTS[what]),
                )


def main() -> int:
    """Measure; 0 when the aims are met."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", choices=[*AMOUNTS, "naive"])
    options = parser.parse_args()
    if options.only:
        alone(options.only)
        return 0
    print(machine())
    found = {amount: in_a_program_of_its_own(amount) for amount in AMOUNTS}
    for amount, (most, after) in found.items():
        print(f"  {amount:<8} at most {most:+7.1f} MB   afterwards {after:+7.1f} MB")
    small, large = found.values()
    met = max(small[0], large[0]) <= MOST_GROWTH and abs(large[0] - small[0]) <= MOST_GROWTH / 2
    words = f"at most {MOST_GROWTH:g} MB at any time, and the same for both"
    print(f"  aim: {words}: {'PASS' if met else 'BELOW'}")
    most, after = in_a_program_of_its_own("naive")
    what = f"at most {most:+.1f} MB, afterwards {after:+.1f} MB"
    return (
        0
        if control("contents held in memory", lost=most > 10 * MOST_GROWTH, what=what) and met
        else 1
    )


if __name__ == "__main__":
    sys.exit(main())
