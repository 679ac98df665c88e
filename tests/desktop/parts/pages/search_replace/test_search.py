"""Search over all pages of a brand: as one types, in titles, html and css, whatever the pattern."""

import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.search_replace_driver import Ended, feature_of, found, window_of
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench, in_the_window, until

from funneldesk.desktop.kit.workers.pool import SLICE_SECONDS
from funneldesk.desktop.records.search_replace.head import FIND, LISTED, REPLACE, SELECTED

LONG = "<p>x</p>" * 200


@in_the_window
async def test_titles_html_and_css_are_found_as_one_types(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Guarantee", html="<p>one</p>")
    await brand.add("Home", html=f"<p>Our guarantee, our GUARANTEE.</p>{LONG}")
    await brand.add("Shop", html="<p>x</p>", css=".guarantee { color: red }")
    await brand.add("Other", html="<p>nothing</p>")
    window = await window_of(await bench.pages(await bench.workspace(brand)), FIND)
    with Ended(window) as ended:
        QTest.keyClicks(window.head.sought_text, "guarantee")
        await ended.wait()
    shown = {e.heading.title: e.found.counts for e in window.results.entries}
    assert shown == {"Guarantee": {"name": 1}, "Home": {"html": 2}, "Shop": {"css": 1}}
    assert window.count.text() == "4 matches in 3 pages"
    with Ended(window) as ended:
        window.head.field_buttons["css"].click()
        await ended.wait()
    assert window.count.text() == "3 matches in 2 pages"
    with Ended(window) as ended:
        window.head.case.click()
        await ended.wait()
    assert await found(window, "GUARANTEE") == [("Home", 1)]


@in_the_window
async def test_whole_words_and_regular_expressions(bench: WindowBench, brand: LiveBrand) -> None:
    await brand.add("Words", html="<p>art party art. ärt</p>")
    await brand.add("Prices", html="<p>19 € or 29 €</p>\n<p>39 €</p>")
    window = await window_of(await bench.pages(await bench.workspace(brand)), FIND)
    window.head.words.click()
    assert await found(window, "art") == [("Words", 2)]
    window.head.regex.click()
    assert not window.head.words.isChecked()
    assert await found(window, r"\d9 €") == [("Prices", 3)]
    snippet = window.results.entries[0].found.snippets[2]
    assert (snippet.line, snippet.match) == (2, "39 €")
    assert await found(window, r"^<p>\d") == [("Prices", 2)]


@in_the_window
async def test_a_pattern_that_cannot_be_read_is_told_and_the_next_one_works(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Home", html="<p>(a)</p>")
    window = await window_of(await bench.pages(await bench.workspace(brand)), FIND)
    window.head.regex.click()
    assert await found(window, "(a") == []
    assert "Missing ), unterminated subpattern" in window.search.problem
    assert window.left.currentWidget() is window.empty
    assert await found(window, r"\(a") == [("Home", 1)]
    assert window.search.problem == ""


@in_the_window
async def test_a_pattern_without_an_end_hangs_nothing_and_names_the_page(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Good", html="<p>aaab</p>")
    await brand.add("Endless", html=f"<p>{'a' * 60}</p>")
    await brand.add("Fine", html="<p>aab</p>")
    window = await window_of(await bench.pages(await bench.workspace(brand)), FIND)
    window.search._seconds = 0.5
    window.head.regex.click()
    assert sorted(await found(window, "(a|a)+b")) == [("Fine", 1), ("Good", 1)]
    assert "Endless" in window.coverage.text()
    assert await found(window, "aaa") == [("Endless", 20), ("Good", 1)]


@in_the_window
async def test_typing_on_drops_the_search_that_is_under_way(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Endless", html=f"<p>{'a' * 60}</p>")
    await brand.add("Home", html="<p>tea</p>")
    window = await window_of(await bench.pages(await bench.workspace(brand)), FIND)
    window.head.regex.click()
    window.head.sought_text.setText("(a|a)+b")
    await until(lambda: window.search.busy)
    assert await found(window, "tea") == [("Home", 1)]


@in_the_window
async def test_the_search_can_be_narrowed_to_the_list_or_to_selected_pages(
    bench: WindowBench, brand: LiveBrand
) -> None:
    for title in ("Tea one", "Tea two", "Coffee", "Milk"):
        await brand.add(title, html="<p>warm</p>")
    panel = await bench.pages(await bench.workspace(brand))
    panel.list.search.setText("Tea")
    await bench.idle(panel)
    window = await window_of(panel, FIND, LISTED)
    assert sorted(await found(window, "warm")) == [("Tea one", 1), ("Tea two", 1)]
    panel.list.show_everything()
    await bench.idle(panel)
    panel.list.list.setCurrentIndex(panel.list.list.rows.index(0))
    panel.list.list.selectAll()
    window = feature_of(panel).show(REPLACE, SELECTED)
    assert window.head.scope.currentText() == "The 4 selected pages"


@in_the_window
async def test_a_search_says_how_much_is_here_and_fetches_the_rest(
    bench: WindowBench, brand: LiveBrand
) -> None:
    for number in range(3):
        await brand.add(f"Page {number}", html="<p>warm</p>")
    panel = await bench.pages(await bench.workspace(brand))
    panel.library.tasks.cancel("fill")
    window = feature_of(panel).show(FIND)
    await until(lambda: window.fetch_button.isVisible())
    here = (await panel.library.coverage()).whole
    assert here < 3
    assert window.coverage.text().startswith(f"{here} of 3 pages are on this computer")
    window.head.sought_text.setText("warm")
    window.fetch_button.click()
    search, found_in = window.search, window.results
    await until(lambda: len(found_in.entries) == 3 or search.problem or search.slow)
    assert (search.problem, search.slow, len(found_in.entries)) == ("", [], 3)
    await until(lambda: not window.fetch_button.isVisible() and not window.coverage.text())


@in_the_window
async def test_a_search_that_follows_another_shows_nothing_twice(
    bench: WindowBench, brand: LiveBrand
) -> None:
    for number in range(12):
        await brand.add(f"Page {number}", html="<p>warm</p>")
    window = await window_of(await bench.pages(await bench.workspace(brand)), FIND)
    begun: list[str] = []

    def once_more(_found: object) -> None:
        if not begun:  # the others of this search are at hand already
            begun.append("again")
            time.sleep(SLICE_SECONDS / 2)
            window.seek()

    window.search.found.connect(once_more)
    hits = await found(window, "warm")
    assert begun
    assert sorted(hits) == sorted((f"Page {number}", 1) for number in range(12))


@in_the_window
async def test_enter_on_a_hit_opens_the_page_there(bench: WindowBench, brand: LiveBrand) -> None:
    await brand.add("Other", html="<p>cold</p>")
    page = await brand.add("Home", html="<p>a</p>\n<p>\U0001f600 warm</p>")
    panel = await bench.pages(await bench.workspace(brand))
    panel.show()
    window = await window_of(panel, FIND)
    await found(window, "warm")
    QTest.keyClick(window.head.sought_text, Qt.Key.Key_Down)
    QTest.keyClick(window.list, Qt.Key.Key_Down)
    QTest.keyClick(window.list, Qt.Key.Key_Return)
    await until(lambda: panel.session.record_id == str(page.id) and panel.editor.code is not None)
    code = panel.editor.code
    assert code is not None
    at = "<p>a</p>\n<p>\U0001f600 warm</p>".index("warm")
    await until(lambda: code.selection("html") == (at, at + 4))


@in_the_window
async def test_leaving_in_the_middle_of_a_search_leaves_no_process(
    bench: WindowBench,
    brand: LiveBrand,
    memory_keyring: MemoryKeyring,
    capfd: pytest.CaptureFixture[str],
) -> None:
    await brand.add("Endless", html=f"<p>{'a' * 60}</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    window = await window_of(panel, FIND)
    window.head.regex.click()
    window.head.sought_text.setText("(a|a)+b")
    await until(lambda: window.search.of)
    (number,) = window.search._scanner.processes
    await bench.quit(session)
    await until(lambda: not Path(f"/proc/{number}").exists())
    assert capfd.readouterr().err == ""
