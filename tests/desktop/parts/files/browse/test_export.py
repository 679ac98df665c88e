"""The list of files as a file, chosen as a user does."""

import csv
import io
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtWidgets import QFileDialog
from tests.desktop.support.files_menus import entries
from tests.desktop.support.image_samples import picture
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.client.uploads import Upload
from funneldesk.contract.brands import BrandPatch
from funneldesk.desktop.parts.files.browse.export import FilesExport
from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.records.export.dialog import ExportDialog
from funneldesk.desktop.sections.actions import Place

FILES = {"hero.png": picture(64, 48), "summer/-danger.css": b"a {}", "summer/b.svg": b"<svg/>"}


@pytest.fixture
def chosen_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """What the system's dialog answers: the user chooses this file."""
    path = tmp_path / "out.csv"
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit(str(path)))
    return path


async def opened(bench: WindowBench, brand: LiveBrand) -> FilesPanel:
    async with brand.api() as api:
        held = await api.brands.get()
        await api.brands.update(BrandPatch(name=held.name, timezone="Asia/Tokyo"))
        for path, content in FILES.items():
            folder, _, name = path.rpartition("/")
            await api.files.upload(Upload(name, content), folder=folder)
    panel = bench.own(FilesPanel(await bench.workspace(brand)))
    panel.resize(1100, 700)
    panel.show()
    panel.refresh()
    await until(lambda: panel.library.refreshed)
    return panel


def rows(path: Path) -> list[dict[str, Any]]:
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


@in_the_window
async def test_all_files_or_the_shown_ones_are_exported(
    bench: WindowBench, brand: LiveBrand, chosen_path: Path
) -> None:
    panel = await opened(bench, brand)
    panel.show_folder("summer")
    await until(lambda: len(panel.list.grid.rows.ids) == 2)
    (export,) = (each for each in panel.features if isinstance(each, FilesExport))
    entries(panel, Place.SECTION_MENU)["Export the list of files…"].trigger()
    dialog: ExportDialog = await shown_dialog(ExportDialog)
    assert "All (3)" in said(dialog)
    assert "As filtered (2)" in said(dialog)
    dialog.yes.click()
    await until(lambda: bench.notice("3 rows exported"))
    written = {row["Name"]: row for row in rows(chosen_path)}
    assert list(written) == ["hero.png", "'-danger.css", "b.svg"], "no formula"
    hero = written["hero.png"]
    assert (hero["Folder"], hero["Kind"], hero["Width"], hero["Height"]) == ("", "PNG", "64", "48")
    assert hero["Bytes"] == str(len(FILES["hero.png"]))
    there = datetime.fromisoformat(hero["Changed"]).replace(tzinfo=ZoneInfo("Asia/Tokyo"))
    assert abs(datetime.now(UTC) - there) < timedelta(minutes=5)
    async with brand.api() as api:
        assert await api.fetch_asset(hero["Address"]) == FILES["hero.png"]
    await until(lambda: panel.workspace.jobs.jobs)
    assert panel.workspace.jobs.jobs[0].outcome == "3 rows exported."
    export.start("shown")
    again: ExportDialog = await shown_dialog(ExportDialog)
    again.yes.click()
    await until(lambda: len(rows(chosen_path)) == 2)
