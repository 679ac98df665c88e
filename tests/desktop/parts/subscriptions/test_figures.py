"""Figures beside the subscriptions: those of the server, in cards and charts that lead on."""

import json
from datetime import UTC, datetime, timedelta

from tests.desktop.parts.subscriptions.test_subscriptions import shown
from tests.desktop.support.customer_desk import subscribe
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.section_driver import first_column
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.reports.catalogue import REPORTS
from funneldesk.desktop.insight.reports.drawing import chart_of, export_of, ordered, text_of_cell
from funneldesk.desktop.insight.reports.question import ReportQuestion
from funneldesk.desktop.parts.subscriptions.figures.page import (
    CHURN,
    COHORTS,
    DUNNING,
    MRR,
    TODAY,
)


@in_the_window
async def test_figures_are_those_of_the_server_and_lead_to_the_list(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, "tx-1")
    subscribe(brand, "tx-2", name="Late Payer", declines=True)
    async with brand.api() as api:
        await api.subscriptions.force_bill("tx-2")
        summary = await api.subscriptions.summary()
    panel = await shown(bench, await bench.workspace(brand))
    panel.declared_actions.run(panel.declared_actions["subscriptions.figures"])
    await until(lambda: panel.is_quiet and panel.figures is not None)
    page = panel.figures
    assert page is not None
    assert panel.brand.formats.money(summary.mrr or 0) in said(page)
    charts = {each.key: each for each in page.board.charts}
    assert {TODAY, MRR, CHURN, DUNNING} <= set(charts)
    states = dict(zip(charts[TODAY].categories, charts[TODAY].series[0].values, strict=True))
    assert (states["Active"], states["Past due"]) == (1, 1)

    page.board.picked.emit(TODAY, "value", "Past due")
    await until(lambda: first_column(panel) == ["Late Payer"])
    assert panel.list.isVisible()
    assert not page.isVisible()


@in_the_window
async def test_the_month_that_is_not_over_is_marked_in_charts_tables_and_files(
    bench: WindowBench, brand: LiveBrand
) -> None:
    now = datetime.now(UTC)
    before = (now.replace(day=1) - timedelta(days=1)).replace(day=15)
    subscribe(brand, "tx-old", at=before)
    subscribe(brand, "tx-new", at=now)
    workspace = await bench.workspace(brand)
    insight = workspace.shared(BrandInsight)
    async with brand.api() as api:
        for key in (MRR, CHURN, COHORTS):
            question = ReportQuestion("", "", insight.zone_name, key)
            found = question.decode(json.loads(json.dumps(await question.read(api))))
            report, formats = REPORTS[key], insight.formats
            chart = chart_of(report, report.columns, found, formats)
            assert chart is not None
            assert chart.partial == {len(chart.categories) - 1}, key
            lines = ordered(found, -1, False)
            shown = [text_of_cell(report.columns[0], row[0], formats) for _at, row in lines]
            assert shown == [formats.month(before), f"{formats.month(now)} (so far)"]
            written = export_of(report.title, report.columns, lines, ())
            months = [f"{before:%Y-%m}", f"{now:%Y-%m} (so far)"]
            assert [row[0] for row in written.rows] == months
