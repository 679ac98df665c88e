"""New tests: from nothing and from components, weights that make 100 (quirks 20 and 41)."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.parts.split_tests.experiments import add_test
from tests.desktop.parts.split_tests.test_results import opened
from tests.desktop.parts.split_tests.test_shipping import HTML, do
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.contract.components import ComponentDraft
from funneldesk.desktop.parts.split_tests.deeds.making import COMPONENTS, NewTestDialog
from funneldesk.desktop.parts.split_tests.panel import SplitTestsPanel
from funneldesk.desktop.workspace.workspace import Mention


async def asked(panel: SplitTestsPanel) -> NewTestDialog:
    """The dialog of a new test."""
    panel.new()
    dialog: NewTestDialog = await shown_dialog(NewTestDialog)
    return dialog


@in_the_window
async def test_a_test_from_nothing_has_weights_that_make_100(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await opened(bench, brand, add_test(brand, "first", [(140, 7), (140, 7)]))
    dialog = await asked(panel)
    dialog.go_button.click()
    assert "A test needs a name." in said(dialog)
    dialog.form.row("name").set_value("Price")
    dialog.rows.add_button.click()
    slider = dialog.rows.controls[0].slider
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert sum(dialog.rows.shares) == 100
    dialog.rows.fields[1].setText("A")
    dialog.go_button.click()
    assert dialog.wrong.text() == "Two variants are the same."
    dialog.rows.fields[1].setText("B")
    dialog.go_button.click()
    await until(lambda: panel.detail.title.text() == "Price")
    async with brand.api() as api:
        test = await api.split_tests.get(int(panel.open_id))
    assert test.config is not None
    assert [item.name for item in test.config.items] == ["A", "B", "C"]
    weights = [item.weight or 0 for item in test.config.items]
    assert sum(weights) == 100
    assert weights[0] == 44


@in_the_window
async def test_a_test_of_two_components_knows_them(bench: WindowBench, brand: LiveBrand) -> None:
    async with brand.api() as api:
        made = [
            await api.components.create(ComponentDraft(name=name, html=f"<p>{name}</p>"))
            for name in ("Calm", "Bold")
        ]
    panel = await opened(bench, brand, add_test(brand, "first", [(140, 7), (140, 7)]))
    dialog = await asked(panel)
    dialog.form.row("name").set_value("Banner")
    dialog.form.row("type").set_value(COMPONENTS)
    dialog.follow("type")
    dialog.go_button.click()
    await until(lambda: panel.detail.title.text() == "Banner")
    async with brand.api() as api:
        test = await api.split_tests.get(int(panel.open_id))
    assert test.type == COMPONENTS
    assert test.config is not None
    known = {(i.model_extra or {})["component_id"]: i.name for i in test.config.items}
    assert known == {each.id: each.name for each in made}


@in_the_window
async def test_from_the_block_to_its_results_and_back(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await brand.add("Summer", html=HTML)
    test_id, other = await brand.split_tests(page.id)
    workspace = await bench.workspace(brand)
    gone: list[tuple[str, str, object]] = []
    workspace.asked_to_go.connect(lambda *way: gone.append(way))
    pages = await bench.pages(workspace)
    pages.resize(1900, 900)  # In a narrow one the menu has it.
    pages.show()
    await bench.opened(pages, page)
    boxes = pages.editor.tests.boxes
    await until(lambda: len(boxes) == 2 and not boxes[1].results_button.isHidden())
    boxes[1].results_button.click()
    assert gone.pop() == ("split_tests", str(other), None)
    panel = bench.own(SplitTestsPanel(workspace))
    panel.refresh()
    await until(lambda: str(test_id) in panel.list.rows)
    do(panel, "block", other)
    place = Mention("html", (), other, "button")
    assert gone.pop() == ("pages", str(page.id), place)
    code = pages.editor.code
    assert code is not None
    selected: list[tuple[str, int, int]] = []
    monkeypatch.setattr(code, "select", lambda *place: selected.append(place))
    pages.open_mention(str(page.id), place)
    start = HTML.index('<inline-split-test name="button">')
    await until(lambda: selected[-1:] == [("html", start, len(HTML))])
