"""The report of a transfer: every file with its sentence, addresses to paste, and the way back."""

import csv
import io
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.transfer_bench import Folder, picture, put, queue_of, stored
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    shown_dialog,
    until,
)

from funneldesk.contract.spreadsheets import safe_text
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.downloads.flow import download, download_as
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.report.report import TransferReport
from funneldesk.desktop.assets.transfers.report.rows import counts_of, places
from funneldesk.desktop.assets.transfers.result import ItemResult
from funneldesk.desktop.assets.transfers.uploads.order import LeftOut, UploadOrder
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.workspace.workspace import Workspace


async def uploaded(bench: WindowBench, workspace: Workspace) -> TransferJob:
    """Three files that are new, one that replaces, one that was left out."""
    folder = Folder(bench.folder / "mine")
    for name in ("a & b.png", "media/c.png", "d.png", "e.png"):
        folder.write(name)
    order = folder.order(replaces=["e.png"])
    left = (LeftOut("f.psd", "Files of this kind are not taken: PSD."),)
    job = await queue_of(workspace).upload(
        UploadOrder("Upload of mine", order.items, order.folders, left)
    )
    await job.finished()
    return job


async def report_on(bench: WindowBench, workspace: Workspace, job: TransferJob) -> TransferReport:
    panel = await bench.pages(workspace)
    panel.show()
    report = TransferReport(panel, job, queue_of(workspace))
    panel.tasks.start(report.ask())
    shown: TransferReport = await shown_dialog(TransferReport)
    return shown


async def asked(report: TransferReport) -> Dialog:
    """The question that the report asks."""
    await until(lambda: [dialog for dialog in open_dialogs() if dialog is not report])
    return next(dialog for dialog in open_dialogs() if dialog is not report)


def labels(report: TransferReport) -> list[str]:
    keys = ("all", *counts_of(report.job.results()))
    return [button.text() for key in keys if (button := report.groups.button(key)) is not None]


def titles(report: TransferReport) -> list[str]:
    return [report.list.rows.at(place).title for place in range(report.list.rows.rowCount())]


def click(report: TransferReport, group: str) -> None:
    button = report.groups.button(group)
    assert button is not None
    button.click()


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """What the system's dialogs answer: the user chooses this place."""
    path = tmp_path / "chosen"
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit(str(path)))
    return path


@in_the_window
async def test_every_file_is_told_of_and_found_by_its_group(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await put(brand, {"e.png": picture("before")})
    workspace = await bench.workspace(brand)
    report = await report_on(bench, workspace, await uploaded(bench, workspace))
    assert labels(report) == ["All 5", "3 uploaded", "1 replaced", "1 skipped"]
    assert titles(report)[0] == "f.psd", "what needs a look comes first"
    assert len(titles(report)) == 5
    click(report, "replaced")
    assert titles(report) == ["e.png"]
    click(report, "left_out")
    assert report.said.text() == "Files of this kind are not taken: PSD."
    assert report.copy.property("kind") == "primary"
    assert report.again.isHidden()


@in_the_window
async def test_from_a_file_of_the_report_one_comes_to_the_file(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand)
    went: list[tuple[str, str]] = []
    workspace.asked_to_go.connect(lambda part, record: went.append((part, record)))
    report = await report_on(bench, workspace, await uploaded(bench, workspace))
    click(report, "left_out")
    assert report.go.isHidden(), "it is on this computer only"
    click(report, "new")
    report.list.selectAll()
    assert report.go.isHidden()
    report.list.select(report.list.rows.ids[titles(report).index("media/c.png")])
    report.go.click()
    assert went == [("files", "media/c.png")]
    await until(lambda: report not in open_dialogs())


@in_the_window
async def test_addresses_are_copied_of_the_selected_or_of_all(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand)
    report = await report_on(bench, workspace, await uploaded(bench, workspace))
    base = f"{brand.base_url}/cdn/{brand.number}/assets"
    click(report, "new")
    report.copy_addresses("url")
    copied = QGuiApplication.clipboard().text().split("\n")
    assert sorted(copied) == sorted(
        [f"{base}/a%20%26%20b.png", f"{base}/media/c.png", f"{base}/d.png", f"{base}/e.png"]
    )
    assert report.said.text() == "4 addresses are on the clipboard."
    report.list.selectAll()
    report.copy_addresses("img")
    first = QGuiApplication.clipboard().text().split("\n")[0]
    assert first.startswith(f'<img src="{base}/a%20%26%20b.png"')
    assert 'width="4" height="3" alt="A &amp; b">' in first
    async with brand.api() as api:
        for address in copied:
            assert await api.fetch_asset(address)


@in_the_window
async def test_the_report_is_kept_as_a_table(
    bench: WindowBench, brand: LiveBrand, chosen: Path
) -> None:
    workspace = await bench.workspace(brand)
    report = await report_on(bench, workspace, await uploaded(bench, workspace))
    report.save.click()
    await until(lambda: "exported" in report.said.text())
    rows = list(csv.DictReader(io.StringIO(text_of(chosen), newline="")))
    assert [row["File"] for row in rows] == ["a & b.png", "media/c.png", "d.png", "e.png", "f.psd"]
    assert [row["Outcome"] for row in rows][-1] == "Skipped"
    assert rows[1]["Address"].endswith("/assets/media/c.png")
    assert rows[1]["Width"] == "4"


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig")


@in_the_window
async def test_undo_asks_and_deletes_what_was_just_added(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await put(brand, {"e.png": picture("before")})
    workspace = await bench.workspace(brand)
    job = await uploaded(bench, workspace)
    report = await report_on(bench, workspace, job)
    report.take_back.click()
    question = await asked(report)
    assert question.windowTitle() == "Delete 3 files that this upload added?"
    question.answer("yes")
    await until(lambda: "undone" in report.sentence.text())
    assert report.sentence.text() == "3 files undone, 1 stays."
    assert [await stored(brand, path) for path in ("a & b.png", "media/c.png", "d.png")] == [
        None
    ] * 3
    assert await stored(brand, "e.png") == picture("e.png")
    assert labels(report) == ["All 5", "1 replaced", "3 undone", "1 skipped"]
    assert report.take_back.isHidden()


@in_the_window
async def test_on_a_live_brand_the_way_back_asks_for_the_name(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand, live=True)
    report = await report_on(bench, workspace, await uploaded(bench, workspace))
    report.take_back.click()
    question = await asked(report)
    assert not question.button("yes").isEnabled()
    question.answer("")
    assert await stored(brand, "d.png") == picture("d.png")


@in_the_window
async def test_only_what_failed_is_tried_again_and_a_taken_name_is_asked_about(
    bench: WindowBench, brand: LiveBrand
) -> None:
    folder = Folder(bench.folder / "mine")
    folder.write("a.png")
    folder.write("gone.png").unlink()
    gone = folder.root / "gone.png"
    workspace = await bench.workspace(brand)
    folder.write("gone.png")
    order = folder.order()
    remove(gone)
    job = await queue_of(workspace).upload(order)
    await job.finished()
    report = await report_on(bench, workspace, job)
    assert labels(report) == ["All 2", "1 uploaded", "1 failed"]
    assert report.again.text() == "Try 1 again"
    assert report.again.property("kind") == "primary"
    assert report.copy.property("kind") == ""
    folder.write("gone.png")
    report.again.click()
    await until(lambda: job.state != "ended")
    await job.finished()
    assert await stored(brand, "gone.png") == picture("gone.png")
    await until(lambda: labels(report) == ["All 2", "2 uploaded"])


def remove(path: Path) -> None:
    path.unlink()


@in_the_window
async def test_the_tray_leads_to_the_report(bench: WindowBench, brand: LiveBrand) -> None:
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    session.window.show()
    workspace = panel.workspace
    job = await uploaded(bench, workspace)
    queue = queue_of(workspace)
    await until(lambda: "open" in job.acts)
    assert bench.notice("files uploaded") is not None
    job.acts["open"]()
    report = await shown_dialog(TransferReport)
    assert report.windowTitle() == "Upload of mine"
    report.answer("")
    session.brands.jobs.put_away(job)
    await until(lambda: job not in queue.jobs)
    assert bench.notice("files uploaded") is None


@in_the_window
async def test_a_download_asks_where_to_and_what_of_files_that_are_there(
    bench: WindowBench, brand: LiveBrand, chosen: Path
) -> None:
    await put(brand, {"a.png": picture("a"), "b.png": picture("b")})
    make(chosen)
    workspace = await bench.workspace(brand)
    panel = await bench.pages(workspace)
    panel.show()
    await workspace.shared(AssetLibrary).refresh()
    whole = [AssetRow("", True)]
    job = await download(panel, workspace, whole)
    assert job is not None
    await job.finished()
    assert sorted(names(chosen)) == ["a.png", "b.png"]
    going = panel.tasks.start(download(panel, workspace, whole))
    question = await shown_dialog(Dialog)
    assert question.windowTitle() == "Some of these files are there already"
    question.answer("")
    assert going is not None
    assert await going is None
    report = await report_on(bench, workspace, job)
    assert labels(report) == ["All 2", "2 downloaded"]
    assert report.copy.isHidden()
    assert report.take_back.isHidden()
    assert report.show_folder.property("kind") == "primary"


@in_the_window
async def test_a_file_is_downloaded_under_a_name(
    bench: WindowBench, brand: LiveBrand, chosen: Path
) -> None:
    await put(brand, {"a.png": picture("a")})
    workspace = await bench.workspace(brand)
    panel = await bench.pages(workspace)
    library = workspace.shared(AssetLibrary)
    await library.refresh()
    job = await download_as(panel, workspace, library.rows["a.png"])
    assert job is not None
    await job.finished()
    assert content(chosen) == picture("a")


def make(folder: Path) -> None:
    folder.mkdir()


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def content(path: Path) -> bytes:
    return path.read_bytes()


def test_a_thousand_results_are_grouped_and_ordered() -> None:
    results = [ItemResult(f"{n}.png", f"{n}.png", "done", replaced=n % 3 == 0) for n in range(999)]
    results.append(ItemResult("=1+1.png", "x", "failed", "Why."))
    assert counts_of(results) == {"new": 666, "replaced": 333, "failed": 1}
    assert places(results, "")[0] == 999
    assert len(places(results, "new")) == 666
    assert safe_text(results[-1].shown).startswith("'")
