"""Files that mean harm: the worker bears it, the window does not notice, the user is told."""

import asyncio
import dataclasses
import os
import signal
import struct
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from qasync import QEventLoop
from tests.desktop.support.image_samples import bomb, drawing, font, picture, turned_photo, wide_gif

from funneldesk.desktop.assets.thumbnails.image_workers import _DIED as DIED
from funneldesk.desktop.assets.thumbnails.image_workers import ImageWorkers, NoImage
from funneldesk.desktop.assets.thumbnails.pixels import image_of
from funneldesk.desktop.assets.thumbnails.worker.vectors import cleaned
from funneldesk.desktop.kit.tasks import end_all, end_under
from funneldesk.desktop.kit.workers.child import JobError
from funneldesk.desktop.kit.workers.handle import Request, WorkerHandle
from funneldesk.desktop.kit.workers.process import WorkerProcess

HEAD = {"side": 128, "name": "a"}
WHOLE = [
    picture(50, 40),
    turned_photo(),
    picture(50, 40, form="WEBP"),
    picture(50, 40, form="BMP"),
    picture(30, 30, form="ICO"),
    picture(50, 40, form="TIFF"),
    drawing('<rect width="9" height="9"/><text y="20">Aa</text>'),
    font()[:60_000],
    font(),
]


@pytest.fixture
def workers(loop: QEventLoop) -> Iterator[ImageWorkers]:
    owner = QObject()
    yield ImageWorkers(owner, 2)
    end_under(owner)
    loop.run_until_complete(end_all(2.0))
    owner.deleteLater()


async def drawn(workers: ImageWorkers, content: bytes, name: str = "a") -> QImage:
    return image_of(*await workers.draw({**HEAD, "name": name}, content))


async def tried(workers: ImageWorkers, content: bytes) -> tuple[QImage, str]:
    """The image, or the words that tell why there is none."""
    try:
        return await drawn(workers, content), ""
    except NoImage as problem:
        return QImage(), str(problem)


def refusal(loop: QEventLoop, workers: ImageWorkers, content: bytes) -> str:
    with pytest.raises(NoImage) as told:
        loop.run_until_complete(drawn(workers, content))
    return str(told.value)


def most_memory(process: int) -> int:
    """The most bytes that a process ever held."""
    status = Path(f"/proc/{process}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def test_bombs_are_refused_and_eat_no_memory(loop: QEventLoop, workers: ImageWorkers) -> None:
    assert "40,000 × 40,000 pixels" in refusal(loop, workers, bomb())
    assert "65,535 × 65,535 pixels" in refusal(loop, workers, wide_gif())
    assert all(most_memory(process) < 400_000_000 for process in workers.processes)
    assert loop.run_until_complete(drawn(workers, picture(20, 10))).width() == 20


def test_whatever_comes_there_is_an_answer(loop: QEventLoop, workers: ImageWorkers) -> None:
    """Random bytes, and whole files cut short or with some bytes changed."""

    @st.composite
    def torn(draw: st.DrawFn) -> bytes:
        whole = bytearray(draw(st.sampled_from(WHOLE)))
        for _ in range(draw(st.integers(0, 12))):
            whole[draw(st.integers(0, min(len(whole), 4_000) - 1))] = draw(st.integers(0, 255))
        return bytes(whole[: draw(st.integers(1, len(whole)))])

    @given(st.one_of(st.binary(max_size=400), torn()))
    @settings(suppress_health_check=list(HealthCheck))
    def check(content: bytes) -> None:
        image, words = loop.run_until_complete(tried(workers, content))
        assert words.endswith(".") or 0 < max(image.width(), image.height()) <= 128

    check()
    assert loop.run_until_complete(drawn(workers, picture(20, 10))).width() == 20


def odd_tiffs() -> list[bytes]:
    """A TIFF with one byte of its directory changed, in each of its entries and in several ways."""
    whole = picture(160, 120, form="TIFF")
    (at,) = struct.unpack_from("<I", whole, 4)
    (entries,) = struct.unpack_from("<H", whole, at)
    found = []
    for entry in range(entries):
        for part, byte in ((0, 0xFF), (4, 0xFF), (8, 1), (8, 0xFF)):
            changed = bytearray(whole)
            changed[at + 2 + 12 * entry + part] = byte
            found.append(bytes(changed))
    return found


def test_damaged_tiffs_are_refused_in_words_and_do_not_end_the_worker(
    loop: QEventLoop, workers: ImageWorkers
) -> None:
    pictures = odd_tiffs()
    assert len(pictures) >= 30
    for content in pictures:
        _image, words = loop.run_until_complete(tried(workers, content))
        assert words != DIED


def patience(
    monkeypatch: pytest.MonkeyPatch, hangs: Callable[[WorkerHandle, Request[Any]], bool]
) -> None:
    """Little time for what hangs, and for all else as much as a busy machine needs."""
    run = WorkerHandle.run

    async def within(handle: WorkerHandle, request: Request[Any]) -> Any:
        seconds = 0.4 if hangs(handle, request) else 60.0
        handle._limits = dataclasses.replace(handle._limits, within=seconds)
        return await run(handle, request)

    monkeypatch.setattr(WorkerHandle, "run", within)


@pytest.mark.parametrize("more", [0, 500_000], ids=["small", "more than a pipe holds"])
def test_a_worker_that_hangs_is_ended(
    loop: QEventLoop, workers: ImageWorkers, monkeypatch: pytest.MonkeyPatch, more: int
) -> None:
    loop.run_until_complete(drawn(workers, picture(20, 10)))
    (process,) = workers.processes
    patience(
        monkeypatch,
        lambda handle, _: handle.process is not None and handle.process.number == process,
    )
    os.kill(process, signal.SIGSTOP)
    # A try that hangs is ended, the second one is made by another process.
    for _ in range(2):
        content = picture(30, 10) + bytes(more)
        assert loop.run_until_complete(drawn(workers, content)).width() == 30
    assert process not in workers.processes


def test_who_waits_behind_a_job_that_hangs_is_not_to_blame(
    loop: QEventLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = QObject()
    workers = ImageWorkers(owner, 1)
    send = WorkerProcess.send

    def sent(process: WorkerProcess, header: Mapping[str, Any], content: bytes = b"") -> None:
        if header["arguments"]["asked"]["name"] == "hangs":
            os.kill(process.number, signal.SIGSTOP)
        send(process, header, content)

    async def both() -> tuple[object, object]:
        content = picture(20, 10)
        hangs, waits = drawn(workers, content, "hangs"), drawn(workers, content, "waits")
        found = await asyncio.gather(hangs, waits, return_exceptions=True)
        return found[0], found[1]

    monkeypatch.setattr(WorkerProcess, "send", sent)
    patience(monkeypatch, lambda _, request: request.arguments["asked"]["name"] == "hangs")
    first, second = loop.run_until_complete(both())
    end_under(owner)
    loop.run_until_complete(end_all(2.0))
    assert isinstance(first, NoImage)
    assert isinstance(second, QImage)
    assert second.width() == 20


def test_idle_workers_go(loop: QEventLoop) -> None:
    owner = QObject()
    workers = ImageWorkers(owner, 2, idle=0.05)

    async def work_and_rest() -> None:
        await drawn(workers, picture(20, 10))
        async with asyncio.timeout(60):
            while workers.processes:  # noqa: ASYNC110 - what is waited for is outside
                await asyncio.sleep(0.01)
        assert (await drawn(workers, picture(30, 10))).width() == 30

    loop.run_until_complete(work_and_rest())
    end_under(owner)
    loop.run_until_complete(end_all(2.0))


OUTSIDE = [
    '<image href="{0}" width="40" height="40"/>',
    '<image xlink:href="{0}" width="40" height="40"/>',
    '<g style="fill:url({0}#a)"><rect width="40" height="40"/></g>',
    '<rect width="40" height="40" fill="url({0}#a)"/>',
    "<style>@import '{0}';</style>",
    "<style>@im<!-- -->port '{0}'; rect {{ fill: url({0}) }}</style>",
    '<style>rect {{ fill: u\\72l("{0}") }}</style>',
    '<use href="{0}#a"/>',
    '<script href="{0}"/><script>new Image().src = "{0}"</script>',
    '<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="{0}"/></foreignObject>',
    '<feImage href="{0}"/><filter id="f"><feImage xlink:href="{0}"/></filter>',
    '<a href="{0}"><rect width="4" height="4" onclick="go()" onload="go()"/></a>',
    '<set attributeName="href" to="{0}"/><animate attributeName="href" to="{0}"/>',
    '<image width="40" height="40"><set attributeName="href" to="{0}"/></image>',
    '<audio src="{0}"/><video src="{0}"/><iframe src="{0}"/><embed src="{0}"/>',
]


def test_a_drawing_reaches_nothing_outside(
    loop: QEventLoop, workers: ImageWorkers, tmp_path: Path
) -> None:
    """Neither a file of this computer nor a server that listens for it."""
    secret = tmp_path / "secret.png"
    secret.write_bytes(picture(40, 40, "#FF0000"))
    contacts: list[str] = []
    shown = '<rect x="1" y="1" width="6" height="6" fill="#2E7D6B"/>'

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        contacts.append("contact")
        writer.close()

    async def look() -> None:
        server = await asyncio.start_server(listen, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        for place in (secret.as_uri(), str(secret), f"http://127.0.0.1:{port}/secret.png"):
            for inside in OUTSIDE:
                content = drawing(inside.format(place) + shown)
                image = await drawn(workers, content, "a.svg")
                assert image.pixelColor(12, 12).name() == "#2e7d6b", inside
                assert image.pixelColor(100, 100).name() != "#ff0000", inside
        server.close()

    loop.run_until_complete(look())
    assert not contacts


def test_a_picture_inside_the_drawing_is_shown(loop: QEventLoop, workers: ImageWorkers) -> None:
    import base64

    data = base64.b64encode(picture(4, 4, "#3D57D6")).decode()
    inside = f'<image width="40" height="40" xlink:href="data:image/png;base64,{data}"/>'
    image = loop.run_until_complete(drawn(workers, drawing(inside), "a.svg"))
    assert image.pixelColor(64, 64).name() == "#3d57d6"


def test_entities_are_refused_and_plain_doctypes_are_not(
    loop: QEventLoop, workers: ImageWorkers
) -> None:
    laughs = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    assert "entities" in refusal(loop, workers, drawing("<text>&b;</text>", laughs))
    file = '<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    assert "entities" in refusal(loop, workers, drawing("<text>&f;</text>", file))
    plain = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">'
    content = drawing('<rect width="40" height="40"/>', plain)
    assert loop.run_until_complete(drawn(workers, content, "a.svg")).width() == 128
    deep = drawing("<g>" * 5_000 + "</g>" * 5_000)
    assert "nested" in refusal(loop, workers, deep)


NAMES = st.sampled_from(
    [
        "image",
        "use",
        "g",
        "rect",
        "script",
        "style",
        "set",
        "feImage",
        "a",
        "foreignObject",
        "svg:g",
    ]
)
KEYS = st.sampled_from(
    ["href", "xlink:href", "src", "style", "fill", "onload", "id", "xml:base", "filter", "to"]
)
VALUES = st.sampled_from(
    [
        *("#a", "url(#a)", "file:///etc/passwd", "http://x/", "//x/y", " javascript:x"),
        *("data:image/svg+xml,<svg/>", "data:image/png;base64,AAAA"),
        *("url( 'http://x/' )", "\\75rl(http://x/)"),
    ]
)


def element(name: str, attributes: dict[str, str], inside: list[str]) -> str:
    """An element as text."""
    told = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{name}{told}>{''.join(inside)}</{name}>"


ELEMENTS = st.recursive(
    st.just(""),
    lambda inner: st.builds(
        element, NAMES, st.dictionaries(KEYS, VALUES, max_size=4), st.lists(inner, max_size=4)
    ),
    max_leaves=12,
)


@given(ELEMENTS)
def test_nothing_that_is_left_of_a_drawing_refers_outside(inside: str) -> None:
    spaces = 'xmlns:svg="http://www.w3.org/2000/svg" xmlns:xml2="x"'
    try:
        left = cleaned(drawing(f"<g {spaces}>{inside}</g>"))
    except JobError:
        return
    for element in ET.fromstring(left).iter():
        local = element.tag.rpartition("}")[2].lower()
        assert local not in ("script", "foreignobject", "set", "animate")
        for key, value in element.attrib.items():
            name = key.rpartition("}")[2].lower()
            assert not name.startswith("on")
            assert "url" not in value or value == "url(#a)"
            assert "\\" not in value
            if name in ("href", "src"):
                assert value.startswith("#") or (local == "image" and value.startswith("data:"))


CHILD = """
import asyncio, sys
sys.path.insert(0, {tests!r})
from PySide6.QtCore import QCoreApplication, QObject
from funneldesk.desktop.kit.tasks import make_loop
from funneldesk.desktop.assets.thumbnails.image_workers import ImageWorkers
app = QCoreApplication([])
loop = make_loop(app)
owner = QObject()
workers = ImageWorkers(owner, 2)
async def main():
    jobs = [workers.draw({{"side": 64, "name": "a"}}, bytes.fromhex({content!r})) for _ in range(2)]
    await asyncio.gather(*jobs)
    print(*workers.processes, flush=True)
    await asyncio.sleep(60)
loop.run_until_complete(main())
"""


def test_no_worker_outlives_a_program_that_is_killed(tmp_path: Path) -> None:
    code = CHILD.format(tests=str(tmp_path), content=picture(8, 8).hex())
    errors = tmp_path / "errors"
    with errors.open("wb") as told:
        parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=told)
        assert parent.stdout is not None
        processes = [int(word) for word in parent.stdout.readline().split()]
        parent.kill()
        parent.wait()
        parent.stdout.close()
    assert len(processes) == 2
    until = time.monotonic() + 60
    while any(_lives(process) for process in processes):
        assert time.monotonic() < until, "a worker is still there"
        time.sleep(0.01)
    assert errors.read_bytes() == b""


def _lives(process: int) -> bool:
    """Whether it runs: one that ended and was not fetched by anybody does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
