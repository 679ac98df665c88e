"""What a platform that was killed left half done is gone after the next start."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from platform_process import Place, served


def leave_halves(data: Path) -> set[Path]:
    """Half of an upload and half of a letter, from a moment ago."""
    halves = {data / "storage" / "1" / "incoming" / "a1b2", data / "outbox" / ".half"}
    for half in halves:
        half.parent.mkdir(parents=True, exist_ok=True)
        half.write_bytes(b"half")
    return halves


def left(halves: set[Path]) -> set[Path]:
    return {half for half in halves if half.exists()}


def test_halves_are_swept_at_start_and_whole_ones_stay(place: Place) -> None:
    halves = leave_halves(place.data)
    whole = {place.data / "storage" / "1" / "assets" / "a.css", place.data / "outbox" / "a.eml"}
    for file in whole:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"whole")
    with served(place):
        assert left(halves) == set()
        assert left(whole) == whole


@pytest.mark.skipif(sys.platform == "win32", reason="a lock is for one process there")
def test_what_another_platform_is_at_is_left_alone(place: Place) -> None:
    if place.database is None:
        pytest.skip("a folder with a SQLite database is for one platform")
    with served(place):
        halves = leave_halves(place.data)
        with served(place):
            assert left(halves) == halves
    with served(place):
        assert left(halves) == set()


RECEIVER = """
import io, sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from funneldesk.server.folder import held
from funneldesk.server.opening import tidy_up
from funneldesk.server.settings import Settings
from funneldesk.server.storage.storage import Storage
with ExitStack() as stack:
    settings = Settings(Path(sys.argv[1]))
    stack.enter_context(held(settings.data, alone=False, tidy=partial(tidy_up, settings, stack)))
    if sys.argv[2:] == ["receives"]:
        stack.enter_context(Storage.open(settings).staged(1, io.BytesIO(b"half")))
    print("ready", flush=True)
    sys.stdin.read()
"""


@contextmanager
def receiver(data: Path, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """One of several platforms that share a folder; with ``receives`` it is at an upload."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    words = (sys.executable, "-c", RECEIVER, str(data), *words)
    with subprocess.Popen(words, text=True, **pipes) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.deep
def test_a_dead_platform_is_swept_after_while_others_still_receive(tmp_path: Path) -> None:
    incoming = tmp_path / "storage" / "1" / "incoming"
    with receiver(tmp_path, "receives") as killed:
        of_dead = set(incoming.iterdir())
        with receiver(tmp_path, "receives"):
            of_living = set(incoming.iterdir()) - of_dead
            killed.kill()
            killed.wait()
            assert (len(of_dead), len(of_living)) == (1, 1)
            with receiver(tmp_path):
                assert set(incoming.iterdir()) == of_living
    with receiver(tmp_path):
        assert set(incoming.iterdir()) == set()
        assert len(list((tmp_path / "working").iterdir())) == 1


def test_what_is_received_is_left_alone_where_the_first_s_lock_is_gone(tmp_path: Path) -> None:
    """As on Windows, where the second has no lock on the folder, and the third gets it."""
    incoming = tmp_path / "storage" / "1" / "incoming"
    with receiver(tmp_path, "receives"):
        halves = set(incoming.iterdir())
        (tmp_path / "platform.lock").unlink()
        with receiver(tmp_path):
            assert set(incoming.iterdir()) == halves
