"""Groups in the table of any declared section."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.declared_sections import Declared
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.read_out import faults
from tests.desktop.support.section_driver import first_column, opened, read
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.desktop.records.export.section_export import scopes_of

Key = Qt.Key


@in_the_window
async def test_rows_in_groups_are_all_there_and_the_groups_come_back(
    bench: WindowBench, brand: LiveBrand, declared: Declared
) -> None:
    bos = ["Bo", "Bo"] if declared.repeats else ["Bo"]
    declared.add(brand, [*bos[1:], "Ana", "Bo", "Cleo"])
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace, declared)
    await read(panel)
    first = declared.section.columns[0].key
    panel.list.columns.group_asked.emit(first)
    await until(lambda: panel.is_quiet)
    rows = ["Ana, 1", "Ana", f"Bo, {len(bos)}", *bos, "Cleo, 1", "Cleo"]
    assert first_column(panel) == rows
    assert f"{2 + len(bos)} {declared.section.units}" in said(panel)
    panel.list.table.setCurrentIndex(panel.list.table.rows.index(2, 0))
    QTest.keyClick(panel.list.table, Key.Key_Left)
    assert first_column(panel) == ["Ana, 1", "Ana", f"Bo, {len(bos)}, folded", "Cleo, 1", "Cleo"]
    exported = (await scopes_of(panel.list))["all"]
    assert len(await exported.read()) == exported.count == 2 + len(bos)
    again = await opened(bench, workspace, declared)
    again.restore(panel.state())
    await read(again)
    assert first_column(again) == rows
    assert not faults(again)


@in_the_window
async def test_a_list_that_is_read_page_by_page_says_why_it_has_no_groups(
    bench: WindowBench, brand: LiveBrand, declared: Declared
) -> None:
    declared.add(brand, ["Ana"])
    panel = await opened(bench, await bench.workspace(brand), declared, "paged")
    await read(panel)
    menu = panel.list.columns.menu()
    (groups,) = (action for action in menu.actions() if action.text() == "Group by")
    assert not groups.isEnabled()
    assert "whole on this computer" in groups.toolTip()
