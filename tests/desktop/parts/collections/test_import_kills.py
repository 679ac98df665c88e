"""Rows of a file as entries, and entries promoted to the CRM, by a program that is killed in the
middle: each is made once, each that is wrong is told, and to do it again makes none."""

import asyncio
import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from tests.desktop.support.collections_desk import collection_of, entries_in, guests, stored
from tests.desktop.support.crm_desk import entity_of
from tests.desktop.support.killed_uploader import killed_import
from tests.desktop.support.live_server import LiveBrand

from funneldesk.contract.crm import CrmEntity, CrmEntry
from funneldesk.desktop.parts.collections.kind import part_of
from funneldesk.desktop.parts.collections.table import LINKED_AS
from funneldesk.desktop.parts.crm.kind import part_of as crm_part_of

DEEP = [pytest.mark.deep, pytest.mark.timeout(900)]


def sheet(path: Path, lines: Sequence[Sequence[Any]]) -> Path:
    """The lines as a CSV file, or as a workbook."""
    if path.suffix == ".xlsx":
        with xlsxwriter.Workbook(path) as book:
            page = book.add_worksheet()
            for at, line in enumerate(lines):
                page.write_row(at, 0, line)
        return path
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(lines)
    return path


@pytest.mark.parametrize(
    ("ending", "count", "wrong", "kills"),
    [
        pytest.param(".xlsx", 64, 4, 2, id="some"),
        pytest.param(".csv", 2_000, 125, 9, id="thousands", marks=DEEP),
    ],
)
def test_each_row_becomes_one_entry_and_each_wrong_one_is_told(
    brand: LiveBrand, tmp_path: Path, ending: str, count: int, wrong: int, kills: int
) -> None:
    collection = asyncio.run(collection_of(brand, fields=("Name", "E-mail", "Guests", "Menu")))
    lines = [
        (f"Guest {n // 2}", "nobody" if n % 16 == 0 else f"g{n}@posta.example", n % 9, "Fish")
        for n in range(count)
    ]
    source = sheet(tmp_path / f"guests{ending}", [("Name", "E-mail", "Guests", "Menu"), *lines])
    (tmp_path / "home").mkdir()
    given = (tmp_path / "home", source, kills, 0.8)
    outcome = asyncio.run(
        killed_import(brand, *given, part=part_of(collection.id), keys=["e_mail"])
    )
    assert outcome.kills >= 1
    made = Counter(each["e_mail"] for each in asyncio.run(stored(brand, collection)))
    assert set(made.values()) == {1}, "made twice"
    states = Counter(result.state for result in outcome.results)
    assert (states["skipped"], states["done"]) == (wrong, len(made))
    # One that was on its way when the program died, and never arrived, is not sent unasked.
    assert states["done"] + states["unknown"] == count - wrong
    assert states["unknown"] <= kills
    told = [result.words for result in outcome.results if result.state == "skipped"]
    assert all("Write an email address" in words for words in told)


async def deals(brand: LiveBrand, entity: CrmEntity) -> list[CrmEntry]:
    async with brand.api() as api:
        return [each async for each in api.crm.iterate_entries(entity.id)]


@pytest.mark.parametrize(
    ("count", "kills"),
    [pytest.param(24, 1, id="some"), pytest.param(600, 12, id="hundreds", marks=DEEP)],
)
def test_each_entry_is_promoted_once_whatever_kills_the_program(
    brand: LiveBrand, tmp_path: Path, count: int, kills: int
) -> None:
    """What is handed over carries the id of its entry, and no two may carry the same."""
    entity = asyncio.run(entity_of(brand, "leads", ("mail",)))
    collection = asyncio.run(collection_of(brand, fields=("Name", "E-mail")))
    ids = entries_in(brand, collection, guests(count))
    lines = [
        (f"Guest {n}", "New", f"guest{n}@posta.example", LINKED_AS, key)
        for n, key in enumerate(ids)
    ]
    titles = ("Title", "Stage", "Mail", "Linked to", "Reference")
    source = sheet(tmp_path / "entries.csv", [titles, *lines])
    for again in range(2):
        home = tmp_path / f"home{again}"
        home.mkdir()
        given = (home, source, 0 if again else kills, 0.8)
        more = {"part": crm_part_of(entity.id), "keys": ["values.mail"], "once": "reference_id"}
        outcome = asyncio.run(killed_import(brand, *given, **more))
        assert bool(outcome.kills) is not bool(again)
        made = Counter(each.reference_id for each in asyncio.run(deals(brand, entity)))
        assert set(made) <= set(ids)
        assert set(made.values()) == {1}, "promoted twice"
    # Who was lost on the way is promoted by the second time.
    assert len(made) == count
