"""A warm start shows the section as it was left in its first frame, and nothing that is not so."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from sqlalchemy import update
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    turns,
    until,
)

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import COMFORTABLE, COMPACT
from funneldesk.desktop.shell.windows.main_window import MainWindow
from funneldesk.server.parts.pages.tables import PageRow


def first_frame(session: Session, size: QSize) -> tuple[MainWindow, QImage]:
    """A window as the next start shows it before anything but the settings was read."""
    window = MainWindow(NotificationCenter())
    window.resize(size)
    window.last_view.take(session.folders.last_view)
    window.show()
    frame = window.panels.grab().toImage()
    return window, frame


async def left(bench: WindowBench, brand: LiveBrand) -> tuple[Session, QImage, QSize]:
    """A session that showed a list and ended, how that looked, and how large its window was."""
    page = await brand.add("Spring sale")
    with brand.database.writing() as rows:  # What was changed just now says so for a minute only.
        old = update(PageRow).where(PageRow.id == page.id)
        rows.execute(old.values(updated_at=datetime(2026, 3, 1, tzinfo=UTC)))
    session = bench.session()
    session.window.show()
    panel = await bench.add_brand(session, brand)
    await until(lambda: panel.list.list.rows.rowCount() == 1)
    for notice in bench.notifications.notices:
        bench.notifications.withdraw(notice.key)
    await bench.idle(panel)
    await turns(60)
    shown, size = session.window.panels.grab().toImage(), session.window.size()
    await bench.quit(session)
    return session, shown, size


def spoil(file: Path, change: str) -> None:
    if change == "none kept":
        file.unlink()
    elif change == "spoilt":
        file.write_bytes(file.read_bytes()[:200])
    elif change == "other look":
        theme.set_density(COMPACT)


@in_the_window
async def test_the_first_frame_of_a_warm_start_is_the_last_one(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    session, shown, size = await left(bench, brand)
    assert memory_keyring.kept
    window, frame = first_frame(session, size)
    assert frame.size() == shown.size()
    list_part = shown.rect().adjusted(0, 0, -shown.width() * 3 // 4, 0)
    assert frame.copy(list_part) == shown.copy(list_part)
    assert len({frame.pixel(x, y) for x in range(0, 200, 3) for y in range(0, 200, 3)}) > 3
    window.deleteLater()


@pytest.mark.parametrize("change", ["none kept", "spoilt", "other look", "other size"])
@in_the_window
async def test_what_would_not_be_so_is_not_shown(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring, change: str
) -> None:
    session, _, size = await left(bench, brand)
    assert memory_keyring.kept
    spoil(session.folders.last_view, change)
    try:
        window, _ = first_frame(session, size)
        if change == "other size":
            window.resize(900, 600)
        frame = window.panels.grab().toImage()
    finally:
        theme.set_density(COMFORTABLE)
    corner = {frame.pixel(x, y) for x in range(0, 200, 3) for y in range(0, 200, 3)}
    assert len(corner) == 1, "something of the list is there"
    assert window.last_view.accessibleName() == "Starting Funneldesk…"
    window.deleteLater()
