"""Rows of a file become records of the real platform: once each, told one by one."""

import asyncio
from pathlib import Path

import pytest
from tests.desktop.support.faulty_line import (
    RESET_BEFORE,
    RESET_WITHIN,
    SLOW_DOWN,
    TRUNCATED,
    FaultLine,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.product_import import (
    FUNNELS,
    IMPORTERS,
    PRODUCTS,
    csv_file,
    product_rows,
)
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.contract.products import ProductDraft
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.records.importing.check import ImportCheck
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.dialog import order_of
from funneldesk.desktop.records.importing.guessing import guess
from funneldesk.desktop.records.importing.job import ImportJob, ImportOrder
from funneldesk.desktop.records.importing.mapping import REASON, ImportPlan
from funneldesk.desktop.records.importing.queue import ImportQueue
from funneldesk.desktop.records.importing.send_step import failed_rows
from funneldesk.desktop.records.importing.table_file import Layout, TableReader
from funneldesk.desktop.workspace.workspace import Workspace


async def opened(bench: WindowBench, brand: LiveBrand, base_url: str = "") -> Workspace:
    workspace = await bench.workspace(brand, base_url=base_url, place="imports")
    workspace.importers = IMPORTERS
    return workspace


async def order_from(
    workspace: Workspace, path: Path, declared: RecordImport = PRODUCTS
) -> ImportOrder:
    table = await TableReader(workspace).read(path, Layout())
    plan = ImportPlan(guess(declared, table.titles), keys=tuple(declared.keys)[:1])
    check = ImportCheck(declared, table, plan, Formats("EUR"), {})
    check.run()
    return order_of(check, table)


async def over(job: ImportJob) -> None:
    await until(lambda: job.state == "ended")


async def run_of(
    bench: WindowBench, brand: LiveBrand, rows: list[list[str]], folder: Path
) -> tuple[FaultLine, ImportQueue, ImportOrder]:
    """A queue behind a line that can fail, and an order for it."""
    line = FaultLine(brand.base_url)
    await line.listen()
    bench.at_end.append(line.close)
    workspace = await opened(bench, brand, line.base_url)
    queue = workspace.shared(ImportQueue)
    return line, queue, await order_from(workspace, csv_file(folder, rows))


async def codes(brand: LiveBrand) -> list[str]:
    async with brand.api() as api:
        return sorted(each.code or "" for each in (await api.products.list_all()).rows)


@in_the_window
async def test_every_row_that_is_right_becomes_a_record_and_can_be_taken_back(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await opened(bench, brand)
    rows = product_rows(8)
    rows[2][2] = "much"
    rows[4][0] = rows[3][0]
    queue = workspace.shared(ImportQueue)
    job = await queue.add(await order_from(workspace, csv_file(tmp_path, rows)))
    await over(job)
    assert job.outcome == "6 created, 2 skipped."
    assert await codes(brand) == sorted({row[0] for row in rows} - {rows[2][0]})
    async with brand.api() as api:
        product = await api.products.get(int(job.items[0].made_id))
    assert (product.title, product.price, product.classification) == ("Bundle 1", 1.9, "main")
    told = failed_rows(job)
    assert [row[0] for row in told.rows] == ["P-00003", "P-00004"]
    assert told.titles[-1] == REASON
    assert "Write an amount" in str(told.rows[0][-1])
    assert "Row 5 has the same Code" in str(told.rows[1][-1])

    async with brand.api() as api:
        await api.products.update(
            int(job.items[1].made_id), PRODUCTS.kind.writes.patch(title="Theirs")
        )
    report = await queue.undo(job)
    assert report.count("done") == 5
    assert await codes(brand) == ["P-00002"]
    assert job.outcome.startswith("1 created, 5 created and deleted again")


@in_the_window
@pytest.mark.parametrize("kind", [RESET_WITHIN, TRUNCATED, SLOW_DOWN])
async def test_a_line_that_fails_makes_no_record_twice_and_loses_none(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, kind: str
) -> None:
    rows = product_rows(6)
    line, queue, order = await run_of(bench, brand, rows, tmp_path)
    reaches = kind in (RESET_WITHIN, TRUNCATED)
    await line.hurt_requests(kind, "POST", "/products", reaches=reaches, times=2)
    job = await queue.add(order)
    await over(job)
    assert job.outcome == "6 created."
    assert line.hurt == 2
    assert line.reached.count("POST") == 6
    assert await codes(brand) == [row[0] for row in rows]


@in_the_window
async def test_a_row_whose_record_is_not_found_is_told_and_not_sent_again_unasked(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line, queue, order = await run_of(bench, brand, product_rows(3), tmp_path)
    await line.hurt_requests(RESET_BEFORE, "POST", "/products", times=1)
    job = await queue.add(order)
    await over(job)
    assert job.outcome == "2 created, 1 not known."
    assert await codes(brand) == ["P-00002", "P-00003"]
    assert "no record like this row" in job.report().of("unknown")[0][1].text
    job.acts["retry"]()
    await until(lambda: job.state != "ended")
    await over(job)
    assert job.outcome == "3 created."
    assert line.reached.count("POST") == 3


@in_the_window
async def test_records_without_a_key_are_known_by_what_they_hold(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = FaultLine(brand.base_url)
    await line.listen()
    bench.at_end.append(line.close)
    workspace = await opened(bench, brand, line.base_url)
    path = tmp_path / "funnels.csv"
    path.write_text("Name\nSeasons\nSeasons\nQuiz\n", "utf-8")
    order = await order_from(workspace, path, FUNNELS)
    await line.hurt_requests(RESET_WITHIN, "POST", "/funnels", reaches=True, times=3)
    job = await workspace.shared(ImportQueue).add(order)
    await over(job)
    assert job.outcome == "3 created."
    async with brand.api() as api:
        assert sorted(each.name for each in await api.funnels.list()) == [
            "Quiz",
            "Seasons",
            "Seasons",
        ]


async def pressed_at(job: Job, count: int, button: str) -> None:
    """Press a button of a job in the moment in which so many rows are done."""
    pressed = asyncio.Event()

    def look() -> None:
        if job.done >= count and not pressed.is_set():
            pressed.set()
            job.acts[button]()

    job.changed.connect(look)
    look()
    await pressed.wait()


@in_the_window
async def test_a_pause_and_what_is_left_outlive_the_program(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    rows = product_rows(30)
    workspace = await opened(bench, brand)
    queue = workspace.shared(ImportQueue)
    job = await queue.add(await order_from(workspace, csv_file(tmp_path, rows)))
    await pressed_at(job, 3, "pause")
    await until(lambda: job.state == "paused")
    await bench.close(workspace)
    before = await codes(brand)
    assert 3 <= len(before) < 30

    workspace = await opened(bench, brand)
    queue = workspace.shared(ImportQueue)
    await queue.begin()
    again = queue.jobs[0]
    assert again.state == "paused"
    there = await codes(brand)  # One that was on its way may have come since.
    assert set(before) <= set(there)
    assert len(there) < 30
    again.acts["resume"]()
    await over(again)
    assert again.outcome == "30 created."
    assert await codes(brand) == [row[0] for row in rows]


@in_the_window
async def test_a_cancelled_import_tells_what_was_not_started(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    rows = product_rows(30)
    workspace = await opened(bench, brand)
    queue = workspace.shared(ImportQueue)
    job = await queue.add(await order_from(workspace, csv_file(tmp_path, rows)))
    await pressed_at(job, 2, "cancel")
    await over(job)
    made = await codes(brand)
    report = job.report()
    assert report.count("done") == len(made) < 30
    assert report.count("not_started") == 30 - len(made)
    assert len(failed_rows(job).rows) == 30 - len(made)


@in_the_window
async def test_what_somebody_made_meanwhile_is_skipped(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await opened(bench, brand)
    rows = product_rows(3)
    order = await order_from(workspace, csv_file(tmp_path, rows))
    async with brand.api() as api:
        await api.products.create(
            ProductDraft(
                code="P-00002", title="Theirs", price=1, type="digital", classification="main"
            )
        )
    job = await workspace.shared(ImportQueue).add(order)
    await over(job)
    assert job.outcome == "2 created, 1 skipped."
