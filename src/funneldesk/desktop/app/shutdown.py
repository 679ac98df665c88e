"""The end of a run: first everything typed is made durable, then all ends within its time."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.kit.tasks import end_under

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session
    from funneldesk.desktop.sections.panel import Panel

SETTLING_SECONDS = 3.0
"""How long words may take to their file: a slow disk is waited for, unlike all else."""
_log = logging.getLogger(__name__)


async def settle(panels: "Sequence[Panel]") -> None:
    """Make everything durable that was typed in these panels; `unkept` tells what could not be."""
    await within(SETTLING_SECONDS, *(panel.settle() for panel in panels))


async def end_session(session: "Session", seconds: float) -> None:
    """End a session: words first, then what is remembered, the tasks, the brands, the platform.

    All but the words takes ``seconds`` at most.
    """
    window = session.window
    window.ending = True
    await session.remember()
    await within(seconds, session.keep_last_view())
    for frame in session.frames():
        frame.hide()
    panels = session.all_panels()
    await settle(panels)
    clock = asyncio.get_running_loop().time
    until = clock() + seconds
    running = session.tasks.end().union(*(end_under(panel) for panel in panels))
    running |= session.own_windows.end()
    running.discard(asyncio.current_task())
    # A save on its way has had its time by now; the platform takes a moment to go.
    session.platform.ask_to_end()
    await within(until - clock(), session.settings.flush(), *running)
    await within(until - clock(), session.brands.close())
    for key in tuple(window.views):
        window.forget_brand(key)
    window.close()
    session.platform.end(max(0.0, until - clock()))


async def within(seconds: float, *work: Awaitable[Any]) -> None:
    """Gives the last work its time. What fails is logged: no window is left to tell it."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            for outcome in await asyncio.gather(*work, return_exceptions=True):
                if isinstance(outcome, Exception):
                    _log.error("Ending: %s: %s", type(outcome).__name__, outcome)
