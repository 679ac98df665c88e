"""Hostile and awkward texts in every field of a course, in its modules, lessons and learners: shown
as letters, and kept when another field is saved."""

import pytest
from PySide6.QtCore import Qt
from tests.desktop.support.courses_desk import (
    course_in,
    courses,
    enrolled,
    learners_of,
    modules_of,
    read_course,
)
from tests.desktop.support.foreign_texts import HOSTILE, TEXTS, taken_as_markup
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.parts.courses.fields import FIELDS
from funneldesk.desktop.parts.courses.learners.panel import GRID, LearnersPanel
from funneldesk.server.parts.courses.tables import CourseRow, EnrollmentRow

WORDS = [each.name for each in FIELDS if each.kind in ("text", "long", "code")]
PICTURES = ("cover", "logo", "instructor_photo")


def put_anyhow(brand: LiveBrand, course: int, **values: str) -> None:
    """Have a course hold what no check has seen, as another server may."""
    with brand.database.writing() as session:
        row = session.get(CourseRow, (brand.number, course))
        assert row is not None
        for name, value in values.items():
            setattr(row, name, value)


@in_the_window
async def test_every_field_of_a_course_is_letters_and_stays_as_it_is(
    bench: WindowBench, brand: LiveBrand
) -> None:
    given = {name: course_in(brand, {HOSTILE: (HOSTILE,)}) for name in (*WORDS, *PICTURES)}
    for name, number in given.items():
        put_anyhow(brand, number, **{name: HOSTILE[:16] if name == "language_code" else HOSTILE})
    frame = await courses(bench, await bench.workspace(brand))
    page = frame.courses
    assert not taken_as_markup(frame)
    for name, number in given.items():
        before = await read_course(brand, number)
        page.open_record(str(number))
        await until(lambda: page.is_quiet and page.outline.modules)
        form = page.pane.form.form
        if name in WORDS:
            assert form.row(name).value() == getattr(before, name), name
        assert not taken_as_markup(frame), name
        other = "category_name" if name != "category_name" else "instructor_name"
        form.row(other).set_value("Said since")
        form.row(other).edited.emit(other, "Said since")
        frame.save()
        row = form.row(name) if name in WORDS else form.row("title")
        await until(lambda r=row: page.is_quiet and (r.error() or not page.session.is_dirty))
        if page.session.is_dirty:  # No server takes it with the rest: told where it stands.
            assert name in ("language_code", "slug")
            assert await read_course(brand, number) == before
            continue
        now = await read_course(brand, number)
        assert getattr(now, other) == "Said since"
        assert getattr(now, name) == getattr(before, name), name


@pytest.mark.parametrize("text", TEXTS)
@in_the_window
async def test_modules_lessons_and_learners_are_letters(
    bench: WindowBench, brand: LiveBrand, text: str
) -> None:
    number = course_in(brand, {text: (text, "Plain")}, title=text)
    enrolled(brand, number, {"Ana": 1})
    with brand.database.writing() as session:
        (learner,) = session.query(EnrollmentRow).filter_by(course_id=number)
        learner.name = learner.notes = text
    frame = await courses(bench, await bench.workspace(brand))
    frame.courses.open_record(str(number))
    await until(lambda: frame.is_quiet and frame.courses.outline.modules)
    lines = frame.courses.outline.list
    shown = [lines.item(at).text() for at in range(lines.count())]
    assert shown == [f"1  {text}", f"1.1  {text}", "1.2  Plain"]
    assert not taken_as_markup(frame)
    frame.show_learners(number)
    page = frame.page
    assert isinstance(page, LearnersPanel)
    await until(lambda: page.is_quiet and page.list.table.rows.ids)
    key = page.list.table.rows.ids[0]
    page.open_record(key)
    await until(lambda: page.is_quiet and page.session.draft is not None)
    assert page.pane.form.form.row("notes").value() == text
    page.show_as(GRID)
    rows = page.grid.rows
    await until(lambda: rows.ids and rows.columnCount() == 2)
    assert rows.headerData(0, Qt.Orientation.Vertical) == text
    spoken = rows.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"{text}, 1.1 {text}: done"
    assert not taken_as_markup(frame)
    assert [each.title for each in await modules_of(brand, number)] == [text]
    assert [each.notes for each in await learners_of(brand, number)] == [text]
