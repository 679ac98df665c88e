"""A card opened beside the board: edited there, followed by the selection, taken up by the table;
and what is done to many cards."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from tests.desktop.support.crm_desk import (
    board,
    changed,
    entity_of,
    entries_in,
    entry_in,
    spoken_of,
    stage_ids,
    stored,
    table_of,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, open_dialogs, until

from funneldesk.desktop.parts.crm.board.page import BoardPage
from funneldesk.desktop.parts.crm.panel import CrmPanel

Key = Qt.Key


def type_title(page: BoardPage, title: str) -> None:
    """Another title, in the form beside the board."""
    line = page.peek.pane.form.form.row("title").input.target
    assert isinstance(line, QLineEdit)
    line.selectAll()
    QTest.keyClicks(line, title)
    QTest.keyClick(line, Key.Key_Tab)


def panel_of(page: BoardPage) -> CrmPanel:
    panel = page.host.parent()
    assert isinstance(panel, CrmPanel)
    return panel


@in_the_window
async def test_a_card_is_opened_edited_and_closed_beside_the_board(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=("company", "mail"))
    first = await entry_in(brand, deals, "Café Turin", company="Turin")
    other = await entry_in(brand, deals, "Hotel Miramar", mail="ana@miramar.example")
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: len(page.board.cards.columns[str(stage_ids(deals)[0])]) == 2)
    page.board.select([first.id])
    page.board.take_keyboard()
    assert not page.peek.isVisible()
    QTest.keyClick(page.window().focusWidget(), Key.Key_Return)
    await until(lambda: page.peek.isVisible() and page.is_quiet)
    assert page.peek.detail.title.text() == "Café Turin"
    assert page.customer.nobody.isVisibleTo(page.customer)

    QTest.keyClick(page.window().focusWidget(), Key.Key_Return)
    line = page.peek.pane.form.form.row("title").input.target
    await until(line.hasFocus)
    type_title(page, "Bar Torino")
    page.save()
    await until(lambda: page.is_quiet and not page.session.is_dirty)
    assert (await stored(brand, first.id)).title == "Bar Torino"
    assert spoken_of(page, first.id).startswith("Bar Torino")

    page.board.select([other.id])
    await until(lambda: page.peek.detail.title.text() == "Hotel Miramar")
    assert page.customer.customer.email == "ana@miramar.example"
    page.back()
    assert not page.peek.isVisible()
    await until(lambda: page.is_quiet)
    assert page.session.draft is None


@in_the_window
async def test_a_card_that_is_moved_is_moved_in_its_form_too(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=("company",))
    entry, stages = await entry_in(brand, deals, "Café Turin"), stage_ids(deals)
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: page.board.cards.column_of(entry.id) == str(stages[0]))
    page.beside.open(entry.id)
    await until(lambda: page.is_quiet)
    page.moves.move([entry.id], stages[1])
    await until(
        lambda: page.session.draft is not None and page.session.draft.value("stage_id") == stages[1]
    )
    await until(lambda: page.is_quiet)
    await changed(brand, entry, title="Café Torino")
    type_title(page, "Bar Turin 2")
    page.save()
    await until(open_dialogs)
    assert (await stored(brand, entry.id)).title == "Café Torino", "the guard asks first"


@in_the_window
async def test_what_is_typed_beside_the_board_goes_on_in_the_table(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=("company",))
    entry = await entry_in(brand, deals, "Café Turin")
    page = await board(bench, await bench.workspace(brand))
    panel = panel_of(page)
    await until(lambda: bool(page.board.cards.column_of(entry.id)))
    page.beside.open(entry.id)
    await until(lambda: page.is_quiet)
    type_title(page, "Bar Torino")
    page.host.open_entry(entry.id)
    await until(lambda: panel.page is not page)
    table = table_of(panel)
    await until(lambda: table.session.draft is not None and table.session.lock.may_write)
    await until(lambda: table.session.draft.value("title") == "Bar Torino")  # type: ignore[union-attr]
    panel.show_page("board")
    await until(lambda: page.session.lock.may_write)
    page.save()
    await until(lambda: not page.session.is_dirty and page.is_quiet)
    assert (await stored(brand, entry.id)).title == "Bar Torino"


@in_the_window
async def test_cards_become_a_file_all_of_them_or_the_selected_ones(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    deals = await entity_of(brand, fields=("company",))
    ids = entries_in(brand, deals, (f"Deal {n}" for n in range(30)))
    page = await board(bench, await bench.workspace(brand))
    await until(lambda: len(page.rows.columns()[stage_ids(deals)[0]]) == 30)
    page.board.select(ids[3:5])
    scopes = await page.many.scopes()
    assert {key: each.count for key, each in scopes.items()} == {"all": 30, "selected": 2}
    assert [row.get("title") for row in await scopes["selected"].read()] == ["Deal 4", "Deal 3"]
    path = tmp_path / "deals.csv"
    await page.many.export.write(path, scopes["all"], ["title", "stage_id"])
    lines = path.read_text("utf-8-sig").splitlines()
    assert len(lines) == 31
    assert "Deal 7,New" in lines
    page.toolbar.search.setText("Deal 29")
    await until(lambda: len(page.rows.columns()[stage_ids(deals)[0]]) == 1)
    assert (await page.many.scopes())["shown"].count == 1
