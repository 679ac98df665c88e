"""Orders: found, narrowed, added up, opened, exported by the server."""

import csv
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QUrl
from tests.desktop.support.customer_desk import order
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.contract.conversions import ConversionExportDraft
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.conversions.orders import ORDERS, PLACED
from funneldesk.desktop.parts.conversions.panel import OrdersPanel
from funneldesk.desktop.people.deeds.doing import Deeds
from funneldesk.desktop.people.deeds.refund import REFUND
from funneldesk.desktop.records.detail.detail_view import FACTS
from funneldesk.desktop.records.filters.periods import between, fits_period, period_words
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.sources.paged import PagedRows
from funneldesk.desktop.records.table.totals import sum_words, sums_of
from funneldesk.desktop.workspace.workspace import Workspace

TOTAL = next(each for each in ORDERS.columns if each.key == "total")
BERLIN = ZoneInfo("Europe/Berlin")


async def opened(
    bench: WindowBench, workspace: Workspace, mirrored_up_to: int = 20_000
) -> OrdersPanel:
    """The section, shown and read."""
    panel = bench.own(OrdersPanel(workspace, replace(ORDERS, mirrored_up_to=mirrored_up_to)))
    panel.resize(1500, 800)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet and panel.list.table.rows.ids)
    return panel


@in_the_window
async def test_totals_stand_beside_each_other_never_across_currencies(
    bench: WindowBench, brand: LiveBrand
) -> None:
    order(brand, "A1", "38.10")
    order(brand, "A2", "0.20")
    order(brand, "A3", "1200", currency="JPY")
    panel = await opened(bench, await bench.workspace(brand))
    await until(lambda: "3 orders · $38.30 · ¥1,200" in panel.list.count.text())
    assert panel.list.table.rows.index(0, 2).data() in ("¥1,200", "$0.20", "$38.10")
    panel.list.table.selectRow(0)
    panel.list.table.selectAll()
    panel.list.search.setText("A3")
    await until(lambda: panel.list.count.text() == "1 order · ¥1,200")


@given(st.lists(st.tuples(st.sampled_from(["EUR", "JPY", "KWD", None]), st.integers(0, 10**9))))
def test_a_thousand_small_amounts_add_up_to_the_last_step(
    amounts: list[tuple[str | None, int]],
) -> None:
    rows = [
        SummaryRow(str(n), {"total": steps / 1_000, "currency": code})
        for n, (code, steps) in enumerate(amounts)
    ]
    sums = sums_of(TOTAL, rows)
    for code in {each for each, _steps in amounts}:
        steps = sum(each for known, each in amounts if known == code)
        assert sums[code or ""] == Decimal(steps) / 1_000
    assert sum_words(sums, Formats("EUR")).count(" · ") == max(len(sums) - 1, 0)


@in_the_window
async def test_a_filter_of_a_large_brand_says_how_far_it_looked(
    bench: WindowBench, brand: LiveBrand
) -> None:
    for n in range(3):
        order(brand, f"A{n}")
    panel = await opened(bench, await bench.workspace(brand), mirrored_up_to=1)
    assert isinstance(panel.list.source, PagedRows)
    panel.list.choose("status", "completed")
    await until(lambda: "among the 3 read so far, back to" in panel.list.count.text())
    panel.list.choose("status", "chargeback")
    await until(lambda: panel.is_quiet and not panel.list.table.rows.ids)


def test_days_are_those_of_the_brand_both_included() -> None:
    chosen = between(date(2026, 11, 1), date(2026, 11, 2), BERLIN)
    at = datetime(2026, 11, 1, tzinfo=BERLIN)
    second, days = timedelta(seconds=1), timedelta(days=2)
    assert fits_period(at.astimezone(UTC), chosen)
    assert not fits_period(at - second, chosen)
    assert fits_period(at + days - second, chosen)
    assert not fits_period(at + days, chosen)
    assert period_words(chosen) == "1 Nov 2026 to 2 Nov 2026"
    now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    assert fits_period(now - timedelta(days=7), "7d", now)
    assert not fits_period(now - timedelta(days=7) - second, "7d", now)


@in_the_window
async def test_the_list_is_narrowed_to_days_and_tells_which(
    bench: WindowBench, brand: LiveBrand
) -> None:
    order(brand, "A1")
    panel = await opened(bench, await bench.workspace(brand))
    today = panel.brand.formats.today()
    panel.list.choose(PLACED, between(today - timedelta(days=9), today, panel.brand.formats.zone))
    await until(lambda: panel.list.table.rows.ids == ["A1"])
    assert " to " in said(panel.list.chips)
    panel.list.choose(PLACED, "1d")
    await until(lambda: panel.list.table.rows.ids == [])


@in_the_window
async def test_an_order_shows_its_items_its_customer_and_what_went_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    order(brand, "A1", item="July box")
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace)
    body = await workspace.run(lambda api: REFUND.read(api, "A1"))
    request = {"amount": 10, "reason": "Broken lid"}
    await workspace.shared(Deeds).do(REFUND, body, request, "marta+box@lindqvist.example")
    panel.open_record("A1")
    await until(lambda: panel.is_quiet and panel.detail.body.get("refunded_amount") == 10)
    panel.detail.tabs.choose(FACTS)
    assert {"$38.00", "$10.00", "$28.00"} <= set(said(panel.detail.facts).splitlines())
    assert [each.get("product_name") for each in panel.detail.body["items"]] == ["July box"]
    (refund,) = panel.detail.body["refunds_from_here"]
    assert (refund["amount"], refund["reason"], refund["state"]) == (10, "Broken lid", "Done")
    panel.detail.tabs.button("customer").click()
    await until(lambda: panel.customer.view.email == "marta+box@lindqvist.example")


@in_the_window
async def test_the_servers_export_is_followed_to_its_file_and_opened_quirk_59(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    order(brand, "A1", "38.10")
    panel = await opened(bench, await bench.workspace(brand))
    export, shown = panel.server_export, list[QUrl]()
    export.open_file = lambda url: bool(shown.append(url)) or True  # type: ignore[method-assign, assignment, func-returns-value]
    export.folder = lambda: tmp_path
    export.pauses = (0.05,)
    path = await export.export(ConversionExportDraft())
    assert path is not None
    assert shown == [QUrl.fromLocalFile(str(path))]
    with path.open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["code"], Decimal(row["total"])) == ("A1", Decimal("38.10"))
    assert bench.notice("Export saved")
    again = await export.export(ConversionExportDraft())
    assert again is not None
    assert again != path
