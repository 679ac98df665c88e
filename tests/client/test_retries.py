"""What is repeated, and what never is (quirks 9 and 10)."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from scripted_platform import Behaviour, ScriptedPlatform, hang_up, page, raw, reply, reset, stall

from funneldesk.client import calls, retries
from funneldesk.client.api import Api
from funneldesk.client.errors import (
    ApiError,
    BadAnswer,
    Conflict,
    NotFound,
    RateLimited,
    TimedOut,
    Unreachable,
)
from funneldesk.contract.pages import PageDraft, PagePatch

Work = Callable[[Api], Awaitable[Any]]
REPEATED: dict[str, Work] = {
    "get": lambda api: api.pages.get(3),
    "update": lambda api: api.pages.update(3, PagePatch(title="Spring")),
    "delete": lambda api: api.pages.delete(3),
}
SILENCES: dict[str, Behaviour] = {"hang up": hang_up, "reset": reset, "stall": stall}


@pytest.mark.parametrize("work", REPEATED)
@pytest.mark.parametrize("silence", SILENCES)
async def test_reads_and_addressed_writes_are_repeated_after_silence(
    work: str, silence: str, scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(SILENCES[silence], SILENCES[silence], reply(200, page(3)))
    await REPEATED[work](api)
    assert len({(r.method, r.path, r.body) for r in scripted.requests}) == 1
    assert len(scripted.requests) == 3


@pytest.mark.parametrize("silence", SILENCES)
async def test_they_are_repeated_twice_at_most(
    silence: str, scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(SILENCES[silence])
    with pytest.raises(TimedOut if silence == "stall" else Unreachable) as caught:
        await api.pages.update(3, PagePatch(title="Spring"))
    assert len(scripted.requests) == 1 + retries.REPEATS
    assert caught.value.maybe_done


@pytest.mark.parametrize("silence", SILENCES)
async def test_a_create_goes_out_once(silence: str, scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(SILENCES[silence])
    with pytest.raises(ApiError) as caught:
        await api.pages.create(PageDraft(title="Spring"))
    assert len(scripted.requests) == 1
    assert caught.value.maybe_done


async def test_a_create_over_a_line_that_served_before_goes_out_once(
    scripted: ScriptedPlatform, api: Api
) -> None:
    """The library repeats by itself on lines it used before; it must not."""
    scripted.will(reply(200, page(3)), hang_up)
    await api.pages.get(3)
    with pytest.raises(Unreachable):
        await api.pages.create(PageDraft(title="Spring"))
    assert [r.method for r in scripted.requests] == ["GET", "POST"]


async def test_only_an_addressed_delete_is_repeated(scripted: ScriptedPlatform, api: Api) -> None:
    """A bulk deletion is not (quirk 8); it has a body."""
    scripted.will(hang_up)
    with pytest.raises(Unreachable) as caught:
        await api.pages._calls.send(
            "DELETE", "/api/brands/7/entries/bulk-delete", body={"ids": [1]}
        )
    assert len(scripted.requests) == 1
    assert scripted.requests[0].body == b'{"ids":[1]}'
    assert caught.value.maybe_done


async def test_a_deletion_whose_answer_was_lost_is_done_when_nothing_is_left(
    scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(hang_up, reply(404, {"message": "no query results"}))
    await api.pages.delete(3)
    assert [r.method for r in scripted.requests] == ["DELETE", "DELETE"]
    with pytest.raises(NotFound):
        await api.pages.delete(3)


async def test_a_doubt_of_an_earlier_turn_is_not_forgotten(
    scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(hang_up, reply(409, b""))
    with pytest.raises(Conflict) as caught:
        await api.pages.update(3, PagePatch(title="Spring"))
    assert caught.value.maybe_done


async def test_an_unreached_platform_has_done_nothing(free_port: int, quick_repeats: None) -> None:
    async with Api(f"http://127.0.0.1:{free_port}", 1, "key") as api:
        for call in (
            api.pages.create(PageDraft(title="x")),
            api.pages.delete(3),
            api.pages.get(3),
        ):
            with pytest.raises(Unreachable) as caught:
                await call
            assert not caught.value.maybe_done


async def test_a_platform_that_comes_back_is_reached_by_the_repeat(
    free_port: int, scripted: ScriptedPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def appear(seconds: float) -> None:
        waits.append(seconds)
        api.replace_base(scripted.base_url)

    scripted.will(reply(200, page(3)))
    async with Api(f"http://127.0.0.1:{free_port}", 1, "key") as api:
        monkeypatch.setattr("funneldesk.client.calls.asyncio.sleep", appear)
        assert (await api.pages.get(3)).id == 3
    assert len(waits) == 1
    assert retries.BACKOFF / 2 <= waits[0] <= retries.BACKOFF


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422, 500, 502, 503, 302, 429])
async def test_an_answer_is_not_asked_for_again(
    status: int, scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(reply(status, b""))
    with pytest.raises(ApiError):
        await api.pages.get(3)
    assert len(scripted.requests) == 1


async def test_half_an_answer_is_not_asked_for_again(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(raw(b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"))
    with pytest.raises(BadAnswer):
        await api.pages.get(3)
    assert len(scripted.requests) == 1


@pytest.mark.parametrize("status", [429, 503])
async def test_retry_after_is_waited_for(status: int, scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(status, b"", {"Retry-After": "1"}), reply(200, page(3)))
    started = time.monotonic()
    assert (await api.pages.get(3)).id == 3
    assert time.monotonic() - started >= 1.0


async def test_a_date_that_has_passed_is_no_wait(
    scripted: ScriptedPlatform, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float | None] = []
    asked = calls.wait_asked_for
    monkeypatch.setattr(calls, "wait_asked_for", lambda a: waits.append(asked(a)) or waits[-1])
    past = format_datetime(datetime.now(UTC) - timedelta(hours=1), usegmt=True)
    scripted.will(reply(503, b"", {"Retry-After": past}), reply(200, page(3)))
    assert (await api.pages.get(3)).id == 3
    assert waits == [0]


async def test_a_long_wait_is_told_instead(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(429, b"", {"Retry-After": "31"}))
    with pytest.raises(RateLimited) as caught:
        await api.pages.get(3)
    assert caught.value.retry_after == 31
    assert len(scripted.requests) == 1


async def test_waiting_holds_no_place_among_the_six(scripted: ScriptedPlatform, api: Api) -> None:
    busy = reply(503, b"", {"Retry-After": "30"})
    scripted.will(*[busy] * 6, reply(200, page(3)))
    waiting = [asyncio.ensure_future(api.pages.get(3)) for _ in range(6)]
    while len(scripted.requests) < 6:  # noqa: ASYNC110 - the sixth request has no event of its own
        await asyncio.sleep(0.005)
    assert (await asyncio.wait_for(api.pages.get(3), 29)).id == 3
    for task in waiting:
        task.cancel()
    ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ended)
