"""Explore: reports by any groupings, opened to the bottom and back, kept, copied and exported."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from python_calamine import CalamineWorkbook
from tests.desktop.support.insight_desk import a_week, analytics
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    shown_dialog,
    until,
)

from funneldesk.desktop.insight.exporting import write_image
from funneldesk.desktop.insight.ranges import RangeChoice
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.export.writing import export_table
from funneldesk.desktop.parts.analytics.explore.formula_dialog import FormulaDialog
from funneldesk.desktop.parts.analytics.explore.page import ExplorePage
from funneldesk.desktop.parts.analytics.explore.report import Report
from funneldesk.desktop.parts.analytics.panel import AnalyticsPanel

WEEK = Scope(RangeChoice("7"))


def explore(panel: AnalyticsPanel) -> ExplorePage:
    page = panel.page
    assert isinstance(page, ExplorePage)
    return page


def names(page: ExplorePage) -> list[str]:
    assert page.table is not None
    return [str(page.table.rows.index(at, 0).data()) for at in range(len(page.table.rows.ids))]


async def shown(bench: WindowBench, brand: LiveBrand) -> tuple[AnalyticsPanel, ExplorePage]:
    a_week(brand)
    panel = await analytics(bench, await bench.workspace(brand), "explore", WEEK)
    return panel, explore(panel)


@in_the_window
async def test_a_row_opens_into_the_next_grouping_and_the_trail_leads_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, page = await shown(bench, brand)
    assert names(page) == ["newsletter", "search", "(none)"]
    page.open_row("newsletter")
    await until(lambda: panel.is_quiet)
    assert page.report.groupings == ("utm_medium",)
    assert panel.desk.scope.values("utm_source") == ("newsletter",)
    assert page.figures.answer is not None
    assert page.figures.answer.total.cell("revenue").value == 300
    assert [step.opened for step in page.trail.steps] == ["newsletter"]
    panel.back()
    await until(lambda: panel.is_quiet)
    assert names(page) == ["newsletter", "search", "(none)"]
    assert page.trail.steps == []


@in_the_window
async def test_several_groupings_sort_and_pins(bench: WindowBench, brand: LiveBrand) -> None:
    panel, page = await shown(bench, brand)
    page.choices.then_by("device")
    await until(lambda: panel.is_quiet)
    assert names(page)[0] == "newsletter / mobile"
    assert page.table is not None
    page.table.sort_by("revenue", False)
    page.pin(frozenset({"newsletter;mobile"}))
    assert names(page)[0] == "newsletter / mobile"
    page.pin(frozenset({"newsletter;mobile"}))
    assert names(page)[0] != "newsletter / mobile"
    page.choices.group_by("day")
    await until(lambda: panel.is_quiet)
    assert len(names(page)) == 7
    (chart,) = page.board.charts
    assert sum(v for v in chart.series[0].values if v is not None) == 330
    assert 6 in chart.partial


@in_the_window
async def test_a_formula_is_checked_while_it_is_typed_and_worked_out(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, page = await shown(bench, brand)
    page.choices.own_asked.emit("")
    dialog: FormulaDialog = await shown_dialog(FormulaDialog)
    dialog.name.setText("Per session")
    for text, told in (
        ("$revenue / (", "missing at the end"),
        ("$revenue % 2", "“%” does not fit at character 10"),
        ("($revenue", "at character 1 is not closed"),
        ("$nothing", "no metric $nothing"),
    ):
        dialog.formula.setText(text)
        assert told in dialog.told.text()
        assert not dialog.button("save").isEnabled()
    dialog.formula.clear()
    QTest.keyClicks(dialog.formula, "$reven")
    await until(dialog.formula.popup.isVisible)
    QTest.keyClick(dialog.formula.popup, Qt.Key.Key_Return)
    QTest.keyClicks(dialog.formula, " / $sessions")
    assert dialog.formula.text() == "$revenue / $sessions"
    dialog.unit.setCurrentIndex(dialog.unit.findData("currency"))
    dialog.button("save").click()
    await until(lambda: panel.is_quiet and "metric_0" in page.report.metrics)
    assert page.figures.answer is not None
    found = {row.key: row.cell("metric_0").value for row in page.figures.answer.rows}
    assert found["newsletter"] == 100
    assert found["search"] == 7.5
    panel.show_page("overview")
    again = await analytics(bench, panel.workspace, "explore", WEEK)
    assert again.insight.catalogue["metric_0"].name == "Per session"


@in_the_window
async def test_a_report_is_saved_opened_and_copied_as_text(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, page = await shown(bench, brand)
    page.show_report(Report(("sales",), ("device",)))
    await page.saved.things.add("Devices", page._now())
    again = await analytics(bench, panel.workspace, "explore", Scope())
    there = explore(again)
    await until(lambda: there.saved.things.is_known)
    (saved,) = there.saved.things
    there.saved.open(saved.key)
    await until(lambda: again.is_quiet)
    assert (there.report, again.desk.scope) == (Report(("sales",), ("device",)), WEEK)
    there.copy_text()
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0] == "Devices"
    assert "Device\tSales" in lines
    assert "mobile\t3" in lines


@in_the_window
async def test_a_report_is_copied_to_another_brand(bench: WindowBench, brand: LiveBrand) -> None:
    from tests.desktop.support.window_bench import said

    panel, page = await shown(bench, brand)
    other = await bench.workspace(brand, place="other")
    panel.workspace.neighbours = _Around(other)
    saved = await page.saved.things.add("Devices", page._now())
    await page.saved.copy_to("x", "Other", saved)
    await page.saved.copy_to("x", "Other", saved)
    there = explore(await analytics(bench, other, "explore"))
    await until(lambda: there.saved.things.is_known)
    assert [each.name for each in there.saved.things] == ["Devices", "Devices 2"]
    assert said(panel)


class _Around:
    def __init__(self, other: object) -> None:
        self.other = other

    def connections(self) -> tuple[object, ...]:
        return (self.other.connection,)  # type: ignore[attr-defined]

    async def workspace(self, _connection_id: str) -> object:
        return self.other


@in_the_window
async def test_the_table_goes_out_with_its_filters_and_the_chart_as_an_image(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    panel, page = await shown(bench, brand)
    panel.desk.choose(panel.desk.scope.filtering("device", ("mobile",)))
    await until(lambda: panel.is_quiet)
    path = tmp_path / "report.xlsx"
    export_table(path, page.export_table())
    book = CalamineWorkbook.from_path(str(path))
    assert len(book.sheet_names) == 2
    rows = book.get_sheet_by_index(0).to_python()
    assert rows[0][:4] == ["Source", "Revenue", "Revenue, compared so far", "Revenue, before"]
    assert rows[1][:4] == ["newsletter", 300, 300, 50]
    told = dict(row[:2] for row in book.get_sheet_by_name("Filters").to_python())
    assert (told["Device"], told["Currency"]) == ("mobile", "USD")
    notice = await write_image(page.board, "chart", "png", tmp_path / "chart.png")
    assert notice.tone == "success"
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")
