"""The program with its window (drawn offscreen) on the Files section of a measured brand."""

import asyncio
import gc
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from heartbeat import until
from platform_under_test import BRAND
from session_in_process import in_a_session
from transfers import elsewhere

T = TypeVar("T")


class FilesInWindow:
    """What a bench does in it. ``storage`` is where the platform keeps files."""

    def __init__(self, session: Any, storage: Path) -> None:
        self.session = session
        self._storage = storage
        self._turn = 0

    @property
    def panel(self) -> Any:
        """The Files section."""
        return self.session.window.panel()

    async def open(self, base_url: str, key: str) -> None:
        """The brand in the window, its Files section shown and at rest."""
        from funneldesk.desktop.shell.brands.brand_dialogs import BrandEntry

        told = await self.session.brands.check(
            BrandEntry(base_url, BRAND, key, "#3D57D6", False, False)
        )
        if told is not None:
            raise RuntimeError(f"The brand does not open: {told}")
        self.session.window.show_section("files")
        await until(lambda: hasattr(self.panel, "tree") and self.panel.library.loaded)
        await self.rest()

    async def upload(self, order: Any) -> None:
        """Carry an order out, with its folder shown. Raises RuntimeError when a file is missing."""
        from funneldesk.desktop.assets.transfers.queue import TransferQueue

        self._turn += 1
        moved = elsewhere(order, f"turn-{self._turn}")
        queue = self.panel.workspace.shared(TransferQueue)
        job = await queue.upload(moved)
        await job.finished()
        amiss = [one for one in job.results() if one.state != "done"]
        if amiss:
            raise RuntimeError(f"{len(amiss)} files did not arrive: {amiss[0].words}")

    async def rest(self) -> None:
        """Nothing is under way any more, and what was thrown away is gone."""
        await asyncio.sleep(1.0)
        await until(lambda: not self.panel.tasks._tasks)
        gc.collect()

    def forget_files(self) -> None:
        """Give the platform's disk back."""
        shutil.rmtree(self._storage / str(BRAND), ignore_errors=True)


def in_the_window(home: Path, storage: Path, work: Callable[[FilesInWindow], Awaitable[T]]) -> T:
    """Run a coroutine in the program, and end the program."""
    return in_a_session(home, lambda session: work(FilesInWindow(session, storage)))
