"""The program with its window (drawn offscreen) on the Files section of a measured brand."""

import asyncio
import gc
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from heart import until
from platform_under_test import BRAND
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
        from funneldesk.desktop.shell.brand_sheets import BrandEntry

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
    import keyring
    from keyring.backends.null import Keyring

    from funneldesk.desktop.app import make_application
    from funneldesk.desktop.kit.notices import NoticeBoard
    from funneldesk.desktop.kit.tasks import end_all, make_loop
    from funneldesk.desktop.kit.theme import theme
    from funneldesk.desktop.local.folders import Folders
    from funneldesk.desktop.local.settings import Settings
    from funneldesk.desktop.session import Session
    from funneldesk.desktop.shell.window import MainWindow

    keyring.set_keyring(Keyring())
    app = make_application([])
    theme.install(app, "light")
    theme.install_rest()
    folders = Folders.under(home)
    board = NoticeBoard()
    window = MainWindow(board)
    window.show()
    loop = make_loop(app)
    session = Session(folders, Settings.load(folders.settings_file), board, window)

    async def live() -> T:
        try:
            return await work(FilesInWindow(session, storage))
        except BaseException:
            print([(n.title, n.text, n.details) for n in session.board.notices])
            raise
        finally:
            await session.end(2)
            await end_all(2.0)

    try:
        return loop.run_until_complete(asyncio.ensure_future(live(), loop=loop))
    finally:
        loop.close()
