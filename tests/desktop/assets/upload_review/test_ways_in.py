"""Every way of a file into the brand: dropped, pasted, chosen; and what is on the platform then."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit
from tests.desktop.support.files_menus import entries
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.upload_trees import fill, photo
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    shown_dialog,
    until,
)

from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.upload_review.dialog.dialog import UploadReviewDialog
from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.sections.actions import Place
from funneldesk.desktop.workspace.workspace import Workspace


async def stored(brand: LiveBrand) -> dict[str, int]:
    """The files on the platform, with their sizes."""
    async with brand.api() as api:
        listed = await api.files.list()
    return {each.browse_path: each.size_bytes or 0 for each in listed if not each.is_directory}


async def opened(
    bench: WindowBench, brand: LiveBrand, **rest: bool
) -> tuple[FilesPanel, Workspace]:
    workspace = await bench.workspace(brand, **rest)
    panel = bench.own(FilesPanel(workspace))
    panel.resize(1200, 800)
    panel.show()
    panel.refresh()
    await until(lambda: panel.library.loaded)
    return panel, workspace


async def arrived(workspace: Workspace, jobs: int = 1) -> None:
    queue = workspace.shared(TransferQueue)
    await until(lambda: [job.state for job in queue.jobs] == ["ended"] * jobs)


async def at_the_grid(panel: FilesPanel) -> None:
    """The keyboard is where the files are."""
    panel.activateWindow()
    panel.list.grid.setFocus()
    await until(panel.list.grid.hasFocus)


@in_the_window
async def test_what_is_dropped_on_a_folder_goes_into_it(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    panel, workspace = await opened(bench, brand)
    source = photo(tmp_path / "beach.jpg")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(source))])
    panel.files_dropped.emit(mime, "summer")
    await until(lambda: workspace.shared(TransferQueue).jobs)
    await arrived(workspace)
    assert await stored(brand) == {"summer/beach.jpg": source.stat().st_size}
    await until(lambda: "summer/beach.jpg" in panel.library.rows)
    assert not open_dialogs(UploadReviewDialog)


@in_the_window
async def test_a_picture_and_files_are_pasted_by_their_keys(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    await fill(brand, {"first.png": photo(tmp_path / "first.png").read_bytes()})
    panel, workspace = await opened(bench, brand)
    clipboard = QGuiApplication.clipboard()
    image = QImage(30, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("#3D57D6"))
    clipboard.setImage(image)
    await at_the_grid(panel)
    said: list[str] = []
    bench.notifications.posted.connect(lambda notice: said.append(notice.title))
    QTest.keyClick(panel.list.grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: workspace.shared(TransferQueue).jobs)
    await arrived(workspace)
    first, name = sorted(await stored(brand))
    assert (first, name[:9]) == ("first.png", "pasted-20")
    spool = workspace.store.path.with_suffix(".spool")
    assert list(spool.iterdir()) == []
    clipboard.setText("only words")
    # A slow look is shown in a dialog; after it nothing gives the keyboard back off the screen.
    await at_the_grid(panel)
    QTest.keyClick(panel.list.grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: any("nothing to upload" in title for title in said))
    clipboard.clear()


@in_the_window
async def test_files_are_chosen_by_the_button_and_an_odd_one_is_asked_about(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    panel, workspace = await opened(bench, brand)
    photo(tmp_path / "good.png")
    (tmp_path / "brief.pdf").write_bytes(b"%PDF-1.7")
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    panel.upload_button.click()
    await until(lambda: panel.findChildren(QFileDialog))
    (dialog,) = panel.findChildren(QFileDialog)
    dialog.setDirectory(str(tmp_path))
    (field,) = dialog.findChildren(QLineEdit, "fileNameEdit")
    field.setText("brief.pdf")
    QTest.keyClick(field, Qt.Key.Key_Return)
    dialog = await shown_dialog(UploadReviewDialog)
    await until(lambda: "stays here" in dialog.said.text())
    assert not dialog.yes.isEnabled()
    dialog.cancel_button.click()
    await until(lambda: not open_dialogs(UploadReviewDialog))
    assert await stored(brand) == {}
    assert not workspace.shared(TransferQueue).jobs


@in_the_window
async def test_a_whole_folder_is_chosen_by_its_keys(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, workspace = await opened(bench, brand)
    tree = tmp_path / "autumn"
    (tree / "leaves").mkdir(parents=True)
    sizes = {
        f"autumn/{name}": photo(tree / name).stat().st_size for name in ("a.jpg", "leaves/b.png")
    }
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit(str(tree)))
    panel.activateWindow()
    panel.list.enter()
    await until(lambda: panel.isAncestorOf(QApplication.focusWidget()))
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_U, both)
    await until(lambda: workspace.shared(TransferQueue).jobs)
    await arrived(workspace)
    assert await stored(brand) == sizes


@in_the_window
async def test_who_may_only_look_is_offered_no_upload(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    panel, _ = await opened(bench, brand, read_only=True)
    assert not panel.upload_button.isEnabled()
    uploads = [
        each for each in entries(panel, Place.LIST_MENU, [""]).values() if "pload" in each.text()
    ]
    assert uploads
    assert not any(each.isEnabled() for each in uploads)
    assert all("read only" in each.toolTip() for each in uploads)
    assert not [each for each in panel.commands() if "Upload" in each.title]
