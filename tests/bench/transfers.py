"""Uploads by the program's own queue, for the benches: on the loop that the window has."""

import asyncio
import os
import shutil
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"

from measure import done
from platform_under_test import BRAND

if TYPE_CHECKING:
    from funneldesk.desktop.assets.transfers.job import TransferJob
    from funneldesk.desktop.assets.transfers.uploads.order import UploadOrder
    from funneldesk.desktop.workspace.workspace import Workspace


class Uploading:
    """An open brand and its queue. ``storage`` is where the platform keeps the brand's files."""

    def __init__(self, folder: Path, storage: Path) -> None:
        from PySide6.QtWidgets import QApplication
        from qasync import QEventLoop

        from funneldesk.desktop.app.application import make_application

        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._storage = storage
        self._app = QApplication.instance() or make_application([])
        self.loop = QEventLoop(self._app)
        asyncio.set_event_loop(self.loop)
        self.workspace: Workspace
        self._turn = 0

    def open(self, base_url: str, key: str) -> None:
        """Open the brand as Funneldesk has it once the key is known."""
        self.loop.run_until_complete(self._open(base_url, key))

    def seconds(self, order: "UploadOrder") -> float:
        """How long an order takes, from being handed over to its end, kept durably all along.

        It goes to a place of its own each time. Raises RuntimeError when a file did not arrive.
        """
        self._turn += 1
        moved = elsewhere(order, f"turn-{self._turn}")
        started = time.perf_counter()
        job = self.loop.run_until_complete(self._carry(moved))
        took = time.perf_counter() - started
        amiss = [one for one in job.results() if one.state != "done"]
        if amiss:
            raise RuntimeError(f"{len(amiss)} files did not arrive: {amiss[0].words}")
        self.forget_files()
        sizes = [item.source.stat().st_size for item in order.items]
        return done(took, requests=len(sizes), bytes=sum(sizes))

    def forget_files(self) -> None:
        """Give the disk back; a later upload has nothing to do with these files."""
        for found in (self._storage / str(BRAND) / "assets").glob("*"):
            shutil.rmtree(found, ignore_errors=True)

    def close(self) -> None:
        """End the brand and the loop."""
        self.loop.run_until_complete(self._close())
        self.loop.close()

    async def _open(self, base_url: str, key: str) -> None:
        from funneldesk.desktop.assets.transfers.queue import TransferQueue
        from funneldesk.desktop.kit.notices.center import NotificationCenter
        from funneldesk.desktop.local.connections.connections import Connection
        from funneldesk.desktop.local.store import LocalStore
        from funneldesk.desktop.workspace.workspace import Workspace

        connection = Connection("c1", "Measured", base_url, BRAND, "#3D57D6")
        store = await LocalStore.open(self._folder / "c1.sqlite3")
        self.workspace = Workspace(connection, store, NotificationCenter())
        await self.workspace.connect_to(base_url, key)
        self.queue = self.workspace.shared(TransferQueue)
        await self.queue.begin()

    async def _carry(self, order: "UploadOrder") -> "TransferJob":
        job = await self.queue.upload(order)
        await job.finished()
        return job

    async def _close(self) -> None:
        from funneldesk.desktop.kit.tasks import end_all

        await self.workspace.close()
        await end_all(2.0)


def elsewhere(order: "UploadOrder", top: str) -> "UploadOrder":
    """The same files, to a folder of their own on the platform."""
    items = tuple(replace(item, folder=f"{top}/{item.folder}") for item in order.items)
    folders = (top, *(f"{top}/{folder}" for folder in order.folders))
    return replace(order, items=items, folders=folders)


def many_files(folder: Path, count: int, size: int) -> "UploadOrder":
    """``count`` different pictures of ``size`` bytes, as an order."""
    from tests.desktop.support.transfer_trees import plain_files, plain_order

    plain_files(folder, count, size)
    return plain_order(folder)


def large_files(folder: Path, count: int, size: int) -> "UploadOrder":
    """The same with holes instead of pixels: they take no room on the disk, and no time."""
    from tests.desktop.support.transfer_trees import plain_order

    many_files(folder, count, 64)
    for path in folder.rglob("*.png"):
        os.truncate(path, size)
    return plain_order(folder)


def sources(order: "UploadOrder") -> Sequence[Path]:
    """The files of an order."""
    return [item.source for item in order.items]


def resident() -> int:
    """Bytes of memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def state_words(job: Any) -> str:
    """How many files ended how."""
    return ", ".join(f"{count:,} {state}" for state, count in sorted(job.counts.items()) if count)
