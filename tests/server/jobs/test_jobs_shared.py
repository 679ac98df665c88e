"""Two platform processes on one PostgreSQL: every job is done, and done once."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from automations_driver import chain, deploy, reached
from awaited import eventually
from platform_process import BrandApi, Place, Served, served

RUNS = 24
STEPS = 12


@pytest.fixture
def two(place: Place) -> Iterator[tuple[Served, Served]]:
    """Two processes with a folder each and one database."""
    if place.database is None:
        pytest.skip("a SQLite folder has one process")
    with ExitStack() as stack:
        first = stack.enter_context(served(place))
        other = replace(place, data=place.data.parent / "other")
        yield first, stack.enter_context(served(other))


def nodes() -> list[dict[str, object]]:
    tags = [{"code": f"n{n}", "type": "add_tag", "data": {"tag": str(n)}} for n in range(STEPS - 2)]
    mail = {"code": "mail", "type": "send_email", "data": {"subject": "Hi", "body": "Hello"}}
    return [*tags, mail]


def post_all(two: tuple[Served, Served], api: BrandApi, code: str) -> None:
    for number in range(RUNS):
        hook = f"{two[number % 2].base_url}/webhooks/{code}"
        assert api.client.post(hook, json={"email": f"{number}@e.example"}).status_code == 200


def outboxes(two: tuple[Served, Served]) -> list[str]:
    folders = [Path(each.place.data) / "outbox" for each in two]
    return sorted(path.name for folder in folders for path in folder.glob("*.eml"))


def test_two_processes_share_the_work(two: tuple[Served, Served]) -> None:
    with reached(two[0]) as api:
        made = deploy(api, chain(*nodes()))
        post_all(two, api, made["postback_code"])
        eventually(
            lambda: api.get(f"/automations/{made['id']}/logs").json()["total"],
            lambda total: total >= RUNS * STEPS,
        )
        stats = api.get(f"/automations/{made['id']}/stats").json()
        assert {counts["success"] for counts in stats.values()} == {RUNS}
        letters = eventually(lambda: outboxes(two), lambda found: len(found) >= RUNS)
    assert len(letters) == len(set(letters)) == RUNS


def test_one_goes_on_when_the_other_is_killed(two: tuple[Served, Served]) -> None:
    with reached(two[0]) as api:
        made = deploy(api, chain(*nodes()))
        post_all(two, api, made["postback_code"])
        two[1].process.kill()
        two[1].process.wait()
        eventually(
            lambda: api.get(f"/automations/{made['id']}/logs").json()["total"],
            lambda total: total >= RUNS * STEPS,
        )
        stats = api.get(f"/automations/{made['id']}/stats").json()
        assert {counts["success"] for counts in stats.values()} == {RUNS}
