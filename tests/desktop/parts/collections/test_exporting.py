"""Entries as a file of this computer, and as one that the server sends to an address."""

import csv
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from tests.desktop.support.collections_desk import (
    collection_of,
    collections,
    entries_in,
    guests,
    table_of,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    shown_dialog,
    until,
)

from funneldesk.desktop.records.export.dialog import ExportDialog
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.server.jobs.tables import ExportRow


@in_the_window
async def test_entries_are_exported_as_they_are_shown_and_open_as_texts_in_a_spreadsheet(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chosen = tmp_path / "out.csv"
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit(str(chosen)))
    collection = await collection_of(brand)
    entries_in(brand, collection, [*guests(2), {**guests(1)[0], "name": "=1+1", "secret": "hush"}])
    page = table_of(await collections(bench, await bench.workspace(brand)))
    page.export.start("all")
    dialog: ExportDialog = await shown_dialog(ExportDialog)
    dialog.yes.click()
    await until(lambda: bench.notice("3 rows exported"))
    rows = list(csv.DictReader(chosen.read_text("utf-8-sig").splitlines()))
    assert [row["Name"] for row in rows] == ["'=1+1", "Guest 0001", "Guest 0000"]
    assert "hush" not in chosen.read_text("utf-8-sig")


@in_the_window
async def test_an_export_by_email_is_asked_for_once_with_the_fields_that_were_chosen(
    bench: WindowBench, brand: LiveBrand
) -> None:
    collection = await collection_of(brand)
    entries_in(brand, collection, guests(2))
    page = table_of(await collections(bench, await bench.workspace(brand)))
    page.declared_actions.run(page.declared_actions["collections.export-by-email"])
    dialog: FormDialog = await shown_dialog(FormDialog)
    for name, value in (("email", "nobody"), ("fields", [])):
        dialog.form.row(name).set_value(value)
        dialog.form.row(name).edited.emit(name, value)
    dialog.go_button.click()
    assert "Write an email address" in dialog.form.row("email").error()
    assert "at least one" in dialog.form.row("fields").error()
    for name, value in (("email", "team@posta.example"), ("fields", ["name", "guests"])):
        dialog.form.row(name).set_value(value)
        dialog.form.row(name).edited.emit(name, value)
    dialog.go_button.click()
    await until(lambda: not open_dialogs(FormDialog))
    await until(lambda: bench.notice("The export was requested"))
    notice = bench.notice("The export was requested")
    assert notice is not None
    assert "team@posta.example" in notice.text
    with brand.database.writing() as session:
        (asked,) = session.query(ExportRow).filter_by(brand_id=brand.number)
        assert asked.to_address == "team@posta.example"
        assert asked.body["fields"] == ["name", "guests"]
