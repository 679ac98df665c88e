"""The list of pages as a file, chosen as a user does."""

import csv
import io
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtWidgets import QFileDialog
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.contract.brands import BrandPatch
from funneldesk.desktop.parts.pages.list.export import PageExport
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.records.export.dialog import ExportDialog


@pytest.fixture
def chosen_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """What the system's dialog answers: the user chooses this file."""
    path = tmp_path / "out.csv"
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit(str(path)))
    return path


def export_of(panel: PagesPanel) -> PageExport:
    return next(feature for feature in panel.features if isinstance(feature, PageExport))


async def dialog_of(panel: PagesPanel, scope: str) -> ExportDialog:
    panel.tasks.start(export_of(panel).export(scope))
    dialog: ExportDialog = await shown_dialog(ExportDialog)
    return dialog


def in_the_way(path: Path) -> None:
    """A folder of the name stands where the file would go."""
    path.mkdir()


def rows(path: Path) -> list[dict[str, Any]]:
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


@in_the_window
async def test_all_pages_are_exported_in_the_brand_s_time(
    bench: WindowBench, brand: LiveBrand, chosen_path: Path
) -> None:
    async with brand.api() as api:
        held = await api.brands.get()
        await api.brands.update(BrandPatch(name=held.name, timezone="Asia/Tokyo"))
    pages = [await brand.add(title, slug=f"p{at}") for at, title in enumerate(("One", "=2+3"))]
    await brand.add("Other", status="published", slug="other")
    panel = await bench.pages(await bench.workspace(brand))
    dialog = await dialog_of(panel, "all")
    dialog.yes.click()
    await bench.idle(panel)
    told = {row["ID"]: row for row in rows(chosen_path)}
    assert len(told) == 3
    one, two = (told[str(page.id)] for page in pages)
    assert one["Title"] == "One"
    assert two["Title"] == "'=2+3"
    assert pages[0].updated_at is not None
    local = pages[0].updated_at.astimezone(ZoneInfo("Asia/Tokyo"))
    assert one["Changed"] == local.strftime("%Y-%m-%d %H:%M:%S")
    assert bench.notice("3 rows exported")


@in_the_window
async def test_what_is_filtered_or_selected_is_exported_alone(
    bench: WindowBench, brand: LiveBrand, chosen_path: Path
) -> None:
    for title in ("Alpha", "Beta", "Alphabet"):
        await brand.add(title, slug=title.lower())
    panel = await bench.pages(await bench.workspace(brand))
    panel.list.search.setText("alpha")
    await until(lambda: len(panel.list.list.rows.ids) == 2)
    dialog = await dialog_of(panel, "shown")
    assert dialog.scope == "shown"
    dialog.list.rows.tick(["id"], False)
    dialog.yes.click()
    await bench.idle(panel)
    told = rows(chosen_path)
    assert {row["Title"] for row in told} == {"Alpha", "Alphabet"}
    assert "ID" not in told[0]
    # The columns are remembered.
    dialog = await dialog_of(panel, "all")
    assert "id" not in dialog.columns
    dialog.answer("")
    await bench.idle(panel)


@in_the_window
async def test_a_file_that_cannot_be_written_is_told(
    bench: WindowBench, brand: LiveBrand, chosen_path: Path
) -> None:
    await brand.add("One")
    panel = await bench.pages(await bench.workspace(brand))
    dialog = await dialog_of(panel, "all")
    in_the_way(chosen_path)
    dialog.yes.click()
    await bench.idle(panel)
    assert bench.notice("was not written") or bench.notice("could not be written")
    assert [found.name for found in chosen_path.parent.glob(".*")] == []
