"""A platform that has no room left says so, stores nothing half, and goes on when there is room."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from file_samples import png
from platform_process import BrandApi, NewBrand, Place, Served, served

from funneldesk.server.db.engine import Database
from funneldesk.server.web.errors import FULL

ROOM = 600_000
"""Bytes that a file of the full platform may have: it is what the system refuses by then."""

SMALL, LARGE, HUGE = (png() + bytes(size) for size in (10_000, 900_000, 3_000_000))


@pytest.fixture
def alone(place: Place) -> Iterator[tuple[Served, BrandApi]]:
    """A platform that does nothing else, and a brand on it."""
    with served(place) as platform:
        database = Database(place.url)
        brand = NewBrand(platform.base_url, database)()
        yield platform, brand.api()
        for client in brand.clients:
            client.close()
        database.close()


@contextmanager
def full(platform: Served) -> Iterator[None]:
    """The system refuses larger files until the block ends; the database has room in its journal,
    which is small after it was folded in."""
    database = Database(platform.place.url)
    if database.is_local:
        database.look_up("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    pid, kind = platform.process.pid, resource.RLIMIT_FSIZE
    before = resource.prlimit(pid, kind)
    resource.prlimit(pid, kind, (ROOM, before[1]))
    yield
    resource.prlimit(pid, kind, before)


def paths(api: BrandApi) -> list[str]:
    return sorted(entry["BrowsePath"] for entry in api.get("/file-manager/files").json())


@pytest.mark.parametrize("content", [LARGE, HUGE], ids=["staged", "coming in"])
def test_a_file_that_has_no_room_is_a_507(alone: tuple[Served, BrandApi], content: bytes) -> None:
    platform, api = alone
    sent = {"file": ("a.png", content)}
    with full(platform):
        answer = api.post("/file-manager/upload-file", files=sent)
    assert (answer.status_code, answer.json()) == (507, {"message": FULL})
    assert paths(api) == []
    assert not list(platform.place.data.glob("storage/*/incoming/*"))
    assert api.post("/file-manager/upload-file", files=sent).status_code == 201
    assert paths(api) == ["a.png"]
    assert "Traceback" not in platform.log.read_text("utf-8")


def test_of_many_files_those_that_have_room_are_stored(alone: tuple[Served, BrandApi]) -> None:
    platform, api = alone
    assert api.post("/file-manager/upload-file", files={"file": ("b.png", SMALL)}).is_success
    parts = [("files[]", (name, LARGE if name in "bc" else SMALL)) for name in "abcd"]
    names = {"filenames[]": ["a.png", "b.png", "c.png", "d.png"]}
    with full(platform):
        told = api.post("/file-manager/bulk-upload-files", files=parts, data=names).json()
    assert [entry["status"] for entry in told["files"]] == [
        "uploaded",
        "failed",
        "failed",
        "uploaded",
    ]
    assert {entry.get("error") for entry in told["files"]} == {None, FULL}
    assert paths(api) == ["a.png", "b.png", "d.png"]
    sizes = {e["BrowsePath"]: e["sizeBytes"] for e in api.get("/file-manager/files").json()}
    assert set(sizes.values()) == {len(SMALL)}
