"""The line itself: limits, silence, broken and hostile answers, a clean end."""

import asyncio
import gzip
import json
import shutil
import ssl
import tracemalloc
import warnings
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from scripted_platform import (
    KEY,
    Received,
    ScriptedPlatform,
    hang_up,
    page,
    raw,
    reply,
    stall,
)

from funneldesk.client import assets, calls
from funneldesk.client.api import Api
from funneldesk.client.call import Timeouts
from funneldesk.client.errors import ApiError, BadAnswer, TimedOut, Unreachable
from funneldesk.contract.pages import PageDraft, PagePatch

Listen = Callable[..., Awaitable[int]]


async def test_every_call_asks_for_json_and_carries_the_key(
    scripted: ScriptedPlatform, api: Api
) -> None:
    """Quirks 1 and 2."""
    scripted.will(reply(200, page(3)))
    await api.pages.get(3)
    await api.pages.update(3, PagePatch(title="Spring", html=""))
    for request in scripted.requests:
        assert request.headers["accept"] == "application/json"
        assert request.headers["svc-access-key"] == KEY
        assert "cookie" not in request.headers
        assert "authorization" not in request.headers
    assert "content-type" not in scripted.requests[0].headers
    assert scripted.requests[1].headers["content-type"] == "application/json"
    assert scripted.requests[1].body == b'{"html":"","title":"Spring"}'


async def test_cookies_are_not_kept(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(200, page(3), {"Set-Cookie": "session=1; Path=/"}))
    await api.pages.get(3)
    await api.pages.get(3)
    assert "cookie" not in scripted.requests[1].headers


async def test_six_calls_at_most_are_in_flight(scripted: ScriptedPlatform, api: Api) -> None:
    """Quirk 9."""
    gate = asyncio.Event()

    async def behave(request: Received, writer: asyncio.StreamWriter) -> None:
        if scripted.at_once == calls.IN_FLIGHT:
            gate.set()
        await gate.wait()
        await asyncio.sleep(0.01)
        await reply(200, page(3))(request, writer)

    scripted.will(behave)
    await asyncio.gather(*(api.pages.get(3) for _ in range(20)))
    assert scripted.most_at_once == calls.IN_FLIGHT


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{", "broke off"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{", "broke off"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}", "does not speak HTTP"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "no JSON"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", "should be an object"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>", "no JSON"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n" + b'{"id":"x"}', "at id"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}", "does not speak HTTP"),
        (b"SSH-2.0-OpenSSH_9.2\r\n\r\n", "does not speak HTTP"),
        (b"\x00\xff\x00\xff\r\n\r\n", "does not speak HTTP"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n", "does not speak HTTP"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
            "cannot be unpacked: it is no gzip",
        ),
    ],
)
async def test_an_answer_that_cannot_be_used_is_told(
    answer: bytes, says: str, scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(raw(answer))
    with pytest.raises(BadAnswer, match=says) as caught:
        await api.pages.get(3)
    assert not caught.value.maybe_done
    with pytest.raises(BadAnswer) as caught:
        await api.pages.update(3, PagePatch(title="x"))
    assert caught.value.maybe_done


async def test_gzip_is_unpacked(scripted: ScriptedPlatform, api: Api) -> None:
    packed = gzip.compress(b'{"id": 3, "name": "packed"}')
    scripted.will(reply(200, packed, {"Content-Encoding": "gzip"}))
    assert (await api.pages.get(3)).name == "packed"


@pytest.mark.parametrize("packing", ["gzip, gzip", "br", "deflate"])
async def test_only_one_layer_of_gzip_is_unpacked(
    packing: str, scripted: ScriptedPlatform, api: Api
) -> None:
    """Two layers of gzip make two gigabytes of a few kilobytes; nobody asked for them."""
    packed = gzip.compress(gzip.compress(b" " * 5_000_000))
    scripted.will(reply(200, packed, {"Content-Encoding": packing}))
    with pytest.raises(BadAnswer, match="packed in a way that was not asked for"):
        await api.pages.get(3)


async def test_members_of_gzip_are_one_body(scripted: ScriptedPlatform, api: Api) -> None:
    """One behind the other, as the format allows; and none that is cut off."""
    whole = b"".join(gzip.compress(part) for part in (b'{"id": 3, ', b'"name": "x"}'))
    for packed in (whole, whole + b"\0" * 9):
        scripted.will(reply(200, packed, {"Content-Encoding": "gzip"}))
        assert (await api.pages.get(3)).name == "x"
    scripted.will(reply(200, whole[:-3], {"Content-Encoding": "gzip"}))
    with pytest.raises(BadAnswer, match="cut off"):
        await api.pages.get(3)


async def test_a_body_that_unfolds_takes_no_memory(
    scripted: ScriptedPlatform, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """300 MB in 300 KB: an answer, a refusal, a file and one that is poured."""
    monkeypatch.setattr(calls, "LARGEST_ANSWER", 2_000_000)
    monkeypatch.setattr(assets, "LARGEST_ASSET", 2_000_000)
    packed = zeros(300_000_000)
    taken = 0

    async def take(piece: bytes) -> None:
        nonlocal taken
        taken += len(piece)

    works: list[Callable[[], Awaitable[object]]] = [
        lambda: api.pages.get(3),
        lambda: api.pages.delete(3),
        lambda: api.fetch_asset("/cdn/7/assets/a.css"),
        lambda: api.pour_asset("/cdn/7/assets/a.css", take, limit=2_000_000),
    ]
    for status, work in zip((200, 422, 200, 200), works, strict=True):
        scripted.will(reply(status, packed, {"Content-Encoding": "gzip"}))
        tracemalloc.start()
        with pytest.raises(BadAnswer, match="larger than 2 MB"):
            await work()
        assert tracemalloc.get_traced_memory()[1] < 15_000_000
        tracemalloc.stop()
    assert taken <= 2_000_000


def zeros(count: int) -> bytes:
    """So many spaces, packed."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    piece = b" " * 10_000_000
    return b"".join(packer.compress(piece) for _ in range(count // len(piece))) + packer.flush()


async def test_an_answer_over_the_limit_is_not_read_to_its_end(
    scripted: ScriptedPlatform, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Announced, unannounced, and packed small."""
    monkeypatch.setattr(calls, "LARGEST_ANSWER", 1_000_000)
    sent = 0

    async def endless(_: Received, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"10000\r\n" + b" " * 65536 + b"\r\n")
            sent += 65536
            await writer.drain()

    announced = raw(b"HTTP/1.1 200 OK\r\nContent-Length: 1000001\r\n\r\n[")
    bomb = reply(200, gzip.compress(b" " * 50_000_000), {"Content-Encoding": "gzip"})
    for answer in (announced, endless, bomb):
        scripted.will(answer)
        with pytest.raises(BadAnswer, match="larger than 1 MB"):
            await api.pages.get(3)
    assert sent < 20_000_000


async def test_an_answer_that_stops_half_way_ends_in_time(
    scripted: ScriptedPlatform, api: Api
) -> None:
    async def half(request: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{")
        await stall(request, writer)

    scripted.will(half)
    with pytest.raises(TimedOut, match="half way"):
        await asyncio.wait_for(api.pages.get(3), 5)
    assert len(scripted.requests) == 1


async def test_a_dripping_answer_ends_in_time(scripted: ScriptedPlatform) -> None:
    async def drip(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n")
        while not writer.is_closing():
            writer.write(b" ")
            await asyncio.sleep(0.02)

    scripted.will(drip)
    async with Api(scripted.base_url, 7, KEY, timeouts=Timeouts(read=60, whole=0.3)) as api:
        with pytest.raises(TimedOut):
            await asyncio.wait_for(api.pages.get(3), 30)


async def test_an_upload_that_nobody_takes_ends_in_time(
    listen: Listen, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never_reads(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        await asyncio.Event().wait()

    monkeypatch.setattr("funneldesk.client.transport._SLOWEST_UPLOAD", 1 << 30)
    timeouts = Timeouts(connect=0.2, read=0.2, write=0.2)
    async with Api(
        f"http://127.0.0.1:{await listen(never_reads)}", 7, KEY, timeouts=timeouts
    ) as api:
        draft = PageDraft(title="x", html="x" * 30_000_000)
        with pytest.raises(TimedOut) as caught:
            await asyncio.wait_for(api.pages.create(draft), 10)
    assert caught.value.maybe_done


async def test_a_refusal_before_the_upload_ended_is_heard(listen: Listen, api: Api) -> None:
    """A platform may refuse a large body by its head alone and read no further."""

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")
        await asyncio.Event().wait()

    api.replace_base(f"http://127.0.0.1:{await listen(refuse)}")
    with pytest.raises(ApiError) as caught:
        await asyncio.wait_for(api.pages.create(PageDraft(title="x", html="x" * 30_000_000)), 2)
    assert caught.value.status == 413


async def test_a_large_body_arrives_whole(scripted: ScriptedPlatform, api: Api) -> None:
    html = "".join(chr(0x100 + n % 5000) for n in range(1_500_000))
    scripted.will(hang_up, reply(200, page(3)))
    await api.pages.update(3, PagePatch(title="x", html=html))
    for request in scripted.requests:
        assert json.loads(request.body) == {"title": "x", "html": html}
        assert "transfer-encoding" not in request.headers
    assert len(scripted.requests) == 2


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
async def test_an_untrusted_certificate_is_told(listen: Listen, tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    making = await asyncio.create_subprocess_exec(
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
        *(
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
        ),
        *("-keyout", str(key), "-out", str(certificate)),
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert await making.wait() == 0
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    platform = ScriptedPlatform([reply(200, page(3))])
    base = f"https://127.0.0.1:{await listen(platform.serve, context)}"
    async with Api(base, 1, KEY) as api:
        with pytest.raises(Unreachable, match="certificate") as caught:
            await api.pages.create(PageDraft(title="x"))
    assert not caught.value.maybe_done
    assert platform.requests == []
    with pytest.MonkeyPatch.context() as trusting:
        trusting.setenv("SSL_CERT_FILE", str(certificate))
        async with Api(base, 1, KEY) as api:
            assert (await api.pages.get(3)).id == 3


@pytest.mark.parametrize(
    "base_url", ["http://xn--", "http://a..b", "http://" + "a" * 300 + ".example", "http://ex%zz"]
)
async def test_an_impossible_address_is_unreachable(base_url: str, quick_repeats: None) -> None:
    async with Api(base_url, 1, KEY) as api:
        with pytest.raises(Unreachable) as caught:
            await api.pages.create(PageDraft(title="x"))
    assert not caught.value.maybe_done


async def test_a_proxy_of_the_environment_is_used_but_not_for_this_computer(
    scripted: ScriptedPlatform, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", scripted.base_url)
    scripted.will(reply(200, page(3)))
    async with Api("http://platform.example", 7, KEY) as far:
        assert (await far.pages.get(3)).id == 3
    assert scripted.requests[0].path == "http://platform.example/api/brands/7/pages/3"
    await api.pages.get(3)
    assert scripted.requests[1].path == "/api/brands/7/pages/3"


async def test_the_end_lets_calls_finish_and_takes_no_more(
    scripted: ScriptedPlatform, api: Api
) -> None:
    released = asyncio.Event()

    async def slow(request: Received, writer: asyncio.StreamWriter) -> None:
        await released.wait()
        await reply(200, page(3))(request, writer)

    scripted.will(slow)
    going = asyncio.ensure_future(api.pages.get(3))
    await scripted.requested.wait()
    ending = asyncio.ensure_future(api.aclose(grace=120))
    await asyncio.sleep(0)
    with pytest.raises(Unreachable, match="closed"):
        await api.pages.get(3)
    released.set()
    assert (await going).id == 3
    await asyncio.wait_for(ending, 60)


async def test_the_end_does_not_wait_for_ever(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(stall)
    going = asyncio.ensure_future(api.pages.create(PageDraft(title="x")))
    await scripted.requested.wait()
    await asyncio.wait_for(api.aclose(grace=0.05), 0.5)
    with pytest.raises((Unreachable, TimedOut)) as caught:
        await going
    assert caught.value.maybe_done


def test_nothing_is_left_behind() -> None:
    """A whole life in a loop of its own, in debug mode, without a warning."""
    noise: list[str] = []

    async def live() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: noise.append(str(context)))
        platform = ScriptedPlatform([reply(200, page(3))])
        server = await asyncio.start_server(platform.serve, "127.0.0.1", 0)
        async with Api(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", 7, KEY) as api:
            await asyncio.gather(*(api.pages.get(3) for _ in range(8)))
            task = asyncio.ensure_future(api.pages.get(3))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        server.close()

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        asyncio.run(live(), debug=True)
    assert noise == []
