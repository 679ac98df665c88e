"""Courses in the window: five required fields, the outline by drag and keys, pictures, copies."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from tests.desktop.support.courses_desk import (
    course_in,
    courses,
    enrolled,
    modules_of,
    read_course,
)
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.parts.courses.frame import CoursesFrame
from funneldesk.desktop.parts.courses.outline.lines import moved, places_of
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.records.schema.loss_dialog import LossDialog
from funneldesk.server.web.keys import member
from funneldesk.server.web.roles import Role

HOSTILE = "<img src=x onerror=alert(1)>"


def fill(dialog: FormDialog, **values: Any) -> None:
    for name, value in values.items():
        dialog.form.row(name).set_value(value)
        dialog.form.row(name).edited.emit(name, value)


async def opened(frame: CoursesFrame, course_id: int) -> None:
    frame.courses.open_record(str(course_id))
    await until(lambda: frame.is_quiet and frame.courses.outline.modules)


def test_an_order_is_sent_as_a_map_of_ids_to_places() -> None:
    """Quirk 52."""
    assert moved([7, 8, 9], 9, -1) == [7, 9, 8]
    assert moved([7, 8, 9], 7, -1) == [7, 8, 9]
    assert places_of([7, 9, 8]) == {7: 0, 9: 1, 8: 2}


@in_the_window
async def test_a_course_is_made_with_what_it_needs_and_changed_with_all_five(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Quirk 52: an update without one of the five is refused; a domain of its own needs a slug."""
    frame = await courses(bench, await bench.workspace(brand))
    frame.new()
    page = frame.courses
    await until(lambda: page.session.draft is not None)
    form = page.pane.form.form
    for name, value in (("title", HOSTILE), ("language_code", "english"), ("description", "")):
        form.row(name).set_value(value)
        form.row(name).edited.emit(name, value)
    frame.save()
    await until(lambda: form.row("description").error())
    assert "like en or pt-BR" in form.row("language_code").error()
    for name, value in (("language_code", "en"), ("description", "Words")):
        form.row(name).set_value(value)
        form.row(name).edited.emit(name, value)
    form.row("delivery_type").set_value("module")
    form.row("delivery_type").edited.emit("delivery_type", "module")
    frame.save()
    await until(lambda: "needs a slug" in form.row("slug").error())
    form.row("delivery_type").set_value("embedded")
    form.row("delivery_type").edited.emit("delivery_type", "embedded")
    frame.save()
    await until(lambda: frame.is_quiet and page.session.record_id.isdecimal())
    number = int(page.session.record_id)
    form.row("category_name").set_value("At home")
    form.row("category_name").edited.emit("category_name", "At home")
    frame.save()
    await until(lambda: not page.session.is_dirty and frame.is_quiet)
    found = await read_course(brand, number)
    assert (found.title, found.category_name, found.status) == (HOSTILE, "At home", "draft")
    assert page.detail.title.text() == HOSTILE


@in_the_window
async def test_modules_are_numbered_and_moved_with_their_lessons(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Quirk 52: the order goes out as a map of ids to places; the server takes nothing else."""
    number = course_in(brand, {"Water": ("Tap", "Boil"), "Grind": ("Sand",), HOSTILE: ()})
    frame = await courses(bench, await bench.workspace(brand))
    await opened(frame, number)
    outline = frame.courses.outline
    shown = [outline.list.item(at).text() for at in range(outline.list.count())]
    assert shown == ["1  Water", "1.1  Tap", "1.2  Boil", "2  Grind", "2.1  Sand", f"3  {HOSTILE}"]
    lesson = outline.list.item(1)
    assert not lesson.flags() & Qt.ItemFlag.ItemIsDragEnabled, "lessons have no calls"
    outline.list.setCurrentRow(0)
    QTest.keyClick(outline.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    await until(lambda: not outline.tasks.is_busy)
    assert [each.title for each in await modules_of(brand, number)] == ["Grind", "Water", HOSTILE]
    shown = [outline.list.item(at).text() for at in range(outline.list.count())]
    assert shown[:3] == ["1  Grind", "1.1  Sand", "2  Water"]
    assert "Lessons are made and ordered in the server's own editor" in outline.told.text()


@in_the_window
async def test_modules_are_added_changed_and_deleted_once_counted(
    bench: WindowBench, brand: LiveBrand
) -> None:
    number = course_in(brand)
    enrolled(brand, number, {"Ana": 2, "Rui": 0})
    frame = await courses(bench, await bench.workspace(brand))
    await opened(frame, number)
    outline = frame.courses.outline
    outline.add.click()
    dialog: FormDialog = await shown_dialog(FormDialog)
    fill(dialog, title="Pour")
    dialog.go_button.click()
    assert dialog.form.row("description").error()
    fill(dialog, description="Three times")
    dialog.go_button.click()
    await until(lambda: not open_dialogs(FormDialog) and not outline.tasks.is_busy)
    assert [each.title for each in await modules_of(brand, number)] == ["Water", "Grind", "Pour"]
    outline.list.setCurrentRow(0)
    QTest.keyClick(outline.list, Qt.Key.Key_Delete)
    loss: LossDialog = await shown_dialog(LossDialog)
    await until(lambda: "Counting" not in loss.said.text())
    assert "2 lessons go with it, and what 1 learner did" in loss.said.text()
    loss.answer("delete")
    await until(lambda: not outline.tasks.is_busy)
    assert [each.title for each in await modules_of(brand, number)] == ["Grind", "Pour"]


@in_the_window
async def test_dropped_pictures_become_cover_and_logo(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    number = course_in(brand)
    frame = await courses(bench, await bench.workspace(brand))
    await opened(frame, number)
    image = QImage(64, 48, QImage.Format.Format_RGB32)
    image.fill(0x3D57D6)
    assert image.save(str(tmp_path / "cover.png"))
    pictures = frame.courses.pictures
    for name, others in (("cover", ("logo",)), ("logo", ())):
        pictures.places[name].dropped.emit([tmp_path / "cover.png"])
        await until(lambda: not pictures.tasks.is_busy)
        found = await read_course(brand, number)
        assert getattr(found, name), said(frame)
        assert [getattr(found, other) for other in others] == [None] * len(others)
    assert (found.title, found.description) == ("Home barista", "Six evenings")


@in_the_window
async def test_a_course_is_copied_into_another_brand_of_the_user(
    bench: WindowBench, live: LivePlatform, brand: LiveBrand
) -> None:
    number, other = course_in(brand), live.brand("Second house")
    brand.key()
    with brand.database.writing() as session:
        member(session, other.number, f"owner of {brand.number}", Role.OWNER)
    frame = await courses(bench, await bench.workspace(brand))
    await opened(frame, number)
    frame.courses.tasks.start(frame.courses.course_actions.copy(str(number)))
    dialog: FormDialog = await shown_dialog(FormDialog)
    fill(dialog, brand=other.number, name="Away")
    dialog.go_button.click()
    await until(lambda: not open_dialogs(FormDialog) and frame.is_quiet)
    await until(lambda: bench.notice("It is a draft in “Second house”"))
    async with other.api() as api:
        (copied,) = (await api.courses.list()).rows
        modules = await api.courses.list_modules(copied.id)
    assert (copied.title, copied.status) == ("Away", "draft")
    assert [len(each.contents) for each in modules] == [2, 3]
    assert frame.courses.open_id == str(number), "what is open stays"


@in_the_window
async def test_a_course_is_copied_with_its_lessons(bench: WindowBench, brand: LiveBrand) -> None:
    number = course_in(brand)
    frame = await courses(bench, await bench.workspace(brand))
    await opened(frame, number)
    frame.courses.tasks.start(frame.courses.course_actions.copy(str(number)))
    dialog: FormDialog = await shown_dialog(FormDialog)
    assert dialog.form.value("brand") == brand.number
    fill(dialog, name="Second home")
    dialog.go_button.click()
    await until(lambda: not open_dialogs(FormDialog) and frame.is_quiet)
    await until(lambda: frame.courses.detail.title.text() == "Second home")
    copied = int(frame.courses.open_id)
    titles = [(module.title, len(module.contents)) for module in await modules_of(brand, copied)]
    assert titles == [("Water", 2), ("Grind", 3)]


@in_the_window
async def test_a_new_course_and_a_refused_one_show_their_form_whatever_tab_was_open(
    bench: WindowBench, brand: LiveBrand
) -> None:
    course_in(brand)
    frame = await courses(bench, await bench.workspace(brand))
    page = frame.courses
    page.open_record(page.list.table.rows.ids[0])
    await until(lambda: page.is_quiet and page.outline.modules)
    page.detail.tabs.button("outline").click()
    assert page.outline.isVisible()
    page.new()
    await until(lambda: page.pane.form.isVisible())
    page.detail.tabs.button("outline").click()
    page.save()
    await until(lambda: page.pane.form.isVisible())
    await until(lambda: page.pane.form.form.row("title").error())
