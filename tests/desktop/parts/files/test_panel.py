"""The Files section: folders from a flat listing, search over all, order, selection and place."""

import asyncio

from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, turns, until
from tests.server.support.file_samples import SVG, TTF, png

from funneldesk.client.uploads import Upload
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.workspace.workspace import Workspace

FILES = {
    "hero.png": png(40, 30),
    "summer/img2.png": png(5, 5),
    "summer/img10.png": png(50, 50),
    "summer/late/Logo.svg": SVG,
    "fonts/inter.ttf": TTF,
    "notes.css": b"a { color: red }",
}


async def stock(brand: LiveBrand, files: dict[str, bytes] = FILES) -> None:
    """Files that somebody put there before."""
    async with brand.api() as api:
        for path, content in files.items():
            folder, _, name = path.rpartition("/")
            await api.files.upload(Upload(name, content), folder=folder)


async def opened(bench: WindowBench, workspace: Workspace, folder: str = "") -> FilesPanel:
    """The section, with its list read."""
    panel = bench.own(FilesPanel(workspace))
    panel.resize(1200, 800)
    panel.show()
    panel.open_record(folder)
    panel.refresh()
    await until(lambda: panel.library.refreshed and not panel.tasks._tasks)
    await until(lambda: panel.list.grid.local.settled)
    return panel


def names(panel: FilesPanel) -> list[str]:
    return [row.name for row in panel.shown_rows()]


@in_the_window
async def test_folders_are_made_from_the_flat_listing(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    assert names(panel) == ["fonts", "summer", "hero.png", "notes.css"]
    assert list(panel.tree.rows.ids) == ["", "fonts", "summer"]
    assert panel.list.count.text().startswith("6 files · ")
    panel.show_folder("summer")
    await until(lambda: names(panel) == ["late", "img2.png", "img10.png"])
    await until(lambda: panel.list.count.text().startswith("1 folder · 2 files · "))
    panel.tree.fold("summer", on=False)
    assert list(panel.tree.rows.ids) == ["", "fonts", "summer", "summer/late"]


@in_the_window
async def test_the_keyboard_goes_through_folders(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    looked: list[AssetRow] = []
    panel.asked_for_look.connect(looked.append)
    panel.list.enter()
    grid = panel.list.grid
    QTest.keyClicks(grid, "su")
    assert grid.row_at(grid.currentIndex().row()).path == "summer"  # type: ignore[union-attr]
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert panel.folder == "summer"
    assert names(panel) == ["late", "img2.png", "img10.png"]
    QTest.keyClick(grid, Qt.Key.Key_End)
    QTest.keyClick(grid, Qt.Key.Key_Space)
    assert [row.path for row in looked] == ["summer/img10.png"]
    QTest.keyClick(grid, Qt.Key.Key_Backspace)
    assert panel.folder == ""
    assert [row.path for row in panel.selected()] == ["summer"]


@in_the_window
async def test_a_search_looks_through_all_folders(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand), "fonts")
    assert names(panel) == ["inter.ttf"]
    panel.seek()
    QTest.keyClicks(panel.list.head.search, "IMG")
    await until(lambda: names(panel) == ["img2.png", "img10.png"])
    assert panel.list.count.text() == "2 files of 6"
    panel.list.choose("kind", "vector")
    assert panel.list.views.currentWidget() is panel.list.nothing
    QTest.keyClick(panel.list.head.search, Qt.Key.Key_Escape)
    await until(lambda: names(panel) == ["Logo.svg"])
    panel.list.show_everything()
    assert names(panel) == ["inter.ttf"]


@in_the_window
async def test_list_and_grid_share_selection_and_order(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand), "summer")
    grid = panel.list.grid
    assert panel.select("summer/img10.png")
    panel.list.show_as("list")
    grid.header.asked_to_sort.emit("size")
    assert names(panel) == ["late", "img10.png", "img2.png"]
    grid.header.asked_to_sort.emit("size")
    assert names(panel) == ["late", "img2.png", "img10.png"]
    assert [row.path for row in panel.selected()] == ["summer/img10.png"]
    panel.list.show_as("grid")
    assert [row.path for row in panel.selected()] == ["summer/img10.png"]
    await until(lambda: " selected" in panel.list.count.text())


@in_the_window
async def test_a_file_is_shown_in_its_folder(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand), "summer/late/Logo.svg")
    assert panel.folder == "summer/late"
    assert [row.name for row in panel.selected()] == ["Logo.svg"]
    assert panel.tree.selected_ids() == ["summer/late"]


@in_the_window
async def test_the_view_comes_back_as_it_was_left(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace, "summer")
    panel.list.show_as("list")
    panel.list.set_side(300)
    panel.list.set_query(panel.list.query.sorted_by("changed"))
    state = panel.state()
    other = bench.own(FilesPanel(workspace))
    other.resize(1200, 800)
    other.show()
    other.restore(state)
    other.refresh()
    await until(lambda: other.folder == "summer")
    assert other.state() == state


@in_the_window
async def test_what_was_read_is_there_without_the_platform(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand)
    workspace = await bench.workspace(brand, place="same")
    await opened(bench, workspace)
    await until(lambda: not workspace.shared(AssetLibrary).tasks._tasks)
    await bench.close(workspace)
    later = await bench.workspace(brand, place="same", connected=False)
    panel = bench.own(FilesPanel(later))
    panel.refresh()
    await until(lambda: names(panel) == ["fonts", "summer", "hero.png", "notes.css"])
    await until(lambda: panel.library.file_count == 6 and "img2.png" in str(panel.library.rows))


@in_the_window
async def test_what_others_add_is_found_by_a_look(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand, {"a.png": png()})
    panel = await opened(bench, await bench.workspace(brand))
    before = panel.library.refreshed
    await panel.library.look()
    assert panel.library.refreshed == before
    await stock(brand, {"b.png": png(9, 9)})
    await panel.library.look()
    assert panel.library.refreshed > before
    assert names(panel) == ["a.png", "b.png"]


@in_the_window
async def test_a_viewer_sees_why_nothing_can_be_changed(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand, {"a.png": png()})
    panel = await opened(bench, await bench.workspace(brand, read_only=True))
    assert names(panel) == ["a.png"]
    assert not panel.upload_button.isEnabled()
    assert "role" in panel.upload_button.toolTip()


@in_the_window
async def test_what_is_gone_is_told(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand), "summer/old.png")
    await until(lambda: bench.notice("old.png"))
    assert panel.state()["open"] in ("summer", "/")


@in_the_window
async def test_files_are_dropped_where_there_are_none_yet(
    brand: LiveBrand, bench: WindowBench
) -> None:
    panel = await opened(bench, await bench.workspace(brand))
    assert panel.list.views.currentWidget() is panel.list.empty
    dropped: list[str] = []
    panel.files_dropped.disconnect()
    panel.files_dropped.connect(lambda mime, folder: dropped.append(mime.urls()[0].fileName()))
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/tmp/photo.png")])
    button, key = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(200, 200), Qt.DropAction.CopyAction, mime, button, key)
    drop = QDropEvent(QPointF(200, 200), Qt.DropAction.CopyAction, mime, button, key)
    for event in (enter, drop):
        QCoreApplication.sendEvent(panel.list.views, event)
        assert event.isAccepted()
    assert dropped == ["photo.png"]


@in_the_window
async def test_a_folder_opens_in_a_window_of_its_own(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace, "summer")
    wishes: list[tuple[str, str]] = []
    workspace.asked_for_window.connect(lambda part, path: wishes.append((part, path)))
    QTest.keySequence(panel, "Ctrl+Shift+O")
    panel.select("summer/img2.png")
    QTest.keySequence(panel, "Ctrl+Shift+O")
    assert wishes == [("files", "summer"), ("files", "summer/img2.png")]


@in_the_window
async def test_rows_put_by_others_show_at_once(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand), "summer")
    new = AssetRow.of({"browse_path": "summer/img3.png", "size_bytes": 5})
    deep = AssetRow.of({"browse_path": "autumn/one/a.png", "size_bytes": 5})
    panel.library.put([new, deep])
    await until(lambda: names(panel) == ["late", "img2.png", "img3.png", "img10.png"])
    await until(lambda: "autumn" in panel.tree.rows.ids)
    await until(lambda: panel.list.count.text().startswith("1 folder · 3 files"))
    panel.library.forget(["summer/img2.png", "autumn"])
    await until(lambda: names(panel) == ["late", "img3.png", "img10.png"])
    await until(lambda: "autumn" not in panel.tree.rows.ids)


@in_the_window
async def test_a_list_that_is_asked_for_shows_what_was_done_before(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand, {"a.png": png()})
    library = (await bench.workspace(brand)).shared(AssetLibrary)
    under_way = asyncio.ensure_future(library.refresh())
    await turns(1)
    await stock(brand, {"b.png": png()})
    await asyncio.gather(library.refresh(), library.refresh(), under_way)
    assert sorted(library.rows) == ["a.png", "b.png"]
