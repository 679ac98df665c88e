"""Learners of a course: the grid, notes, lessons marked complete, who stalls, many at once."""

import csv
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from tests.desktop.support.courses_desk import course_in, enrolled, learners, learners_of
from tests.desktop.support.declared_sections import add_customers
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.collections import CollectionDraft, CollectionFieldDraft
from funneldesk.contract.courses import EnrollmentDraft
from funneldesk.contract.customers import CustomerFilter
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.collections.section import SECTION as COLLECTIONS
from funneldesk.desktop.parts.courses.learners.importing import declared_import
from funneldesk.desktop.parts.courses.learners.panel import GRID, TIME
from funneldesk.desktop.parts.courses.section import SECTION as COURSES
from funneldesk.desktop.records.export.dialog import ExportDialog
from funneldesk.desktop.records.handing_over.given import table_of
from funneldesk.desktop.records.importing.dialog import CHECK, COLUMNS, SEND, ImportDialog
from funneldesk.desktop.records.importing.queue import ImportQueue
from funneldesk.desktop.records.schema.form_dialog import FormDialog

PEOPLE = {"Ana": 5, "Rui": 2, "Eva": 0}


@in_the_window
async def test_the_grid_shows_who_did_what_and_marks_lessons_complete(
    bench: WindowBench, brand: LiveBrand
) -> None:
    number = course_in(brand)
    ids = enrolled(brand, number, PEOPLE)
    page = await learners(bench, await bench.workspace(brand), number)
    page.show_as(GRID)
    rows = page.grid.rows
    await until(lambda: len(rows.ids) == 3 and rows.columnCount() == 5)
    assert [column.short for column in rows.columns] == ["1.1", "1.2", "2.1", "2.2", "2.3"]
    on = {key: sorted(rows.on(at)) for at, key in enumerate(rows.ids)}
    assert on == {ids["Ana"]: [0, 1, 2, 3, 4], ids["Rui"]: [0, 1], ids["Eva"]: []}
    place = rows.ids.index(ids["Rui"])
    told = rows.index(place, 2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert told == "Rui, 2.1 Sand: open"
    page.grid.setFocus()
    page.grid.go_to(place, 2)
    QTest.keyClick(page.grid, Qt.Key.Key_Return)
    dialog: Dialog = await shown_dialog(Dialog)
    assert "“Sand” complete for Rui" in dialog.windowTitle()
    assert "no way to take it back" in said(dialog)
    dialog.answer("yes")
    await until(lambda: rows.on(rows.ids.index(ids["Rui"])) >= {0, 1, 2})
    found = {each.id: each.progress_percent for each in await learners_of(brand, number)}
    assert found[ids["Rui"]] == 60
    await until(lambda: page.is_quiet)


@in_the_window
async def test_only_who_made_progress_has_a_last_one(bench: WindowBench, brand: LiveBrand) -> None:
    number = course_in(brand)
    ids = enrolled(brand, number, PEOPLE)
    page = await learners(bench, await bench.workspace(brand), number)
    column = next(each for each in page.declared.columns if each.key == "last")
    library = page.source.library
    await until(lambda: len(library.rows) == 3)
    last = {name: column.value(library.rows[key]) for name, key in ids.items()}
    today = datetime.now(UTC).date().isoformat()
    assert last == {"Ana": today, "Rui": today, "Eva": None}


@in_the_window
async def test_notes_are_written_in_the_cell_and_nobody_is_enrolled_by_it(
    bench: WindowBench, brand: LiveBrand
) -> None:
    number = course_in(brand)
    ids = enrolled(brand, number, PEOPLE)
    page = await learners(bench, await bench.workspace(brand), number)
    staging = page.staging
    assert staging is not None
    field = page.kind.draft.declared["notes"]
    place = (ids["Eva"], "notes")
    staging.staged.put({place: staging.table.cell(ids["Eva"], field, "<b>Call</b> her", "")})
    staging.apply()
    await until(lambda: not staging.staged.cells and page.is_quiet)
    found = {each.id: each.notes for each in await learners_of(brand, number)}
    assert found == {ids["Eva"]: "<b>Call</b> her", ids["Ana"]: None, ids["Rui"]: None}


@in_the_window
async def test_who_stalls_is_found_and_becomes_a_ticket_through_a_form(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Quirk 57: the interface opens no ticket but by a form."""
    number = course_in(brand)
    ids = enrolled(brand, number, PEOPLE)
    fields = [
        CollectionFieldDraft(name="Email", type="email", required=True),
        CollectionFieldDraft(name="Message", type="textarea", required=True),
    ]
    form = CollectionDraft(name="Help", fields=fields, on_new_entry="create_new_ticket")
    async with brand.api() as api:
        await api.collections.create(form)
    workspace = await bench.workspace(brand)
    workspace.importers = {"collections": COLLECTIONS.imports}  # type: ignore[dict-item]
    page = await learners(bench, workspace, number)
    page.list.choose("stalled", 30)
    await until(lambda: page.is_quiet and page.list.table.rows.ids == [ids["Eva"]])
    QTest.keyClick(page.list.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    page.declared_actions.run(page.declared_actions["courses.learners-to-tickets"])
    asked: Dialog = await shown_dialog(Dialog)
    assert "Help" in said(asked)
    help_ = next(each for each in asked.findChildren(Button) if each.text() == "Help")
    help_.click()
    dialog: ImportDialog = await shown_dialog(ImportDialog)
    await until(lambda: dialog.step == COLUMNS and not dialog.tasks.is_busy)
    dialog.forward.click()
    await until(lambda: dialog.step == CHECK)
    dialog.forward.click()
    await until(lambda: dialog.step == SEND)
    queue = page.workspace.shared(ImportQueue)
    await until(lambda: queue.jobs and queue.jobs[0].state == "ended")
    async with brand.api() as api:
        tickets = [each async for each in api.tickets.iterate()]
    assert [each.from_email for each in tickets] == ["eva@posta.example"]


@in_the_window
async def test_three_hundred_are_enrolled_twice_and_nobody_twice(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Quirk 52: a second enrollment of an address is a 422, which counts as already there."""
    number = course_in(brand)
    workspace = await bench.workspace(brand)
    workspace.importers = {"courses": COURSES.imports}  # type: ignore[dict-item]
    page = await learners(bench, workspace, number)
    people = [(f"Guest{at}@posta.example", f"Guest {at}") for at in range(300)]
    for again in range(2):
        table = table_of("People", ("Email", "Name"), people)
        dialog = ImportDialog(page, workspace, declared_import(number), given=table)
        page.tasks.start(dialog.ask())
        await until(lambda d=dialog: d.step == COLUMNS and not d.tasks.is_busy)
        dialog.columns.existing.choose("create" if again else "skip")
        dialog.forward.click()
        await until(lambda d=dialog: d.step == CHECK)
        dialog.forward.click()
        await until(lambda d=dialog: d.step == SEND)
        queue = workspace.shared(ImportQueue)
        await until(lambda n=again, q=queue: len(q.jobs) == n + 1 and q.jobs[n].state == "ended")
        dialog.answer("")
    states = [sorted({item.state for item in job.items}) for job in queue.jobs]
    assert states == [["done"], ["skipped"]]
    assert "already enrolled" in queue.jobs[1].items[0].said[0]
    assert len(await learners_of(brand, number)) == 300


@in_the_window
async def test_progress_over_time_is_drawn_and_ended_enrollments_come_back_from_the_beginning(
    bench: WindowBench, brand: LiveBrand
) -> None:
    number = course_in(brand)
    enrolled(brand, number, PEOPLE)
    page = await learners(bench, await bench.workspace(brand), number)
    page.show_as(TIME)
    await until(lambda: len(page.board.frames) == 2)
    assert "The line begins tomorrow" in page.board.frames["average"].accessibleDescription()
    page.open_record(page.list.table.rows.ids[0])
    await until(lambda: page.is_quiet)
    assert page.side.isHidden()
    assert page.list.isVisible()
    page.show_as("table")
    assert not page.side.isHidden()
    await until(lambda: page.is_quiet)
    page.list.table.setFocus()
    page.list.table.selectAll()
    await until(lambda: len(page.list.selection.ids()) == 3)
    QTest.keyClick(page.list.table, Qt.Key.Key_Delete)
    dialog: Dialog = await shown_dialog(Dialog)
    assert "progress is lost" in said(dialog)
    dialog.answer("yes")
    told = page.workspace.notifications
    await until(lambda: any("no longer enrolled" in each.title for each in told.notices))
    assert await learners_of(brand, number) == []
    ended = next(each for each in told.notices if "no longer enrolled" in each.title)
    assert ended.action is not None
    ended.action.run()
    await until(lambda: any("undone" in each.title for each in told.notices))
    found = await learners_of(brand, number)
    assert sorted(each.name or "" for each in found) == ["Ana", "Eva", "Rui"]
    assert {each.progress_percent for each in found} == {0}


@in_the_window
async def test_customers_are_read_checked_and_enrolled_but_for_those_who_are(
    bench: WindowBench, brand: LiveBrand
) -> None:
    number = course_in(brand)
    add_customers(brand, ["Ana", "Rui", "Eva"])
    workspace = await bench.workspace(brand)
    async with brand.api() as api:
        known = [each async for each in api.customers.iterate(CustomerFilter(per_page=100))]
        addresses = {each.customer_email for each in known}
        first = EnrollmentDraft(email=str(known[0].customer_email))
        await api.courses.create_enrollment(number, first)
    page = await learners(bench, workspace, number)
    page.declared_actions.run(page.declared_actions["courses.enroll-customers"])
    asked: FormDialog = await shown_dialog(FormDialog)
    asked.form.row("who").set_value("")
    asked.form.row("who").edited.emit("who", "")
    asked.go_button.click()
    dialog: ImportDialog = await shown_dialog(ImportDialog)
    await until(lambda: dialog.step == COLUMNS and not dialog.tasks.is_busy)
    dialog.forward.click()
    await until(lambda: dialog.step == CHECK and not dialog.tasks.is_busy)
    assert dialog.check.counts.text() == "2 ready · 1 already there"
    assert len(await learners_of(brand, number)) == 1, "nothing is sent before the check was seen"
    dialog.forward.click()
    await until(lambda: dialog.step == SEND)
    queue = workspace.shared(ImportQueue)
    await until(lambda: queue.jobs and queue.jobs[0].state == "ended")
    dialog.answer("")
    assert {each.email for each in await learners_of(brand, number)} == addresses


@in_the_window
async def test_who_stalls_goes_out_as_a_file(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chosen = tmp_path / "stalled.csv"
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit(str(chosen)))
    number = course_in(brand)
    enrolled(brand, number, PEOPLE)
    page = await learners(bench, await bench.workspace(brand), number)
    page.declared_actions.run(page.declared_actions["courses.export-stalled"])
    dialog: ExportDialog = await shown_dialog(ExportDialog)
    assert "As filtered (1)" in said(dialog)
    dialog.yes.click()
    await until(chosen.exists)
    rows = list(csv.DictReader(chosen.read_text("utf-8-sig").splitlines()))
    assert [row["Email"] for row in rows] == ["eva@posta.example"], "who is through does not stall"
