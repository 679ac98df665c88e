"""The picture that stands for a video: one from a moment after its beginning, where it is no longer
black."""

import asyncio
import hashlib
import io
from typing import Any

from PySide6.QtCore import QBuffer, QIODevice, QObject, QSize
from PySide6.QtGui import QImage

from funneldesk.contract.file_kinds import kind_of
from funneldesk.desktop.assets.thumbnails.film import Film
from funneldesk.desktop.assets.thumbnails.pool import NoPicture
from funneldesk.desktop.kit.tasks import in_thread

MOMENT = 1_000
"""Milliseconds into the video."""
SECONDS = 3.0
"""How long the moment is waited for; the first picture will do as well."""
_QUALITY = 88


async def poster(
    owner: QObject, content: bytes, name: str, side: int
) -> tuple[dict[str, Any], bytes, QImage]:
    """Facts, file and image as a picture worker gives them, at most ``side`` pixels wide and high.
    Raises NoPicture."""
    film = Film(owner)
    seen: asyncio.Queue[str] = asyncio.Queue()
    film.shown.connect(lambda: seen.put_nowait(""))
    film.failed.connect(seen.put_nowait)
    try:
        film.open(content, name, QSize(side, side))
        if problem := await seen.get():
            raise NoPicture(problem)
        if film.length > 2 * MOMENT:
            await _moment(film, seen)
        image, whole = film.image.copy(), film.whole
    finally:
        film.end()
    picture, sha, kind = await in_thread(_kept, image, content, name)
    facts = {"sha": sha, "kind": kind, "width": whole.width(), "height": whole.height()}
    return facts, picture, image


async def _moment(film: Film, seen: "asyncio.Queue[str]") -> None:
    """Go there, and wait until the picture is one of then."""
    film.seek(MOMENT)
    try:
        async with asyncio.timeout(SECONDS):
            while not await seen.get() and film.at < MOMENT // 2:
                pass
    except TimeoutError:
        return


def _kept(image: QImage, content: bytes, name: str) -> tuple[bytes, str, str]:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "JPG", _QUALITY):  # type: ignore[call-overload]
        raise NoPicture("The picture could not be made small.")
    kind = kind_of(io.BytesIO(content), name)
    return bytes(buffer.data().data()), hashlib.sha256(content).hexdigest(), kind
