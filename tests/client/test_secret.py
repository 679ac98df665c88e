"""The key is never shown (quirk 1)."""

import asyncio
import copy
import gc
import logging
import pickle
import traceback
from collections.abc import Awaitable, Callable

import pytest
from scripted_platform import KEY, Behaviour, ScriptedPlatform, hang_up, raw, reply, reset, stall

from funneldesk.client.api import Api
from funneldesk.client.errors import ApiError
from funneldesk.client.secret import Secret
from funneldesk.contract.pages import PageDraft

FAULTS: dict[str, Behaviour] = {
    "401": reply(401, {"message": f"invalid API key {KEY}"}),
    "403": reply(403, {"error": KEY}),
    "404": reply(404, {"message": KEY}),
    "409": reply(409, KEY),
    "422": reply(422, {"message": KEY, "errors": {KEY: [KEY], "title": KEY}}),
    "plan": reply(403, {"error": KEY, "plan_error": {"message": KEY}}),
    "429": reply(429, KEY, {"Retry-After": "90"}),
    "500": reply(500, f"<pre>SVC-Access-Key: {KEY}</pre>".encode()),
    "501": reply(501, KEY),
    "redirect": reply(302, KEY, {"Location": f"/login?key={KEY}"}),
    "moved": reply(301, KEY, {"Location": f"https://other.example/{KEY}/api/brands/7/pages"}),
    "no json": reply(200, KEY.encode()),
    "wrong shape": reply(200, {"page": {"id": "none"}, "key": KEY}),
    "cut off": raw(f"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{KEY}".encode()),
    "not http": raw(f"220 {KEY} ESMTP\r\n\r\n".encode()),
    "bad header": raw(f"HTTP/1.1 200 OK\r\n{KEY}\r\n\r\n".encode()),
    "bad gzip": reply(200, KEY.encode(), {"Content-Encoding": "gzip"}),
    "hang up": hang_up,
    "reset": reset,
    "stall": stall,
}


def test_a_secret_shows_itself_to_nobody() -> None:
    secret = Secret(f"  {KEY}\n")
    assert secret.reveal() == KEY
    shown = [repr(secret), str(secret), f"{secret}", f"{secret:>40}", f"{secret!r}", repr([secret])]
    assert not any(KEY in text for text in shown)
    assert not hasattr(secret, "__dict__")
    for copying in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="never written") as caught:
            copying(secret)
        assert KEY not in str(caught.value)
    assert secret == Secret(KEY)
    assert secret != Secret("another")


@pytest.mark.parametrize("text", ["", "   ", "a b", "a\nb", "ключ", "a\x00", "x" * 5000])
def test_what_cannot_be_a_key_is_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(ValueError, match=r"^The key ") as caught:
        Secret(text)
    assert text == "" or text.strip() == "" or text not in str(caught.value)


@pytest.mark.parametrize("name", FAULTS)
async def test_no_failure_shows_the_key(
    name: str, scripted: ScriptedPlatform, api: Api, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    scripted.will(FAULTS[name])
    with pytest.raises(ApiError) as caught:
        await api.pages.create(PageDraft(title="Spring"))
    assert scripted.requests[0].headers["svc-access-key"] == KEY
    assert_hidden(caught.value)
    assert KEY not in caplog.text


async def test_an_unreachable_platform_does_not_show_the_key(
    free_port: int, quick_repeats: None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with Api(f"http://127.0.0.1:{free_port}", 1, KEY) as api:
        assert KEY not in repr(api)
        with pytest.raises(ApiError) as caught:
            await api.check()
    assert_hidden(caught.value)
    assert KEY not in caplog.text


async def test_a_cancelled_call_does_not_show_the_key(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(stall)
    task = asyncio.ensure_future(api.check())
    await scripted.requested.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError) as caught:
        await task
    assert_hidden(caught.value)


async def test_a_bug_in_a_library_does_not_show_the_key(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        headers = {"SVC-Access-Key": KEY}
        raise LookupError(f"no such thing among {len(headers)}")

    monkeypatch.setattr("aiohttp.TCPConnector.connect", broken)
    with pytest.raises(LookupError) as caught:
        await api.check()
    assert_hidden(caught.value)


async def test_a_redirect_to_another_host_gets_no_request(
    start_platform: Callable[[], Awaitable[ScriptedPlatform]], api: Api, scripted: ScriptedPlatform
) -> None:
    thief = await start_platform()
    for status in (301, 302, 303, 307, 308):
        scripted.will(reply(status, b"", {"Location": f"{thief.base_url}/api/brands/7"}))
        with pytest.raises(ApiError):
            await api.check()
    assert thief.requests == []


def assert_hidden(error: BaseException) -> None:
    """Not in the error, not in anything that hangs on it, not in a traceback with all locals."""
    gc.collect()
    told = traceback.TracebackException.from_exception(error, capture_locals=True)
    frames = [frame for frame in told.stack if "/tests/" not in frame.filename]
    assert frames, "there is a traceback to look at"
    for frame in frames:
        for name, value in (frame.locals or {}).items():
            assert KEY not in value, f"{name} in {frame.filename}:{frame.lineno}"
    seen: BaseException | None = error
    while seen is not None:
        assert KEY not in f"{seen!r}{seen}{vars(seen)}"
        seen = seen.__cause__ or seen.__context__
    if isinstance(error, ApiError):
        assert KEY not in error.details()
