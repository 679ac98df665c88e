"""Images of whole pages, taken screen by screen on a stage that nobody sees."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter

from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.kit.web.preview.preview import (
    AssetLoader,
    Layout,
    PreviewFrame,
    PreviewStage,
)
from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

PATIENCE = 20.0
"""Seconds after which a page that does not get ready is given up."""
MOST_HEIGHT = 32_000
MOST_PIXELS = 80_000_000
_STRIP = 4
_LOOK_AGAIN = 0.012
_TALL = ((600, 844), (1100, 1180))
_WIDE_TALL = 800


class CannotPicture(Exception):
    """A page could not be photographed; the text says why, as a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A page's image; ``cut`` when the page goes on below it."""

    image: QImage
    cut: bool


@dataclass(frozen=True, slots=True)
class _Screen:
    number: int
    top: int
    length: int
    tall: int


class Photographer:
    """Takes one image after the other. Still pages only: their scripts never run here."""

    def __init__(
        self, load_asset: AssetLoader | None, asset_base: str, owner: "QWidget", scale: int = 1
    ) -> None:
        self._scale = scale
        self._stage = PreviewStage(load_asset, asset_base, owner)
        self._stage.setWindowFlags(Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint)
        self._stage.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self._stage.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._stage.set_layout(Layout("studio"))
        self._numbers = 0

    @property
    def stage(self) -> PreviewStage:
        """The stage that pages are shown on to be photographed."""
        return self._stage

    def end(self) -> None:
        """No more images."""
        self._stage.close()
        self._stage.deleteLater()

    async def picture(self, frame: PreviewFrame, tallest: int = MOST_HEIGHT) -> Photo:
        """The page of a rendering at its true width, times the scale; of a longer page its first
        ``tallest`` pixels.

        Raises `CannotPicture`.
        """
        ratio = self._scale / self._stage.devicePixelRatioF()
        tall = next((tall for most, tall in _TALL if frame.width <= most), _WIDE_TALL)
        self._stage.resize(-int(-frame.width * ratio // 1), -int(-(tall + _STRIP) * ratio // 1))
        try:
            async with asyncio.timeout(PATIENCE):
                await self._shown(frame, ratio)
                tiles, length = await self._tiles(frame.width, tallest)
        except TimeoutError:
            raise CannotPicture(
                _("“{title}” did not get ready in time.").format(title=frame.title or _("The page"))
            ) from None
        most = min(tallest, MOST_HEIGHT, MOST_PIXELS // (frame.width * self._scale))
        height = min(length * self._scale, most)
        image = await in_thread(joined, tiles, frame.width * self._scale, height)
        return Photo(image, height < length * self._scale)

    async def _shown(self, frame: PreviewFrame, ratio: float) -> None:
        stage = self._stage
        self._numbers += 1
        # A page photographed before has been changed for it: each image is of a fresh one.
        fresh = replace(frame, key=f"{frame.key}.{self._numbers}")
        shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def heard(key: str) -> None:
            if key == fresh.key and not shown.done():
                shown.set_result(None)

        stage.frame_shown.connect(heard)
        try:
            stage.set_frames([fresh])
            stage.show()
            stage.start()
            stage.set_zoom(ratio)
            await shown
        finally:
            stage.frame_shown.disconnect(heard)

    async def _tiles(self, width: int, tallest: int) -> tuple[list[tuple[int, QImage]], int]:
        """(Top in pixels, image) of each screen, and the page's length in CSS pixels."""
        tiles: list[tuple[int, QImage]] = []
        top, length = 0, 1
        most = min(tallest, MOST_HEIGHT, MOST_PIXELS // (width * self._scale)) // self._scale
        while top < min(length, most):
            screen = await self._turned_to(top, first=top == 0)
            if screen.tall <= 0:
                raise CannotPicture(_("The page has nothing that could be shown."))
            length = max(length, screen.length) if top else screen.length
            image = await self._painted(screen)
            tiles.append((screen.top * self._scale, image))
            top += screen.tall
        return tiles, length

    async def _turned_to(self, top: int, *, first: bool) -> _Screen:
        self._numbers += 1
        number = self._numbers
        answer: asyncio.Future[_Screen] = asyncio.get_running_loop().create_future()

        def heard(*values: int) -> None:
            if values[0] == number and not answer.done():
                answer.set_result(_Screen(*values))

        self._stage.tile_ready.connect(heard)
        try:
            self._stage.turn_to(number, top, first=first)
            return await answer
        finally:
            self._stage.tile_ready.disconnect(heard)

    async def _painted(self, screen: _Screen) -> QImage:
        """Image of the stage once it has painted this screen: the strip below tells."""
        wanted = (screen.number >> 16 & 255, screen.number >> 8 & 255, screen.number & 255)
        while True:
            image = self._stage.grab().toImage()
            seen = image.pixelColor(image.width() // 2, image.height() - 2)
            if (seen.red(), seen.green(), seen.blue()) == wanted:
                break
            await asyncio.sleep(_LOOK_AGAIN)
        image.setDevicePixelRatio(1)
        return image.copy(QRect(0, 0, image.width(), screen.tall * self._scale))


def joined(tiles: Sequence[tuple[int, QImage]], width: int, height: int) -> QImage:
    """One image of tiles at their tops, which cover it; a later one covers an earlier one."""
    image = QImage(width, max(1, height), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    for top, tile in tiles:
        painter.drawImage(QPoint(0, top), tile)
    painter.end()
    return image
