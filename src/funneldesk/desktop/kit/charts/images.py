"""Images of charts that a document was asked for: each comes, or it is said why it does not."""

import asyncio
from base64 import b64decode
from itertools import count

from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.texts import _

PATIENCE_SECONDS = 30.0
"""After which a document that says nothing is given up: it draws a chart in a tenth of a second."""


class CannotDraw(Exception):
    """A chart did not become an image. Three sentences for the user."""

    def __init__(self, title: str) -> None:
        self.what = _("The chart “{title}” could not be drawn.").format(title=title)
        self.so_what = _("Nothing was saved or printed.")
        self.now_what = _("Try again; its numbers can be saved as a table in any case.")
        super().__init__(self.what)

    @property
    def notice(self) -> Notice:
        """What is said of it."""
        return Notice(self.what, f"{self.so_what} {self.now_what}", "danger", key="export")


class AskedImages:
    """What a document still has to send, by number."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[bytes]] = {}

    def ask(self) -> tuple[int, "asyncio.Future[bytes]"]:
        """A number to ask by, and what comes of it."""
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        return number, self._waiting[number]

    async def wait(self, number: int, coming: "asyncio.Future[bytes]", title: str) -> bytes:
        """The image. Raises `CannotDraw` when it does not come."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                content = await coming
        except TimeoutError:
            content = b""
        finally:
            self._waiting.pop(number, None)
        if not content:
            raise CannotDraw(title)
        return content

    def came(self, number: int, data: str) -> None:
        """What the document sent: the address of a PNG with its bytes, an SVG, or nothing."""
        waiting = self._waiting.get(number)
        if waiting is None or waiting.done():
            return
        if data.startswith("data:"):
            waiting.set_result(b64decode(data.partition(",")[2]))
        else:
            waiting.set_result(data.encode())

    def give_up(self) -> None:
        """The document is gone: what it was asked for never comes."""
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_result(b"")
