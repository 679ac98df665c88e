"""Changes in a table: reviewed, applied together, and what somebody else changed left alone."""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from tests.desktop.support import declared_products as products
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.staging_driver import (
    Key,
    change,
    go_to,
    opened,
    paste,
    tip_at,
)
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.history.milestones import Milestones
from funneldesk.desktop.records.staging.review import ReviewDialog


@in_the_window
async def test_review_shows_before_after_and_what_will_be_sent(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = [await products.product(brand, title) for title in ("Coffee", "Tea")]
    panel, staging = await opened(await bench.workspace(brand), bench)
    change(panel, 0, "price", "12.5")
    change(panel, 1, "title", "")
    staging.bar.review_button.click()
    dialog: ReviewDialog = await shown_dialog(ReviewDialog)
    rows = [dialog.changes.rows.at(place) for place in range(2)]
    # What has to be decided comes first.
    assert [row.title for row in rows] == ["Tea · Title", "Coffee · Price"]
    assert rows[0].text == "Tea → none. A product needs one."
    assert rows[0].chip == "Needs correcting"
    assert rows[1].text == "$10.00 → $12.50"
    (request,) = (dialog.requests.rows.at(at) for at in range(dialog.requests.rows.rowCount()))
    assert request.title == f"Update product {made[0].id}, “Coffee”"
    assert request.text == '{"price": 12.5}'
    dialog.changes.setCurrentIndex(dialog.changes.rows.index(0))
    dialog.discard_button.click()
    assert "1 change" in said(dialog)
    dialog.button("apply").click()
    await until(lambda: bench.notice("1 product changed") is not None)
    assert (await products.stored(brand, made[0])).price == 12.5
    assert (await products.stored(brand, made[1])).title == "Tea"
    (noted,) = await panel.workspace.shared(Milestones).all()
    assert (noted.part, noted.name, noted.changed) == ("products", "Coffee", ("price",))


@in_the_window
async def test_a_change_on_the_server_is_told_left_alone_and_decided(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = [await products.product(brand, title) for title in ("Coffee", "Milk", "Tea")]
    panel, staging = await opened(await bench.workspace(brand), bench)
    for row in range(3):
        change(panel, row, "price", "12")
    await products.changed(brand, made[0], price=20)
    await products.changed(brand, made[1], price=12)
    staging.bar.apply_button.click()
    await until(lambda: bench.notice("Changing products") or bench.notice("1 product changed"))
    await until(lambda: panel.is_quiet and staging.runs.current is None)
    assert [(await products.stored(brand, each)).price for each in made] == [20, 12, 12]
    assert staging.bar.words.text() == "1 change in 1 row · 1 changed on the server meanwhile"
    assert not staging.bar.apply_button.isEnabled()
    task = panel.tasks.start(staging.runs.show_last())
    report: ReportDialog = await shown_dialog(ReportDialog)
    assert "Someone else changed it: Price is “$20.00” now." in report.list.rows.at(0).text
    report.answer("")
    await until(lambda: task is None or task.done())

    staging.bar.review_button.click()
    dialog: ReviewDialog = await shown_dialog(ReviewDialog)
    assert "Someone else changed it to $20.00 meanwhile." in dialog.changes.rows.at(0).text
    dialog.changes.setCurrentIndex(dialog.changes.rows.index(0))
    dialog.keep_button.click()
    dialog.button("apply").click()
    await until(lambda: not staging.staged.cells and panel.is_quiet)
    assert (await products.stored(brand, made[0])).price == 12


@in_the_window
async def test_a_cell_that_is_changed_again_while_it_is_sent_waits_on(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    made = await products.product(brand, "Tea")
    panel, staging = await opened(await bench.workspace(brand, base_url=relay.base_url), bench)
    change(panel, 0, "price", "12")
    async with relay.held("PUT"):
        assert {command.title for command in panel.commands()} >= {"Apply the changes in the table"}
        staging.apply()
        await until(lambda: staging.runs.current is not None)
        change(panel, 0, "price", "13")
    await until(lambda: staging.runs.current is None and panel.is_quiet)
    assert (await products.stored(brand, made)).price == 12
    assert staging.bar.words.text() == "1 change in 1 row"
    assert tip_at(panel, 0, "price") == "Price: $12.00 → $13.00"


@in_the_window
async def test_a_list_that_is_read_again_tells_what_changed_there(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = [await products.product(brand, title) for title in ("Coffee", "Tea")]
    panel, staging = await opened(await bench.workspace(brand), bench)
    change(panel, 0, "price", "12")
    change(panel, 1, "price", "13")
    await products.changed(brand, made[0], price=20)
    await products.changed(brand, made[1], price=13)
    panel.refresh()
    await until(lambda: "1 changed on the server" in staging.bar.words.text())
    assert staging.bar.words.text().startswith("1 change in 1 row")
    assert tip_at(panel, 0, "price").endswith("Someone else changed it to $20.00 meanwhile.")


@in_the_window
async def test_a_refusal_of_the_server_is_reported_and_the_change_waits_on(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await products.product(brand, "Tea")
    panel, staging = await opened(await bench.workspace(brand), bench)
    change(panel, 0, "price", "99999999999")
    staging.bar.apply_button.click()
    await until(lambda: staging.runs.last is not None)
    assert staging.runs.last is not None
    assert staging.runs.last[1].count("failed") == 1
    await until(lambda: panel.is_quiet)
    notice = bench.notice("Changing products was not accepted.")
    assert notice is not None
    assert "must be from 0 to" in notice.text
    assert staging.bar.words.text() == "1 change in 1 row"
    assert (await products.stored(brand, made)).price == 10


@in_the_window
async def test_without_the_server_it_waits_and_goes_on(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    made = await products.product(brand, "Tea")
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel, staging = await opened(workspace, bench)
    await relay.vanish()
    change(panel, 0, "price", "12")
    staging.bar.apply_button.click()
    await until(lambda: "waiting for the server" in said(staging.runs.bar))
    await relay.listen()
    await until(lambda: bench.notice("1 product changed") is not None)
    assert (await products.stored(brand, made)).price == 12


@pytest.mark.parametrize("role", ["owner", "viewer"])
@in_the_window
async def test_who_may_not_write_is_told_in_a_sentence(
    bench: WindowBench, brand: LiveBrand, role: str, tmp_path: Path
) -> None:
    await products.product(brand, "Tea")
    workspace = await bench.workspace(brand, read_only=role == "owner")
    if role == "viewer":
        workspace.denied_writes.add("products")
    panel, staging = await opened(workspace, bench)
    go_to(panel, 0, "price")
    QTest.keyClick(panel.list.table, Key.Key_F2)
    await paste(panel, 0, "price", "12")
    assert staging.editing.editor is None
    assert not staging.staged.cells
    wanted = "read only here" if role == "owner" else "You can view products but not change them."
    assert bench.notice(wanted) is not None
    assert not open_dialogs()
