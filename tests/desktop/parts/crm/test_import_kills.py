"""Thousands of rows, some of them wrong, in a program that is killed in the middle: each right row
becomes one entry, each wrong one is told."""

import asyncio
import csv
from collections import Counter
from pathlib import Path

import pytest
from tests.desktop.support.crm_desk import entity_of
from tests.desktop.support.killed_uploader import killed_import
from tests.desktop.support.live_server import LiveBrand

from funneldesk.contract.crm import CrmEntity
from funneldesk.desktop.parts.crm.kind import part_of

TITLES = ("Title", "Stage", "Budget", "Mail")


def rows(count: int, wrong: int) -> list[list[str]]:
    """``wrong`` of them have a number, an address or a stage that is none; titles come in pairs."""
    made = [[f"Deal {n // 2}", "New", f"{n}.50", f"a{n}@example.com"] for n in range(count)]
    for place, n in enumerate(range(0, count, count // wrong)):
        if place < wrong:
            made[n][1 + place % 3] = "nothing that fits"
    return made


async def addresses(brand: LiveBrand, entity: CrmEntity) -> Counter[str]:
    async with brand.api() as api:
        entries = [each async for each in api.crm.iterate_entries(entity.id)]
    return Counter(each.values_flat["mail"] for each in entries)


@pytest.mark.parametrize(
    ("count", "wrong", "kills", "longest"),
    [
        pytest.param(80, 6, 2, 0.6, id="some"),
        pytest.param(
            5_000, 137, 9, 25.0, id="thousands", marks=[pytest.mark.deep, pytest.mark.timeout(900)]
        ),
    ],
)
def test_each_right_row_becomes_one_entry_and_each_wrong_one_is_told(
    brand: LiveBrand, tmp_path: Path, count: int, wrong: int, kills: int, longest: float
) -> None:
    entity = asyncio.run(entity_of(brand, fields=("budget", "mail")))
    given = rows(count, wrong)
    with (tmp_path / "deals.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([TITLES, *given])
    into = {"part": part_of(entity.id), "keys": ["values.mail"]}
    file = tmp_path / "deals.csv"
    outcome = asyncio.run(killed_import(brand, tmp_path, file, kills, longest, **into))
    assert outcome.kills >= 1
    made = asyncio.run(addresses(brand, entity))
    assert set(made.values()) == {1}, "made twice"
    states = Counter(result.state for result in outcome.results)
    assert states["skipped"] == wrong
    assert states["done"] == len(made)
    # One that was on its way when the program died, and never arrived, is not sent unasked.
    assert states["done"] + states["unknown"] == count - wrong
    assert states["unknown"] <= kills
    told = [result.words for result in outcome.results if result.state == "skipped"]
    assert all("Write" in words and "not sent" in words for words in told)
