"""Transfers of a brand begin by themselves with it, and end with it after a word."""

from dataclasses import replace
from pathlib import Path

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.transfer_bench import Folder, picture, queue_of, stored
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.assets.transfers.uploads.order import UploadOrder
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.local.connections.book import ConnectionBook
from funneldesk.desktop.parts.pages.list.importing import IMPORT
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.importing.job import ImportItem, ImportOrder
from funneldesk.desktop.records.importing.mapping import ImportPlan
from funneldesk.desktop.records.importing.queue import ImportQueue


def order_of(folder: Path) -> UploadOrder:
    files = Folder(folder)
    for name in ("a.png", "b.png", "c.png"):
        files.write(name)
    return replace(files.order(), title="Upload of three")


@in_the_window
async def test_what_an_earlier_run_left_goes_on_once_the_brand_is_open(
    bench: WindowBench,
    brand: LiveBrand,
    relay: Relay,
    memory_keyring: MemoryKeyring,
    tmp_path: Path,
) -> None:
    first = bench.session()
    panel = await bench.add_brand(first, brand, base_url=relay.base_url)
    connection = panel.workspace.connection
    await relay.vanish()
    job = await queue_of(panel.workspace).upload(order_of(tmp_path / "mine"))
    await until(lambda: job.state == "away")
    await bench.quit(first)
    await relay.listen()
    second = bench.session()
    second.brands.book = await ConnectionBook.load(first.folders.connections_file)
    await second.brands.show(connection.id)
    notifications = second.brands.jobs
    await until(lambda: [job.title for job in notifications.jobs] == ["Upload of three"])
    await until(lambda: notifications.jobs[0].state == "ended")
    assert await stored(brand, "c.png") == picture("c.png")
    assert "open" in notifications.jobs[0].acts


@in_the_window
async def test_removing_a_brand_tells_what_will_not_be_sent(
    bench: WindowBench,
    brand: LiveBrand,
    relay: Relay,
    memory_keyring: MemoryKeyring,
    tmp_path: Path,
) -> None:
    session = bench.session()
    panel = await bench.add_brand(session, brand, base_url=relay.base_url)
    session.window.show()
    connection = panel.workspace.connection
    await relay.vanish()
    await queue_of(panel.workspace).upload(order_of(tmp_path / "mine"))
    await until(lambda: session.brands.jobs.working)
    asking = session.tasks.start(session.brand_menu._may_remove(connection))
    question = await shown_dialog()
    assert "3 files that are still to go up or come down will not be sent" in said(question)
    question.answer("yes")
    assert asking is not None
    assert await asking
    await session.brands.remove(connection.id)
    assert not session.brands.jobs.jobs


@in_the_window
async def test_an_import_that_an_earlier_run_left_goes_on_and_leads_to_its_report(
    bench: WindowBench,
    brand: LiveBrand,
    relay: Relay,
    memory_keyring: MemoryKeyring,
    tmp_path: Path,
) -> None:
    first = bench.session()
    panel = await bench.add_brand(first, brand, base_url=relay.base_url)
    connection = panel.workspace.connection
    values = [{"title": f"Offer {n}", "slug": f"offer-{n}"} for n in range(3)]
    items = [ImportItem(n, v["title"], dict(v), list(v.values())) for n, v in enumerate(values, 2)]
    await relay.vanish()
    plan = ImportPlan(("title", "slug"), keys=("slug",))
    order = ImportOrder(IMPORT, "mine.csv", ("Title", "Slug"), plan, tuple(items))
    job = await panel.workspace.shared(ImportQueue).add(order)
    await until(lambda: job.state == "away")
    assert "3 rows of a file" in first.work.given_up(connection.id)
    await bench.quit(first)
    await relay.listen()
    second = bench.session()
    second.brands.book = await ConnectionBook.load(first.folders.connections_file)
    await second.brands.show(connection.id)
    jobs = second.brands.jobs
    await until(lambda: [job.outcome for job in jobs.jobs] == ["3 created."])
    assert await brand.titles() == ["Offer 0", "Offer 1", "Offer 2"]
    second.window.show()
    await until(lambda: "open" in jobs.jobs[0].acts)
    jobs.jobs[0].acts["open"]()
    report: ReportDialog = await shown_dialog(ReportDialog)
    assert "3 done" in said(report)
    report.answer("undo")
    sure = await shown_dialog(Dialog)
    assert "Delete 3 pages?" in said(sure)
    sure.answer("yes")
    await until(lambda: jobs.jobs[-1].outcome == "3 created and deleted again.")
    assert await brand.titles() == []
