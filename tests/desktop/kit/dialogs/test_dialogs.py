"""Dialogs that are awaited: no nested loop, one answer, nothing left behind."""

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget
from qasync import QEventLoop
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    turns,
    until,
)

from funneldesk.desktop.kit.dialogs.dialog import Dialog, ask_text, choose, confirm, confirm_by_name


@pytest.fixture
def window(loop: QEventLoop) -> Iterator[QWidget]:
    made = QWidget()
    made.show()
    yield made
    made.deleteLater()


@in_the_window
async def test_the_work_goes_on_while_a_question_is_open(
    bench: WindowBench, window: QWidget
) -> None:
    ticks: list[int] = []

    async def tick() -> None:
        for number in range(3):
            await asyncio.sleep(0.01)
            ticks.append(number)

    beside = asyncio.ensure_future(tick())
    asked = asyncio.ensure_future(confirm(window, "Delete it?", "It goes.", action="Delete"))
    dialog = await shown_dialog()
    await beside
    assert ticks == [0, 1, 2]
    assert dialog.button("yes").text() == "Delete"
    assert "It goes." in said(dialog)
    QTest.mouseClick(dialog.button("yes"), Qt.MouseButton.LeftButton)
    assert await asked is True
    assert not open_dialogs()


@pytest.mark.parametrize("way", ["button", "escape", "window"])
@in_the_window
async def test_dismissing_is_no(bench: WindowBench, window: QWidget, way: str) -> None:
    asked = asyncio.ensure_future(confirm(window, "Delete it?", "It goes.", action="Delete"))
    dialog = await shown_dialog()
    if way == "button":
        dialog.button("").click()
    elif way == "escape":
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    else:
        dialog.close()
    assert await asked is False
    assert not open_dialogs()


@in_the_window
async def test_a_cancelled_task_closes_its_question(bench: WindowBench, window: QWidget) -> None:
    asked = asyncio.ensure_future(confirm(window, "Delete it?", "It goes.", action="Delete"))
    await shown_dialog()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert not open_dialogs()


@in_the_window
async def test_a_question_goes_with_its_window(bench: WindowBench) -> None:
    window = QWidget()
    window.show()
    asked = asyncio.ensure_future(confirm(window, "Delete it?", "It goes.", action="Delete"))
    await shown_dialog()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
    assert await asyncio.wait_for(asked, 60) is False


@in_the_window
async def test_answered_dialogs_are_taken_down(bench: WindowBench, window: QWidget) -> None:
    for _ in range(3):
        asked = asyncio.ensure_future(confirm(window, "Go on?", "", action="Go on"))
        (await shown_dialog()).answer("yes")
        assert await asked
    await until(lambda: not window.findChildren(Dialog))


@in_the_window
async def test_enter_takes_the_primary_action_and_never_a_dangerous_one(
    bench: WindowBench, window: QWidget
) -> None:
    safe = asyncio.ensure_future(confirm(window, "Save?", "", action="Save"))
    QTest.keyClick(await shown_dialog(), Qt.Key.Key_Return)
    assert await safe is True

    danger = asyncio.ensure_future(confirm(window, "Delete?", "", action="Delete", danger=True))
    dialog = await shown_dialog()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    await turns()
    assert dialog.isVisible()
    dialog.answer("")
    assert await danger is False


@in_the_window
async def test_a_choice_gives_its_key(bench: WindowBench, window: QWidget) -> None:
    answers = (("", "Not now", ""), ("theirs", "Take theirs", ""), ("mine", "Send mine", "primary"))
    asked = asyncio.ensure_future(choose(window, "Both changed it", "", answers))
    dialog = await shown_dialog()
    dialog.button("theirs").click()
    assert await asked == "theirs"


@in_the_window
async def test_on_a_live_brand_the_name_is_typed(bench: WindowBench, window: QWidget) -> None:
    asked = asyncio.ensure_future(
        confirm_by_name(window, "Delete it?", "", name="Spring sale ", action="Delete")
    )
    dialog = await shown_dialog()
    field, yes = dialog.findChild(QLineEdit), dialog.button("yes")
    for typed, allowed in (("", False), ("Spring", False), ("spring sale", False)):
        field.setText(typed)
        assert yes.isEnabled() is allowed
    field.setText("Spring sale")
    assert yes.isEnabled()
    yes.click()
    assert await asked is True


@in_the_window
async def test_a_secret_is_hidden_until_asked_for(bench: WindowBench, window: QWidget) -> None:
    asked = asyncio.ensure_future(ask_text(window, "The key", "", action="Go on", secret=True))
    dialog = await shown_dialog()
    field = dialog.findChild(QLineEdit)
    assert not dialog.button("yes").isEnabled()
    QTest.keyClicks(field, "  fd_1_abc ")
    assert field.echoMode() is QLineEdit.EchoMode.Password
    assert field.displayText() != field.text()
    dialog.findChild(QCheckBox).setChecked(True)
    assert field.echoMode() is QLineEdit.EchoMode.Normal
    dialog.button("yes").click()
    assert await asked == "fd_1_abc"


@in_the_window
async def test_server_text_in_a_question_is_plain(bench: WindowBench, window: QWidget) -> None:
    title = "Delete “<img src=file:///etc/passwd>”?"
    asked = asyncio.ensure_future(confirm(window, title, "<b>bold</b>", action="Delete"))
    dialog = await shown_dialog()
    assert title in said(dialog)
    assert "<b>bold</b>" in said(dialog)
    formats = {
        label.textFormat() for label in dialog.findChildren(QWidget) if hasattr(label, "textFormat")
    }
    assert formats == {Qt.TextFormat.PlainText}
    dialog.answer("")
    await asked


@pytest.mark.parametrize("danger", [False, True])
@in_the_window
async def test_enter_presses_the_button_that_has_the_focus(
    bench: WindowBench, window: QWidget, danger: bool
) -> None:
    question = confirm(window, "Delete it?", "It goes.", action="Delete", danger=danger)
    asked = asyncio.ensure_future(question)
    dialog = await shown_dialog()
    dialog.activateWindow()
    await until(dialog.isActiveWindow)
    safe = dialog.button("")
    if danger:
        await until(safe.hasFocus)
    else:
        safe.setFocus()
    QTest.keyClick(safe, Qt.Key.Key_Return)
    assert await asked is False
