"""Three hundred learners enrolled twice by a program that is killed in the middle: none is enrolled
twice, and none is left out."""

import asyncio
import csv
import random
from collections import Counter
from pathlib import Path

import pytest
from tests.desktop.support.courses_desk import course_in, learners_of
from tests.desktop.support.killed_uploader import Outcome, Uploader
from tests.desktop.support.live_server import LiveBrand

from funneldesk.desktop.parts.courses.learners.course import part_of

CHILD = Path(__file__).parents[2] / "support" / "import_child.py"


async def killed(
    brand: LiveBrand, course: int, folder: Path, source: Path, kills: int, longest: float
) -> Outcome:
    where = {
        "home": str(folder),
        "base_url": brand.base_url,
        "brand": brand.number,
        "key": brand.key(),
        "source": str(source),
        "part": part_of(course),
        "keys": ["email"],
    }
    program = Uploader(where, CHILD)
    try:
        return await program.live(kills, random.Random(17), longest)
    finally:
        await program.end()


@pytest.mark.parametrize(
    ("kills", "longest"),
    [pytest.param(1, 1.0, id="once"), pytest.param(6, 2.0, id="often", marks=pytest.mark.deep)],
)
def test_nobody_is_enrolled_twice_nor_left_out(
    brand: LiveBrand, tmp_path: Path, kills: int, longest: float
) -> None:
    """Quirks 10 and 52."""
    course = course_in(brand)
    source = tmp_path / "learners.csv"
    people = [(f"Guest{at}@posta.example", f"Guest {at}") for at in range(300)]
    with source.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("Email", "Name"), *people])
    for again in range(2):
        home = tmp_path / f"home{again}"
        home.mkdir()
        outcome = asyncio.run(killed(brand, course, home, source, 0 if again else kills, longest))
        states = Counter(result.state for result in outcome.results)
        assert states == {"skipped" if again else "done": 300}
        assert bool(outcome.kills) is not bool(again)
    found = Counter(
        (each.email or "").casefold() for each in asyncio.run(learners_of(brand, course))
    )
    assert len(found) == 300
    assert set(found.values()) == {1}
