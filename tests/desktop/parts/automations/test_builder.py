"""The builder: drafts that save themselves, deploying, numbers, dry run, log, versions."""

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.desktop.support.automations_desk import (
    WELCOME,
    answered,
    automation,
    document,
    draft_sent,
    fired,
    graph_shown,
    line,
    named,
    node,
    opened,
    stored,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.client.errors import NotFound
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.graph.model import deeds
from funneldesk.desktop.parts.automations.builder.page import BuilderPage
from funneldesk.desktop.parts.automations.runs.lines import runs_of
from funneldesk.desktop.parts.automations.runs.log_view import LogView
from funneldesk.desktop.parts.automations.runs.summary_dialog import SummaryDialog


def tag_named(builder: BuilderPage, code: str, tag: str) -> None:
    """Change the tag that a node adds."""
    graph = builder.editor.graph
    found = graph.by_code(code)
    assert found is not None
    builder.editor.do(deeds.set_data(graph, found.key, {**found.data, "tag": tag}))


def mark(builder: BuilderPage, code: str) -> Any:
    found = builder.editor.graph.by_code(code)
    assert found is not None
    return builder.editor.canvas.shown.marks.get(found.key)


async def status(brand: LiveBrand, number: int) -> str | None:
    async with brand.api() as api:
        return next(
            each.status for each in (await api.automations.list()).rows if each.id == number
        )


@in_the_window
async def test_an_empty_answer_is_an_empty_canvas_and_what_is_drawn_is_a_draft(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Quirk 55: nothing is deployed before somebody says so."""
    made = await automation(brand, "Welcome")
    panel = await opened(bench, await bench.workspace(brand), made)
    builder = panel.builder
    assert not builder.editor.graph.nodes
    builder.editor.deeds.add("form_submission")
    builder.editor.deeds.add("add_tag")
    await draft_sent(builder)
    kept = await stored(brand, made)
    assert kept is not None
    assert [each["type"] for each in kept["config"]["nodes"]] == ["form_submission", "add_tag"]
    assert await status(brand, made.id) == "draft"
    assert "saved as a draft" in builder.state.text()


@in_the_window
async def test_deploying_shows_what_changes_first(bench: WindowBench, brand: LiveBrand) -> None:
    made = await automation(brand, "Welcome", deployed=WELCOME)
    panel = await opened(bench, await bench.workspace(brand), made)
    builder = panel.builder
    tag_named(builder, "tag", "gold")
    builder.editor.choose_code("mail")
    QTest.keyClick(builder.editor.canvas, Qt.Key.Key_Delete)
    await draft_sent(builder)
    builder.deploy_button.click()
    told = await answered("Deploy “Welcome”?", "")
    assert "Removed: Send an email (mail)" in told
    assert "Changed: Add a tag (tag): tag" in told
    assert "No run waits at a delay" in told
    async with brand.api() as api:
        live = await api.automations.discard_revision(made.id)
    assert live.body() == WELCOME, "what was dismissed changed nothing"
    builder.deploy_button.click()
    await answered("Deploy “Welcome”?")
    await until(lambda: panel.is_quiet)
    async with brand.api() as api:
        live = await api.automations.discard_revision(made.id)
    assert [each["code"] for each in live.nodes] == ["start", "gold", "tag"]


@in_the_window
async def test_a_flow_that_no_run_gets_through_is_not_deployed_and_says_why(
    bench: WindowBench, brand: LiveBrand
) -> None:
    broken = document(
        node("start", "postback"),
        node("gold", "condition"),
        node("mail", "send_email", subject="Hello"),
        node("far", "add_tag"),
        ways="start-gold gold-true-mail",
    )
    made = await automation(brand, "Welcome", draft=broken)
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.builder.deploy_button.click()
    told = await answered("“Welcome” can't be deployed yet", "")
    assert "Condition (gold): Write a condition, or choose a field to compare." in told
    assert "Send an email (mail): Write the message." in told
    assert told.index("Other problems") < told.index("Add a tag (far): Name the tag. No run gets")
    await until(lambda: panel.is_quiet)
    assert await status(brand, made.id) == "draft"
    with pytest.raises(NotFound):
        async with brand.api() as api:
            await api.automations.discard_revision(made.id)


@in_the_window
async def test_an_empty_flow_is_not_deployed(bench: WindowBench, brand: LiveBrand) -> None:
    made = await automation(brand, "Welcome", draft=document())
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.builder.deploy_button.click()
    assert "There is no node in it yet." in await answered("“Welcome” can't be deployed yet", "")
    assert await status(brand, made.id) == "draft"


@in_the_window
async def test_what_is_deployed_for_the_first_time_is_compared_with_nothing(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await automation(brand, "Welcome", draft=WELCOME)
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.builder.deploy_button.click()
    told = await answered("Deploy “Welcome”?", "")
    assert "Nothing is deployed yet: all of it is new." in told
    assert "Added: " in told
    assert "Send an email (mail)" in told
    assert "Connections: 3 added, 0 removed" in told
    assert "Nothing differs." not in told


@in_the_window
async def test_a_second_deploy_is_compared_with_the_first(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await automation(brand, "Welcome", draft=WELCOME)
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.builder.deploy_button.click()
    await answered("Deploy “Welcome”?")
    await until(lambda: panel.is_quiet)
    tag_named(panel.builder, "tag", "gold")
    await draft_sent(panel.builder)
    panel.builder.deploy_button.click()
    told = await answered("Deploy “Welcome”?", "")
    assert "Compared with what was last deployed from this computer." in told
    assert "Changed: Add a tag (tag): tag" in told
    assert "Added: " not in told


@in_the_window
async def test_what_runs_could_pass_is_told_and_left_to_the_user(
    bench: WindowBench, brand: LiveBrand
) -> None:
    lonely = {**WELCOME["config"], "nodes": [*WELCOME["config"]["nodes"], node("far", "delay")]}
    made = await automation(brand, "Welcome", draft={**WELCOME, "config": lonely})
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.builder.deploy_button.click()
    dialog = await shown_dialog()
    assert "Delay (far): Say how long to wait. No run gets here." in said(dialog)
    assert dialog.focusWidget() is dialog.button("")
    QTest.keyClick(dialog.button(""), Qt.Key.Key_Return)
    await until(lambda: panel.is_quiet)
    assert await status(brand, made.id) == "draft"
    panel.builder.deploy_button.click()
    await answered("Deploy “Welcome”?")
    await until(lambda: panel.is_quiet)
    assert await status(brand, made.id) == "active"


@in_the_window
async def test_a_discarded_draft_stays_among_the_versions(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await automation(brand, "Welcome", deployed=WELCOME)
    panel = await opened(bench, await bench.workspace(brand), made)
    builder = panel.builder
    tag_named(builder, "tag", "gold")
    await draft_sent(builder)
    builder.discard_button.click()
    await answered("Discard the draft?")
    await until(lambda: panel.is_quiet)
    assert builder.editor.document() == WELCOME
    builder.open_drawer("versions")
    versions = builder.drawer.versions
    await until(lambda: versions.list.count() >= 3)
    texts = [versions.list.item(place).text() for place in range(versions.list.count())]
    versions.list.setCurrentRow(next(n for n, t in enumerate(texts) if "Discarded draft" in t))
    await until(lambda: "Changed: Add a tag (tag): tag" in versions.told.toPlainText())
    assert mark(builder, "tag").word == "Changed"
    versions.restore.click()
    await until(lambda: panel.is_quiet)
    await draft_sent(builder)
    kept = await stored(brand, made)
    assert kept is not None
    assert kept["config"]["nodes"][2]["data"] == {"tag": "gold"}


@in_the_window
async def test_a_save_that_is_under_way_ends_before_the_draft_is_discarded_or_another_is_opened(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    made, other = [await automation(brand, name, deployed=WELCOME) for name in ("One", "Other")]
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url), made)
    builder = panel.builder
    async with relay.held("POST"):
        tag_named(builder, "tag", "gold")
        await until(relay.writes)
        builder.discard_button.click()
        await answered("Discard the draft?")
    await until(lambda: panel.is_quiet and builder.editor.document() == WELCOME)
    assert (builder.saver.waits, builder.saver.conflict) == (False, None)
    relay.seen.clear()
    async with relay.held("POST"):
        tag_named(builder, "tag", "silver")
        await until(relay.writes)
        panel.open_record(str(other.id))
        async with brand.api() as api:
            for _answer in range(20):  # time enough for the other one to be read
                await api.automations.get_builder(other.id)
    await graph_shown(panel, other)
    tag_named(builder, "tag", "bronze")
    await draft_sent(builder)
    assert builder.saver.conflict is None
    for each, tag in ((made, "silver"), (other, "bronze")):
        kept = await stored(brand, each)
        assert kept is not None
        assert kept["config"]["nodes"][2]["data"] == {"tag": tag}


@in_the_window
async def test_what_somebody_else_saved_is_not_written_over(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await automation(brand, "Welcome", deployed=WELCOME)
    panel = await opened(bench, await bench.workspace(brand), made)
    builder = panel.builder
    theirs = document(node("start", "postback"), node("other", "add_tag", tag="theirs"))
    async with brand.api() as api:
        await api.automations.save_builder(made.id, theirs, draft=True)
    tag_named(builder, "tag", "mine")
    await until(lambda: builder.saver.conflict is not None)
    assert await stored(brand, made) == theirs
    assert "Someone else" in builder.problem.title()
    builder.problem.second.click()
    await draft_sent(builder)
    kept = await stored(brand, made)
    assert kept is not None
    assert kept["config"]["nodes"][2]["data"] == {"tag": "mine"}


@in_the_window
async def test_what_was_not_sent_is_there_again(bench: WindowBench, brand: LiveBrand) -> None:
    made = await automation(brand, "Welcome", deployed=WELCOME)
    other = await automation(brand, "Other")
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace, made)
    builder = panel.builder
    tag_named(builder, "tag", "kept")
    await builder.settle()
    builder.saver.tasks.end()
    again = await opened(bench, workspace, other)
    again.open_record(str(made.id))
    await graph_shown(again, made)
    await draft_sent(again.builder)
    kept = await stored(brand, made)
    assert kept is not None
    assert kept["config"]["nodes"][2]["data"] == {"tag": "kept"}


@in_the_window
async def test_numbers_and_failures_stand_on_the_graph_and_a_run_is_replayed(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await automation(brand, "Welcome", deployed=WELCOME)
    await fired(brand, made, {"plan": "gold", "email": "ana@example.com"}, 3)
    await fired(brand, made, {"plan": "free", "email": "nobody"}, 6)
    panel = await opened(bench, await bench.workspace(brand), made)
    builder = panel.builder
    await until(lambda: mark(builder, "mail"))
    assert mark(builder, "gold").spoken() == "Done 2"
    assert mark(builder, "mail").spoken() == "Failed 1"
    hot = [each for each in builder.editor.canvas.shown.edge_marks.values() if each.tone]
    assert [(each.tone, each.text) for each in hot] == [("danger", "1")]
    builder.open_drawer("log")
    log = builder.drawer.log
    await until(lambda: log.list.count() == 2)
    log.results.chosen.emit("failed")
    log.results.choose("failed")
    log.results.chosen.emit("failed")
    assert log.list.count() == 1
    log.list.setCurrentRow(0)
    assert [step.code for step in log.steps.steps] == ["start", "gold", "mail"]
    assert mark(builder, "mail").faded, "not yet: the first step is shown"
    log.steps.after.click()
    log.steps.after.click()
    assert (mark(builder, "mail").tone, mark(builder, "tag").faded) == ("danger", True)
    assert "is not an e-mail address" in said(log.steps) + log.steps.list.item(2).text()
    assert '"plan": "free"' in log.steps.data.toPlainText(), "what the run knew then"
    builder.open_drawer("events")
    events = builder.drawer.events
    await until(lambda: events.list.rows.rowCount() == 1)
    assert events.list.rows.at(0).title == "Postback"
    assert events.list.rows.at(0).chip == "2 times"
    builder.open_drawer("")
    assert mark(builder, "gold").spoken() == "Done 2"


@in_the_window
async def test_the_summary_tells_of_a_period_and_leads_to_what_failed(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await automation(brand, "Calm", deployed=WELCOME)
    made = await automation(brand, "Welcome", deployed=WELCOME)
    await fired(brand, made, {"plan": "free", "email": "nobody"}, 3)
    panel = await opened(bench, await bench.workspace(brand))
    panel.summary_button.click()
    dialog = await shown_dialog(SummaryDialog)
    await until(lambda: dialog.list.rows.rowCount() == 2)
    assert dialog.told.text() == "1 run · 2 steps done · 1 failed · 0 skipped"
    assert " to " in dialog.days.text()
    first = dialog.list.rows.at(0)
    assert (first.title, first.text, first.chip) == ("Welcome", "1 run · 67% done", "1 failed")
    dialog.list.opened.emit(first.id)
    await until(lambda: panel.open_id == str(made.id) and panel.is_quiet)
    await graph_shown(panel, made)


def test_a_log_without_data_says_so(qtbot: QtBot) -> None:
    log = LogView(Formats)
    qtbot.addWidget(log)
    log.show_runs(runs_of([line(1, "start", "postback", "success")]), has_more=False)
    log.list.setCurrentRow(0)
    assert "tells no data of its steps" in said(log.steps)
    assert '"node_code": "start"' in log.steps.data.toPlainText()


@in_the_window
async def test_a_record_is_walked_through_without_the_server(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await automation(brand, "Welcome", deployed=WELCOME)
    panel = await opened(bench, await bench.workspace(brand), made)
    builder = panel.builder
    builder.open_drawer("trial")
    trial = builder.drawer.trial
    assert "ana@example.com" in trial.record.toPlainText()
    trial.record.setPlainText(json.dumps({"plan": "free", "email": "ana@example.com"}))
    trial.go.click()
    assert [(step.code, step.status) for step in trial.steps.steps] == [
        ("start", "success"),
        ("gold", "success"),
        ("mail", "success"),
    ]
    assert "(plan = free)" in trial.steps.steps[1].message
    trial.steps.list.setCurrentRow(2)
    assert mark(builder, "mail").tone == "success"
    assert mark(builder, "tag").faded
    trial.record.setPlainText("{broken")
    trial.go.click()
    assert "isn't valid JSON" in trial.problem.text()
    tag_named(builder, "tag", "other")
    assert not trial.steps.steps, "it was a run of another graph"
    async with brand.api() as api:
        assert not await api.automations.stats(made.id)


@in_the_window
async def test_a_graph_that_nobody_may_change_is_looked_at(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await automation(brand, "Welcome", deployed=WELCOME)
    panel = await opened(bench, await bench.workspace(brand, read_only=True), made)
    assert panel.builder.editor.canvas.read_only
    assert not panel.builder.deploy_button.isEnabled()


@in_the_window
async def test_a_new_automation_begins_with_an_empty_canvas(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await opened(bench, await bench.workspace(brand))
    panel.new_button.click()
    await named("After a purchase")
    await until(lambda: panel.builder.body.get("title") == "After a purchase" and panel.is_quiet)
    assert panel.builder.editor.is_open
    assert not panel.builder.editor.graph.nodes
    moved_to = panel.builder.editor
    moved_to.deeds.add("purchase")
    await draft_sent(panel.builder)
    async with brand.api() as api:
        assert [each.title for each in (await api.automations.list()).rows] == ["After a purchase"]
