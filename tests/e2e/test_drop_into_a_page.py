"""A picture is dragged from the desktop into a page's source: it goes up, and stands there."""

import hashlib
import zlib
from pathlib import Path
from struct import pack

from tests.e2e.conftest import Start
from tests.e2e.outside import Platform
from tests.e2e.pages_window import SOURCE, TEXT, PagesWindow
from tests.e2e.screen import Screen
from tests.e2e.waiting import eventually

from funneldesk.desktop.kit.style.tokens import LIGHT

SLUG = "webinar"
PATH = "media/night-harbour.png"


def test_a_picture_is_dropped_into_the_source(screen: Screen, runs: Start, tmp_path: Path) -> None:
    file = tmp_path / "night-harbour.png"
    file.write_bytes(picture())
    program = runs()
    window = PagesWindow(screen).ready()
    platform = program.platform()
    window.open_page(SLUG)
    screen.drop([file], window.number, SOURCE)
    sent = {PATH: hashlib.sha256(file.read_bytes()).hexdigest()}
    eventually(lambda: platform.digests("media") == sent, 20, "the image on the server")
    screen.focus(window.number)
    eventually(lambda: written(screen, platform), 20, "the image in the page")
    screen.see(LIGHT.code_tag, TEXT, least=20)


def written(screen: Screen, platform: Platform) -> bool:
    """Whether a save brings the picture to the platform; among styles it stands as they have it."""
    screen.press("ctrl+s")
    screen.quiet()
    page = platform.page(SLUG)
    address = f'url("/cdn/{platform.brand}/assets/{PATH}")'
    return page is not None and address in page["html"]


def picture() -> bytes:
    """A red picture of 8 by 8 pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))

    rows = zlib.compress((b"\0" + b"\xc0\x20\x20" * 8) * 8)
    head = pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
