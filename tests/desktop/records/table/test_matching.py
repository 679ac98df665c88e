"""All that match, chosen in a list that is read page by page: acted on, exported, let go of."""

import csv
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from tests.desktop.support.declared_sections import IN_COLUMNS, add_tickets
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.section_driver import names, read
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.records.export.section_export import scopes_of
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.sources.paged import PagedRows
from funneldesk.desktop.sections.actions import ROWS_ONLY, Place

PAGED = replace(IN_COLUMNS, mirrored_up_to=50)
MATCHING = "All 120 tickets that match are selected"


async def opened(bench: WindowBench, brand: LiveBrand) -> TicketsPanel:
    """A hundred and twenty tickets by Name, of which a hundred are read, and five by others."""
    add_tickets(brand, [*names(120), *["Other"] * 5])
    panel = bench.own(TicketsPanel(await bench.workspace(brand), PAGED))
    panel.resize(1500, 700)
    panel.show()
    panel.refresh()
    await read(panel)
    panel.list.ask(Query("Name", sort="created_at", descending=True))
    await read(panel)
    assert isinstance(panel.list.source, PagedRows)
    panel.activateWindow()
    panel.list.enter_table()
    return panel


def choose_all(panel: TicketsPanel) -> None:
    for _time in range(2):
        QTest.keyClick(panel.list.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)


def choose_in_menu(panel: TicketsPanel, words: str) -> None:
    menu = QMenu(panel)
    panel.list.asked_for_menu.emit(menu, panel.list.selection.ids())
    next(each for each in menu.actions() if each.text().startswith(words)).trigger()


async def resolved(brand: LiveBrand) -> set[str]:
    async with brand.api() as api:
        return {t.subject async for t in api.tickets.iterate() if t.status == "resolved"}


@in_the_window
async def test_all_that_match_are_acted_on(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await opened(bench, brand)
    bar = panel.list.selection.bar
    QTest.keyClick(panel.list.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert [bar.count.text(), bar.more.text()] == [
        "100 selected",
        "Select all 120 tickets that match",
    ]
    bar.more.click()
    assert [bar.count.text(), bar.more.isVisible()] == [MATCHING, False]
    choose_in_menu(panel, "Resolve")
    dialog = await shown_dialog()
    assert dialog.windowTitle() == "Apply “Resolve” to 120 tickets?"
    dialog.answer("yes")
    await until(lambda: bench.notice("120 tickets set to Resolved") is not None)
    assert await resolved(brand) == set(names(120))
    assert bench.notice("match now") is None

    done = bench.notice("120 tickets set to Resolved")
    assert done is not None
    assert done.action is not None
    done.action.run()
    await until(lambda: bench.notice("120 tickets undone") is not None)
    assert await resolved(brand) == set()


@in_the_window
async def test_other_rows_than_were_counted_are_told(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await opened(bench, brand)
    choose_all(panel)
    choose_in_menu(panel, "Resolve")
    dialog = await shown_dialog()
    add_tickets(brand, ["Name of a latecomer"])
    dialog.answer("yes")
    await until(lambda: bench.notice("121 tickets set to Resolved") is not None)
    told = bench.notice("121 tickets match now")
    assert told is not None
    assert told.text == "There were 120 when you selected them."
    assert await resolved(brand) == {*names(120), "Name of a latecomer"}


@in_the_window
async def test_reading_that_is_stopped_changes_nothing(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await opened(bench, brand)
    choose_all(panel)
    choose_in_menu(panel, "Resolve")
    seen: list[Job] = []

    def stop() -> None:
        jobs = [job for job in panel.workspace.jobs.jobs if job.done and "cancel" in job.acts]
        for job in jobs:
            seen.append(job)
            job.acts["cancel"]()

    panel.workspace.jobs.changed.connect(stop)
    (await shown_dialog()).answer("yes")
    await until(lambda: seen and seen[0].state == "ended")
    await until(lambda: not panel.tasks.is_busy)
    assert seen[0].outcome == "Stopped. Nothing was changed."
    assert await resolved(brand) == set()
    assert panel.list.selection.bar.count.text() == MATCHING


@in_the_window
async def test_all_that_match_are_let_go_of(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await opened(bench, brand)
    table, bar = panel.list.table, panel.list.selection.bar
    choose_all(panel)
    panel.refresh()
    await read(panel)
    assert bar.count.text() == MATCHING
    table.verticalScrollBar().setValue(table.verticalScrollBar().maximum())
    await until(lambda: len(table.rows.ids) == 120)
    assert bar.count.text() == "120 selected"
    assert not bar.more.isVisible()

    panel.list.ask(Query("Name", sort="created_at"))
    await read(panel)
    choose_all(panel)
    assert bar.count.text() == MATCHING
    table.select(table.rows.ids[1])
    assert bar.isHidden()
    choose_all(panel)
    panel.list.ask(Query("Other"))
    await read(panel)
    assert not panel.list.selection.is_all


@in_the_window
async def test_all_that_match_are_exported_and_rows_alone_copied(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    panel = await opened(bench, brand)
    choose_all(panel)
    scopes = await scopes_of(panel.list)
    assert scopes["selected"].count == 120
    await panel.export.write(tmp_path / "list.csv", scopes["selected"], ["subject"])
    with (tmp_path / "list.csv").open(encoding="utf-8-sig", newline="") as file:
        assert {row[0] for row in csv.reader(file)} == {"Subject", *names(120)}
    menu = QMenu(panel)
    panel.declared_actions.fill(menu, Place.LIST_MENU, panel.list.selection.ids())
    refused = {each.text(): each.toolTip() for each in menu.actions() if not each.isEnabled()}
    assert ROWS_ONLY in refused["Copy"]
