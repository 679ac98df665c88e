"""Starting on the sample workspace, and leaving: everything ends, nothing typed is lost."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from qasync import QEventLoop
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import write
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    open_dialogs,
    shown_dialog,
    until,
)

from funneldesk.desktop.app.run import EXIT_SECONDS, End, _install_hooks
from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.tasks import end_all, set_unhandled
from funneldesk.desktop.local.files.problems import LocalStoreProblem, ProblemKind
from funneldesk.desktop.local.store import LocalStore

LONGEST_EXIT = 20.0
"""Seconds: less than the longest silence that a call bears, far more than a busy computer needs."""


def process_of(session: Session) -> int:
    """The number of the platform's process, while it has one."""
    process = session.platform._process
    return int(process.processId()) if process is not None else 0


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture(autouse=True)
def _keyring(memory_keyring: MemoryKeyring) -> None:
    """Nobody's own keyring is asked."""


@pytest.fixture
def hooks() -> Iterator[None]:
    before = sys.excepthook
    yield
    sys.excepthook = before
    set_unhandled(None)


@in_the_window
async def test_the_sample_opens_and_the_program_ends_with_its_platform(
    bench: WindowBench,
) -> None:
    tasks_before = len(asyncio.all_tasks())
    session = bench.session()
    session.begin()
    await until(lambda: session.shown() is not None)
    panel = bench.pages_of(session)
    await until(lambda: panel.list.list.rows.rowCount() >= 8, 90)
    await until(lambda: panel.session.draft is not None)
    process, title = process_of(session), panel.session.title
    assert lives(process)
    assert bench.notifications.notices == []
    write(panel, "css", "p { color: teal }")
    async with asyncio.timeout(LONGEST_EXIT):
        await bench.quit(session)
        await end_all(EXIT_SECONDS)
    assert not lives(process)
    assert len(asyncio.all_tasks()) == tasks_before

    session = bench.session()
    session.begin()
    await until(lambda: session.shown() is not None)
    panel = bench.pages_of(session)
    await until(lambda: panel.session.title == title)
    assert panel.editor.source("css") == "p { color: teal }"
    assert "Unsaved since" in panel.editor.kept.text()


@in_the_window
async def test_closing_the_window_asks_the_program_to_end(bench: WindowBench) -> None:
    window = bench.session().window
    asked: list[bool] = []
    window.asked_to_close.connect(lambda: asked.append(True))
    window.show()
    window.activateWindow()
    await until(window.isActiveWindow)
    window.close()
    assert asked == [True]
    QTest.keyClick(window, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert asked == [True, True]
    assert window.isVisible()


@in_the_window
async def test_a_window_that_was_closed_before_the_program_was_up_ends_it(
    bench: WindowBench,
) -> None:
    session = bench.session()
    session.window.close()
    end = End()
    end.follow(session.window)
    assert end.asked.is_set()


@in_the_window
async def test_a_platform_that_falls_comes_back_with_its_brands(bench: WindowBench) -> None:
    session = bench.session()
    session.begin()
    await until(lambda: session.shown() is not None)
    workspace = session.shown()
    assert workspace is not None
    await until(lambda: workspace.connection_state == "online")
    first = process_of(session)
    os.kill(first, signal.SIGKILL)
    await until(lambda: workspace.connection_state == "offline")
    assert "can't be reached" in session.window.banner.text()
    await until(lambda: workspace.connection_state == "online")
    assert process_of(session) != first
    assert session.window.banner.isHidden()
    assert not open_dialogs()
    assert (await workspace.run(lambda api: api.check())).name == workspace.connection.name


@in_the_window
async def test_a_call_that_hangs_holds_nothing_up(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand, base_url=relay.base_url)
    await bench.opened(panel, page)
    store = session.folders.brand_database(session.settings.last_connection)
    write(panel, "html", "<p>mine</p>")
    async with relay.held("GET"):
        panel.save()
        await until(lambda: panel.session.busy)
        async with asyncio.timeout(LONGEST_EXIT):
            await bench.quit(session)
    kept = await LocalStore.open(store)
    drafts = await kept.drafts()
    await kept.close()
    assert [draft.content["fields"] for draft in drafts] == [{"html": "<p>mine</p>"}]


@in_the_window
async def test_an_open_question_goes_with_the_program(bench: WindowBench, brand: LiveBrand) -> None:
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    panel.tasks.start(confirm(panel, "Delete it?", "", action="Delete"))
    await shown_dialog()
    async with asyncio.timeout(LONGEST_EXIT):
        await bench.quit(session)


@in_the_window
async def test_a_full_disk_does_not_keep_the_program_from_ending(
    bench: WindowBench,
    brand: LiveBrand,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    session = bench.session()
    panel = await bench.add_brand(session, brand)

    async def full() -> None:
        raise LocalStoreProblem(ProblemKind.DISK_FULL, Path("brand.sqlite3"))

    monkeypatch.setattr(panel, "settle", full)
    workspace = session.shown()
    assert workspace is not None
    await bench.quit(session)
    assert "LocalStoreProblem" in caplog.text
    with pytest.raises(LocalStoreProblem):
        await workspace.store.drafts()


@in_the_window
async def test_a_platform_that_cannot_start_is_said_and_holds_nothing_up(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [sys.executable, "-c", "import sys; sys.exit('The folder is in use.')"]
    monkeypatch.setattr("funneldesk.desktop.app.server_process.serve_command", lambda: words)
    monkeypatch.setattr("funneldesk.desktop.app.server_process.RESTART_MILLISECONDS", 10)
    session = bench.session()
    session.begin()
    await until(lambda: bench.notice("server couldn't start"), 60)
    notice = bench.notice("server couldn't start")
    assert notice is not None
    assert "The folder is in use." in notice.text
    await until(lambda: session.shown() is not None)
    workspace = session.shown()
    assert workspace is not None
    assert workspace.connection_state == "offline"
    panel = bench.pages_of(session)
    await until(lambda: panel.list.views.currentWidget() is panel.list.refused)


@in_the_window
async def test_a_sample_brand_that_is_opened_while_the_server_is_gone_is_offline(
    bench: WindowBench,
) -> None:
    session = bench.session()
    session.begin()
    await until(lambda: (shown := session.shown()) and shown.connection_state == "online")
    await until(lambda: session.brands.connection("sample-2"))
    session.brands.sample_lost()
    workspace = await session.brands.workspace("sample-2")
    assert workspace.connection_state == "offline"


@in_the_window
async def test_what_nobody_handled_ends_in_a_notice(
    bench: WindowBench,
    loop: QEventLoop,
    hooks: None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    session = bench.session()
    _install_hooks(loop, session.unexpected)
    sys.excepthook(KeyError, KeyError("slot"), None)
    assert bench.notice("inside Funneldesk")
    assert "KeyError" in bench.notifications.notices[0].details
    loop.call_exception_handler({"message": "lost", "exception": ValueError("task")})
    assert "ValueError" in bench.notifications.notices[0].details

    async def fail() -> None:
        raise IndexError("scope")

    session.tasks.start(fail())
    await until(lambda: "IndexError" in bench.notifications.notices[0].details)
    assert len(bench.notifications.notices) == 3
    assert "KeyError: 'slot'" in capsys.readouterr().err
