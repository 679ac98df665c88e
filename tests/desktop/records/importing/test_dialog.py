"""The four steps of an import as a user goes through them."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.product_import import IMPORTERS, PRODUCTS, csv_file, product_rows
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.parts.pages.list.importing import IMPORT as PAGES
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.dialog import CHECK, COLUMNS, FILE, SEND, ImportDialog
from funneldesk.desktop.sections.panel import Panel


async def opened(bench: WindowBench, brand: LiveBrand, declared: RecordImport) -> ImportDialog:
    workspace = await bench.workspace(brand)
    workspace.importers = {**workspace.importers, **IMPORTERS}
    panel = bench.own(Panel(workspace))
    panel.show()
    dialog = ImportDialog(panel, workspace, declared)
    panel.tasks.start(dialog.ask())
    await until(dialog.isVisible)
    return dialog


async def forward(dialog: ImportDialog, step: int) -> None:
    await until(dialog.forward.isEnabled)
    dialog.forward.click()
    await until(lambda: dialog.step == step and not dialog.progress.is_on())


@in_the_window
async def test_a_file_is_mapped_checked_corrected_and_sent(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    rows = product_rows(5)
    rows[1][2], rows[3][3] = "much", "liquid"
    dialog = await opened(bench, brand, PRODUCTS)
    assert not dialog.forward.isEnabled()
    dialog.open_file(csv_file(tmp_path, rows))
    await forward(dialog, COLUMNS)
    assert dialog.columns.fields == ("code", "title", "price", "type", "classification")
    await forward(dialog, CHECK)
    step = dialog.check
    assert step.counts.text() == "3 ready · 2 with problems"
    assert dialog.forward.text() == "Import 3 products"
    assert step.current is not None
    assert step.current.number == 3
    assert "Write an amount" in step.reason.text()
    step.line.setText("7.50")
    QTest.keyClick(step.line, Qt.Key.Key_Return)
    await until(lambda: step.current is not None and step.current.number == 5)
    assert "Physical, Digital" in step.reason.text()
    step.skip.click()
    await until(lambda: "1 skipped" in step.counts.text())
    assert step.counts.text() == "4 ready · 1 skipped"
    await forward(dialog, SEND)
    job = dialog.send.job
    assert job is not None
    await until(lambda: job.state == "ended")
    assert "4 created, 1 skipped." in said(dialog.send)
    dialog.send.report.click()
    report: ReportDialog = await shown_dialog(ReportDialog)
    assert "Write one of these" in report.said.text()
    report.answer("")
    async with brand.api() as api:
        made = {each.code: each.price for each in (await api.products.list_all()).rows}
    assert made == {"P-00001": 1.9, "P-00002": 7.5, "P-00003": 3.9, "P-00005": 5.9}
    dialog.answer("")


@in_the_window
async def test_what_was_chosen_for_a_column_is_offered_the_next_time(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    path = tmp_path / "one.csv"
    path.write_text("Ref;What;Price;Type;Role\nA;Tea;3;digital;main\n", "utf-8")
    dialog = await opened(bench, brand, PRODUCTS)
    for again in (False, True):
        dialog.open_file(path)
        await forward(dialog, COLUMNS)
        if not again:
            assert dialog.columns.fields[:2] == ("", "")
            assert "Code, Title" in dialog.columns.told.text()
            assert not dialog.forward.isEnabled()
            for combo, name in zip(dialog.columns.combos, ("code", "title"), strict=False):
                combo.setCurrentIndex(combo.findData(name))
            await forward(dialog, CHECK)
            assert dialog.check.counts.text() == "1 ready"
            dialog.answer("")
            dialog = await opened_again(dialog)
    assert dialog.columns.fields[:2] == ("code", "title")
    dialog.answer("")


async def opened_again(dialog: ImportDialog) -> ImportDialog:
    panel = dialog.parent()
    assert isinstance(panel, Panel)
    again = ImportDialog(panel, dialog.workspace, dialog.declared)
    panel.tasks.start(again.ask())
    await until(again.isVisible)
    return again


@in_the_window
async def test_pages_come_as_drafts_and_known_addresses_are_skipped(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    await brand.add("Old", slug="old", type="leadgen")
    path = tmp_path / "pages.csv"
    path.write_text(
        "Page title,URL,Template,Prevent indexing\nNew,new,leadgen,yes\nAgain,old,leadgen,no\n"
        "Odd,two words,leadgen,no\n",
        "utf-8",
    )
    dialog = await opened(bench, brand, PAGES)
    dialog.open_file(path)
    await forward(dialog, COLUMNS)
    await forward(dialog, CHECK)
    assert dialog.check.counts.text() == "1 ready · 1 with problems · 1 already there"
    assert "Use letters, digits" in dialog.check.reason.text()
    await forward(dialog, SEND)
    job = dialog.send.job
    assert job is not None
    await until(lambda: job.state == "ended")
    assert job.outcome == "1 created, 2 skipped."
    page = await brand.stored(int(job.items[0].made_id))
    assert (page.name, page.slug, page.status, page.prevent_indexing) == (
        "New",
        "new",
        "draft",
        True,
    )
    dialog.answer("")


@in_the_window
async def test_what_is_no_table_is_told_and_another_file_can_be_chosen(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    dialog = await opened(bench, brand, PRODUCTS)
    strange = tmp_path / "image.csv"
    strange.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    dialog.open_file(strange)
    await until(lambda: dialog.file.problem.isVisible())
    assert "isn't a table" in dialog.file.problem.text()
    assert dialog.step == FILE
    assert not dialog.forward.isEnabled()
    dialog.open_file(csv_file(tmp_path, product_rows(1)))
    await until(dialog.forward.isEnabled)
    assert not dialog.file.problem.isVisible()
    dialog.answer("")
