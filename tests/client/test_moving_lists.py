"""Rows that leave a list, join it or move in it while its pages are read: none is missed."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from funneldesk.client.resource import MOST_PASSES, walk
from funneldesk.contract.listing import Listing

SIZE = 10


class Row(BaseModel):
    id: int


@dataclass
class Moving:
    """A list on a server; ``happen`` is called with the number of calls before each of them."""

    ids: list[int]
    happen: Callable[[int, list[int]], None]
    calls: int = 0

    async def page(self, number: int) -> Listing[Row]:
        self.happen(self.calls, self.ids)
        self.calls += 1
        rows = tuple(Row(id=each) for each in self.ids[(number - 1) * SIZE : number * SIZE])
        total = len(self.ids)
        return Listing(rows, number, SIZE, total, max(1, -(-total // SIZE)))

    def walked(self) -> list[int]:
        async def read() -> list[int]:
            return [row.id async for row in walk(self.page)]

        return asyncio.run(read())


def test_what_moves_onto_a_page_that_was_read_is_not_missed() -> None:
    def happen(calls: int, ids: list[int]) -> None:
        if calls == 1:
            del ids[:7]  # seven of the first page were closed meanwhile

    server = Moving(list(range(100)), happen)
    walked = server.walked()
    assert len(walked) == len(set(walked))
    assert set(server.ids) <= set(walked)


def test_a_list_that_rests_is_read_once() -> None:
    server = Moving(list(range(95)), lambda _calls, _ids: None)
    assert server.walked() == list(range(95))
    assert server.calls == 10


def test_a_list_that_never_rests_ends() -> None:
    server = Moving(list(range(50)), lambda calls, ids: ids.insert(0, 10_000 + calls))
    walked = server.walked()
    assert len(walked) == len(set(walked))
    assert set(range(50)) <= set(walked)
    assert server.calls < 12 * MOST_PASSES


@given(
    st.integers(0, 60),
    st.lists(
        st.tuples(
            st.integers(0, 12), st.sampled_from(["leave", "join", "top"]), st.integers(0, 80)
        ),
        max_size=6,
    ),
)
def test_whatever_happens_once_nothing_that_stays_is_missed(
    count: int, events: list[tuple[int, str, int]]
) -> None:
    def happen(calls: int, ids: list[int]) -> None:
        for at, what, place in events:
            if at != calls:
                continue
            if what == "leave" and ids:
                del ids[place % len(ids)]
            elif what == "join":
                ids.append(10_000 + 100 * at + place)
            elif what == "top" and ids:
                ids.insert(0, ids.pop(place % len(ids)))

    server = Moving(list(range(count)), happen)
    walked = server.walked()
    assert len(walked) == len(set(walked))
    left = [what for at, what, _place in events if what == "leave" and at < server.calls]
    if len(left) == len([what for at, what, _ in events if at < server.calls]):
        assert set(server.ids) <= set(walked)


@pytest.mark.parametrize("told", [None, 3, 10_000])
def test_a_total_that_is_wrong_ends_the_reading(told: int | None) -> None:
    async def page(number: int) -> Listing[Row]:
        rows = tuple(Row(id=each) for each in range(25)[(number - 1) * SIZE : number * SIZE])
        return Listing(rows, number, SIZE, told, 3)

    async def read() -> list[int]:
        return [row.id async for row in walk(page)]

    assert asyncio.run(read()) == list(range(25))
