"""Walks through what is drawn as a graph, in a real window."""

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence

import httpx
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.quizzes_desk import answer_all
from tests.desktop.support.window_bench import (
    WindowBench,
    open_dialogs,
    said,
    shown_dialog,
    turns,
    until,
)
from tests.e2e.walking import (
    LEFT,
    Walk,
    buttons,
    click,
    press_button,
    press_keys,
    section,
    start,
    told,
    window,
    write,
)

from funneldesk.contract.collections import CollectionDraft
from funneldesk.contract.quizzes import SCREEN_TYPES
from funneldesk.desktop.kit.forms.lookup_field import ReferenceInput
from funneldesk.desktop.kit.graph.editor import GraphEditor
from funneldesk.desktop.kit.graph.model.items import Key
from funneldesk.desktop.parts.automations.builder.page import BuilderPage
from funneldesk.desktop.parts.automations.panel import AutomationsPanel
from funneldesk.desktop.parts.quizzes.flow.drawflow import SCREEN
from funneldesk.desktop.parts.quizzes.flow.page import FlowPage
from funneldesk.desktop.parts.quizzes.flow.simulator import SimulatorDialog
from funneldesk.desktop.parts.quizzes.panel import QuizzesPanel
from funneldesk.desktop.records.schema.form_dialog import FormDialog

ANN = {"name": "Ann", "email": "ann@example.com"}
FEW, THOUSAND = 40, 1_000
TYPES = ("single_choice", "info", "result", "result")
NAMES = ("Do you run?", "What we found", "Runner", "Walker")
WAYS = ((0, "output_1", 1), (0, "output_2", 1), (0, "output_3", 3), (1, "output_1", 2))


def at(editor: GraphEditor, place: QPointF) -> QPoint:
    """Where a place of the scene is on the canvas."""
    return editor.canvas.mapFromScene(place)


def key_of(editor: GraphEditor, code: str) -> Key:
    node = editor.graph.by_code(code)
    assert node is not None, code
    return node.key


def click_node(editor: GraphEditor, key: Key) -> None:
    editor.canvas.reveal(key)
    click(editor.canvas.viewport(), at(editor, editor.canvas.geometry_of.rect(key).center()))


async def take(under: QWidget, words: str) -> None:
    """Click the entry of the open menu that is called so."""
    await until(lambda: any(menu.isVisible() for menu in under.findChildren(QMenu)))
    menu = next(menu for menu in under.findChildren(QMenu) if menu.isVisible())
    action = next(each for each in menu.actions() if each.text() == words)
    click(menu, menu.actionGeometry(action).center())


def drag(widget: QWidget, begin: QPoint, end: QPoint) -> None:
    """With the left button, from one place of a widget to another."""
    QTest.mousePress(widget, LEFT, pos=begin)
    for part in (0.3, 0.7, 1.0):
        QTest.mouseMove(widget, begin + (end - begin) * part)
    QTest.mouseRelease(widget, LEFT, pos=end)


# An automation


async def add_node(builder: BuilderPage, title: str, **settings: str) -> None:
    """A on the canvas, a kind from the menu, and its settings typed."""
    QTest.keyClick(builder.editor.canvas, Qt.Key.Key_A)
    await take(builder.editor, title)
    form = builder.editor.node_panel.form
    assert form is not None
    for name, value in settings.items():
        write(form.row(name).input.target, value)
    builder.editor.canvas.setFocus()


async def deploy(panel: AutomationsPanel) -> str:
    """Have what differs shown, and deploy it; gives what was shown."""
    builder = panel.builder
    await until(lambda: not builder.saver.waits and not builder.saver.tasks.is_busy)
    press_button(builder, "Deploy")
    dialog = await shown_dialog()
    shown = said(dialog)
    press_button(dialog, "Deploy")
    await until(lambda: builder.body.get("status") == "active" and panel.is_quiet)
    return shown


async def post_form(brand: LiveBrand, number: int, lines: int) -> None:
    """A visitor sends the form; wait for the log."""
    address = f"{brand.base_url}/p/{brand.number}/-/collections/contact"
    async with brand.api() as api, httpx.AsyncClient(trust_env=False) as visitor:
        answer = await visitor.post(address, data=ANN, timeout=60)
        assert answer.status_code in (200, 303), answer.text
        async with asyncio.timeout(60):
            while ((await api.automations.list_logs(number)).total or 0) < lines:
                await turns()


def counts(builder: BuilderPage) -> dict[str, str]:
    """What stands on each node."""
    graph, marks = builder.editor.graph, builder.editor.canvas.shown.marks
    return {graph.nodes[key].code: mark.spoken() for key, mark in marks.items()}


async def draw_automation(panel: AutomationsPanel) -> None:
    """A new one: a form, a tag, and a letter to an address that no field of the form has."""
    builder = panel.builder
    click(panel.new_button)
    dialog = await shown_dialog()
    write(dialog.findChild(QLineEdit), "Answer the form")
    press_button(dialog, "Create automation")
    await until(lambda: builder.body.get("title") == "Answer the form" and panel.is_quiet)
    await until(lambda: builder.editor.is_open)
    await add_node(builder, "Form submission")
    await add_node(builder, "Add a tag", tag="wrote")
    await add_node(builder, "Send an email", to="{{e_mail}}", subject="Thanks", body="Hello")


def try_automation(builder: BuilderPage) -> list[str]:
    """An example record with the address that the form has not; how its steps end."""
    press_button(builder.choices, "Dry run")
    trial = builder.drawer.trial
    write(trial.record, json.dumps({**ANN, "e_mail": ANN["email"]}))
    click(trial.go)
    tried = [step.status for step in trial.steps.steps]
    press_button(builder.choices, "Graph")
    return tried


async def replay_first(builder: BuilderPage) -> tuple[str, list[str], str]:
    """The newest run of the log: its line, how its steps ended, and what the first one knew."""
    press_button(builder.choices, "Log")
    runs, steps = builder.drawer.log.list, builder.drawer.log.steps
    await until(lambda: runs.count() == 1)
    why = runs.item(0).text()
    click(runs.viewport(), runs.visualItemRect(runs.item(0)).center())
    replayed, knew = [step.status for step in steps.steps], steps.data.toPlainText()
    press_button(builder.choices, "Graph")
    return why, replayed, knew


async def automation(bench: WindowBench, brand: LiveBrand) -> None:
    """Drawn from nothing, tried, deployed, started by a form, found failing, and mended."""
    fields = [{"name": "Name", "type": "text"}, {"name": "Email", "type": "email"}]
    async with brand.api() as api:
        await api.collections.create(CollectionDraft(name="Contact", fields=fields))
    panel = await section(await window(bench, brand), "automations", AutomationsPanel)
    builder = panel.builder
    await draw_automation(panel)
    tried = try_automation(builder)
    first = await deploy(panel)

    number = int(builder.body["id"])
    await post_form(brand, number, 3)
    await press_keys(panel, "F5")
    await until(lambda: "Failed" in counts(builder).get("send_email_1", ""))
    failing = counts(builder)
    why, replayed, knew = await replay_first(builder)

    click_node(builder.editor, key_of(builder.editor, "send_email_1"))
    form = builder.editor.node_panel.form
    assert form is not None
    write(form.row("to").input.target, "{{email}}")
    second = await deploy(panel)
    await post_form(brand, number, 6)
    await press_keys(panel, "F5")
    await until(lambda: "Done" in counts(builder).get("send_email_1", ""))
    mended = counts(builder)
    told(tried=tried, first=first, failing=failing, why=why, replayed=replayed, knew=knew)
    told(second=second, mended=mended)


# A quiz


async def make_quiz(panel: QuizzesPanel) -> None:
    """A name, the page that it stands on, and four screens, typed."""
    session = panel.session
    await press_keys(panel, "Ctrl+N")
    name = panel.pane.form.form.row("name").input.target
    await until(lambda: session.draft is not None and name.hasFocus() and panel.is_quiet)
    write(name, "Which shoe?")
    pages = panel.pane.form.form.row("page_id").input
    assert isinstance(pages, ReferenceInput)
    write(pages.line, "Shoes")
    await until(pages.popup.isVisible)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(pages.popup, key)
    await press_keys(panel, "Ctrl+S")
    await until(lambda: panel.quiz.quiz_id and not session.is_dirty and panel.is_quiet)
    press_button(panel.detail.tabs, "Screens")
    for title, kind in zip(NAMES, TYPES, strict=True):
        press_button(panel.screens, "New screen")
        dialog: FormDialog = await shown_dialog(FormDialog)
        write(dialog.form.row("name").input.target, title)
        combo = dialog.form.row("type").input
        for _step in SCREEN_TYPES:
            if combo.value() != kind:
                QTest.keyClick(combo.target, Qt.Key.Key_Down)
        assert combo.value() == kind
        click(dialog.go_button)
        await until(lambda: not open_dialogs() and panel.is_quiet)


async def flow_of(panel: QuizzesPanel) -> FlowPage:
    """Go to the flow; gives its page, once it was looked at."""
    press_button(panel, "Draw the flow")
    await until(lambda: panel.flow and panel.flow.isVisible() and panel.is_quiet)
    page = panel.flow
    assert page is not None
    await until(lambda: page.editor.is_open and page.found and not page.tasks.is_busy)
    return page


async def draw_flow(panel: QuizzesPanel, page: FlowPage) -> list[str]:
    """All screens, and lines from their answers by the mouse; what was said of it meanwhile."""
    click(page.draw_all)
    editor, codes = page.editor, [str(each.code) for each in panel.quiz.screens]
    await until(lambda: len(editor.graph.nodes) == len(codes) and not page.tasks.is_busy)
    editor.canvas.fit()
    nodes = {str(node.data[SCREEN]): node.key for node in editor.graph.in_order()}
    heads = []
    for begin, output, end in WAYS:
        geometry = editor.canvas.geometry_of
        begun = QPointF(*geometry.outputs(nodes[codes[begin]])[output])
        target = geometry.rect(nodes[codes[end]]).center()
        drag(editor.canvas.viewport(), at(editor, begun), at(editor, target))
        await until(lambda: not page.tasks.is_busy)
        heads.append(said(page.checks))
    return heads


async def try_quiz(page: FlowPage) -> str:
    """Play it as a visitor who runs; what stands at its end."""
    click(page.try_it)
    dialog: SimulatorDialog = await shown_dialog(SimulatorDialog)
    for words in ("Yes", "Continue"):
        await until(lambda words=words: buttons(dialog.answers, words))
        press_button(dialog.answers, words)
    trail = f"{dialog.trail.text()}: {dialog.end.text()}"
    press_button(dialog, "Close")
    await until(lambda: not page.tasks.is_busy)
    return trail


def _shares(reached: Mapping[str, int], codes: Sequence[str]) -> list[str]:
    """How many of a hundred left at each screen that leads on, in the order of the screens."""
    first, told_more, runner, walker = (reached[code] for code in codes)
    return [
        f"−{round(100 * (came - went) / came)}%"
        for came, went in ((first, told_more + walker), (told_more, runner))
        if came != went
    ]


async def _quiz(bench: WindowBench, brand: LiveBrand, many: int) -> None:
    await brand.add("Shoes", slug="shoes", html="<h1>Shoes</h1>", status="published")
    session = await window(bench, brand)
    panel = await section(session, "quizzes", QuizzesPanel)
    await make_quiz(panel)
    page = await flow_of(panel)
    heads = await draw_flow(panel, page)
    trail = await try_quiz(page)
    press_button(page, "Save flow")
    await until(lambda: page.state.text() == "Saved" and not page.tasks.is_busy)

    screens = panel.quiz.screens
    async with brand.api() as api:
        made = await api.quizzes.get(panel.quiz.quiz_id)
    reached = await asyncio.to_thread(answer_all, brand, str(made.code), screens, many)
    click(page.back)
    await until(lambda: panel.is_quiet)
    page = await flow_of(panel)
    await until(lambda: page.editor.canvas.shown.marks)
    marks, graph = page.editor.canvas.shown.marks, page.editor.graph
    names = {str(each.code): each.name for each in screens}
    told(
        page=made.page_id is not None,
        heads=heads,
        trail=trail,
        came={names[code]: f"{count:,}" for code, count in reached.items()},
        shown={
            names[str(graph.nodes[key].data[SCREEN])]: mark.counts[0].text
            for key, mark in marks.items()
        },
        left=[mark.counts[1].text for mark in marks.values() if len(mark.counts) > 1],
        lost=_shares(reached, [str(each.code) for each in screens]),
        said=page.checks.visitors.text(),
        finished=sum(reached[str(each.code)] for each in screens if each.type == "result"),
    )


async def quiz(bench: WindowBench, brand: LiveBrand) -> None:
    """Made, drawn, checked, tried and saved; answered by a few."""
    await _quiz(bench, brand, FEW)


async def quiz_of_a_thousand(bench: WindowBench, brand: LiveBrand) -> None:
    """The same, answered by a thousand."""
    await _quiz(bench, brand, THOUSAND)


WALKS: dict[str, Walk] = {each.__name__: each for each in (automation, quiz, quiz_of_a_thousand)}

if __name__ == "__main__":
    start(WALKS, sys.argv[1:], "--trusted-proxy", "127.0.0.1")
