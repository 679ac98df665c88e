"""Remote images of messages: nothing is fetched before the user wants it, and then only images."""

import struct
import zlib

import pytest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.ticket_desk import desk, opened, write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.client.errors import Unreachable
from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.parts.tickets.thread.images import RemoteImages, as_data

LETTER = '<p>See</p><img src="https://t.example/a.png" alt="a bag"><img src="https://t.example/b">'


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"\0\0" * height)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


class Sender:
    """Servers of senders: they notice who asks."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def fetch(self, address: str) -> bytes:
        self.asked.append(address)
        if address.endswith("/b"):
            raise Unreachable("gone", method="GET", path="/b")
        return png(1, 1)


async def reading(
    bench: WindowBench, brand: LiveBrand, code: str, place: str
) -> tuple[TicketsPanel, Sender]:
    """The ticket, open; what is fetched comes from the sender."""
    workspace, sender = await bench.workspace(brand, place=place), Sender()
    workspace.shared(RemoteImages).fetch = sender.fetch
    panel = await desk(bench, workspace)
    await opened(panel, code)
    return panel, sender


@in_the_window
async def test_nothing_is_fetched_before_it_is_asked_for_and_once_is_once(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code, other = write_in(brand, "One", message=LETTER), write_in(brand, "Two", message=LETTER)
    panel, sender = await reading(bench, brand, code, "one")
    line = panel.conversation.images_line
    await until(lambda: line.said.text() == "2 remote images blocked")
    assert "tells the sender that you opened" in said(line)
    assert "data:" not in panel.conversation.page.html
    assert sender.asked == []
    line.once.click()
    await until(lambda: "1 of them could not be loaded" in line.said.text())
    assert sorted(sender.asked) == ["https://t.example/a.png", "https://t.example/b"]
    assert '<img src="data:image/png;base64,' in panel.conversation.page.html
    await opened(panel, other)
    await until(lambda: line.said.text() == "2 remote images blocked")
    assert len(sender.asked) == 2


@in_the_window
async def test_a_senders_images_are_shown_from_now_on_until_that_is_taken_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "One", message=LETTER)
    stranger = write_in(brand, "Two", message=LETTER, from_email="other@posta.example")
    panel, _ = await reading(bench, brand, code, "one")
    await until(panel.conversation.images_line.for_sender.isVisible)
    panel.conversation.images_line.for_sender.click()
    await until(lambda: panel.conversation.images_line.block.isVisible())
    await panel.settle()
    await bench.close(panel.workspace)
    again, sender = await reading(bench, brand, code, "one")
    await until(lambda: len(sender.asked) == 2)
    await opened(again, stranger)
    line = again.conversation.images_line
    await until(lambda: line.said.text() == "2 remote images blocked")
    await opened(again, code)
    await until(line.block.isVisible)
    line.block.click()
    await until(lambda: line.said.text() == "2 remote images blocked")
    assert not again.conversation.images.senders


@in_the_window
async def test_the_settings_load_all_and_take_every_consent_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "One", message=LETTER)
    panel, sender = await reading(bench, brand, code, "one")
    panel.declared_actions["tickets.images-always"].run(())
    await until(lambda: len(sender.asked) == 2)
    panel.declared_actions["tickets.images-ask"].run(())
    line = panel.conversation.images_line
    await until(lambda: line.said.text() == "2 remote images blocked")
    panel.conversation.images.allow_sender("Ana@Posta.example")
    await until(lambda: line.block.isVisible())
    panel.declared_actions["tickets.images-forget"].run(())
    await until(lambda: line.said.text() == "2 remote images blocked")


def test_only_images_of_a_usual_size_are_shown() -> None:
    assert as_data(png(3, 3)).startswith("data:image/png;base64,iVBOR")
    for content in (
        b"",
        b"<svg onload=alert(1)>",
        b"%PDF-1.7",
        png(60_000, 60_000),
        b"\xff\xd8\xff",
    ):
        with pytest.raises(ValueError):
            as_data(content)
