"""The whole program in the bench's own process, as far as a coroutine leads it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

T = TypeVar("T")


def in_a_session(home: Path, work: "Callable[[Session], Awaitable[T]]") -> T:
    """Run a coroutine in the program, tell its notices when that fails, and end the program."""
    import keyring
    from keyring.backends.null import Keyring

    from funneldesk.desktop.app.application import make_application
    from funneldesk.desktop.app.session import Session
    from funneldesk.desktop.kit.notices.center import NotificationCenter
    from funneldesk.desktop.kit.style.theme import theme
    from funneldesk.desktop.kit.tasks import end_all, make_loop
    from funneldesk.desktop.local.files.folders import Folders
    from funneldesk.desktop.local.settings import Settings
    from funneldesk.desktop.shell.windows.main_window import MainWindow

    keyring.set_keyring(Keyring())
    app = make_application([])
    theme.install(app, "light")
    theme.install_rest()
    folders = Folders.under(home)
    notifications = NotificationCenter()
    window = MainWindow(notifications)
    window.show()
    loop = make_loop(app)
    session = Session(folders, Settings.load(folders.settings_file), notifications, window)

    async def live() -> T:
        try:
            return await work(session)
        except BaseException:
            print([(n.title, n.text, n.details) for n in session.notifications.notices])
            raise
        finally:
            await session.end(2)
            await end_all(2.0)

    try:
        return loop.run_until_complete(asyncio.ensure_future(live(), loop=loop))
    finally:
        loop.close()
