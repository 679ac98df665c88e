"""The way from what was dropped or pasted to an order, over the real platform."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QImage
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.upload_review_driver import asked, straight
from tests.desktop.support.upload_trees import fill, photo
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    shown_dialog,
    until,
)

from funneldesk.desktop.assets.upload_review import flow
from funneldesk.desktop.assets.upload_review.dialog.dialog import UploadReviewDialog
from funneldesk.desktop.assets.upload_review.flow import Dropped, dropped
from funneldesk.desktop.assets.upload_review.spool import spool_folder, tried_folder
from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.parts.files.transfers.upload import Uploading


@in_the_window
async def test_a_slow_look_shows_itself_and_asks_nothing(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = await bench.workspace(brand)
    monkeypatch.setattr(flow, "UNSEEN_SECONDS", 0.0)
    order = await straight(workspace, [photo(tmp_path / "a.png")])
    assert order is not None
    assert [item.path for item in order.items] == ["media/a.png"]
    assert not open_dialogs(UploadReviewDialog)


@in_the_window
async def test_few_good_files_go_without_a_question(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    files = [photo(tmp_path / f"{number}.jpg", seed=number) for number in range(3)]
    order = await straight(workspace, files)
    assert order is not None
    assert [item.path for item in order.items] == [f"media/{number}.jpg" for number in range(3)]
    assert order.title == "3 files to media"
    assert (order.left_out, order.items[0].changed) == ((), files[0].stat().st_mtime_ns)


@in_the_window
async def test_a_pasted_picture_is_kept_until_it_is_sent_and_given_up_otherwise(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(QColor("#3D57D6"))
    mime = QMimeData()
    mime.setImageData(image)
    pasted = dropped(mime)
    assert pasted is not None
    order = await straight(workspace, pasted, "")
    assert order is not None
    (item,) = order.items
    assert (item.name[:9], item.name[-4:], item.spooled) == ("pasted-20", ".png", True)
    assert QImage(str(item.source)).pixelColor(3, 3) == QColor("#3D57D6")
    assert item.source.parent == spool_folder(workspace)
    async with asked(workspace, Dropped(pictures=pasted.pictures), "products") as shown:
        assert len(list(spool_folder(workspace).iterdir())) == 2
        shown.dialog.cancel_button.click()
        assert await shown.task is None
    assert list(spool_folder(workspace).iterdir()) == [item.source]


def test_drops_are_read_byte_by_byte(qapp: QGuiApplication, tmp_path: Path) -> None:
    mime = QMimeData()
    mime.setData(
        "text/uri-list",
        b"# a comment\r\nfile:///tmp/caf%E9.png\r\nhttps://a.example/b.png\r\nfile:///tmp/a%20b\r\n"
        b"file:///tmp/nul%00.png\r\nfile:[bad\r\n",
    )
    found = dropped(mime)
    assert found is not None
    assert [str(path) for path in found.paths] == ["/tmp/caf\udce9.png", "/tmp/a b"]
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "ä ö.png"))])
    found = dropped(mime)
    assert found is not None
    assert found.paths == (tmp_path / "ä ö.png",)
    assert dropped(QMimeData()) is None


@in_the_window
async def test_what_is_there_to_the_byte_can_be_used_where_it_is(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = await bench.workspace(brand)
    known = photo(tmp_path / "known.png", 50, 40, 1)
    await fill(brand, {"media/known.png": known.read_bytes()})
    order = await straight(workspace, [known], reuse=True)
    assert order is not None
    assert (order.items, order.left_out[0].there) == ((), "media/known.png")
    # And so when the list is known already, and when looking took long.
    monkeypatch.setattr(flow, "UNSEEN_SECONDS", 0.0)
    again = await straight(workspace, [known], reuse=True)
    assert again is not None
    assert again.left_out == order.left_out


@in_the_window
async def test_without_the_platform_nothing_is_replaced_and_it_says_so(
    bench: WindowBench, brand: LiveBrand, relay: Relay, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    await relay.vanish()
    async with asked(workspace, [photo(tmp_path / "a.png")]) as shown:
        await until(lambda: shown.dialog.banner.isVisible())
        assert "nothing is replaced" in shown.dialog.banner.text()
        order = await shown.upload()
    assert order is not None
    assert not order.items[0].replaces


@in_the_window
async def test_closing_the_brand_with_the_dialog_open_leaves_nothing_behind(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    panel = bench.own(FilesPanel(workspace))
    panel.show()
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7")
    (feature,) = (each for each in panel.features if isinstance(each, Uploading))
    chosen = Dropped((tmp_path / "a.pdf",), (image,))
    panel.tasks.start(feature.upload(chosen, "products"))
    dialog = await shown_dialog(UploadReviewDialog)
    await until(lambda: dialog.review.phase == "ready")
    await bench.close(workspace)
    assert not open_dialogs(UploadReviewDialog)
    await until(lambda: not list(spool_folder(workspace).iterdir()))


@in_the_window
async def test_what_was_only_tried_is_not_kept(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    tried = tried_folder(workspace)
    tried.mkdir(parents=True)
    (tried / "left by a run that was killed").write_bytes(b"x")
    os.utime(tried / "left by a run that was killed", (1, 1))
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7")
    async with asked(workspace, [photo(tmp_path / "a.jpg"), tmp_path / "a.pdf"]) as shown:
        assert shown.group("ready") == ["a.jpg"]
        shown.dialog.detail.bar.make.click()
        await until(lambda: "pixels." in shown.dialog.detail.tried.text())
        assert list(tried.iterdir()) == []
        assert "1 converted" in shown.dialog.said.text()
