"""What a window and its dialogs show once nothing changes by itself."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from PySide6.QtGui import QPixmap
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QWidget

FIRST_SECONDS, LOOK_SECONDS, ANSWER_SECONDS = 0.3, 0.15, 3
MOST_LOOKS = 8
Dialogs = Callable[[], Sequence[QWidget]]


async def still_picture(window: QWidget, dialogs: Dialogs) -> QPixmap:
    """The window with what is open above it; of what moves for ever, after a while."""
    for each in (window, *dialogs()):
        for view in each.findChildren(QWebEngineView):
            await _answered(view)
    await asyncio.sleep(FIRST_SECONDS)
    shown = _seen(window, dialogs)
    for _ in range(MOST_LOOKS):
        await asyncio.sleep(LOOK_SECONDS)
        before, shown = shown, _seen(window, dialogs)
        if shown.toImage() == before.toImage():
            break
    return shown


async def _answered(view: QWebEngineView) -> None:
    """Wait until a web view has done what it was told before, such as another theme."""
    answered = asyncio.Event()
    if view.isVisible():
        view.page().runJavaScript("1", lambda _: answered.set())
        with suppress(TimeoutError):  # scripts may be off
            await asyncio.wait_for(answered.wait(), ANSWER_SECONDS)


def _seen(window: QWidget, dialogs: Dialogs) -> QPixmap:
    image = window.grab()
    for dialog in dialogs():
        dialog.render(image, window.mapFromGlobal(dialog.pos()))
    return image
