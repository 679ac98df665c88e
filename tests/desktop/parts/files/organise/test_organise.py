"""Keeping order among the files: folders, names, deletions and the way back, over HTTP."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from tests.desktop.parts.files.test_panel import FILES, names, opened, stock
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    turns,
    until,
)

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.files.delete.delete import DeleteDialog
from funneldesk.desktop.parts.files.moving.dialog import MoveDialog
from funneldesk.desktop.parts.files.organise.name_dialog import NameDialog
from funneldesk.desktop.parts.files.organise.organise import Organise
from funneldesk.desktop.parts.files.panel import FilesPanel


async def on_platform(brand: LiveBrand) -> list[str]:
    async with brand.api() as api:
        return sorted(entry.browse_path for entry in await api.files.list())


async def content(brand: LiveBrand, path: str) -> bytes:
    async with brand.api() as api:
        return await api.fetch_asset(f"/cdn/{brand.number}/assets/{path}")


def organise(panel: FilesPanel) -> Organise:
    return next(each for each in panel.features if isinstance(each, Organise))


def row_of(panel: FilesPanel, path: str) -> AssetRow:
    return panel.library.rows[path]


@in_the_window
async def test_a_new_folder_is_judged_while_it_is_typed(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    panel.folder_button.click()
    dialog: NameDialog = await shown_dialog(NameDialog)
    assert not dialog.go_button.isEnabled()
    QTest.keyClicks(dialog.field, "Summer")
    assert "Small letters" in dialog.problem.text()
    assert not dialog.go_button.isEnabled()
    # The allowed form is taken already, so that another one is offered.
    assert dialog.offer.text() == "Use “summer-2”"
    dialog.offer.click()
    assert dialog.problem.text() == ""
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    await until(lambda: "summer-2" in names(panel))
    assert "summer-2" in await on_platform(brand)
    await until(lambda: [row.path for row in panel.selected()] == ["summer-2"])


@in_the_window
async def test_what_the_platform_refuses_is_told_at_the_field(
    brand: LiveBrand, bench: WindowBench
) -> None:
    panel = await opened(bench, await bench.workspace(brand))
    async with brand.api() as api:
        await api.files.create_folder("autumn")
    organise(panel).new_folder("")
    dialog: NameDialog = await shown_dialog(NameDialog)
    QTest.keyClicks(dialog.field, "autumn")
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    await until(lambda: dialog.problem.text())
    assert dialog.isVisible()
    assert dialog.name == "autumn"
    dialog.answer("")


@in_the_window
async def test_a_folder_whose_dialog_is_closed_on_the_way_is_made_or_told(
    brand: LiveBrand, bench: WindowBench, relay: Relay
) -> None:
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url))
    for name, told in (("spring", ""), ("summer", "New folder")):
        organise(panel).new_folder("")
        dialog: NameDialog = await shown_dialog(NameDialog)
        QTest.keyClicks(dialog.field, name)
        async with relay.held("POST"):
            QTest.keyClick(dialog.field, Qt.Key.Key_Return)
            await until(lambda: len(relay.writes()) == 1)
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
            assert dialog.isHidden()
            if told:
                await relay.vanish()
        if told:
            await until(lambda told=told: bench.notice(told))
        else:
            await until(lambda name=name: panel.library.has_folder(name))
            assert bench.notice() is None
        relay.seen.clear()


@in_the_window
async def test_a_file_gets_another_name_and_keeps_its_ending(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand)
    address = f"/cdn/{brand.number}/assets/summer/img2.png"
    await brand.add("Summer sale", html=f'<img src="{address}">')
    panel = await opened(bench, await bench.workspace(brand), "summer")
    panel.select("summer/img2.png")
    panel.list.enter()
    QTest.keyClick(panel.list.grid, Qt.Key.Key_F2)
    dialog: NameDialog = await shown_dialog(NameDialog)
    assert dialog.name == "img2"
    await until(lambda: "Used in 1 page" in said(dialog))
    dialog.field.setText("img10")
    dialog._typed()
    assert "Another file has this name" in dialog.problem.text()
    assert dialog.offer.text() == "Use “img10-2”"
    dialog.field.setText("first picture")
    dialog._typed()
    dialog.go_button.click()
    await until(lambda: "first picture.png" in names(panel))
    assert "summer/first picture.png" in await on_platform(brand)
    assert "summer/img2.png" not in await on_platform(brand)
    await until(lambda: [row.path for row in panel.selected()] == ["summer/first picture.png"])
    assert await content(brand, "summer/first%20picture.png") == FILES["summer/img2.png"]


@in_the_window
async def test_a_folder_says_that_it_keeps_its_name(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    organise(panel).rename(row_of(panel, "summer"))
    dialog = await shown_dialog()
    assert "can't rename folders" in said(dialog)
    dialog.button("move").click()
    asked: MoveDialog = await shown_dialog(MoveDialog)
    asked.answer("")
    await turns()


@in_the_window
async def test_a_deletion_says_what_goes_and_can_be_taken_back(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand)
    address = f"/cdn/{brand.number}/assets/summer/img10.png"
    await brand.add("Summer sale", html=f'<img src="{address}">')
    panel = await opened(bench, await bench.workspace(brand))
    panel.select("summer")
    panel.list.enter()
    QTest.keyClick(panel.list.grid, Qt.Key.Key_Delete)
    dialog: DeleteDialog = await shown_dialog(DeleteDialog)
    assert "3 files in 2 folders" in said(dialog)
    await until(lambda: "Used in 1 page" in said(dialog))
    dialog.button("delete").click()
    await until(lambda: bench.notice("3 files in 2 folders deleted"))
    assert await on_platform(brand) == ["fonts", "fonts/inter.ttf", "hero.png", "notes.css"]
    await until(lambda: names(panel) == ["fonts", "hero.png", "notes.css"])
    notice = bench.notice("3 files in 2 folders deleted")
    assert notice is not None
    assert notice.action is not None
    notice.action.run()
    await until(lambda: bench.notice("brought back"))
    assert await content(brand, "summer/img10.png") == FILES["summer/img10.png"]
    assert await content(brand, "summer/late/Logo.svg") == FILES["summer/late/Logo.svg"]
    await until(lambda: "summer" in names(panel))


@in_the_window
async def test_what_is_protected_is_told_before_anything_is_tried(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand, {**FILES, "media/a.css": b"a {}"})
    panel = await opened(bench, await bench.workspace(brand))
    organise(panel).delete([row_of(panel, "media")])
    await until(lambda: bench.notice("This stays."))
    assert not open_dialogs(Dialog)
    organise(panel).delete([row_of(panel, "media"), row_of(panel, "hero.png")])
    dialog: DeleteDialog = await shown_dialog(DeleteDialog)
    assert "The folder media stays" in said(dialog)
    dialog.button("delete").click()
    await until(lambda: bench.notice("1 file deleted"))
    assert "media/a.css" in await on_platform(brand)


@in_the_window
async def test_on_a_live_brand_its_name_is_typed(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand, live=True))
    organise(panel).delete([row_of(panel, "hero.png")])
    dialog: DeleteDialog = await shown_dialog(DeleteDialog)
    assert not dialog.button("delete").isEnabled()
    assert dialog.typed is not None
    QTest.keyClicks(dialog.typed, "Harbour Lane")
    dialog.button("delete").click()
    await until(lambda: bench.notice("1 file deleted"))


@in_the_window
async def test_a_file_that_is_gone_already_is_no_failure(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    async with brand.api() as api:
        await api.files.delete("hero.png")
    organise(panel).delete([row_of(panel, "hero.png"), row_of(panel, "notes.css")])
    dialog: DeleteDialog = await shown_dialog(DeleteDialog)
    dialog.keep.setChecked(False)
    dialog.button("delete").click()
    await until(lambda: bench.notice("2 files deleted"))
    await until(lambda: "hero.png" not in names(panel))


@in_the_window
async def test_a_lost_answer_is_looked_at(
    brand: LiveBrand, bench: WindowBench, relay: Relay
) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url))
    organise(panel).delete([row_of(panel, "hero.png")])
    dialog: DeleteDialog = await shown_dialog(DeleteDialog)
    dialog.keep.setChecked(False)
    relay.lose_answers_to = "POST"
    dialog.button("delete").click()
    await until(lambda: bench.notice("1 file deleted"))
    assert "hero.png" not in await on_platform(brand)


@in_the_window
async def test_addresses_are_copied_a_line_each(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    panel.list.enter()
    panel.list.grid.selectAll()
    QTest.keyClick(panel.list.grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    at = f"{brand.base_url}/cdn/{brand.number}/assets"
    assert lines == [f"{at}/hero.png", f"{at}/notes.css"]
    organise(panel).copy_addresses([row_of(panel, "hero.png")], "img")
    assert QGuiApplication.clipboard().text().startswith(f'<img src="{at}/hero.png"')
    organise(panel).copy_paths(panel.selected())
    assert QGuiApplication.clipboard().text().splitlines() == [
        "fonts",
        "summer",
        "hero.png",
        "notes.css",
    ]


@in_the_window
async def test_a_viewer_is_offered_nothing_that_writes(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand, role="viewer", read_only=True))
    titles = [command.title for command in panel.commands()]
    assert "New folder…" not in titles
    organise(panel).delete([row_of(panel, "hero.png")])
    assert bench.notice("Files can only be looked at here.")
    assert not open_dialogs(Dialog)
