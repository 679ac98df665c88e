"""Every desktop test draws offscreen, with the web engine prepared as the program prepares it."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"

from funneldesk.desktop.kit.tasks import end_all
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore(*HARMLESS, extend=True))


@pytest.fixture(autouse=True)
def widgets_end_with_their_test() -> Iterator[None]:
    """pytest-qt asks widgets to go; they go when their deferred deletion is delivered."""
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def loop(qapp: QApplication) -> Iterator[QEventLoop]:
    """The window's event loop with asyncio on it, as the program runs it."""
    made = QEventLoop(qapp)
    asyncio.set_event_loop(made)
    yield made
    made.run_until_complete(end_all(5.0))
    made.close()
    asyncio.set_event_loop(None)
