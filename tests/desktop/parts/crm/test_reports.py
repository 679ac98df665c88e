"""The reports page: figures over what a filter leaves, copied and saved, honest about its copy."""

from pathlib import Path

from PySide6.QtWidgets import QApplication
from tests.desktop.support.crm_desk import crm, entity_of, entry_in, stage_ids
from tests.desktop.support.faulty_line import FaultLine
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.contract.crm import CrmEntity, CrmFieldPatch
from funneldesk.desktop.kit.export.writing import export_table
from funneldesk.desktop.parts.crm.reports.page import ReportsPage, report_table


async def reported(brand: LiveBrand, *keys: str) -> CrmEntity:
    entity = await entity_of(brand, fields=("source", "budget"))
    async with brand.api() as api:
        for field in entity.fields or ():
            if field.key in keys:
                patch = CrmFieldPatch(reporting_config={"reportable": True})
                await api.crm.update_field(field.id, patch)
        return await api.crm.get_entity(entity.id)


async def reports(bench: WindowBench, brand: LiveBrand, base_url: str = "") -> ReportsPage:
    panel = await crm(bench, await bench.workspace(brand, base_url=base_url))
    panel.show_page("reports")
    page = panel.page
    assert isinstance(page, ReportsPage)
    await until(lambda: not page.tasks.is_busy)
    return page


def shown(page: ReportsPage) -> list[str]:
    page.declared_actions.run(page.declared_actions["crm.copy-report"])
    return QApplication.clipboard().text().split("\n")


@in_the_window
async def test_figures_are_those_of_the_entries_that_a_filter_leaves(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    entity = await reported(brand, "source", "budget")
    for number in range(4):
        await entry_in(brand, entity, f"Deal {number}", source="Web", budget=number * 10)
    fair = await entry_in(brand, entity, "Fair", source="Fair")
    async with brand.api() as api:
        await api.crm.move_entry(fair.id, stage_ids(entity)[2])
    page = await reports(bench, brand)
    assert page.title.text() == "5 entries"
    lines = shown(page)
    assert lines[:2] == ["Web\t4\t80%\t\t", "Fair\t1\t20%\t\t"]
    assert "Sum\t\t\t60\t" in lines
    page.choose("stage_id", stage_ids(entity)[2])
    await until(lambda: page.title.text() == "1 entry of 5")
    assert shown(page)[0] == "Fair\t1\t100%\t\t"
    path = tmp_path / "report.csv"
    export_table(path, report_table("Deals", page.reports))
    assert path.read_text("utf-8-sig").splitlines()[1].startswith("Source,Fair,1,1.0")


@in_the_window
async def test_without_a_reported_field_the_first_step_is_offered(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await reported(brand)
    page = await reports(bench, brand)
    assert page.stack.currentWidget() is page.nothing


@in_the_window
async def test_a_copy_that_could_not_be_renewed_is_said_to_be_one(
    bench: WindowBench, brand: LiveBrand
) -> None:
    entity = await reported(brand, "budget")
    await entry_in(brand, entity, "Deal", budget=7)
    line = FaultLine(brand.base_url)
    await line.listen()
    page = await reports(bench, brand, line.base_url)
    await line.close()
    await entry_in(brand, entity, "Later", budget=8)
    page.refresh()
    await until(lambda: not page.tasks.is_busy)
    assert "copied to this computer" in page.said.text()
    assert "Sum\t\t\t7\t" in shown(page)
