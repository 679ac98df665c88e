"""What is found by words: in any order, by beginnings, without accents; the same everywhere."""

from unicodedata import combining

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench, in_the_window, until

from funneldesk.contract.folding import fold
from funneldesk.desktop.local.cache.matching import holds, rank, words_of

TITLE = "Checkout upsell: grinder, Crème Brûlée"


@pytest.mark.parametrize(
    "typed",
    [
        "checkout grinder",
        "grinder checkout",
        "grin check",
        "creme brulee",
        "CRÈME",
        "cre\u0301me",
        "  upsell:  ",
        "",
    ],
)
def test_words_fit_in_any_order_by_their_beginnings_without_accents(typed: str) -> None:
    assert holds(fold(TITLE), words_of(typed))


@pytest.mark.parametrize("typed", ["checkout tamper", "grinders", "upsell grinder x"])
def test_every_word_has_to_fit(typed: str) -> None:
    assert not holds(fold(TITLE), words_of(typed))


def test_a_folded_text_keeps_its_places() -> None:
    for text in (TITLE, "ﬁ ½ ß İ 한 ς e\u0301 \ud800", "ÄPFEL"):
        assert len(fold(text)) == len(text)
    assert fold("ÄPFEL Ελλάδα İ") == "apfel ελλαδα i"


def test_many_different_characters_are_folded_as_few_are() -> None:
    every = "".join(chr(each) for each in range(0xA0, 0x600) if not combining(chr(each)))
    assert fold(every) == "".join(fold(each) for each in every)
    assert fold(fold(every)) == fold(every)


def test_words_that_begin_so_stand_before_those_within() -> None:
    titles = [
        "Unpublish a page",
        "Go to Pages, publish",
        "Publish this page",
        "Push all, list pages",
    ]
    best = sorted((rank(title, "pub pa") for title in titles), key=lambda r: (r is None, r))
    assert [rank(title, "pub pa") for title in titles] == [2, 1, 1, None]
    assert best == [1, 1, 2, None]
    assert rank("Publish this page", "publish this") == 0


@in_the_window
async def test_list_and_store_find_pages_by_words_names_first(
    bench: WindowBench, brand: LiveBrand
) -> None:
    filler = "<p>" + "Words that fill the page. " * 30 + "</p>"
    await brand.add("Checkout upsell: grinder", slug="upsell-1")
    await brand.add("Café", slug="cafe-table")
    await brand.add("Winter", slug="winter", html=f"{filler}<b>grinder</b>{filler}checkout")
    panel = await bench.pages(await bench.workspace(brand))
    for page_id in panel.library.rows:
        await panel.library.fetch(page_id)

    def listed() -> list[str]:
        return [panel.library.rows[page_id].name for page_id in panel.list.list.rows.ids]

    panel.list.search.setText("grinder checkout")
    await until(lambda: listed() == ["Checkout upsell: grinder", "Winter"])
    panel.list.search.setText("cafe tab")
    await until(lambda: listed() == ["Café"])
    hits = await panel.workspace.store.search("pages", "grinder checkout")
    assert [hit.field for hit in hits] == ["name", "html"]
    (hit, *_) = await panel.workspace.store.search("pages", "CAFE")
    assert panel.library.rows[hit.id].name == "Café"


@in_the_window
async def test_escape_empties_a_search_before_it_leaves_it(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    await brand.add("Spring sale")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    session.window.show()
    session.window.activateWindow()
    field = panel.list.search
    field.setFocus()
    await until(field.hasFocus)
    QTest.keyClicks(field, "winter")
    await until(lambda: not panel.list.list.rows.rowCount())
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""
    assert field.hasFocus()
    await until(panel.list.list.rows.rowCount)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert panel.list.list.hasFocus()
