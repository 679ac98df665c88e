"""An import in a program that is killed goes on: every row once, none twice, none lost."""

import asyncio
from pathlib import Path

import pytest
from tests.desktop.support.killed_uploader import killed_import
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.product_import import csv_file, product_rows


async def codes(brand: LiveBrand) -> list[str]:
    async with brand.api() as api:
        return sorted(each.code or "" for each in (await api.products.list_all()).rows)


@pytest.mark.parametrize(
    ("count", "kills"),
    [
        pytest.param(40, 2, id="small"),
        pytest.param(300, 25, id="many", marks=[pytest.mark.deep, pytest.mark.timeout(600)]),
    ],
)
def test_a_killed_program_goes_on_and_creates_each_row_once(
    brand: LiveBrand, tmp_path: Path, count: int, kills: int
) -> None:
    rows = product_rows(count)
    source = csv_file(tmp_path, rows)
    outcome = asyncio.run(killed_import(brand, tmp_path, source, kills, 0.6))
    assert outcome.kills >= 1
    made = asyncio.run(codes(brand))
    assert len(made) == len(set(made)), "made twice"
    told = {result.path: result.state for result in outcome.results}
    # A row that was on its way when the program died may have been lost before the server: then it
    # is told as not known, and is not sent again by itself.
    assert {code for code, state in told.items() if state == "done"} == set(made)
    assert set(told.values()) <= {"done", "unknown"}
    assert list(told.values()).count("unknown") <= kills
