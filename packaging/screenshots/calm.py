"""Waiting until something is so, or the program has nothing to do or shows nothing new."""

import asyncio
import time
from collections.abc import Callable

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit.tasks import at_work
from funneldesk.desktop.shell.windows.main_window import MainWindow

FIRST_SECONDS, TURN_SECONDS, TURNS = 0.1, 0.05, 3
LOOK_SECONDS, LOOKS = 0.3, 2
READY_SECONDS = 150


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so. Raises TimeoutError."""
    async with asyncio.timeout(READY_SECONDS):
        while not condition():  # noqa: ASYNC110 - a screenshot has no hurry
            await asyncio.sleep(TURN_SECONDS)


async def calm(most: float) -> None:
    """Wait until nothing was under way for some turns, or nothing new was seen for some looks: what
    is read in the background is not waited for. At most so many seconds."""
    ends, idle = time.monotonic() + most, 0
    looked, same, shown = time.monotonic(), 0, _seen()
    await asyncio.sleep(min(FIRST_SECONDS, most))
    while idle < TURNS and same < LOOKS and time.monotonic() < ends:
        await asyncio.sleep(TURN_SECONDS)
        idle = 0 if at_work() else idle + 1
        if time.monotonic() - looked > LOOK_SECONDS:
            before, shown, looked = shown, _seen(), time.monotonic()
            same = same + 1 if shown == before else 0


def _seen() -> list[QImage]:
    windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
    return [window.grab().toImage() for window in windows]
