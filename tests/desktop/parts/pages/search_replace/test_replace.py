"""Replacing over all pages: a dry run, then one by one with the guard, and all the way back."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.search_replace_driver import (
    found,
    html_of,
    read_report,
    replace_all,
    replacing,
    tick,
    told,
    window_of,
)
from tests.desktop.support.window_bench import WindowBench, in_the_window, open_dialogs, until


@in_the_window
async def test_hits_are_replaced_on_the_platform_and_nothing_else(
    bench: WindowBench, brand: LiveBrand
) -> None:
    text = "<p>Tea\u00a0\U0001f600\r\ntea\u2028TEA\t</p>\n\n"
    page = await brand.add("Tea time", html=text, css="/* tea */", seo_title="tea")
    other = await brand.add("Other", html="<p>milk</p>")
    before = await brand.stored(other.id)
    window = await replacing(bench, brand, "tea", "cocoa")
    report = await replace_all(window)
    assert told(report) == {"Tea time": "done"}
    now = await brand.stored(page.id)
    assert now.html == "<p>cocoa\u00a0\U0001f600\r\ncocoa\u2028cocoa\t</p>\n\n"
    assert (now.name, now.css, now.seo_title) == ("cocoa time", "/* cocoa */", "tea")
    assert (await brand.stored(other.id)).updated_at == before.updated_at


@in_the_window
async def test_very_many_hits_on_a_page_are_counted_shown_in_part_and_all_replaced(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Home", html="<p>tea</p>" * 2500)
    window = await replacing(bench, brand, "tea", "cocoa")
    entry = window.results.entries[0]
    assert (entry.found.total, entry.more) == (2500, 2450)
    tick(window, "Home", 0)
    assert entry.chosen == 2499
    await replace_all(window)
    assert await html_of(brand, page) == ["<p>tea</p>" + "<p>cocoa</p>" * 2499]


@in_the_window
async def test_only_fields_that_change_are_sent_and_the_title_with_them(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    page = await brand.add("Home", html="<p>tea</p>", css="p {}")
    window = await replacing(bench, brand, "tea", "cocoa", relay)
    await replace_all(window)
    sent = [seen.body for seen in relay.writes() if seen.path.endswith(f"/{page.id}")]
    assert [sorted(body) for body in sent] in (
        [["html", "title"]],
        [["html", "page_type", "title"]],
    )


@in_the_window
async def test_pages_and_hits_that_were_left_out_stay(bench: WindowBench, brand: LiveBrand) -> None:
    one = await brand.add("One", html="<p>tea 1, tea 2, tea 3</p>")
    two = await brand.add("Two", html="<p>tea</p>")
    window = await replacing(bench, brand, "tea", "cocoa")
    tick(window, "Two")
    tick(window, "One", 1)
    assert window.apply_button.text() == "Replace in 1 page…"
    report = await replace_all(window)
    assert told(report) == {"One": "done"}
    assert await html_of(brand, one, two) == ["<p>cocoa 1, tea 2, cocoa 3</p>", "<p>tea</p>"]


@in_the_window
async def test_groups_of_a_pattern_stand_in_the_replacement(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Prices", html="<b>€ 19</b> <b>€ 29</b>")
    window = await replacing(bench, brand, "€", r"\2 \g<sign>")
    window.head.regex.click()
    await found(window, r"(?P<sign>€) (\d+)")
    window.list.setCurrentIndex(window.results.index(0, 0))
    await until(lambda: window.dry_run.texts)
    assert window.dry_run.texts["html"][1] == "<b>19 €</b> <b>29 €</b>"
    await replace_all(window)
    assert await html_of(brand, page) == ["<b>19 €</b> <b>29 €</b>"]


@in_the_window
async def test_the_dry_run_sends_nothing_and_tells_of_a_bad_replacement(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    await brand.add("Home", html="<p>tea</p>")
    window = await replacing(bench, brand, "tea", "cocoa", relay)
    window.list.setCurrentIndex(window.results.index(0, 0))
    await until(lambda: window.dry_run.texts)
    assert window.dry_run.texts == {"html": ("<p>tea</p>", "<p>cocoa</p>")}
    window.head.regex.click()
    await found(window, "te(a)")
    window.head.replacement.setText(r"\7")
    await until(lambda: not window.dry_run.texts)
    assert relay.writes() == []


@in_the_window
async def test_what_somebody_changed_meanwhile_stays(bench: WindowBench, brand: LiveBrand) -> None:
    page = await brand.add("Home", html="<p>tea</p>", css="a {}")
    window = await replacing(bench, brand, "tea", "cocoa")
    await brand.change(page, html="<h1>New</h1><p>tea</p>", css="b {}")
    assert told(await replace_all(window)) == {"Home": "done"}
    now = await brand.stored(page.id)
    assert (now.html, now.css) == ("<h1>New</h1><p>cocoa</p>", "b {}")


@in_the_window
async def test_a_page_whose_hits_changed_meanwhile_is_left_alone_and_told(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Home", html="<p>tea</p>")
    gone = await brand.add("Gone", html="<p>tea</p>")
    window = await replacing(bench, brand, "tea", "cocoa")
    await brand.change(page, html="<p>tea and more tea</p>")
    await brand.delete(gone)
    report = await replace_all(window)
    assert told(report) == {"Home": "skipped", "Gone": "skipped"}
    words = {item.title: outcome.text for item, outcome in report.rows}
    assert "Someone changed it meanwhile" in words["Home"]
    assert "deleted" in words["Gone"]
    assert await html_of(brand, page) == ["<p>tea and more tea</p>"]
    # The local copy is fresh: the next search shows what is there now.
    await until(lambda: [e.found.total for e in window.results.entries] == [2])


@in_the_window
async def test_unsaved_work_is_never_touched(bench: WindowBench, brand: LiveBrand) -> None:
    page = await brand.add("Home", html="<p>tea</p>")
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, page)
    panel.editor.set_source("html", "<p>tea, please</p>")
    await until(lambda: panel.library.rows[str(page.id)].unsaved)
    window = await window_of(panel, "replace")
    await found(window, "tea")
    assert window.results.entries[0].heading.note == "Unsaved changes: skipped"
    assert not window.apply_button.isEnabled()
    tick(window, "Home")
    window.all_button.click()
    assert not window.apply_button.isEnabled()
    assert await html_of(brand, page) == ["<p>tea</p>"]


@in_the_window
async def test_a_replacement_never_empties_a_page_or_a_title(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("tea", html="<p>x</p>")
    empty = await brand.add("Home", html="tea")
    window = await replacing(bench, brand, "tea", "")
    assert told(await replace_all(window)) == {"tea": "skipped", "Home": "skipped"}
    assert (await brand.stored(page.id)).name == "tea"
    assert await html_of(brand, empty) == ["tea"]


@in_the_window
async def test_a_run_is_taken_back_where_nobody_wrote_since(
    bench: WindowBench, brand: LiveBrand
) -> None:
    one = await brand.add("One tea", html="<p>tea</p>")
    two = await brand.add("Two", html="<p>tea</p>")
    window = await replacing(bench, brand, "tea", "cocoa")
    window.apply_button.click()
    await until(open_dialogs)
    open_dialogs()[-1].answer("yes")
    await until(lambda: len(bench.notifications.notices) and open_dialogs())
    await brand.change(await brand.stored(two.id), html="<p>cocoa, mine</p>")
    assert told(await read_report("undo")) == {"One tea": "done", "Two": "done"}
    back = await read_report("")
    assert told(back) == {"One tea": "done", "Two": "skipped"}
    assert await html_of(brand, one, two) == ["<p>tea</p>", "<p>cocoa, mine</p>"]
    assert (await brand.stored(one.id)).name == "One tea"


@in_the_window
async def test_a_run_is_taken_back_after_the_program_ended(
    bench: WindowBench, brand: LiveBrand
) -> None:
    pages = [await brand.add(f"Page {n}", html=f"<p>tea {n}</p>") for n in range(3)]
    before = await html_of(brand, *pages)
    workspace = await bench.workspace(brand, place="kept")
    window = await window_of(await bench.pages(workspace), "replace")
    window.head.replacement.setText("cocoa")
    await found(window, "tea")
    await replace_all(window)
    await bench.close(workspace)
    workspace = await bench.workspace(brand, place="kept")
    window = await window_of(await bench.pages(workspace), "replace")
    await until(window.back_button.isVisible)
    window.back_button.click()
    await until(open_dialogs)
    assert "in 3 pages" in open_dialogs()[-1].windowTitle()
    open_dialogs()[-1].answer("yes")
    assert set(told(await read_report("")).values()) == {"done"}
    assert await html_of(brand, *pages) == before
    await until(lambda: not window.back_button.isVisible())


@in_the_window
async def test_what_was_there_before_lies_in_the_history(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Home", html="<p>tea</p>")
    window = await replacing(bench, brand, "tea", "cocoa")
    await replace_all(window)
    store = window.workspace.store
    versions = await store.versions("pages", str(page.id))
    before = next(v for v in versions if v.kind == "replaced")
    assert "“tea” replaced by “cocoa”" in before.about
    assert (await store.version(before.key))["html"] == "<p>tea</p>"


@in_the_window
async def test_an_answer_that_was_lost_is_looked_for(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    page = await brand.add("Home", html="<p>tea</p>")
    window = await replacing(bench, brand, "tea", "cocoa", relay)
    relay.lose_answers_to = "PUT"
    assert told(await replace_all(window)) == {"Home": "done"}
    assert await html_of(brand, page) == ["<p>cocoa</p>"]


@in_the_window
async def test_a_run_stops_when_it_is_asked_to(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    for number in range(4):
        await brand.add(f"Page {number}", html="<p>tea</p>")
    window = await replacing(bench, brand, "tea", "cocoa", relay)
    async with relay.held("PUT"):
        window.apply_button.click()
        await until(open_dialogs)
        open_dialogs()[-1].answer("yes")
        await until(relay.writes)
        window.bar.stop_button.click()
    kinds = sorted(told(await read_report("")).values())
    assert kinds == ["done", "not_started", "not_started", "not_started"]
    htmls = await html_of(brand, *[await brand.stored(int(i)) for i in window.library.rows])
    assert htmls.count("<p>cocoa</p>") == 1


@in_the_window
async def test_a_brand_that_is_read_only_here_can_be_searched_only(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Home", html="<p>tea</p>")
    workspace = await bench.workspace(brand, read_only=True)
    window = await window_of(await bench.pages(workspace), "replace")
    await found(window, "tea")
    assert not window.apply_button.isEnabled()


@in_the_window
async def test_hits_are_chosen_with_the_keyboard(bench: WindowBench, brand: LiveBrand) -> None:
    await brand.add("Home", html="<p>tea, tea</p>")
    window = await replacing(bench, brand, "tea", "cocoa")
    window.list.setCurrentIndex(window.results.index(0, 0))
    QTest.keyClick(window.list, Qt.Key.Key_Down)
    QTest.keyClick(window.list, Qt.Key.Key_Space)
    assert window.results.entries[0].chosen == 1
    QTest.keyClick(window.list, Qt.Key.Key_Up)
    QTest.keyClick(window.list, Qt.Key.Key_Space)
    assert window.results.entries[0].chosen == 2
    QTest.keyClick(window.list, Qt.Key.Key_Left)
    assert not window.list.isExpanded(window.results.index(0, 0))
