"""What is done with automations from the list: copies, templates, postbacks, settings, deletion."""

import asyncio

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit
from tests.desktop.support.automations_desk import (
    WELCOME,
    answered,
    automation,
    document,
    logged,
    named,
    node,
    opened,
    stored,
)
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.parts.automations.copying import CopyDialog
from funneldesk.desktop.parts.automations.postback import PostbackDialog
from funneldesk.desktop.workspace.workspace import Workspace

NEEDING = document(
    node("start", "form_submission", collection_code="news"),
    node("lead", "create_crm_entry", entity="leads", title="{{name}}"),
    node("tag", "add_tag", tag="vip"),
    ways="start-lead lead-tag",
    trigger="form_submission",
)


class OneNeighbour:
    """Another brand that this computer knows."""

    def __init__(self, other: Workspace) -> None:
        self._other = other

    def connections(self) -> tuple[Connection, ...]:
        return (self._other.connection,)

    async def workspace(self, _connection_id: str) -> Workspace:
        return self._other


@in_the_window
async def test_a_copy_goes_to_another_brand_once_what_it_lacks_is_named(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform
) -> None:
    other_brand = live.brand("Other")
    made = await automation(brand, "Lead in", deployed=NEEDING)
    here = await bench.workspace(brand)
    there = await bench.workspace(other_brand, name="Other", place="other")
    here.neighbours = OneNeighbour(there)
    panel = await opened(bench, here, made)
    panel.deeds.copy_to_brand(str(made.id))
    dialog: CopyDialog = await shown_dialog(CopyDialog)
    await until(lambda: dialog.go.isEnabled())
    missing = [dialog.list.item(place).text() for place in range(dialog.list.count())]
    assert missing == ["Collection: news", "CRM entity: leads"]
    assert "vip" in dialog.said.text()
    dialog.go.click()
    await until(lambda: bench.notice("Automation copied"))
    async with other_brand.api() as api:
        (copy,) = (await api.automations.list()).rows
        assert (copy.title, copy.status) == ("Lead in", "draft")
    assert await stored(other_brand, copy) == NEEDING


@in_the_window
async def test_a_template_is_kept_and_used(bench: WindowBench, brand: LiveBrand) -> None:
    made = await automation(brand, "Welcome", deployed=WELCOME)
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.deeds.keep_template(str(made.id))
    await named("My welcome")
    await until(lambda: bench.notice("Template kept"))
    panel.deeds.from_template()
    assert "New from a template" in await answered("New from a template", "go")
    await named("Second")
    await until(lambda: panel.builder.body.get("title") == "Second" and panel.is_quiet)
    assert panel.builder.editor.document() == WELCOME


@in_the_window
async def test_a_postback_is_copied_and_tried(bench: WindowBench, brand: LiveBrand) -> None:
    made = await automation(brand, "Welcome", deployed=WELCOME)
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.deeds.postback(str(made.id))
    dialog: PostbackDialog = await shown_dialog(PostbackDialog)
    assert dialog.address.text() == f"{brand.base_url}/webhooks/{made.postback_code}"
    assert dialog.curl.text().startswith(f"curl -X POST '{dialog.address.text()}'")
    QGuiApplication.clipboard().setText("")
    next(b for b in dialog.findChildren(type(dialog.test)) if b.text() == "Copy curl line").click()
    assert QGuiApplication.clipboard().text() == dialog.curl.text()
    dialog.sent.setPlainText("[]")
    dialog.test.click()
    await until(lambda: "object in braces" in dialog.told.text())
    dialog.sent.setPlainText('{"plan": "gold", "email": "ana@example.com"}')
    dialog.test.click()
    await until(lambda: "Sent." in dialog.told.text())
    async with brand.api() as api:

        async def count() -> int:
            return (await api.automations.list_logs(made.id)).total or 0

        await logged(count, 3)
    dialog.answer("")
    await until(lambda: panel.is_quiet)


@in_the_window
async def test_settings_and_status_are_changed(bench: WindowBench, brand: LiveBrand) -> None:
    made = await automation(brand, "Welcome", deployed=WELCOME)
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.deeds.settings(str(made.id))
    dialog = await shown_dialog()
    dialog.form.row("title").set_value("Renamed")
    dialog.form.edited.emit("title", "Renamed")
    dialog.go()
    await until(lambda: not open_dialogs())
    panel.deeds.set_status((str(made.id),), "inactive")
    async with brand.api() as api:
        async with asyncio.timeout(30):
            row = (await api.automations.list()).rows[0]
            while (row.title, row.status) != ("Renamed", "inactive"):
                row = (await api.automations.list()).rows[0]


@in_the_window
async def test_automations_are_deleted_once_the_brand_is_named_also_those_that_are_gone(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = [await automation(brand, name, deployed=WELCOME) for name in ("One", "Two", "Three")]
    first, second, kept = (str(each.id) for each in made)
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace, made[0])
    await until(lambda: {first, second, kept} <= panel.list.rows.keys())
    async with brand.api() as api:
        await api.automations.delete(int(second))
        panel.declared_actions.carry_out(
            panel.declared_actions["automations.delete"], (first, second)
        )
        dialog = await shown_dialog()
        assert "the log goes too" in said(dialog)
        dialog.findChild(QLineEdit).setText(workspace.connection.name)
        dialog.button("yes").click()
        await until(lambda: bench.notice("2 automations deleted"))
        await until(lambda: not panel.open_id and panel.list.rows.keys() == {kept})
        assert [str(each.id) for each in (await api.automations.list()).rows] == [kept]
