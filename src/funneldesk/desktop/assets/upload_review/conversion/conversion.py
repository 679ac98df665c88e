"""Images converted before they are sent, in worker processes."""

import asyncio
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from funneldesk.desktop.assets.transfers.uploads.order import Conversion
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.kit.workers.handle import JobFailed, Request, WorkerDied
from funneldesk.desktop.kit.workers.pool import WorkerPool
from funneldesk.desktop.kit.workers.process import Limits
from funneldesk.desktop.local.texts import _

PROCESSES = max(1, min(3, (os.cpu_count() or 2) - 1))
LIMITS = Limits(
    nice=10,
    memory=3 * 1024 * 1024 * 1024,
    within=90.0,
    # A process costs more than an image that nobody waits for any more.
    stop_within=0.0,
)
IDLE_SECONDS = 30.0
_DIED = _(
    "It could not be converted: it took too long, or the program that reads images gave up on it."
)


class ConversionFailed(Exception):
    """The image could not be converted; the text tells the user why."""


@dataclass(frozen=True, slots=True)
class Converted:
    """A converted image: ``size`` in bytes, sides in pixels."""

    path: Path
    size: int
    width: int
    height: int


class Converter(QObject):
    """One for a brand: ``workspace.shared(Converter)``."""

    def __init__(self, owner: QObject) -> None:
        super().__init__(owner)
        self.workers = WorkerPool(self, "conversion", LIMITS, count=PROCESSES, idle=IDLE_SECONDS)

    async def convert(
        self,
        source: Path,
        conversion: Conversion,
        spool: Path,
        *,
        square: bool = False,
        cut: Sequence[float] = (),
    ) -> Converted:
        """Convert an image into a new file in ``spool``, the caller's to remove. ``square`` cuts
        out its middle, ``cut`` a part: left, top, width and height in shares of it.

        Raises ConversionFailed.
        """
        target = spool / f"{secrets.token_hex(12)}.cured"
        output = _Output(target)
        arguments = {
            "source": str(source),
            "target": str(target),
            "format": conversion.format,
            "width": conversion.width,
            "quality": conversion.quality,
            "square": square,
            "cut": list(cut),
        }
        try:
            await in_thread(partial(spool.mkdir, mode=0o700, parents=True, exist_ok=True))
            facts = await self.workers.carry_out(Request("convert", arguments, output.finish))
        except OSError as error:
            raise ConversionFailed(
                _("There is no room for it on this computer: {strerror}.").format(
                    strerror=error.strerror
                )
            ) from None
        except JobFailed as problem:
            await in_thread(output.discard)
            raise ConversionFailed(str(problem)) from None
        except WorkerDied:
            await in_thread(output.discard)
            raise ConversionFailed(_DIED) from None
        except asyncio.CancelledError:
            asyncio.get_running_loop().run_in_executor(None, output.discard)
            raise
        return Converted(target, int(facts["size"]), int(facts["width"]), int(facts["height"]))


class _Output:
    """The file that a conversion writes: removed again when nobody waits for it any more."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._discarded = False

    def discard(self) -> None:
        """Remove the file, also one that is written later."""
        self._discarded = True
        self._path.unlink(missing_ok=True)

    def finish(self, facts: Any, _: bytes) -> Any:
        """Called on a thread once the file is written."""
        if self._discarded:
            self._path.unlink(missing_ok=True)
        return facts
