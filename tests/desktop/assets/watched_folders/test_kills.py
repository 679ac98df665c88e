"""A watching program that is killed goes on where it was: nothing lost, nothing torn, nothing
taken for somebody else's."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest
from tests.desktop.assets.watched_folders.test_watch import content, stored
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window

CHILD = Path(__file__).parents[2] / "support" / "watching_child.py"
COUNT = 60


async def begun(brand: LiveBrand, home: Path, root: Path) -> Process:
    """The program, watching."""
    told = {
        "home": str(home),
        "base_url": brand.base_url,
        "brand": brand.number,
        "key": brand.key(),
        "root": str(root),
    }
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        str(CHILD),
        json.dumps(told),
        stdout=PIPE,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    await until_said(child, "ready")
    return child


async def until_said(child: Process, words: str) -> None:
    """Until it says this, or has sent as many or more."""
    assert child.stdout is not None
    async with asyncio.timeout(60):
        while True:
            line = (await child.stdout.readline()).decode().strip()
            assert line, "the watching program ended"
            if line == words:
                return
            name, _, count = words.partition(" ")
            if count and line.startswith(f"{name} ") and int(line.split()[1]) >= int(count):
                return


async def killed(child: Process) -> None:
    child.send_signal(signal.SIGKILL)
    await child.wait()


@in_the_window
@pytest.mark.deep
async def test_kills_in_the_middle(
    brand: LiveBrand, bench: WindowBench, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home, root = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("site")
    for number in range(COUNT):
        (root / f"n{number}.css").write_bytes(b"a%d {}" % number)
    child = await begun(brand, home, root)
    async with asyncio.timeout(60):
        while "site/n0.css" not in await stored(brand):
            continue
    # It lies there, and the program has hardly had the time to note it.
    await killed(child)
    (root / "n0.css").write_bytes(b"changed {}")
    (root / "more.css").write_bytes(b"more {}")
    child = await begun(brand, home, root)
    await until_said(child, f"sent {COUNT + 1}")
    await killed(child)
    (root / "more.css").write_bytes(b"more and more {}")
    child = await begun(brand, home, root)
    while await content(brand, "site/more.css") != b"more and more {}":
        await until_said(child, f"sent {COUNT + 1}")
    await killed(child)
    found = await stored(brand)
    assert set(found) == {f"site/n{number}.css" for number in range(COUNT)} | {"site/more.css"}
    assert await content(brand, "site/n0.css") == b"changed {}"
    for number in (1, COUNT - 1):
        assert await content(brand, f"site/n{number}.css") == b"a%d {}" % number
