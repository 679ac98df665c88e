"""Every desktop test draws offscreen, with the web engine prepared as the program prepares it."""

import asyncio
import gc
import os
from collections.abc import Iterator
from pathlib import Path
from traceback import format_exception

import keyring
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop
from tests.desktop.support.unseen_screen import offscreen

if os.environ.get("QT_QPA_PLATFORM", "offscreen") == "offscreen":
    os.environ["QT_QPA_PLATFORM"] = offscreen()
os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"

from tests.desktop.support.hostile_pages import Canaries
from tests.desktop.support.live_server import LiveBrand, LivePlatform, live_platform
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench

from funneldesk.client import api
from funneldesk.client.call import Timeouts
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import COMFORTABLE
from funneldesk.desktop.kit.tasks import end_all, set_unhandled
from funneldesk.desktop.kit.web.engine import prepare_engine

QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
prepare_engine()

# What the engine says when it starts where there is no graphics card, and Qt offscreen of windows.
HARMLESS = (
    r"^QRhiGles2: Failed to create (temporary )?context",
    r"^Failed to create RHI for backend",
    r"^Unable to detect GPU vendor",
    r"^GPUInfo not initialized",
    r"^Failed to load vulkan",
    r"^initInstance: No Vulkan library available",
    r"^Failed to create platform Vulkan instance",
    r"^This plugin does not support",
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore(*HARMLESS, extend=True))
            item.add_marker(pytest.mark.xdist_group(_group(item)))


def _group(item: pytest.Item) -> str:
    """The tests of a file stay on one worker, and so do those that one file asks of a section."""
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    return f"{item.path.relative_to(Path(__file__).parent)} {parameters.get('declared', '')}"


@pytest.fixture(autouse=True)
def widgets_end_with_their_test() -> Iterator[None]:
    """pytest-qt asks widgets to go; they go when their deferred deletion is delivered.

    Garbage is collected here, as in the program: never on a thread that is not the window's.
    """
    gc.disable()
    yield
    if theme.density is not COMFORTABLE:  # The next test begins with what the program begins with.
        theme.set_density(COMFORTABLE)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect(1)


@pytest.fixture
def loop(qapp: QApplication) -> Iterator[QEventLoop]:
    """The window's event loop with asyncio on it, as the program runs it."""
    made = QEventLoop(qapp)
    asyncio.set_event_loop(made)
    yield made
    made.run_until_complete(end_all(5.0))
    made.close()
    asyncio.set_event_loop(None)


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LivePlatform]:
    """The real platform, running."""
    with live_platform(tmp_path_factory.mktemp("live") / "platform") as running:
        yield running


@pytest.fixture
def brand(live: LivePlatform) -> LiveBrand:
    """A brand of its own, without pages."""
    return live.brand()


@pytest.fixture
def redirecting_brand(tmp_path: Path) -> Iterator[LiveBrand]:
    """A brand on a platform that answers updates of pages with its login page (quirk 3)."""
    with live_platform(tmp_path / "platform", "--redirect-updates", "pages") as running:
        yield running.brand()


@pytest.fixture
def escaped(loop: QEventLoop) -> Iterator[list[BaseException]]:
    """Failures that nobody handled: a test fails unless it takes them out of the list."""
    found: list[BaseException] = []
    set_unhandled(found.append)
    yield found
    set_unhandled(None)
    assert not ["".join(format_exception(each)) for each in found]


@pytest.fixture
def bench(
    qapp: QApplication, tmp_path: Path, escaped: list[BaseException]
) -> Iterator[WindowBench]:
    """Workspaces and panels on the window's loop, for tests marked ``in_the_window``."""
    qapp.setQuitOnLastWindowClosed(False)
    yield WindowBench(tmp_path)
    qapp.setQuitOnLastWindowClosed(True)


@pytest.fixture
def relay(loop: QEventLoop, bench: WindowBench, live: LivePlatform) -> Relay:
    """A line to the platform that can be cut."""
    made = Relay(live.base_url)
    bench.at_end.append(made.close)
    loop.run_until_complete(made.listen())
    return made


@pytest.fixture
def canaries() -> Iterator[Canaries]:
    """Who hears of whatever is fetched."""
    with Canaries() as listening:
        yield listening


@pytest.fixture
def three_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that does not come is waited for three seconds, by the same rules."""
    short = Timeouts(connect=1, read=3, write=3, whole=3)
    monkeypatch.setattr(api, "Timeouts", lambda: short)


@pytest.fixture
def memory_keyring() -> Iterator[MemoryKeyring]:
    """The system's keyring, as far as the program can tell."""
    before = keyring.get_keyring()
    made = MemoryKeyring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)
