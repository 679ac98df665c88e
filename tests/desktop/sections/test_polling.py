"""Polling: how long it rests between two calls, by a clock that moves on instead of waiting."""

import asyncio
import selectors
from collections.abc import Awaitable, Callable, Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject, Signal

from funneldesk.client.errors import ApiError, NotFound, RateLimited, ServerFault
from funneldesk.desktop.sections import polling
from funneldesk.desktop.sections.polling import BEHIND, FRONT, LONGEST_REST, PAUSE, Poller
from funneldesk.desktop.workspace.workspace import OFFLINE, ONLINE, Workspace

STARTED = 10_000.0


class Clock(selectors.DefaultSelector):
    """A selector that does not wait for a timer: the time moves on to it."""

    def __init__(self) -> None:
        super().__init__()
        self.now = STARTED

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if not found:
            self.now += timeout or 0.0
        return found


class Brand(QObject):
    """What polling knows of a brand."""

    connection_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.connection_state = ONLINE

    def become(self, state: str) -> None:
        self.connection_state = state
        self.connection_changed.emit()


class Watch:
    """A poller, when it asked, and what it is answered: an error, or None when all is well."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.brand, self.every = clock, Brand(), FRONT
        self.answers: list[ApiError | None] = []
        self.asked: list[float] = []
        workspace = cast(Workspace, self.brand)
        self.poller = Poller(workspace, self._ask, lambda: self.every, self.brand)

    async def _ask(self) -> None:
        self.asked.append(self.clock.now - STARTED)
        error = self.answers.pop(0) if self.answers else None
        if error is not None:
            raise error

    def waits(self) -> list[float]:
        """Seconds between the calls."""
        pairs = zip(self.asked, self.asked[1:], strict=False)
        return [round(later - earlier, 3) for earlier, later in pairs]


Live = Callable[[Callable[[Watch], Awaitable[None]]], Watch]


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """Polls while a coroutine runs, on a loop of its own clock; what is drawn by lot is 0."""
    clock = Clock()
    loop = asyncio.SelectorEventLoop(clock)
    monkeypatch.setattr(loop, "time", lambda: clock.now)
    monkeypatch.setattr(polling, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(polling, "random", SimpleNamespace(random=lambda: 0.0))
    watch = Watch(clock)

    async def whole(work: Callable[[Watch], Awaitable[None]]) -> None:
        watch.poller.begin()
        await work(watch)
        watch.poller.end()
        await asyncio.sleep(0)

    def run(work: Callable[[Watch], Awaitable[None]]) -> Watch:
        loop.run_until_complete(whole(work))
        return watch

    yield run
    loop.close()


def failed(kind: type[ApiError], **known: Any) -> ApiError:
    error = kind("Not now.", method="GET", path="/tickets/count")
    for name, value in known.items():
        setattr(error, name, value)
    return error


def test_it_asks_at_once_and_then_at_its_pace(live: Live) -> None:
    watch = live(lambda _: asyncio.sleep(3 * FRONT + 1))
    assert watch.asked == [0, FRONT, 2 * FRONT, 3 * FRONT]


def test_who_looks_away_is_asked_for_seldom_and_who_comes_back_at_once(live: Live) -> None:
    async def look_away(watch: Watch) -> None:
        watch.every = BEHIND
        await asyncio.sleep(BEHIND - 1)
        assert watch.asked == [0]
        watch.every = FRONT
        watch.poller.again()
        await asyncio.sleep(FRONT + 1)

    assert live(look_away).asked == [0, BEHIND - 1, BEHIND - 1 + FRONT]


def test_several_changes_in_a_row_are_asked_about_once(live: Live) -> None:
    async def change(watch: Watch) -> None:
        await asyncio.sleep(5)
        for _ in range(4):
            watch.poller.soon()
        await asyncio.sleep(PAUSE / 5)
        for _ in range(4):
            watch.poller.soon()
        await asyncio.sleep(5)

    assert live(change).asked == [0, 5, 5 + PAUSE]


def test_a_refusal_rests_as_long_as_the_server_asks_for(live: Live) -> None:
    async def refuse(watch: Watch) -> None:
        watch.answers = [failed(RateLimited, retry_after=100.0)]
        await asyncio.sleep(50)
        watch.poller.soon()  # Nobody's haste ends what the server asked for.
        watch.poller.again()
        await asyncio.sleep(60 + FRONT + 1)

    assert live(refuse).waits() == [100, FRONT]


@pytest.mark.parametrize("kind", [RateLimited, ServerFault])
def test_refusals_in_a_row_double_the_rest_up_to_a_bound(live: Live, kind: type[ApiError]) -> None:
    async def refuse(watch: Watch) -> None:
        watch.answers = [failed(kind) for _ in range(9)]
        await asyncio.sleep(20 * LONGEST_REST)

    waits = live(refuse).waits()
    assert waits[:9] == [15, 30, 60, 120, 240, 480, 900, 900, 900]
    assert set(waits[9:]) == {FRONT}


def test_another_failure_ends_the_rest(live: Live) -> None:
    async def refuse(watch: Watch) -> None:
        watch.answers = [failed(RateLimited, retry_after=60.0), failed(NotFound)]
        await asyncio.sleep(60 + FRONT + 1)

    assert live(refuse).waits() == [60, FRONT]


def test_an_unreachable_server_is_left_alone_until_it_is_back(live: Live) -> None:
    async def vanish(watch: Watch) -> None:
        await asyncio.sleep(1)
        watch.brand.become(OFFLINE)
        await asyncio.sleep(1_000)
        assert watch.asked == [0]
        watch.brand.become(ONLINE)
        await asyncio.sleep(1)

    assert live(vanish).asked == [0, 1_001]


def test_nothing_is_asked_after_the_end(live: Live) -> None:
    async def end(watch: Watch) -> None:
        await asyncio.sleep(1)
        watch.poller.end()
        watch.poller.soon()
        await asyncio.sleep(1_000)

    assert live(end).asked == [0]
