"""What a platform that was killed left half done is gone after the next start."""

import sys
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
