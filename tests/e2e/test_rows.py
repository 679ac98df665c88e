"""Rows from elsewhere in a real window: a spreadsheet's cells into a collection's grid, and people
into a course by a program that is killed in the middle."""

import asyncio
import csv
import json
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.desktop.support.collections_desk import collection_of, entries_in, guests
from tests.desktop.support.courses_desk import course_in, learners_of, modules_of
from tests.desktop.support.live_server import LiveBrand, live_platform
from tests.e2e.led_program import findings
from tests.e2e.screen import Screen
from tests.e2e.spreadsheet import copied_cells

MENDED = 2


@pytest.fixture
def brand(tmp_path: Path) -> Iterator[LiveBrand]:
    """A brand on a platform that outlives the program."""
    with live_platform(tmp_path / "platform") as platform:
        yield platform.brand()


def where(brand: LiveBrand, tmp_path: Path, **more: Any) -> str:
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    known = {"base_url": brand.base_url, "brand": brand.number, "key": brand.key()}
    return json.dumps({"home": str(home), **known, **more})


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [pytest.param(80, 5, id="some"), pytest.param(500, 31, id="many", marks=pytest.mark.deep)],
)
def test_cells_of_a_spreadsheet_are_checked_then_mended_or_left_out_then_sent(
    screen: Screen, brand: LiveBrand, tmp_path: Path, rows: int, wrong: int
) -> None:
    collection = asyncio.run(collection_of(brand, fields=("Name", "E-mail", "Guests")))
    entries_in(brand, collection, guests(rows))
    lines = [f"new@n{n}.example\t{n}" if n % 16 else f"nobody{n}\t{n}" for n in range(1, rows + 1)]
    with copied_cells("\r\n".join(lines), screen.environment):
        found = findings(screen, "rows_probe", "pasted", where(brand, tmp_path, rows=rows))
    before, *mended, review, left, after = found
    assert f"{2 * rows - 1:,} changes in {rows} rows · {wrong} need correcting" in before["bar"]
    assert before["entries"] == {"guest": rows}, "nothing is sent before it is agreed to"
    assert [each["after"] for each in mended] == [""] * MENDED
    assert all("Write an email address" in each["reason"] for each in mended)
    assert review["chips"] == {"Needs correcting": wrong - MENDED}
    assert left["bar"] == f"{2 * rows - 1 - wrong + MENDED:,} changes in {rows} rows"
    assert after["entries"] == {"new": rows - wrong, "mended": MENDED, "guest": wrong - MENDED}
    assert not after["waits"]


def test_fields_and_modules_are_dragged_to_another_place(
    screen: Screen, brand: LiveBrand, tmp_path: Path
) -> None:
    asyncio.run(collection_of(brand, fields=("Name", "E-mail", "Guests")))
    course = course_in(brand)
    form, outline = findings(screen, "rows_probe", "dragged", where(brand, tmp_path))
    assert form["fields"] == ["Guests", "Name", "E-mail"]
    lines = [
        "1  Grind",
        "1.1  Sand",
        "1.2  Salt",
        "1.3  Flour",
        "2  Water",
        "2.1  Tap",
        "2.2  Boil",
    ]
    assert outline["outline"] == lines
    assert [each.title for each in asyncio.run(modules_of(brand, course))] == ["Grind", "Water"]


@pytest.mark.parametrize(
    ("people", "kill_at"),
    [pytest.param(24, 8, id="some"), pytest.param(300, 140, id="many", marks=pytest.mark.deep)],
)
def test_who_is_enrolled_twice_by_a_program_killed_in_the_middle_is_there_once(
    screen: Screen, brand: LiveBrand, tmp_path: Path, people: int, kill_at: int
) -> None:
    course = course_in(brand)
    source = tmp_path / "learners.csv"
    with source.open("w", encoding="utf-8", newline="") as file:
        rows = [(f"Guest{at}@posta.example", f"Guest {at}") for at in range(people)]
        csv.writer(file).writerows([("Email", "Name"), *rows])
    given = {"source": str(source), "people": people}
    first = where(brand, tmp_path, kill_at=kill_at, **given)
    assert findings(screen, "rows_probe", "enrolled", first, status=-signal.SIGKILL) == []
    there = len(asyncio.run(learners_of(brand, course)))
    assert kill_at <= there < people
    second = where(brand, tmp_path, kill_at=0, **given)
    rest, again = findings(screen, "rows_probe", "enrolled", second)
    assert rest["states"] == {"done": people}
    assert again["states"] == {"skipped": people}
    assert "already enrolled" in again["said"]
    found = Counter(
        (each.email or "").casefold() for each in asyncio.run(learners_of(brand, course))
    )
    assert len(found) == people
    assert set(found.values()) == {1}
