"""A platform that fills its sample while it answers: usable at once, whole in the end."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from threading import Thread
from typing import Any

import httpx
import pytest
from platform_process import PROGRAM, BrandApi, Place, api_headers

WORDS = ("--sample", "small", "--sample-in-background", "--progress")


class Filling:
    """A running platform and the lines that it says, as they come."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.said: list[dict[str, Any]] = []
        self._lines: Queue[dict[str, Any]] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            told = json.loads(line)
            self.said.append(told)
            self._lines.put(told)
        self._lines.put({})

    def until(self, word: str, value: object = None) -> dict[str, Any]:
        """The next line with this word, and this value if one is given."""
        while told := self._lines.get(timeout=120):
            if word in told and value in (None, told[word]):
                return told
        raise AssertionError(f"it never said {word}")


@contextmanager
def filling(place: Place) -> Iterator[Filling]:
    """A platform in a process of its own, killed with the block."""
    place.data.mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(
        [*PROGRAM, "serve", *place.words, *WORDS],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield Filling(process)
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


@contextmanager
def brand_api(ready: dict[str, Any], brand: int) -> Iterator[BrandApi]:
    """The brand's interface by its owner's key."""
    key = next(k["key"] for k in ready["keys"] if (k["brand"], k["role"]) == (brand, "owner"))
    root = f"{ready['base_url']}/api/brands/{brand}"
    with httpx.Client(headers=api_headers(key), trust_env=False, timeout=60) as client:
        yield BrandApi(root, client)


@pytest.mark.deep
def test_the_lists_are_there_and_take_writes_while_the_visitors_still_come(place: Place) -> None:
    with filling(place) as platform:
        ready = platform.until("base_url")
        steps = [(line["step"], line["steps"]) for line in platform.said if "step" in line]
        assert steps == [(number, len(steps)) for number in range(1, len(steps) + 1)]
        with brand_api(ready, 1) as api, brand_api(ready, 2) as other:
            assert api.get("").json()["subscription_status"] == "loading"
            pages = [len(each.get("/pages/all").json()["data"]) for each in (api, other)]
            assert pages[0] > 10
            assert pages[1] > 3
            platform.until("chapter", "day 6 of 90")
            for number in range(5):
                body = {"title": f"Mine {number}", "slug": f"mine-{number}"}
                assert api.post("/pages", json=body).status_code == 200
            assert {"whole": True} not in platform.said
            platform.until("whole")
            assert api.get("").json()["subscription_status"] == "active"
            assert len(api.get("/pages/all").json()["data"]) == pages[0] + 5
            orders = api.get("/conversions").json()["meta"]["total"]
            assert orders > 300
    with filling(place) as platform:
        ready = platform.until("base_url")
        with brand_api(ready, 1) as api:
            assert api.get("/conversions").json()["meta"]["total"] >= orders
        assert platform.said == [ready]


@pytest.mark.deep
def test_a_platform_killed_while_it_fills_goes_on_at_the_next_start(place: Place) -> None:
    for day in (12, 48):
        with filling(place) as platform:
            platform.until("chapter", f"day {day} of 90")
    with filling(place) as platform:
        ready = platform.until("base_url")
        platform.until("whole")
        chapters = [line["chapter"] for line in platform.said if line.get("brand") == 1]
        assert "day 6 of 90" not in chapters
        assert "day 90 of 90" in chapters
        with brand_api(ready, 1) as api:
            counted = api.get("/tickets", params={"per_page": 1}).json()
            assert counted["meta"]["total"] == sum(counted["statuses"].values())
            assert api.get("").json()["subscription_status"] == "active"
