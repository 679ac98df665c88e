"""A form that is closed, or asked for again, while it is on its way to the server."""

import asyncio
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.client.errors import ApiError, Unreachable
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.workspace.workspace import Workspace

FORM = (GroupSpec("", "", (FieldSpec("name", "Name"),)),)
MEMORY = "crm/new"


class SlowServer:
    """Answers when it is told to."""

    def __init__(self, refusal: ApiError | None = None) -> None:
        self.asked, self.may_answer, self.answered = 0, asyncio.Event(), 0
        self._refusal = refusal

    async def send(self, _values: dict[str, Any]) -> None:
        self.asked += 1
        await self.may_answer.wait()
        if self._refusal is not None:
            raise self._refusal
        self.answered += 1


def made(workspace: Workspace, window: QWidget, server: SlowServer) -> FormDialog:
    return FormDialog(
        window,
        workspace,
        "New field",
        FORM,
        values={"name": ""},
        memory=MEMORY,
        action="Add field",
        send=server.send,
    )


async def closed_on_the_way(workspace: Workspace, server: SlowServer, answers: list[str]) -> None:
    """A form that was sent, closed by Escape, and asked for once more by the same name."""
    window = QWidget()
    window.show()
    dialog = made(workspace, window, server)

    async def ask(asked: FormDialog) -> None:
        answers.append(await asked.ask())

    workspace.tasks.latest("new", ask(dialog))
    await until(dialog.isVisible)
    QTest.keyClicks(dialog.form.row("name").input.stops()[0], "Price")
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    await until(lambda: server.asked)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isHidden()
    again = made(workspace, window, server)
    workspace.tasks.latest("new", ask(again))
    await until(again.isVisible)
    assert answers == [], "nobody knows yet what became of it"
    server.may_answer.set()
    await until(lambda: answers)
    again.reject()
    await until(lambda: len(answers) == 2)
    window.deleteLater()


@in_the_window
async def test_what_is_on_its_way_is_not_given_up_by_closing(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace, server, answers = await bench.workspace(brand), SlowServer(), []
    await closed_on_the_way(workspace, server, answers)
    assert (server.asked, server.answered, answers) == (1, 1, ["done", ""])
    assert await workspace.store.saved_work(MEMORY, None) is None, (
        "what was sent is no unsaved word"
    )


@in_the_window
async def test_a_refusal_that_comes_after_closing_is_told_and_the_words_are_kept(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace, answers = await bench.workspace(brand), []
    server = SlowServer(Unreachable("No connection.", method="POST", path="/fields"))
    await closed_on_the_way(workspace, server, answers)
    assert answers == ["", ""]
    assert bench.notice("New field") is not None
    assert await workspace.store.saved_work(MEMORY, None) == {"name": "Price"}
