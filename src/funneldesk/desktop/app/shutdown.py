"""The end of a run: first everything typed is made durable, then all ends within its time."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from funneldesk.desktop.sections.panel import Panel

SETTLING_SECONDS = 3.0
"""How long words may take to their file: a slow disk is waited for, unlike all else."""
_log = logging.getLogger(__name__)


async def settle(panels: "Sequence[Panel]") -> None:
    """Make everything durable that was typed in these panels; `unkept` tells what could not be."""
    await within(SETTLING_SECONDS, *(panel.settle() for panel in panels))


async def within(seconds: float, *work: Awaitable[Any]) -> None:
    """Gives the last work its time. What fails is logged: no window is left to tell it."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            for outcome in await asyncio.gather(*work, return_exceptions=True):
                if isinstance(outcome, Exception):
                    _log.error("Ending: %s: %s", type(outcome).__name__, outcome)
