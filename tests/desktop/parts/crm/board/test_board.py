"""The board of CRM: cards where the server has them, true counts, moves that are seen at once."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from sqlalchemy import delete
from tests.desktop.support.crm_desk import (
    board,
    changed,
    entity_of,
    entries_in,
    entry_in,
    spoken_of,
    stage_ids,
    stored,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.parts.crm.board.page import BoardPage
from funneldesk.desktop.records.board import column_rows
from funneldesk.desktop.workspace.workspace import OFFLINE
from funneldesk.server.parts.crm.tables import CrmEntryRow

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key
AS_HEARD = Qt.ItemDataRole.AccessibleTextRole


def titles(page: BoardPage) -> list[list[str]]:
    """The titles of the cards in each column, as they are shown."""
    found = []
    for column in page.board.columns.values():
        shown = (page.rows.get(each) for each in column.cards.rows.ids)
        found.append([str(row.get("title")) for row in shown if row is not None])
    return found


def heads(page: BoardPage) -> list[str]:
    """What the heads of the columns tell."""
    return [column.head.text() for column in page.board.columns.values()]


def press(page: BoardPage, key: Key, *held: Qt.KeyboardModifier) -> None:
    """A key, where the keyboard is."""
    modifiers = Qt.KeyboardModifier.NoModifier
    for each in held:
        modifiers |= each
    focused: QWidget | None = page.window().focusWidget()
    QTest.keyClick(page if focused is None else focused, key, modifiers)


def take(page: BoardPage, *ids: str) -> None:
    """Choose cards, and give them the keyboard."""
    page.board.select(ids)
    page.board.take_keyboard()


@in_the_window
async def test_cards_are_in_their_stages_with_counts_and_sums(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=("company", "budget"))
    first, second = [
        await entry_in(brand, deals, title, company="Rinaldi", budget=budget)
        for title, budget in (("Café Turin", 1200), ("Hotel Miramar", 300.5))
    ]
    async with brand.api() as api:
        await api.crm.move_entry(first.id, stage_ids(deals)[1])
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: titles(page) == [["Hotel Miramar"], ["Café Turin"], []])
    await until(lambda: heads(page) == ["New, 1, 300.5", "Talking, 1, 1,200", "Won, 0, 0"])
    assert spoken_of(page, second.id) == "Hotel Miramar, Rinaldi, 300.5, today. 1 of 1 in New"


@in_the_window
async def test_a_move_by_keys_is_seen_at_once_and_undone_and_redone(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand)
    entry = await entry_in(brand, deals, "Café Turin")
    stages = stage_ids(deals)
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: titles(page)[0] == ["Café Turin"])
    take(page, entry.id)
    press(page, Key.Key_Right, CTRL, SHIFT)
    assert titles(page) == [[], ["Café Turin"], []]
    press(page, Key.Key_Right, CTRL, SHIFT)
    assert titles(page) == [[], [], ["Café Turin"]]
    await until(lambda: page.is_quiet)
    assert (await stored(brand, entry.id)).stage_id == stages[2]
    assert [head.split(",")[1] for head in heads(page)] == [" 0", " 0", " 1"]
    for key, stage in ((Key.Key_Z, stages[1]), (Key.Key_Z, stages[0])):
        press(page, key, CTRL)
        await until(lambda: page.is_quiet)
        assert (await stored(brand, entry.id)).stage_id == stage
    assert titles(page) == [["Café Turin"], [], []]
    press(page, Key.Key_Z, CTRL, SHIFT)
    await until(lambda: page.is_quiet)
    assert (await stored(brand, entry.id)).stage_id == stages[1]


@in_the_window
async def test_many_are_moved_together_told_and_undone(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand)
    ids = entries_in(brand, deals, (f"Deal {n}" for n in range(12)))
    stages = stage_ids(deals)
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: len(titles(page)[0]) == 12)
    take(page, *ids[:7])
    press(page, Key.Key_Right, CTRL, SHIFT)
    assert [len(each) for each in titles(page)] == [5, 7, 0]
    await until(lambda: page.is_quiet)
    assert {(await stored(brand, each)).stage_id for each in ids[:7]} == {stages[1]}
    assert bench.notice("7 entries moved") is not None
    page.moves.undo()
    assert [len(each) for each in titles(page)] == [12, 0, 0]
    await until(lambda: page.is_quiet)
    assert {(await stored(brand, each)).stage_id for each in ids} == {stages[0]}


@in_the_window
async def test_of_many_what_others_moved_is_left_and_told(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand)
    ids, stages = entries_in(brand, deals, (f"Deal {n}" for n in range(4))), stage_ids(deals)
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: len(titles(page)[0]) == 4)
    async with brand.api() as api:
        await api.crm.move_entry(ids[1], stages[2])
    page.moves.move(ids, stages[1])
    assert [len(each) for each in titles(page)] == [0, 4, 0]
    await until(lambda: page.is_quiet)
    assert [len(each) for each in titles(page)] == [0, 3, 1]
    told = bench.notice("3 entries moved")
    assert told is not None
    assert told.text == "3 done, 1 skipped of 4."
    assert page.moves.runs.last is not None
    (row,) = page.moves.runs.last[1].of("skipped")
    assert row[1].what == "Someone else moved “Deal 1” to “Won” in the meantime."
    page.moves.undo()
    await until(lambda: page.is_quiet)
    now = [(await stored(brand, each)).stage_id for each in ids]
    assert now == [stages[0], stages[2], stages[0], stages[0]]


@in_the_window
async def test_awkward_words_are_shown_as_they_are(bench: WindowBench, brand: LiveBrand) -> None:
    awkward = "<b>x</b> \u202eabc\u200b & " + "w" * 60_000
    deals = await entity_of(brand, fields=("company",))
    entry = await entry_in(brand, deals, "<i>Turin</i>\u202e", company=awkward)
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: titles(page)[0] == ["<i>Turin</i>\u202e"])
    cards = page.board.columns[str(stage_ids(deals)[0])].cards
    cards.grab()
    assert awkward in str(cards.rows.data(cards.rows.index(0, 0), AS_HEARD))
    assert (await stored(brand, entry.id)).values_flat["company"] == awkward


@in_the_window
async def test_counts_are_the_servers_whatever_is_loaded(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=("budget",))
    entries_in(brand, deals, (f"Deal {n:04}" for n in range(3_000)))
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: heads(page)[0].startswith("New, 3,000"))
    await until(lambda: len(titles(page)[0]) == 3_000)


@in_the_window
async def test_a_large_pipeline_is_read_by_pages_and_no_card_comes_twice(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = await entity_of(brand, fields=("budget",))
    ids = entries_in(brand, deals, (f"Deal {n:04}" for n in range(450)))
    monkeypatch.setattr(column_rows, "LARGEST_COPY", 400)
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: len(titles(page)[0]) == 100)
    assert heads(page)[0] == "New, 450, at least 0"
    cards = page.board.columns[str(stage_ids(deals)[0])].cards
    entries_in(brand, deals, ("Just made",))  # Everything is pushed onto later pages.
    while len(titles(page)[0]) < 450:
        known = len(titles(page)[0])
        cards.verticalScrollBar().setValue(cards.verticalScrollBar().maximum())
        await until(lambda seen=known: len(titles(page)[0]) > seen)
    shown = list(cards.rows.ids)
    assert len(set(shown)) == len(shown)
    assert set(ids) <= set(shown)
    take(page, shown[3])
    press(page, Key.Key_Right, CTRL, SHIFT)
    await until(lambda: page.is_quiet)
    assert (await stored(brand, shown[3])).stage_id == stage_ids(deals)[1]
    assert [len(each) for each in titles(page)] == [len(shown) - 1, 1, 0]


@in_the_window
async def test_the_sum_of_a_large_stage_is_of_all_its_entries(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = await entity_of(brand, fields=("budget",))
    ids = entries_in(brand, deals, (f"Deal {n:04}" for n in range(450)), budget=0.1)
    monkeypatch.setattr(column_rows, "LARGEST_COPY", 400)
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: heads(page)[0] == "New, 450, 45")
    assert len(titles(page)[0]) < 450, "most of them are not here"
    assert page.toolbar.told.text() == "450 entries · Budget 45"
    page.moves.move(ids[-2:], stage_ids(deals)[1])
    await until(lambda: heads(page)[:2] == ["New, 448, 44.8", "Talking, 2, 0.2"])
    page.toolbar.show_look(replace(page.toolbar.look, summed=""))
    assert heads(page)[0] == "New, 448"


@in_the_window
async def test_tenths_are_added_up_as_they_are_written(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=("budget",))
    for budget in (0.1, 0.2):
        await entry_in(brand, deals, "Café Turin", budget=budget)
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: heads(page)[0] == "New, 2, 0.3")


@in_the_window
async def test_a_card_that_somebody_else_moved_is_left_where_it_is(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand)
    entry, stages = await entry_in(brand, deals, "Café Turin"), stage_ids(deals)
    mine = await board(bench, await bench.workspace(brand))
    theirs = await board(bench, await bench.workspace(brand))
    for page in (mine, theirs):
        await until(lambda p=page: titles(p)[0] == ["Café Turin"])
    theirs.moves.move([entry.id], stages[2])
    await until(lambda: theirs.is_quiet)
    mine.moves.move([entry.id], stages[1])
    await until(lambda: mine.is_quiet)
    assert (await stored(brand, entry.id)).stage_id == stages[2]
    assert titles(mine) == [[], [], ["Café Turin"]]
    told = bench.notice("Someone else moved “Café Turin” to “Won”")
    assert told is not None
    assert told.action is not None
    told.action.run()
    await until(lambda: mine.is_quiet)
    assert (await stored(brand, entry.id)).stage_id == stages[1]
    theirs.moves.undo()
    await until(lambda: theirs.is_quiet)
    assert (await stored(brand, entry.id)).stage_id == stages[1]


@in_the_window
async def test_a_deleted_stage_takes_the_card_back_and_leaves_the_board(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand)
    entry, stages = await entry_in(brand, deals, "Café Turin"), stage_ids(deals)
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: titles(page)[0] == ["Café Turin"])
    async with brand.api() as api:
        await api.crm.delete_stage(stages[2])
    page.moves.move([entry.id], stages[2])
    assert titles(page) == [[], [], ["Café Turin"]]
    panel = page.host.parent()
    await until(lambda: panel.page is not page and panel.is_quiet)  # type: ignore[attr-defined]
    assert bench.notice("Moving “Café Turin”") is not None
    fresh = panel.page  # type: ignore[attr-defined]
    assert isinstance(fresh, BoardPage)
    await until(lambda: titles(fresh) == [["Café Turin"], []])


@in_the_window
async def test_a_viewer_cannot_move_and_is_told_so(bench: WindowBench, brand: LiveBrand) -> None:
    deals = await entity_of(brand)
    entry = await entry_in(brand, deals, "Café Turin")
    page = await board(bench, await bench.workspace(brand, role="viewer"))
    await until(lambda: titles(page)[0] == ["Café Turin"])
    take(page, entry.id)
    press(page, Key.Key_Right, CTRL, SHIFT)
    await until(lambda: page.is_quiet)
    assert titles(page) == [["Café Turin"], [], []]
    assert bench.notice("Moving “Café Turin”") is not None
    assert (await stored(brand, entry.id)).stage_id == stage_ids(deals)[0]


@in_the_window
async def test_a_deleted_entry_is_told_and_goes(bench: WindowBench, brand: LiveBrand) -> None:
    deals = await entity_of(brand)
    entry = await entry_in(brand, deals, "Café Turin")
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: titles(page)[0] == ["Café Turin"])
    with brand.database.writing() as session:
        session.execute(delete(CrmEntryRow).where(CrmEntryRow.brand_id == brand.number))
    page.moves.move([entry.id], stage_ids(deals)[1])
    await until(lambda: page.is_quiet)
    assert titles(page) == [[], [], []]
    assert bench.notice("Someone deleted “Café Turin”.") is not None


@in_the_window
async def test_offline_nothing_is_moved_and_the_board_says_why(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    deals = await entity_of(brand)
    entry = await entry_in(brand, deals, "Café Turin")
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    page = await board(bench, workspace)
    await until(lambda: titles(page)[0] == ["Café Turin"])
    await relay.vanish()
    page.moves.move([entry.id], stage_ids(deals)[1])
    await until(lambda: workspace.connection_state == OFFLINE)
    await until(lambda: titles(page) == [["Café Turin"], [], []])
    take(page, entry.id)
    press(page, Key.Key_Right, CTRL, SHIFT)
    assert titles(page) == [["Café Turin"], [], []]
    assert bench.notice("Not moved") is not None


@in_the_window
async def test_search_and_filters_leave_what_matches(bench: WindowBench, brand: LiveBrand) -> None:
    deals = await entity_of(brand)
    await entry_in(brand, deals, "Café Turin", source="Fair")
    await entry_in(brand, deals, "Hotel Miramar", source="Web")
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: len(titles(page)[0]) == 2)
    page.toolbar.choose("values.source", "Fair")
    await until(lambda: titles(page)[0] == ["Café Turin"])
    assert heads(page)[0].startswith("New, 1")
    page.toolbar.choose("values.source", None)
    page.seek()
    QTest.keyClicks(page.toolbar.search, "miramar")
    await until(lambda: titles(page)[0] == ["Hotel Miramar"])


@in_the_window
async def test_the_board_comes_back_as_it_was_left(bench: WindowBench, brand: LiveBrand) -> None:
    deals = await entity_of(brand)
    entry = await entry_in(brand, deals, "Café Turin", source="Fair")
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: titles(page)[0] == ["Café Turin"])
    page.toolbar.show_look(page.toolbar.look.toggled("values.source"))
    take(page, entry.id)
    kept = page.state()
    again = await board(bench, await bench.workspace(brand))
    again.restore(kept)
    again.board.restore(kept["board"])
    await until(lambda: again.board.selected_ids() == [entry.id])
    assert "Fair" in spoken_of(again, entry.id)
    assert (await changed(brand, entry, title="Café Turin 2")).title == "Café Turin 2"
