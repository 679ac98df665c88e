"""What every declared section does: the same tests for all of them."""

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.cut_texts import cut_in
from tests.desktop.support.declared_sections import AWKWARD, Declared
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.read_out import faults
from tests.desktop.support.relay import Relay
from tests.desktop.support.section_driver import first_column, names, opened, read
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, turns, until

from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.records.export.section_export import scopes_of
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.sources.mirrored import MirroredRows
from funneldesk.desktop.records.sources.paged import PagedRows

Key = Qt.Key
MANY, SOME = 10_000, 1_000
WAYS = ("mirrored", "paged")


@pytest.mark.parametrize("way", WAYS)
@in_the_window
async def test_an_empty_brand_says_what_the_place_is_for(
    bench: WindowBench, brand: LiveBrand, declared: Declared, way: str
) -> None:
    panel = await opened(bench, await bench.workspace(brand), declared, way)
    await read(panel)
    title, sentence = declared.section.empty
    assert panel.list.stack.currentWidget() is panel.list.empty
    assert {title, sentence} <= set(said(panel.list.empty).splitlines())


@pytest.mark.parametrize("way", WAYS)
@in_the_window
async def test_one_record_is_listed_and_opened_by_keys_alone(
    bench: WindowBench, brand: LiveBrand, declared: Declared, way: str
) -> None:
    declared.add(brand, ["Ana Correia"])
    panel = await opened(bench, await bench.workspace(brand), declared, way)
    await read(panel)
    panel.activateWindow()
    panel.take_keyboard()
    QTest.keyClick(panel.list.table, Key.Key_Down)
    # Enter alone edits a cell where that can be done.
    held = Qt.KeyboardModifier
    how = held.NoModifier if declared.section.edited is None else held.ControlModifier
    QTest.keyClick(panel.list.table, Key.Key_Return, how)
    await until(lambda: panel.is_quiet)
    assert first_column(panel) == ["Ana Correia"]
    assert panel.detail.title.text() == "Ana Correia"
    assert panel.detail.failure.isHidden()
    assert f"1 {declared.section.unit}" in said(panel)


@in_the_window
async def test_the_selected_record_is_shown_beside_the_table(
    bench: WindowBench, brand: LiveBrand, declared: Declared
) -> None:
    declared.add(brand, names(3))
    panel = await opened(bench, await bench.workspace(brand), declared)
    await read(panel)
    table = panel.list.table
    place = table.visualRect(table.rows.index(1, 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    await until(lambda: panel.detail.title.text() == "Name 00001")
    table.selectAll()
    await until(lambda: panel.is_quiet)
    assert panel.open_id == table.rows.ids[1]


SMALLEST_PAGE = 30
"""Rows of a page of clicks, whatever is asked for (quirk 14)."""


@pytest.mark.parametrize("count", [SOME, pytest.param(MANY, marks=pytest.mark.deep)])
@pytest.mark.parametrize("way", WAYS)
@in_the_window
async def test_many_records_are_searched_ordered_and_counted(
    bench: WindowBench, brand: LiveBrand, declared: Declared, way: str, count: int
) -> None:
    declared.add(brand, names(count))
    panel = await opened(bench, await bench.workspace(brand), declared, way)
    await read(panel)
    assert panel.list.source is not None
    assert panel.list.source.total == count
    assert f"{count:,}" in panel.list.count.text()
    newest = f"Name {count - 1:05}"
    assert first_column(panel)[0] == newest
    # Page by page the order is the server's: not every column has one there, nor every server.
    first = next((c.key for c in declared.section.columns if way == "mirrored" or c.sent_as), "")
    if first:
        panel.list.ask(Query(sort=first))
        await until(lambda: panel.is_quiet and first_column(panel)[0] == "Name 00000")
    panel.list.ask(Query(newest[-5:], sort=first))
    await until(lambda: panel.is_quiet and first_column(panel) == [newest])
    panel.list.ask(Query("nobody is called so", sort=first))
    await until(lambda: panel.is_quiet and not first_column(panel))
    assert panel.list.stack.currentWidget() is panel.list.nothing
    panel.list.clear.click()
    await until(lambda: panel.is_quiet and len(first_column(panel)) >= SMALLEST_PAGE)


@pytest.mark.parametrize("way", WAYS)
@in_the_window
async def test_awkward_records_are_plain_text_and_tell_themselves(
    bench: WindowBench, brand: LiveBrand, declared: Declared, way: str
) -> None:
    declared.add(brand, list(AWKWARD))
    panel = await opened(bench, await bench.workspace(brand), declared, way)
    await read(panel)
    shown = {" ".join(name.split()) for name in AWKWARD}
    assert set(first_column(panel)) == shown
    for record_id in list(panel.list.table.rows.ids):
        panel.open_record(record_id)
        await until(lambda: panel.is_quiet)
        assert panel.detail.failure.isHidden()
    tip = panel.list.table.rows.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "<img" not in tip
    assert not faults(panel)


@in_the_window
async def test_every_control_has_a_name_and_no_text_is_cut_untold(
    bench: WindowBench, brand: LiveBrand, declared: Declared
) -> None:
    declared.add(brand, names(30))
    panel = await opened(bench, await bench.workspace(brand), declared)
    await read(panel)
    for mode, width in product(("light", "dark"), (1240, 860, 640)):
        with looking(mode):
            panel.resize(width, 700)
            panel.open_record(panel.list.table.rows.ids[0])
            await until(lambda: panel.is_quiet)
            assert not faults(panel), (mode, width)
            assert not cut_in(panel), (mode, width)
            assert panel.list.isVisible() is (width >= 900)
            panel.back()
            assert panel.list.isVisible()
            assert not cut_in(panel), (mode, width)


@contextmanager
def looking(mode: str) -> Iterator[None]:
    """The window's theme, until the block ends."""
    theme.set_mode(mode)
    try:
        yield
    finally:
        theme.set_mode("light")


@in_the_window
async def test_what_was_seen_is_there_offline_and_told_of(
    bench: WindowBench, brand: LiveBrand, relay: Relay, declared: Declared
) -> None:
    declared.add(brand, names(3))
    workspace = await bench.workspace(brand, base_url=relay.base_url, place="kept")
    panel = await opened(bench, workspace, declared)
    await read(panel)
    first = panel.list.table.rows.ids[0]
    panel.open_record(first)
    await until(lambda: panel.is_quiet)
    await bench.close(workspace)
    await relay.vanish()
    again = await bench.workspace(brand, base_url=relay.base_url, place="kept")
    panel = await opened(bench, again, declared)
    await until(lambda: len(first_column(panel)) == 3)
    panel.open_record(first)
    await until(lambda: not panel.detail.failure.isHidden())
    assert panel.detail.title.text() == "Name 00002"
    assert "Try again" in said(panel.detail.failure)


@pytest.mark.parametrize("way", WAYS)
@in_the_window
async def test_a_failure_is_explained_and_tried_again(
    bench: WindowBench, brand: LiveBrand, relay: Relay, declared: Declared, way: str
) -> None:
    declared.add(brand, names(3))
    await relay.vanish()
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel = await opened(bench, workspace, declared, way)
    await until(lambda: not panel.list.failure.isHidden())
    assert panel.list.stack.currentWidget() is panel.list.table
    await relay.listen()
    panel.list.failure.action.click()
    await until(lambda: len(first_column(panel)) == 3 and panel.list.failure.isHidden())


@in_the_window
async def test_a_refused_key_says_so_and_keeps_what_is_known(
    bench: WindowBench, brand: LiveBrand, declared: Declared
) -> None:
    declared.add(brand, names(2))
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace, declared)
    await read(panel)
    brand.revoke()
    panel.refresh()
    await until(lambda: not panel.list.failure.isHidden())
    assert len(first_column(panel)) == 2
    assert "key" in f"{panel.list.failure.title()} {panel.list.failure.text()}".lower()


@in_the_window
async def test_no_late_answer_is_shown(
    bench: WindowBench, brand: LiveBrand, relay: Relay, declared: Declared
) -> None:
    declared.add(brand, names(3))
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel = await opened(bench, workspace, declared, "paged")
    await read(panel)
    first, second = panel.list.table.rows.ids[:2]
    async with relay.held("GET"):
        panel.open_record(first)
        panel.list.ask(Query("00001"))
        await turns()
        panel.open_record(second)
        panel.list.ask(Query("00002"))
        await turns()
    await until(lambda: panel.is_quiet and len(first_column(panel)) == 1)
    assert first_column(panel) == ["Name 00002"]
    assert panel.detail.title.text() == "Name 00001"


@pytest.mark.parametrize("way", WAYS)
@in_the_window
async def test_the_export_is_the_list(
    bench: WindowBench, brand: LiveBrand, declared: Declared, way: str, tmp_path: Path
) -> None:
    declared.add(brand, names(230))
    panel = await opened(bench, await bench.workspace(brand), declared, way)
    await read(panel)
    path, columns = tmp_path / "list.csv", declared.section.columns
    scopes = await scopes_of(panel.list)
    await panel.export.write(path, scopes["all"], [column.key for column in columns])
    with path.open(encoding="utf-8-sig", newline="") as file:
        titles, *rows = csv.reader(file)
    assert titles == [column.title for column in columns]
    assert [row[0] for row in rows] == list(reversed(names(230)))
    panel.list.table.selectRow(1)
    scopes = await scopes_of(panel.list)
    await panel.export.write(path, scopes["selected"], [columns[0].key])
    with path.open(encoding="utf-8-sig", newline="") as file:
        assert [row[0] for row in csv.reader(file)][1:] == ["Name 00228"]


@in_the_window
async def test_the_view_comes_back_as_it_was_left(
    bench: WindowBench, brand: LiveBrand, declared: Declared
) -> None:
    declared.add(brand, names(5))
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace, declared)
    await read(panel)
    first = declared.section.columns[0].key
    panel.list.ask(Query("Name", sort=first))
    panel.list.columns.set_shown(first, False)
    panel.open_record(panel.list.table.rows.ids[0])
    await until(lambda: panel.is_quiet)
    left = panel.state()
    again = await opened(bench, workspace, declared)
    again.restore(left)
    await read(again)
    assert again.state()["list"] == left["list"]
    assert again.open_id == panel.open_id
    assert again.detail.title.text() == panel.detail.title.text()


@in_the_window
async def test_a_brand_that_grows_is_read_page_by_page(
    bench: WindowBench, brand: LiveBrand, declared: Declared
) -> None:
    declared.add(brand, names(5))
    small = replace(declared, section=replace(declared.section, mirrored_up_to=5))
    panel = await opened(bench, await bench.workspace(brand), small)
    await read(panel)
    assert isinstance(panel.list.source, MirroredRows)
    declared.add(brand, names(7))
    panel.refresh()
    await until(lambda: len(first_column(panel)) > 5)
    assert isinstance(panel.list.source, PagedRows)
    panel.leave()
    assert panel.list.source.settled


def first_text(declared: Declared) -> int:
    """The first column that takes a text."""
    kind = declared.section.edited
    assert kind is not None
    fields = kind.draft.declared
    for place, column in enumerate(declared.section.columns):
        if column.field and fields[column.field].kind == "text":
            return place
    raise AssertionError("this section has no text that is changed in its table")


@pytest.mark.parametrize("way", WAYS)
@in_the_window
async def test_a_cell_is_changed_by_keys_alone_and_waits_until_it_is_applied(
    bench: WindowBench, brand: LiveBrand, edited: Declared, way: str
) -> None:
    edited.add(brand, names(3))
    panel = await opened(bench, await bench.workspace(brand), edited, way)
    await read(panel)
    table, staging = panel.list.table, panel.staging
    assert staging is not None
    at = first_text(edited)
    table.setFocus()
    table.setCurrentIndex(table.rows.index(1, at))
    before = str(table.currentIndex().data())
    QTest.keyClick(table, Key.Key_F2)
    assert staging.editing.editor is not None
    QTest.keyClicks(staging.editing.editor.input.target, "Another")
    QTest.keyClick(staging.editing.editor.input.target, Key.Key_Return)
    tip = str(table.currentIndex().data(Qt.ItemDataRole.AccessibleDescriptionRole))
    assert f"{before} → Another" in tip
    assert "1 change in 1 row" in said(staging.bar)
    assert not faults(panel)
    panel.resize(640, 700)
    await turns()
    assert not cut_in(panel)
    await panel.settle()
    again = await opened(bench, panel.workspace, edited, way)
    await read(again)
    assert again.staging is not None
    assert str(again.list.table.rows.index(1, at).data()) == "Another"
    again.staging.bar.apply_button.click()
    await until(lambda: not again.staging.staged.cells and again.is_quiet)  # type: ignore[union-attr]
    listed = {str(again.list.table.rows.index(row, at).data()) for row in range(3)}
    assert "Another" in listed
    assert before not in listed
    assert panel.staging is not None
    await until(panel.staging.bar.isHidden)


@in_the_window
async def test_a_table_that_cannot_be_changed_says_why(
    bench: WindowBench, brand: LiveBrand, edited: Declared
) -> None:
    edited.add(brand, names(1))
    workspace = await bench.workspace(brand, read_only=True)
    panel = await opened(bench, workspace, edited)
    await read(panel)
    panel.list.table.setFocus()
    panel.list.table.setCurrentIndex(panel.list.table.rows.index(0, first_text(edited)))
    QTest.keyClick(panel.list.table, Key.Key_F2)
    assert panel.staging is not None
    assert panel.staging.editing.editor is None
    assert bench.notice("read only") is not None


@in_the_window
async def test_a_table_without_cells_to_change_opens_by_the_same_keys(
    bench: WindowBench, brand: LiveBrand, opened_only: Declared
) -> None:
    opened_only.add(brand, names(1))
    panel = await opened(bench, await bench.workspace(brand, read_only=True), opened_only)
    await read(panel)
    panel.list.table.setFocus()
    panel.list.table.setCurrentIndex(panel.list.table.rows.index(0, 0))
    for key in (Key.Key_F2, Key.Key_Return):
        QTest.keyClick(panel.list.table, key)
    await until(lambda: panel.is_quiet)
    assert panel.staging is None
    assert panel.open_id == panel.list.table.rows.ids[0]
