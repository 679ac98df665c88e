"""From nothing to mended: drawn by keys, tried, deployed, started by a real form, found failing."""

import json
from typing import Any

import httpx
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from tests.desktop.support.automations_desk import answered, draft_sent, logged, named, opened
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.contract.collections import CollectionDraft
from funneldesk.desktop.parts.automations.builder.page import BuilderPage
from funneldesk.desktop.parts.automations.panel import AutomationsPanel

ANN = {"name": "Ann", "email": "ann@example.com"}


def add_by_keys(builder: BuilderPage, title: str) -> None:
    """Press A on the canvas and take a kind from the menu."""
    canvas = builder.editor.canvas
    QTest.keyClick(canvas, Qt.Key.Key_A)
    menus = [menu for menu in builder.editor.findChildren(QMenu) if menu.isVisible()]
    (menu,) = menus
    next(action for action in menu.actions() if action.text() == title).trigger()
    menu.close()


def type_in(builder: BuilderPage, **values: str) -> None:
    """Type into the form of the node that is chosen."""
    form = builder.editor.node_panel.form
    assert form is not None
    for name, value in values.items():
        form.row(name).set_value(value)
        form.edited.emit(name, value)


async def deployed(panel: AutomationsPanel) -> None:
    panel.builder.deploy_button.click()
    await answered("Deploy")
    await until(lambda: panel.builder.body.get("status") == "active" and panel.is_quiet)


async def form_posted(brand: LiveBrand, number: int, lines: int) -> None:
    """A visitor sends the form; wait for the log."""
    async with brand.api() as api, httpx.AsyncClient(trust_env=False) as visitor:
        address = f"{api.base_url}/p/{brand.number}/-/collections/contact"
        answer = await visitor.post(address, data=ANN)
        assert answer.status_code in (200, 303), answer.text

        async def count() -> int:
            return (await api.automations.list_logs(number)).total or 0

        await logged(count, lines)


def mark(builder: BuilderPage, code: str) -> Any:
    found = builder.editor.graph.by_code(code)
    assert found is not None
    return builder.editor.canvas.shown.marks.get(found.key)


def draw(builder: BuilderPage) -> None:
    """A form, a tag, and a letter to an address that no field of the form has."""
    add_by_keys(builder, "Form submission")
    add_by_keys(builder, "Add a tag")
    type_in(builder, tag="wrote")
    add_by_keys(builder, "Send an email")
    type_in(builder, to="{{e_mail}}", subject="Thanks", body="<p>Thanks, {{name}}</p>")
    assert [edge.output for edge in builder.editor.graph.edges.values()] == ["", ""]


def try_out(builder: BuilderPage) -> None:
    """An example record, with the address that the form has not."""
    builder.open_drawer("trial")
    trial = builder.drawer.trial
    trial.record.setPlainText(json.dumps({**ANN, "e_mail": "ann@example.com"}))
    trial.go.click()
    assert [step.status for step in trial.steps.steps] == ["success"] * 3
    builder.open_drawer("")


@pytest.mark.qt_log_ignore("This plugin does not support")
@in_the_window
async def test_an_automation_is_drawn_deployed_found_failing_and_mended(
    bench: WindowBench, brand: LiveBrand
) -> None:
    fields = [{"name": "Name", "type": "text"}, {"name": "Email", "type": "email"}]
    async with brand.api() as api:
        await api.collections.create(CollectionDraft(name="Contact", fields=fields))
    panel = await opened(bench, await bench.workspace(brand))
    builder = panel.builder
    panel.new_button.click()
    await named("Answer the form")
    await until(lambda: builder.body.get("title") == "Answer the form" and panel.is_quiet)

    draw(builder)
    await draft_sent(builder)

    try_out(builder)
    await deployed(panel)

    await form_posted(brand, int(builder.body["id"]), 3)
    panel.refresh()
    await until(lambda: mark(builder, "send_email_1") and panel.is_quiet)
    assert mark(builder, "send_email_1").spoken() == "Failed 1"
    builder.open_drawer("log")
    log = builder.drawer.log
    await until(lambda: log.list.count() == 1)
    assert "has no e-mail address" in log.list.item(0).text()
    builder.open_drawer("")

    builder.editor.choose_code("send_email_1")
    type_in(builder, to="{{email}}")
    await draft_sent(builder)
    await deployed(panel)
    await form_posted(brand, int(builder.body["id"]), 6)
    panel.refresh()
    await until(lambda: mark(builder, "send_email_1").spoken() == "Done 1, Failed 1")
    await until(lambda: panel.is_quiet)
