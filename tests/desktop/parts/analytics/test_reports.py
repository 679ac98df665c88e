"""Ready reports: every one is read, drawn and saved; figures are those that were sold."""

from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook
from tests.desktop.support.customer_desk import subscribe
from tests.desktop.support.insight_desk import a_week, analytics
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.contract.crm import CrmEntityDraft, CrmEntryDraft
from funneldesk.contract.subscriptions import CohortMonth
from funneldesk.desktop.insight.ranges import RangeChoice
from funneldesk.desktop.insight.reports.catalogue import REPORTS
from funneldesk.desktop.insight.reports.declaration import Found
from funneldesk.desktop.insight.reports.drawing import chart_of
from funneldesk.desktop.insight.reports.reading import _card_lines, _course
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.charts.chart import Kind
from funneldesk.desktop.kit.export.writing import export_table
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.analytics.panel import AnalyticsPanel
from funneldesk.desktop.parts.analytics.reports.page import ReportsPage

WEEK = Scope(RangeChoice("7"))


def reports(panel: AnalyticsPanel) -> ReportsPage:
    page = panel.page
    assert isinstance(page, ReportsPage)
    return page


def cells(page: ReportsPage) -> list[list[str]]:
    table = page.table
    assert table is not None
    rows = range(len(table.rows.ids))
    return [[str(table.rows.index(r, c).data()) for c in table.shown_columns()] for r in rows]


@in_the_window
async def test_every_report_is_read_without_a_failure(bench: WindowBench, brand: LiveBrand) -> None:
    a_week(brand)
    subscribe(brand)
    panel = await analytics(bench, await bench.workspace(brand), "reports", WEEK)
    page = reports(panel)
    found: dict[str, list[list[str]]] = {}
    for key in REPORTS:
        page.choose(key)
        await until(lambda: panel.is_quiet)
        assert page.problem is None, (key, page.problem)
        assert isinstance(page.found.answer, Found)
        found[key] = cells(page)
    assert found["utm_source"][0][:3] == ["newsletter", "$300.00", "3"]
    assert found["subscriptions"][0] == ["Active", "1"]
    assert found["generated"][0][:2] == ["newsletter", "$300.00"]
    assert any(line[0] == "Main metrics" and "368" in line[2] for line in found["cards"])


@in_the_window
async def test_a_report_goes_out_with_its_range_beside_it(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    a_week(brand)
    panel = await analytics(bench, await bench.workspace(brand), "reports", WEEK)
    page = reports(panel)
    page._sort_by("1", False)
    path = tmp_path / "report.xlsx"
    export_table(path, page.export_table())
    book = CalamineWorkbook.from_path(str(path))
    rows = book.get_sheet_by_index(0).to_python()
    assert rows[-1][:2] == ["newsletter", 300]
    told = dict(row[:2] for row in book.get_sheet_by_name("Filters").to_python())
    assert told["First day"] < told["Last day"]
    panel.desk.choose(panel.desk.scope.filtering("device", ("mobile",)))
    await until(lambda: panel.is_quiet)
    assert page.note.text() == "Filters don't apply to this report."


def test_a_cohort_with_a_course_is_a_triangle() -> None:
    sent = {"month": "2026-01", "average_ltv": 50, "ltv_by_month": [20, {"ltv": 35.5}, None]}
    course = _course(CohortMonth.model_validate(sent))
    assert course == [20, 35.5, None]
    rows = [["2026-01", 50, 3, 150, course], ["2026-02", 20, 1, 20, [20]]]
    report = REPORTS["cohorts"]
    chart = chart_of(report, report.columns, Found(rows), Formats("USD", None, "en"))
    assert chart is not None
    assert chart.kind is Kind.COHORT
    assert [len(series.values) for series in chart.series] == [3, 1]
    flat = [[*row[:4], []] for row in rows]
    plain = chart_of(report, report.columns, Found(flat), Formats("USD", None, "en"))
    assert plain is not None
    assert plain.kind is Kind.BAR


@pytest.mark.parametrize(
    ("card", "lines"),
    [
        ({"revenue": {"value": 3, "formatted_value": "$3"}}, [("Revenue", "$3")]),
        ({"units": {"by_product": [{"title": "Jar"}]}}, [("Units · By product 1 · Title", "Jar")]),
        (7, [("", "7")]),
        (None, [("", "")]),
    ],
)
def test_cards_of_any_shape_are_read(card: object, lines: list[tuple[str, str]]) -> None:
    assert _card_lines(card, "") == lines


@in_the_window
async def test_fields_of_the_crm_are_reported_as_their_settings_ask(
    bench: WindowBench, brand: LiveBrand
) -> None:
    async with brand.api() as api:
        made = await api.crm.create_entity(
            CrmEntityDraft(name="Deals", slug="deals", preset="deals")
        )
        entity = await api.crm.get_entity(made.id)
        pipeline = (entity.pipelines or [])[0]
        stage = (pipeline.stages or [])[0]
        for amount, priority in ((10, "High"), (30, "High"), (5, None)):
            values = {"amount": amount, **({"priority": priority} if priority else {})}
            draft = CrmEntryDraft(
                title="Deal", pipeline_id=pipeline.id, stage_id=stage.id, values=values
            )
            await api.crm.create_entry(entity.id, draft)
    panel = await analytics(bench, await bench.workspace(brand), "reports", WEEK)
    page = reports(panel)
    page.choose("crm-fields")
    await until(lambda: panel.is_quiet)
    found = {line[0]: line[1:] for line in cells(page)}
    assert found["Deals · Amount: Sum"] == ["–", "–", "45"]
    assert found["Deals · Priority: High"] == ["2", "100.00%", "–"]
    assert found["Deals · Priority: Without a value"] == ["1", "33.33%", "–"]
