"""The palette: go anywhere, do anything, find any record."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench, in_the_window, until

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.local.cache.matching import rank
from funneldesk.desktop.parts.pages.search_replace.feature import SearchReplace
from funneldesk.desktop.shell.palette.palette import ENTRY, Entry, Palette

TITLES = ("Publish this page", "Notices", "Go to Pages", "Add a brand", "Preferences")


@pytest.mark.parametrize(
    ("typed", "place"),
    [("pub", 0), ("PUB", 0), (" this", 1), ("lish", 2), ("ptp", 3), ("xyz", None)],
)
def test_how_well_a_title_fits(typed: str, place: int | None) -> None:
    assert rank("Publish this page", typed) == place


def shown(palette: Palette) -> list[str]:
    """What the palette lists, from top to bottom."""
    return [palette.list.item(row).text() for row in range(palette.list.count())]


def chosen(palette: Palette) -> str:
    item = palette.list.currentItem()
    return item.text() if item is not None else ""


class Desk:
    """A palette over a handful of entries."""

    def __init__(self, session: Session) -> None:
        self.ran: list[str] = []
        self.sought: list[str] = []
        self.found: list[Entry] = []
        self.may_find = asyncio.Event()
        self.may_find.set()
        self.entries = [self.entry(title) for title in TITLES]
        self.palette = Palette(session.window, lambda: list(self.entries), self.find)
        self.palette.popup()

    def entry(self, title: str) -> Entry:
        return Entry(title, "", "file-code", lambda: self.ran.append(title))

    async def find(self, text: str) -> list[Entry]:
        self.sought.append(text)
        await self.may_find.wait()
        return self.found

    def type(self, text: str) -> None:
        QTest.keyClicks(self.palette.field, text)

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self.palette.field, key)


@in_the_window
async def test_the_best_fit_stands_first_and_enter_runs_it(bench: WindowBench) -> None:
    desk = Desk(bench.session())
    assert shown(desk.palette) == list(TITLES)
    desk.type("p")
    assert shown(desk.palette) == ["Publish this page", "Preferences", "Go to Pages"]
    desk.type("re")
    assert shown(desk.palette) == ["Preferences"]
    desk.press(Qt.Key.Key_Return)
    assert desk.ran == ["Preferences"]
    assert not desk.palette.isVisible()


@in_the_window
async def test_arrows_go_round(bench: WindowBench) -> None:
    desk = Desk(bench.session())
    desk.press(Qt.Key.Key_Up)
    assert chosen(desk.palette) == "Preferences"
    desk.press(Qt.Key.Key_Down)
    desk.press(Qt.Key.Key_Down)
    assert chosen(desk.palette) == "Notices"
    desk.press(Qt.Key.Key_Return)
    assert desk.ran == ["Notices"]


@in_the_window
async def test_records_come_below_what_can_be_done(bench: WindowBench) -> None:
    desk = Desk(bench.session())
    desk.found = [desk.entry("Pumpkin page")]
    desk.type("pages")
    assert shown(desk.palette) == ["Go to Pages"]
    await until(lambda: shown(desk.palette) == ["Go to Pages", "Pumpkin page"])
    assert chosen(desk.palette) == "Go to Pages"
    assert desk.sought == ["pages"]
    desk.press(Qt.Key.Key_Down)
    desk.press(Qt.Key.Key_Return)
    assert desk.ran == ["Pumpkin page"]


@in_the_window
async def test_records_of_what_was_typed_before_never_come(bench: WindowBench) -> None:
    desk = Desk(bench.session())
    desk.found = [desk.entry("Pumpkin page")]
    desk.may_find.clear()
    desk.type("pum")
    await until(lambda: desk.sought == ["pum"])
    desk.palette.field.clear()
    desk.may_find.set()
    await asyncio.sleep(0.1)
    assert shown(desk.palette) == list(TITLES)


@in_the_window
async def test_only_a_record_fits_and_is_chosen(bench: WindowBench) -> None:
    desk = Desk(bench.session())
    desk.found = [desk.entry("Pumpkin page")]
    desk.type("pumpkin")
    await until(lambda: chosen(desk.palette) == "Pumpkin page")


@in_the_window
async def test_escape_leaves_nothing_behind(bench: WindowBench) -> None:
    session = bench.session()
    desk = Desk(session)
    desk.press(Qt.Key.Key_Escape)
    assert not desk.palette.isVisible()
    assert desk.ran == []
    await until(lambda: not session.window.findChildren(Palette))


@in_the_window
async def test_it_knows_brands_places_commands_and_pages(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    filler = "<p>" + "Words that fill the page. " * 30 + "</p>"
    await brand.add("Spring sale", slug="spring", html=filler)
    pumpkin = await brand.add("Autumn sale", slug="autumn", html=filler + "<b>pumpkin pie</b>")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    await bench.opened(panel, pumpkin)
    session.open_palette()
    palette = session.window.findChildren(Palette)[-1]
    everything = shown(palette)
    assert everything.index("New page") < everything.index("Go to Pages")
    assert {"Open Harbour Lane", "Go to Brand settings", "Add a brand", "Quit"} <= set(everything)
    QTest.keyClicks(palette.field, "pumpkin pie")
    await until(lambda: shown(palette) == ["Autumn sale"])
    text = palette.list.item(0).data(ENTRY).text
    assert "pumpkin pie" in text
    palette.field.setText("Spring sal")
    await until(lambda: shown(palette) == ["Spring sale"])
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    await until(lambda: panel.session.title == "Spring sale")


@in_the_window
async def test_what_comes_while_it_is_open_is_listed(bench: WindowBench) -> None:
    """A section that still read when the palette was opened."""
    desk = Desk(bench.session())
    desk.found = [desk.entry("Chart of the day")]
    desk.type("chart as")
    await until(lambda: shown(desk.palette) == ["Chart of the day"])
    desk.entries.insert(0, desk.entry("Chart as PNG"))
    await until(lambda: shown(desk.palette) == ["Chart as PNG", "Chart of the day"])
    assert chosen(desk.palette) == "Chart as PNG"
    desk.press(Qt.Key.Key_Down)
    desk.entries.insert(0, desk.entry("Chart as SVG"))
    await until(lambda: len(shown(desk.palette)) == 3)
    assert chosen(desk.palette) == "Chart of the day"
    desk.entries = desk.entries[2:]
    await until(lambda: shown(desk.palette) == ["Chart of the day"])
    desk.press(Qt.Key.Key_Return)
    assert desk.ran == ["Chart of the day"]


@in_the_window
async def test_nothing_gives_way_to_what_comes(bench: WindowBench) -> None:
    desk = Desk(bench.session())
    desk.type("qqzz")
    await until(lambda: shown(desk.palette) == ["No results for “qqzz”"])
    desk.entries.append(desk.entry("Qqzz at last"))
    await until(lambda: shown(desk.palette) == ["Qqzz at last"])
    desk.press(Qt.Key.Key_Return)
    assert desk.ran == ["Qqzz at last"]


@in_the_window
async def test_it_says_that_there_is_nothing_and_offers_what_to_do(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    session.open_palette()
    palette = session.window.findChildren(Palette)[-1]
    QTest.keyClicks(palette.field, "qqzz")
    await until(lambda: shown(palette)[:1] == ["No results for “qqzz”"])
    assert chosen(palette) == "Search all pages for “qqzz”"
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    assert chosen(palette) == "New page"
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    feature = next(f for f in panel.features if isinstance(f, SearchReplace))
    assert feature.window is not None
    assert feature.window.head.sought_text.text() == "qqzz"


@in_the_window
async def test_without_a_next_step_it_only_says_so(bench: WindowBench) -> None:
    desk = Desk(bench.session())
    desk.type("qqzz")
    await until(lambda: shown(desk.palette) == ["No results for “qqzz”"])
    desk.press(Qt.Key.Key_Down)
    desk.press(Qt.Key.Key_Return)
    assert desk.palette.isVisible()
    assert desk.ran == []
