"""Files on their way out: streamed, once, with progress (quirks 10, 34 and 35)."""

import asyncio
import email
import email.policy
import io
import os
import resource
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_platform import KEY, Received, ScriptedPlatform, hang_up, reply

from funneldesk.client.api import Api
from funneldesk.client.call import Timeouts
from funneldesk.client.errors import ApiError, Invalid, TimedOut, Unreachable
from funneldesk.client.uploads import PIECE, Upload, prepare

if TYPE_CHECKING:
    from conftest import Listen

DONE = reply(201, {"HttpCode": 201, "Message": "ok", "file_path": "7/assets/a.css"})


def parts_of(request: Received) -> list[tuple[str, str | None, bytes]]:
    """The form as another parser reads it: name, file name, content."""
    head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
    whole = email.message_from_bytes(head + request.body, policy=email.policy.HTTP)
    found = []
    for part in whole.iter_parts():
        name = part.get_param("name", header="content-disposition")
        found.append((str(name), part.get_filename(), bytes(part.get_payload(decode=True))))
    return found


async def chunks(*pieces: bytes, pause: float = 0.0) -> AsyncIterator[bytes]:
    for piece in pieces:
        await asyncio.sleep(pause)
        yield piece


async def test_a_form_carries_fields_and_the_file(
    scripted: ScriptedPlatform, api: Api, tmp_path: Path
) -> None:
    content = os.urandom(3 * PIECE + 17)
    path = tmp_path / "big.css"
    path.write_bytes(content)
    scripted.will(DONE)
    told: list[tuple[int, int | None]] = []
    answer = await api.files.upload(
        Upload.of(path), folder="img", name="x.css", progress=lambda *now: told.append(now)
    )
    assert answer.file_path == "7/assets/a.css"
    (request,) = scripted.requests
    assert (request.method, request.path) == ("POST", "/api/brands/7/file-manager/upload-file")
    assert request.headers["svc-access-key"] == KEY
    assert request.headers["content-length"] == str(len(request.body))
    assert "transfer-encoding" not in request.headers
    assert parts_of(request) == [
        ("path", None, b"img"),
        ("custom_filename", None, b"x.css"),
        ("file", "big.css", content),
    ]
    assert told == sorted(told)
    assert told[-1] == (len(content), len(content))
    assert len(told) == 4


async def test_many_files_go_in_one_call(scripted: ScriptedPlatform, api: Api) -> None:
    entry = {"filename": "b", "status": "failed", "error": "Files of the type x are not allowed."}
    body = {"summary": {"total": 2, "uploaded": 1, "failed": 1}, "files": [entry]}
    scripted.will(reply(200, body))
    files = [Upload("a.css", b"a"), Upload("b.css", chunks(b"b", b"", b"c"), size=2)]
    result = await api.files.upload_many(files, folder="x", names=["", "z.css"])
    assert result.summary.failed == 1
    assert (result.files[0].is_uploaded, result.files[0].error) == (False, entry["error"])
    assert parts_of(scripted.requests[0]) == [
        ("path", None, b"x"),
        ("filenames[]", None, b""),
        ("filenames[]", None, b"z.css"),
        ("files[]", "a.css", b"a"),
        ("files[]", "b.css", b"bc"),
    ]
    with pytest.raises(ValueError, match="20"):
        await api.files.upload_many([Upload("a", b"")] * 21)
    assert len(scripted.requests) == 1


@pytest.mark.parametrize(
    "behaviour", [hang_up, reply(503, {}), reply(429, {}, {"Retry-After": "0"})]
)
async def test_an_upload_is_never_repeated(
    behaviour: Any, scripted: ScriptedPlatform, api: Api
) -> None:
    """Quirk 10."""
    scripted.will(behaviour)
    with pytest.raises(ApiError) as caught:
        await api.files.upload(Upload("a.css", b"a{}"))
    assert len(scripted.requests) == 1
    assert caught.value.maybe_done is (behaviour is hang_up)


async def test_a_refusal_names_the_field(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(422, {"errors": {"file": ["Files of the type x are not allowed."]}}))
    with pytest.raises(Invalid) as caught:
        await api.files.upload(Upload("a.css", b"a{}"))
    assert caught.value.fields["file"]
    assert not caught.value.maybe_done


async def test_a_file_that_cannot_be_read_is_told_and_nothing_is_sent(
    scripted: ScriptedPlatform, api: Api, tmp_path: Path
) -> None:
    for path in (tmp_path / "gone.png", tmp_path / "a\0b", tmp_path):
        with pytest.raises(ApiError, match="cannot be read") as caught:
            await api.files.upload(Upload.of(path))
        assert not caught.value.maybe_done
        assert str(tmp_path) not in str(caught.value)
    assert scripted.requests == []


@pytest.mark.parametrize("size", [2, 9])
async def test_a_file_that_changes_while_it_is_sent_is_not_half_stored(
    size: int, listen: "Listen"
) -> None:
    got: list[bytes] = []

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(65536):
            got.append(piece)
        writer.close()

    base = f"http://127.0.0.1:{await listen(take)}"
    async with Api(base, 7, KEY, timeouts=Timeouts(read=2, write=2)) as api:
        with pytest.raises(ApiError, match="while it was sent") as caught:
            await api.files.upload(Upload("a.css", chunks(b"12345"), size=size))
    assert not caught.value.maybe_done
    assert b"12345" not in b"".join(got) or size > 5


def open_files() -> set[Path]:
    """What this process has open, as far as the system tells."""
    listed = Path("/proc/self/fd")
    found = list(listed.iterdir()) if listed.exists() else []
    return {one.readlink() for one in found if one.is_symlink()}


async def test_cancelling_ends_the_upload_and_lets_the_file_go(
    listen: "Listen", tmp_path: Path
) -> None:
    ended = asyncio.Event()
    begun = asyncio.Event()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1000)
        begun.set()
        while True:
            try:
                if not await reader.read(1 << 20):
                    break
            except ConnectionError:
                break
            await asyncio.sleep(0.01)
        ended.set()

    path = tmp_path / "big.mp4"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    async with Api(f"http://127.0.0.1:{await listen(take)}", 7, KEY) as api:
        task = asyncio.ensure_future(api.files.upload(Upload.of(path)))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with asyncio.timeout(60):
            await ended.wait()
            while path in open_files():  # noqa: ASYNC110 - a thread closes it, and tells nobody
                await asyncio.sleep(0.01)


@pytest.mark.parametrize("moment", ["opening", "reading"])
async def test_a_file_that_a_thread_opens_for_a_cancelled_upload_is_closed(
    moment: str, listen: "Listen", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread cannot be cancelled: it gets the file when nobody waits for it any more."""
    begun, go_on, closed = threading.Event(), threading.Event(), threading.Event()

    def wait(now: str) -> None:
        if now == moment:
            begun.set()
            go_on.wait(30)

    class Watched(io.FileIO):
        def read(self, count: int | None = -1) -> bytes:
            wait("reading")
            return super().read(count) or b""

        def close(self) -> None:
            super().close()
            closed.set()

    def slowly(path: Path, mode: str) -> Watched:
        wait("opening")
        return Watched(path, mode)

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1 << 20)

    path = tmp_path / "a.css"
    path.write_bytes(b"x" * 3 * PIECE)
    monkeypatch.setattr(Path, "open", slowly)
    async with Api(f"http://127.0.0.1:{await listen(take)}", 7, KEY) as api:
        task = asyncio.ensure_future(api.files.upload(Upload.of(path)))
        await asyncio.to_thread(begun.wait, 30)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not closed.is_set()  # and the loop did not wait for the thread
        go_on.set()
        assert await asyncio.to_thread(closed.wait, 30)


async def test_a_slow_upload_may_take_long_and_a_stuck_one_may_not(listen: "Listen") -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        await reader.readuntil(b"\r\n0\r\n\r\n")
        writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}")

    async def stuck(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        await asyncio.Event().wait()

    limits = Timeouts(connect=0.3, read=0.3, write=0.3)
    async with Api(f"http://127.0.0.1:{await listen(answer)}", 7, KEY, timeouts=limits) as api:
        slow = chunks(*[b"x" * 1000] * 8, pause=0.2)
        await asyncio.wait_for(api.files.upload(Upload("a.css", slow)), 10)
    async with Api(f"http://127.0.0.1:{await listen(stuck)}", 7, KEY, timeouts=limits) as api:
        with pytest.raises(TimedOut) as caught:
            await asyncio.wait_for(api.files.upload(Upload("a.css", b"x" * 30_000_000)), 10)
        assert caught.value.maybe_done


async def test_nobody_there_means_not_done(free_port: int) -> None:
    async with Api(f"http://127.0.0.1:{free_port}", 7, KEY) as api:
        with pytest.raises(Unreachable) as caught:
            await api.files.upload(Upload("a.css", b"a"))
    assert not caught.value.maybe_done


@pytest.mark.skipif(sys.platform == "win32", reason="the system tells no peak of memory")
async def test_the_largest_upload_is_felt_by_neither_memory_nor_loop(
    listen: "Listen", tmp_path: Path
) -> None:
    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(2):
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            while length:
                length -= len(await reader.read(min(1 << 20, length)))
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")

    path = tmp_path / "film.mp4"
    with path.open("wb") as file:
        file.truncate(10_000_000)
    turns = 0

    async def watch() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    async with Api(f"http://127.0.0.1:{await listen(take)}", 7, KEY) as api:
        await api.files.upload_many([Upload.of(path)])
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        watching = asyncio.ensure_future(watch())
        await api.files.upload_many([Upload.of(path)] * 20)
        watching.cancel()
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 < 40_000_000
    assert turns > 20 * 10, "at least one for each megabyte"


NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


@given(st.lists(st.tuples(NAMES, st.binary(max_size=50)), min_size=1, max_size=3))
async def test_the_length_that_is_told_is_the_length_that_is_sent(
    files: list[tuple[str, bytes]],
) -> None:
    form = await prepare([("path", "é")], [("files[]", Upload(*one)) for one in files])
    body = b"".join([piece async for piece in form.chunks()])
    assert form.length == len(body)
    assert body.count(b"Content-Disposition") == len(files) + 1 or any(
        b"Content-Disposition" in content for _, content in files
    )
