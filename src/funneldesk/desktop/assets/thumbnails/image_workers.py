"""Workers that draw images of files, so that the window never reads a foreign image or font."""

import os
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from PySide6.QtCore import QObject

from funneldesk.desktop.kit.workers.handle import JobFailed, Request, WorkerDied
from funneldesk.desktop.kit.workers.pool import IDLE_SECONDS, WorkerPool
from funneldesk.desktop.kit.workers.process import Limits
from funneldesk.desktop.local.texts import _

SECONDS = 12.0
"""Limit for one image."""
LIMITS = Limits(
    nice=5,
    # The libraries alone take a third of it.
    memory=3_000_000_000,
    # One image may wait behind another; this ends a worker that does not even end itself.
    within=28.0,
    # A process costs more than an image that nobody waits for any more.
    stop_within=0.0,
    tries=2,
)
_AHEAD = 2
_FEWEST, _MOST = 2, 4
_DIED = _("Reading this file took too long or failed badly; it is not tried again.")
Answer = tuple[dict[str, Any], bytes]
T = TypeVar("T")


class NoImage(Exception):
    """There is no image of this; the text is a sentence for the user."""


class ImageWorkers(WorkerPool):
    """The pool of all that draws images of files; ended with its owner."""

    def __init__(self, owner: QObject, count: int = 0, *, idle: float = IDLE_SECONDS) -> None:
        count = count or max(_FEWEST, min(_MOST, os.cpu_count() or 1))
        super().__init__(owner, "images", LIMITS, count=count, ahead=_AHEAD, idle=idle)

    async def draw(
        self, asked: Mapping[str, Any], content: bytes = b"", *, urgent: bool = False
    ) -> Answer:
        """Have an image drawn (``drawing.drawn``); an urgent one is the next.

        Raises NoImage, also when its readers died of it.
        """
        return await self.draw_and(_unchanged, asked, content, urgent=urgent)

    async def draw_and(
        self,
        finish: Callable[[dict[str, Any], bytes], T],
        asked: Mapping[str, Any],
        content: bytes = b"",
        *,
        urgent: bool = False,
    ) -> T:
        """As ``draw``, with what ``finish`` makes of the answer off the window's thread."""
        request = Request("draw", {"asked": asked}, finish, content=content, seconds=SECONDS)
        try:
            return await self.carry_out(request, urgent=urgent)
        except JobFailed as problem:
            raise NoImage(str(problem)) from None
        except WorkerDied:
            raise NoImage(_DIED) from None


def _unchanged(facts: dict[str, Any], image: bytes) -> Answer:
    return facts, image
