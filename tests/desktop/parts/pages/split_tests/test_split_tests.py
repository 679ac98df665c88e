"""Split tests of the open page, edited below its source, against a real platform (quirk 27)."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import (
    AWKWARD,
    page_id,
    page_open,
    save,
    save_and_answer,
    write,
)
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    shown_dialog,
    until,
)

from funneldesk.contract.markup import scan
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.parts.pages.split_tests.box import TestBox
from funneldesk.desktop.parts.pages.split_tests.new_test import NewTestDialog

Key, Alt, Shift = Qt.Key, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
Control = Qt.KeyboardModifier.ControlModifier
THREE = (
    "<h1>Top</h1>\r\n<inline-split-test name='Head'>\r\n"
    "  <variant name='A' weight='33.3'>one\u2028</variant>\r\n"
    "  <variant name='B' weight='33.3'>two\U0001f600</variant>\r\n"
    "  <variant name='C' weight='33.3'></variant>\r\n"
    "</inline-split-test>\r\n<p>End\n"
)


async def opened(bench: WindowBench, brand: LiveBrand, html: str) -> tuple[PagesPanel, TestBox]:
    """A page with split tests, open; the first of them."""
    panel = await page_open(bench, brand, html=html)
    await until(lambda: panel.editor.tests.boxes and panel.editor.tests.is_whole())
    return panel, panel.editor.tests.boxes[0]


async def in_a_window(
    bench: WindowBench, brand: LiveBrand, html: str
) -> tuple[PagesPanel, TestBox]:
    """As ``opened``, on the screen with a source that can be typed in."""
    panel, box = await opened(bench, brand, html)
    panel.resize(1200, 800)
    panel.show()
    panel.activateWindow()
    code = panel.editor.code
    assert code is not None
    await until(lambda: code.is_ready)
    return panel, box


def html_of(panel: PagesPanel) -> str:
    return panel.editor.source("html")


def shown(box: TestBox) -> list[tuple[str, str]]:
    """Names and shares as they are read."""
    return [(line.name.button.whole, line.share.field.text()) for line in box.lines]


def choose(box: TestBox, words: str, line: int | None = None) -> None:
    """Choose something from the menu of a test, or of one of its variants."""
    menu = QMenu()
    (box if line is None else box.lines[line]).fill_menu(menu)
    next(action for action in menu.actions() if action.text().startswith(words)).trigger()


def run(panel: PagesPanel, title: str) -> None:
    """Choose something in the palette."""
    next(command for command in panel.commands() if command.title == title).run()


async def outcome(box: TestBox, word: str) -> None:
    await until(lambda: box.outcome.text() == word)


async def records(panel: PagesPanel) -> dict[int, str]:
    """The page's split tests on the platform, id to name."""
    found = await panel.workspace.run(lambda api: api.split_tests.list())
    return {test.id: test.name for test in found.rows if test.page_id == page_id(panel)}


@in_the_window
async def test_a_share_moves_the_others_in_one_step_that_undo_takes_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, box = await in_a_window(bench, brand, THREE)
    assert shown(box) == [("A", "33.3"), ("B", "33.3"), ("C", "33.3")]
    slider = box.lines[0].share.slider
    slider.setFocus()
    for _ in range(27):
        QTest.keyPress(slider, Key.Key_Right)
    QTest.keyRelease(slider, Key.Key_Right)
    wanted = THREE.replace("33.3", "60", 1).replace("33.3", "20")
    await until(lambda: html_of(panel) == wanted)
    QTest.keyClick(slider, Key.Key_Z, Control)
    await until(lambda: html_of(panel) == THREE)
    await until(lambda: shown(box)[0] == ("A", "33.3"))
    QTest.keyClick(slider, Key.Key_Z, Control | Shift)
    await until(lambda: html_of(panel) == wanted)


@in_the_window
async def test_variants_move_and_are_renamed_by_keys_alone(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, box = await in_a_window(bench, brand, THREE)
    box.lines[0].name.button.setFocus()
    for _ in range(2):
        QTest.keyClick(QApplication.focusWidget(), Key.Key_Down, Alt)
    await until(lambda: [name for name, _ in shown(box)] == ["B", "C", "A"])
    assert box.lines[2].name.button.hasFocus()
    QTest.keyClick(box.lines[2].name.button, Key.Key_F2)
    QTest.keyClicks(QApplication.focusWidget(), "Calm")
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Return)
    await until(lambda: "<variant name='Calm' weight='33.3'>one" in html_of(panel))
    QTest.keyClick(box.lines[2].name.button, Key.Key_F2)
    QTest.keyClicks(QApplication.focusWidget(), "Never")
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Escape)
    assert box.lines[2].name.button.hasFocus()
    await until(lambda: shown(box)[2][0] == "Calm")
    assert "Never" not in html_of(panel)


@in_the_window
async def test_a_held_share_stays_byte_for_byte(bench: WindowBench, brand: LiveBrand) -> None:
    panel, box = await opened(bench, brand, THREE)
    box.lines[1].share.lock.click()
    QTest.keyClick(box.lines[0].share.slider, Key.Key_Home)
    wanted = THREE.replace("33.3", "0", 1)
    wanted = wanted[: wanted.rindex("33.3")] + "66.7" + wanted[wanted.rindex("33.3") + 4 :]
    await until(lambda: html_of(panel) == wanted)
    box.even_button.click()
    await until(lambda: [share for _, share in shown(box)] == ["34", "33", "33"])


@in_the_window
async def test_variants_are_added_copied_renamed_moved_and_removed(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, box = await opened(bench, brand, THREE)
    box.add_button.click()
    await until(lambda: len(panel.editor.tests.boxes[0].lines) == 4)
    box = panel.editor.tests.boxes[0]
    assert shown(box) == [("A", "25"), ("B", "25"), ("C", "25"), ("D", "25")]
    assert "  <variant name='D' weight='25'>one\u2028</variant>\r\n</inl" in html_of(panel)

    box.lines[3].asked.emit("up")
    await until(lambda: [name for name, _ in shown(box)] == ["A", "B", "D", "C"])

    box.lines[2].name.begin()
    box.lines[2].name.field.setText("Calm & “kind”")
    QTest.keyClick(box.lines[2].name.field, Key.Key_Return)
    await until(lambda: "<variant name='Calm &amp; “kind”' weight='25'>" in html_of(panel))
    await until(lambda: shown(box)[2][0] == "Calm & “kind”")

    choose(box, "Remove", 3)
    await until(lambda: len(panel.editor.tests.boxes[0].lines) == 3)
    assert not open_dialogs()
    box = panel.editor.tests.boxes[0]
    assert [share for _, share in shown(box)] == ["34", "33", "33"]
    assert html_of(panel).startswith("<h1>Top</h1>\r\n<inline-split-test name='Head'>\r\n  <var")
    assert html_of(panel).endswith("</variant>\r\n</inline-split-test>\r\n<p>End\n")


@in_the_window
async def test_a_variant_with_content_is_removed_after_asking(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, box = await opened(bench, brand, THREE)
    for answer, left in (("", 3), ("yes", 2)):
        choose(box, "Remove", 1)
        dialog = await shown_dialog()
        assert dialog.windowTitle() == "Remove “B”?"
        dialog.answer(answer)
        await until(lambda left=left: len(panel.editor.tests.boxes[0].lines) == left)
    assert "two" not in html_of(panel)


@in_the_window
async def test_a_name_that_is_taken_is_refused_in_a_sentence(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, box = await opened(bench, brand, THREE)
    box.lines[0].renamed.emit("B")
    await until(lambda: bench.notice("“B” is taken already"))
    assert html_of(panel) == THREE


@in_the_window
async def test_a_test_ends_with_one_variant(bench: WindowBench, brand: LiveBrand) -> None:
    panel, box = await opened(bench, brand, THREE)
    choose(box, "End the test with this one", 1)
    await until(lambda: not panel.editor.tests.boxes)
    assert html_of(panel) == "<h1>Top</h1>\r\ntwo\U0001f600\r\n<p>End\n"
    assert bench.notice("“Head” ends with “B”")


@in_the_window
async def test_lines_are_dragged_to_another_place(bench: WindowBench, brand: LiveBrand) -> None:
    panel, box = await opened(bench, brand, THREE)
    panel.editor.tests.grab()
    spot = box.mapToGlobal(QPoint(10, box.lines[2].geometry().center().y()))
    box.lines[0].grip.dragged.emit(spot)
    box.lines[0].grip.dropped.emit(spot)
    await until(lambda: [name for name, _ in shown(box)] == ["B", "C", "A"])
    assert [v.name for v in scan(html_of(panel))[0].variants] == ["B", "C", "A"]


# From a selection


async def select(panel: PagesPanel, words: str) -> None:
    """Select words in the html, as the user's hand would."""
    code = panel.editor.code
    assert code is not None
    start = html_of(panel).index(words)
    document = code._documents["html"]
    document.anchor = document.mirror.to_units(start)
    document.cursor = document.mirror.to_units(start + len(words))


@in_the_window
async def test_a_selection_becomes_a_test_and_back(bench: WindowBench, brand: LiveBrand) -> None:
    html = "<div>\r\n  <h1>Sleep \U0001f600</h1>\r\n  <p>b</p>\r\n</div>"
    panel = await page_open(bench, brand, html=html)
    await select(panel, "h1>Sleep \U0001f600</h")
    run(panel, "Create split test from selection…")
    dialog = await shown_dialog(NewTestDialog)
    assert dialog.name == "headline"
    dialog.field.setText("Head & shoulders")
    dialog.answer("make")
    await until(lambda: len(panel.editor.tests.boxes) == 1)
    box = panel.editor.tests.boxes[0]
    await until(lambda: shown(box) == [("A", "50"), ("B", "50")])
    inner = "<h1>Sleep \U0001f600</h1>"
    assert html_of(panel).count(inner) == 2
    assert '<inline-split-test name="Head &amp; shoulders">\r\n    <variant' in html_of(panel)
    await outcome(box, "Not started")
    choose(box, "End the test with this one", 0)
    await until(lambda: html_of(panel) == html)


@pytest.mark.parametrize(
    ("words", "said"),
    [("Sleep", ""), ("</variant>\r\n  <variant name='B'", "holds the split test")],
)
@in_the_window
async def test_what_cannot_be_a_test_is_told(
    bench: WindowBench, brand: LiveBrand, words: str, said: str
) -> None:
    html = THREE.replace("Top", "Sleep <script>Sleep</script>")
    panel, _ = await opened(bench, brand, html)
    if not said:
        panel.editor.show_tab("css")
        said = "Select a part of the HTML first"
    else:
        await select(panel, words)
    run(panel, "Create split test from selection…")
    await until(lambda: bench.notice(said))
    assert html_of(panel) == html


# How a test stands, and what a save does


@in_the_window
async def test_a_save_without_the_id_starts_a_test_anew_and_with_it_keeps_it(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, box = await opened(bench, brand, THREE)
    await outcome(box, "Running")
    first = await records(panel)
    assert list(first.values()) == ["Head"]

    write(panel, "html", THREE + "<p>more")
    await outcome(box, "Will restart")
    assert await save_and_answer(bench, panel, "yes") == ["Restart this page's split test?"]
    second = await records(panel)
    assert len(second) == 2
    await outcome(box, "Running")

    newest = max(second)
    await until(lambda: box._shown.record == newest)
    choose(box, "Keep as it is")
    await until(lambda: f'<inline-split-test id="{newest}" name=' in html_of(panel))
    await outcome(box, "Running")
    await save(bench, panel)
    write(panel, "html", html_of(panel) + "<p>and more")
    await save(bench, panel)
    assert not open_dialogs()
    assert await records(panel) == second


@in_the_window
async def test_the_question_before_a_save_can_keep_what_runs(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, box = await opened(bench, brand, THREE + AWKWARD.replace("Head", "Other"))
    before = await records(panel)
    await until(lambda: box._shown.record)
    write(panel, "html", html_of(panel) + "<p>more")
    assert await save_and_answer(bench, panel, "keep") == ["Restart this page's split tests?"]
    assert await records(panel) == before
    stored = (await brand.stored(page_id(panel))).html
    assert stored.endswith("<p>more")
    assert all(f'<inline-split-test id="{number}" name=' in stored for number in before)


@pytest.mark.parametrize(
    ("state", "word"),
    [
        ("running", "Running"),
        ("paused", "Paused"),
        ("finalized", "Winner chosen"),
        ("completed", "Completed"),
        ("deleted", "Deleted"),
    ],
)
@in_the_window
async def test_a_test_in_any_state_is_shown_with_its_results_and_can_be_kept_as_it_is(
    bench: WindowBench, brand: LiveBrand, state: str, word: str
) -> None:
    page = await brand.add("Checkout", html=THREE, status="published", slug="checkout")
    (number,) = await brand.split_tests(page.id)
    await brand.end_test(number, state)
    before = {one.split(f'data-sid="{number}"')[1] for one in await brand.visits("checkout")}
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, page)
    await until(lambda: panel.editor.tests.boxes and panel.editor.tests.is_whole())
    box = panel.editor.tests.boxes[0]
    await until(lambda: box._shown.test == number)
    assert box.outcome.text() == word
    assert not box.results_button.isHidden()
    assert box.keep_button.isHidden(), "no save would start it anew yet"

    write(panel, "html", THREE + "<p>more")
    await outcome(box, "Will restart")
    assert not box.keep_button.isHidden()
    assert box.keep_button.text() == "Keep as it is"
    box.keep_button.click()
    await outcome(box, word)
    await save_and_answer(bench, panel, "yes", publish=True)
    assert f'<inline-split-test id="{number}" name=' in (await brand.stored(page.id)).html
    assert await brand.states(page.id) == {number: state}
    after = {one.split(f'data-sid="{number}"')[1] for one in await brand.visits("checkout")}
    assert {one.replace("<p>more", "") for one in after} == before


@in_the_window
async def test_the_newest_test_of_a_name_is_the_one_of_the_block(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """A save without the id left a running test behind; the block's own one is paused."""
    page = await brand.add("Checkout", html=THREE)
    page = await brand.change(page, html=THREE + "<p>again")
    left, own = await brand.split_tests(page.id)
    await brand.end_test(own, "paused")
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, page)
    await until(lambda: panel.editor.tests.boxes)
    box = panel.editor.tests.boxes[0]
    await outcome(box, "Paused")
    assert (box._shown.test, left != own) == (own, True)


@in_the_window
async def test_a_removed_test_is_paused_with_the_save_and_resumed_by_undo(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, box = await opened(bench, brand, THREE + AWKWARD.replace("Head", "Other"))
    await until(lambda: box._shown.test)
    number, id = box._shown.test, page_id(panel)
    (other,) = set(await brand.split_tests(id)) - {number}
    kept = AWKWARD.replace('"Head"', f'"Other" id="{other}"')
    write(panel, "html", f"<h1>Top</h1>{kept}")
    await until(lambda: len(panel.editor.tests.boxes) == 1)
    titles = await save_and_answer(bench, panel, "pause")
    assert titles == ["Remove a split test from this page?"]
    await until(lambda: bench.notice("“Head” paused"))
    assert await brand.states(id) == {number: "paused", other: "running"}
    told = bench.notice("“Head” paused")
    assert told is not None
    assert told.action is not None
    told.action.run()
    await until(lambda: bench.notice("“Head” resumed"))
    assert await brand.states(id) == {number: "running", other: "running"}


@pytest.mark.parametrize("answer", ["yes", ""])
@in_the_window
async def test_a_removed_test_runs_on_where_nobody_wants_it_paused(
    bench: WindowBench, brand: LiveBrand, answer: str
) -> None:
    panel, box = await opened(bench, brand, THREE)
    await until(lambda: box._shown.test)
    number = box._shown.test
    write(panel, "html", "<p>none</p>")
    await until(lambda: not panel.editor.tests.boxes)
    assert await save_and_answer(bench, panel, answer) == ["Remove a split test from this page?"]
    assert await brand.states(page_id(panel)) == {number: "running"}
    assert ((await brand.stored(page_id(panel))).html == "<p>none</p>") is bool(answer)


@in_the_window
async def test_a_removal_that_is_not_saved_pauses_nothing(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Checkout", html=THREE, status="published")
    (number,) = await brand.split_tests(page.id)
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, page)
    await until(lambda: panel.editor.tests.boxes and panel.editor.tests.boxes[0]._shown.test)
    write(panel, "html", "<p>none</p>")
    await until(lambda: not panel.editor.tests.boxes)
    titles = await save_and_answer(bench, panel, "pause", "", publish=True)
    assert titles == ["Remove a split test from this page?", "Publish changes to “Checkout”?"]
    assert await brand.states(page.id) == {number: "running"}
    write(panel, "html", THREE.replace("End", "The end"))
    await until(lambda: panel.editor.tests.boxes)
    titles = await save_and_answer(bench, panel, "keep", "yes", publish=True)
    assert titles == ["Restart this page's split test?", "Publish changes to “Checkout”?"]
    assert await brand.states(page.id) == {number: "running"}


@pytest.mark.parametrize("state", ["running", "paused", "finalized"])
@in_the_window
async def test_an_earlier_version_of_the_page_goes_on_with_its_test(
    bench: WindowBench, brand: LiveBrand, state: str
) -> None:
    """As a restored version, or the source's own undo after a save, brings a block back."""
    page = await brand.add("Checkout", html=THREE)
    (number,) = await brand.split_tests(page.id)
    await brand.end_test(number, state)
    page = await brand.change(page, html="<p>shipped</p>")
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, page)
    write(panel, "html", THREE)
    await until(lambda: panel.editor.tests.boxes)
    await until(lambda: panel.session.draft.test_ids == {number})
    assert await save_and_answer(bench, panel, "keep") == ["Start a new split test?"]
    assert await brand.states(page.id) == {number: state}
    assert f'id="{number}"' in (await brand.stored(page.id)).html


@in_the_window
async def test_another_test_of_an_old_name_is_a_new_one(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Checkout", html=THREE)
    (number,) = await brand.split_tests(page.id)
    page = await brand.change(page, html="<p>shipped</p>")
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, page)
    write(panel, "html", THREE.replace("name='C'", "name='D'"))
    await until(lambda: panel.session.draft.test_ids == {number})
    panel.save(publish=False)
    dialog = await shown_dialog()
    assert "keep" not in dialog._buttons
    dialog.answer("yes")
    await bench.idle(panel)
    assert len(await brand.split_tests(page.id)) == 2


@in_the_window
async def test_the_id_of_another_page_that_is_stored_can_be_replaced_by_the_own(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """A funnel's clone has the ids of the first page: each save of it started a new test."""
    html = THREE.replace("name='Head'", "name='Head' id='999999'")
    panel, box = await opened(bench, brand, html)
    await outcome(box, "Running")
    (number,) = await brand.split_tests(page_id(panel))
    assert box._shown.test == number
    write(panel, "html", html + "<p>more")
    assert await save_and_answer(bench, panel, "keep") == ["Restart this page's split test?"]
    assert await brand.split_tests(page_id(panel)) == [number]
    assert f"id='{number}'" in (await brand.stored(page_id(panel))).html


@in_the_window
async def test_html_that_did_not_change_is_not_sent_and_starts_nothing(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, box = await opened(bench, brand, AWKWARD)
    before = await records(panel)
    write(panel, "css", "p { margin: 0 }")
    await save(bench, panel)
    assert not open_dialogs()
    assert await records(panel) == before
    await outcome(box, "Running")


@in_the_window
async def test_one_id_in_two_blocks_is_told_before_it_starts_a_test(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, box = await opened(bench, brand, THREE)
    (number,) = await records(panel)
    await until(lambda: box._shown.record == number)
    choose(box, "Keep as it is")
    await until(lambda: f'id="{number}"' in html_of(panel))
    await save(bench, panel)
    write(panel, "html", html_of(panel) * 2)
    await until(lambda: len(panel.editor.tests.boxes) == 2)
    await outcome(panel.editor.tests.boxes[0], "Running")
    await outcome(panel.editor.tests.boxes[1], "Not started")
    assert await save_and_answer(bench, panel, "") == ["Start a new split test?"]


@in_the_window
async def test_the_id_of_another_page_keeps_nothing(bench: WindowBench, brand: LiveBrand) -> None:
    panel, box = await opened(bench, brand, THREE)
    await outcome(box, "Running")
    (number,) = await records(panel)
    other = await brand.add(title="Other", html="<p>x</p>")
    await bench.opened(panel, other)
    write(panel, "html", THREE.replace("name='Head'", f"name='Head' id='{number}'"))
    await until(lambda: panel.editor.tests.boxes)
    await until(lambda: panel.session.draft.test_ids == frozenset())
    assert await save_and_answer(bench, panel, "") == ["Start a new split test?"]


@in_the_window
async def test_a_key_that_may_only_read_moves_nothing(bench: WindowBench, brand: LiveBrand) -> None:
    panel, box = await opened(bench, brand, THREE)
    panel.editor.set_read_only("Pages are read only with this key.")
    assert not box.add_button.isEnabled()
    assert not box.lines[0].share.slider.isEnabled()
    run(panel, "Create split test from selection…")
    assert not open_dialogs()


@in_the_window
async def test_a_nested_test_is_shown_with_the_variant_that_holds_it(
    bench: WindowBench, brand: LiveBrand
) -> None:
    inner = THREE[THREE.index("<inline") : THREE.index("<p>End")].replace("Head", "In")
    html = (
        '<inline-split-test name="Out"><variant name="x" weight="90">plain</variant>'
        f'<variant name="y" weight="10">{inner}</variant></inline-split-test>'
    )
    panel, _ = await opened(bench, brand, html)
    choose(panel.editor.tests.boxes[1], "Show in the preview", 2)
    combination = panel.preview._combination
    assert (combination.index((0,)), combination.index((0, 1, 0))) == (1, 2)
    assert panel.editor.code is not None
    panel.editor.tests.boxes[1].even_button.click()
    await until(lambda: "weight='34'>one" in html_of(panel))
    assert html_of(panel).startswith('<inline-split-test name="Out"><variant name="x" weight="90">')
