"""Rows whose record is there already: skipped, updated or created, as the user wants it."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.desktop.records.importing.test_sending import codes, opened, over
from tests.desktop.support.faulty_line import RESET_WITHIN, FaultLine
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.product_import import PRODUCTS, csv_file, product_rows
from tests.desktop.support.window_bench import WindowBench, in_the_window

from funneldesk.client import Api
from funneldesk.contract.products import ProductDraft, ProductPatch
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.records.importing.check import ImportCheck, outcome_words
from funneldesk.desktop.records.importing.check_step import check_table
from funneldesk.desktop.records.importing.dialog import order_of
from funneldesk.desktop.records.importing.guessing import guess
from funneldesk.desktop.records.importing.mapping import Existing, ImportPlan
from funneldesk.desktop.records.importing.queue import ImportQueue
from funneldesk.desktop.records.importing.table_file import Layout, Table, TableReader
from funneldesk.desktop.workspace.workspace import Workspace


async def product(api: Api, code: str, title: str) -> int:
    draft = ProductDraft(code=code, title=title, price=5, type="physical", classification="main")
    return (await api.products.create(draft)).id


async def check_of(
    workspace: Workspace, path: Path, keys: tuple[str, ...], existing: Existing
) -> tuple[ImportCheck, Table]:
    table = await TableReader(workspace).read(path, Layout())
    plan = ImportPlan(guess(PRODUCTS, table.titles), keys=keys, existing=existing)
    known = await workspace.run(PRODUCTS.listed)
    check = ImportCheck(PRODUCTS, table, plan, Formats("EUR"), known)
    check.run()
    return check, table


def told(check: ImportCheck) -> list[str]:
    return [outcome_words(check, row) for row in check.rows.values()]


@in_the_window
async def test_the_check_says_of_each_row_what_will_happen(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await opened(bench, brand)
    async with brand.api() as api:
        await product(api, "OLD", "bundle  1")
        await product(api, "SAME-1", "Twins")
        await product(api, "SAME-2", "twins")
    rows = [*product_rows(2), ["N-1", "TWINS", "1", "Physical", "Main"]]
    rows += [["N-2", "bundle 2", "1", "Physical", "Main"], ["", "", "1", "Physical", "Main"]]
    path = csv_file(tmp_path, rows)
    check, _table = await check_of(workspace, path, ("title",), "update")
    first, second, third, fourth, fifth = told(check)
    assert first.startswith("Will update bundle  1: Code: OLD → P-00001;")
    assert "Price: 5 → 1.9" in first.replace("€", "").replace(".90", ".9").replace("5.00", "5")
    assert second == "Will be created."
    assert "2 products have this" in third
    assert fourth == "Row 3 has the same Title."
    assert "Code is required" in fifth
    assert check.counts.words == "1 new · 1 to update · 2 with problems · 1 already there"
    saved = check_table(check)
    assert [row[1] for row in saved.rows] == told(check)
    check, _table = await check_of(workspace, path, ("title",), "skip")
    assert told(check)[0] == "Duplicate of bundle  1: it has this Title."
    check, _table = await check_of(workspace, path, ("title",), "create")
    assert told(check)[:4] == ["Will be created."] * 4
    check, _table = await check_of(workspace, path, ("title", "code"), "update")
    assert told(check)[0] == "Will be created.", "all of the chosen fields have to be the same"


@in_the_window
async def test_an_update_changes_what_its_row_says_and_nothing_else(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = FaultLine(brand.base_url)
    await line.listen()
    bench.at_end.append(line.close)
    workspace = await opened(bench, brand, line.base_url)
    async with brand.api() as api:
        ids = [await product(api, f"P-{n:05}", f"Bundle {n}") for n in (1, 2, 3)]
        await api.products.update(ids[0], ProductPatch(sku="KEEP"))
    rows = [*product_rows(4), ["P-00003", "Bundle 3", "5", "Physical", "Main"]]
    del rows[2]
    check, table = await check_of(workspace, csv_file(tmp_path, rows), ("code",), "update")
    assert told(check)[3] == "Nothing to change: Bundle 3 has these values already."
    async with brand.api() as api:
        await api.products.update(ids[1], ProductPatch(price=77))
    await line.hurt_requests(RESET_WITHIN, "PUT", f"/products/{ids[0]}", reaches=True, times=1)
    job = await workspace.shared(ImportQueue).add(order_of(check, table))
    await over(job)
    assert job.outcome == "1 created, 1 updated, 1 skipped, 1 failed."
    assert "Someone changed Price since the check" in job.items[1].outcome().text
    async with brand.api() as api:
        made = {each.code: each for each in (await api.products.list()).rows}
    assert sorted(made) == [f"P-{n:05}" for n in (1, 2, 3, 4)]
    assert (made["P-00001"].price, made["P-00001"].sku) == (1.9, "KEEP")
    assert made["P-00002"].price == 77
    assert line.hurt == 1


@in_the_window
@pytest.mark.parametrize("existing", ["skip", "update"])
async def test_what_somebody_made_since_the_check_is_not_made_twice(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, existing: Existing
) -> None:
    workspace = await opened(bench, brand)
    check, table = await check_of(
        workspace, csv_file(tmp_path, product_rows(2)), ("title",), existing
    )
    async with brand.api() as api:
        await product(api, "THEIRS", "BUNDLE 2")
    job = await workspace.shared(ImportQueue).add(order_of(check, table))
    await over(job)
    assert job.outcome == "1 created, 1 skipped."
    assert await codes(brand) == ["P-00001", "THEIRS"]


@in_the_window
async def test_values_for_all_fill_what_a_row_leaves_open(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await opened(bench, brand)
    declared = replace(PRODUCTS, defaults={"type": (), "classification": ()})
    path = tmp_path / "short.csv"
    path.write_text("Code,Title,Price,Type\nA,Tea,3,\nB,Cup,4,digital\n", "utf-8")
    table = await TableReader(workspace).read(path, Layout())
    given = {"type": "physical", "classification": "main"}
    plan = ImportPlan(guess(declared, table.titles), defaults=given)
    check = ImportCheck(declared, table, plan, Formats("EUR"), {})
    check.run()
    assert [row.values["type"] for row in check.rows.values()] == ["physical", "digital"]
    assert check.counts.ready == 2
