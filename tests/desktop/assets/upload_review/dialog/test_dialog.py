"""The dialog before an upload, over the real platform: what a designer sees, decides and sends."""

import asyncio
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.upload_review_driver import asked
from tests.desktop.support.upload_trees import fill, photo, small_tree
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.assets.transfers.uploads.order import Conversion
from funneldesk.desktop.kit.dialogs.dialog import Dialog


async def campaign(brand: LiveBrand, folder: Path) -> Path:
    """A tree that meets files of the platform, one of them to the byte."""
    root = small_tree(folder / "Campaign", 4)
    other = photo(folder / "other.png", 70, 50, 9).read_bytes()
    await fill(
        brand,
        {
            "media/campaign/hero.png": other,
            "media/campaign/team.webp": photo(folder / "o.webp", 40, 30, 9).read_bytes(),
            "media/campaign/logo.png": (root / "logo.png").read_bytes(),
        },
    )
    return root


@in_the_window
async def test_a_tree_is_told_by_its_problems(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    root = await campaign(brand, tmp_path)
    async with asked(workspace, [root]) as shown:
        dialog = shown.dialog
        await until(lambda: "same" in dialog.groups.keys)
        assert dialog.said.text().startswith("22 files, ")
        assert "4 to be decided · 7 stay here" in dialog.said.text()
        assert "1 hidden file" in dialog.notes.text()
        assert dialog.groups.current() == "conflict"
        assert shown.group("conflict") == ["Campaign/hero.png", "Campaign/team.webp"]
        assert shown.group("large") == ["Campaign/poster.png"]
        kinds = ["Campaign/brief.pdf", "Campaign/notes.txt", "Campaign/texture.ppm"]
        assert shown.group("kind") == kinds
        assert shown.group("folder") == ["Campaign", "Campaign/Summer Photos"]
        assert shown.group("name") == ["Campaign/what?.png", "Campaign/wrong.jpg"]
        assert shown.group("same") == ["Campaign/logo.png"]
        assert shown.group("unreadable") == [
            "Campaign/empty.png",
            "Campaign/passwd.css",
            "Campaign/pipe.png",
            "Campaign/Summer Photos/raw/round",
        ]


@in_the_window
async def test_each_problem_is_cured_where_it_is_told(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    root = await campaign(brand, tmp_path)
    async with asked(workspace, [root]) as shown:
        dialog = shown.dialog
        await until(lambda: "same" in dialog.groups.keys)
        shown.group("conflict")
        shown.press(Qt.Key.Key_R, Qt.Key.Key_Down, Qt.Key.Key_B)
        shown.group("large")
        dialog.detail.bar.make.click()
        await until(lambda: "becomes" in dialog.detail.tried.text())
        shown.group("kind")
        dialog.choices.make.click()
        shown.group("folder")
        dialog.list.setCurrentIndex(dialog.list.rows.index(1))
        dialog.detail.name.setFocus()
        dialog.detail.name.selectAll()
        QTest.keyClicks(dialog.detail.name, "beach")
        QTest.keyClick(dialog.detail.name, Qt.Key.Key_Return)
        assert "Upload 15 files" in said(dialog)
        order = await shown.upload()
    assert order is not None
    sent = {item.path.removeprefix("media/campaign/"): item for item in order.items}
    assert (sent["hero.png"].replaces, sent["team-2.webp"].replaces) == (True, False)
    assert (
        sent["poster.webp"].conversion
        == sent["texture.webp"].conversion
        == Conversion("webp", 1920)
    )
    assert {"beach/beach-00.jpg", "wrong.png", "what-.png"} <= set(sent)
    assert order.folders == ("media/campaign/beach",)
    assert len(order.items) + len(order.left_out) == 22
    whys = {left.shown: left.why for left in order.left_out}
    assert whys["Campaign/brief.pdf"] == "PDF files aren't accepted by the server."
    assert whys["Campaign/logo.png"] == "The same file is there already, to the byte."


@in_the_window
async def test_many_are_decided_at_once_and_taken_back(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    files = [photo(tmp_path / f"{number}.png", 20, 10, number) for number in range(5)]
    other = photo(tmp_path / "other.png", 30, 10, 99).read_bytes()
    await fill(brand, {f"media/{number}.png": other for number in range(5)})
    async with asked(workspace, files) as shown:
        dialog, review = shown.dialog, shown.dialog.review
        states = lambda: [each.state for each in review.plan.files]  # noqa: E731
        assert states() == ["open"] * 5
        assert not dialog.yes.isEnabled()
        dialog.choices.replace.click()
        assert [each.replaces for each in review.plan.files] == [True] * 5
        shown.press(Qt.Key.Key_Home, Qt.Key.Key_Delete)
        assert states() == ["out", "go", "go", "go", "go"]
        assert dialog.yes.text() == "Upload 4 files"
        dialog.undo_button.click()
        assert states() == ["go"] * 5
        dialog.choices.back.click()
        assert states() == ["open"] * 5
        dialog.choices.both.click()
        assert {each.path for each in review.plan.files} == {f"media/{n}-2.png" for n in range(5)}
        dialog.target.field.setText("media/winter")
        dialog.target.field.editingFinished.emit()
        assert {each.path for each in review.plan.files} == {
            f"media/winter/{n}.png" for n in range(5)
        }
        dialog.target.field.setText("media/Not Allowed")
        dialog.target.field.editingFinished.emit()
        assert "small letters" in dialog.target.problem.text()
        assert review.target == "media/winter"


@in_the_window
async def test_leaving_asks_only_when_something_was_decided(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7")
    good = photo(tmp_path / "a.png")
    async with asked(workspace, [tmp_path / "a.pdf", good]) as shown:
        QTest.keyClick(shown.dialog, Qt.Key.Key_Escape)
        assert await shown.task is None
    async with asked(workspace, [tmp_path / "a.pdf", good]) as shown:
        shown.group("ready")
        shown.press(Qt.Key.Key_Delete)
        shown.dialog.cancel_button.click()
        question = await shown_dialog(Dialog)
        await until(lambda: len(open_dialogs(Dialog)) == 2)
        question = next(each for each in open_dialogs(Dialog) if each is not shown.dialog)
        question.button("").click()
        await until(lambda: len(open_dialogs(Dialog)) == 1)
        assert not shown.task.done()
        shown.dialog.cancel_button.click()
        await until(lambda: len(open_dialogs(Dialog)) == 2)
        question = next(each for each in open_dialogs(Dialog) if each is not shown.dialog)
        question.button("yes").click()
        assert await shown.task is None


@in_the_window
async def test_thousands_are_decided_at_once_and_moved_through(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    tree = tmp_path / "Many Files"
    tree.mkdir()
    content = photo(tmp_path / "a.png", 8, 8).read_bytes()
    for number in range(2000):
        (tree / f"{number:05}.png").write_bytes(content)
    async with asked(workspace, [tree]) as shown:
        assert shown.dialog.yes.text() == "Upload 2,000 files"
        shown.dialog.choices.out.click()
        await until(lambda: shown.dialog.yes.text() == "Upload")
        shown.dialog.undo_button.click()
        await until(lambda: shown.dialog.yes.text() == "Upload 2,000 files")
        shown.press(*[Qt.Key.Key_PageDown] * 20)
        assert shown.dialog.list.indexAt(QPoint(5, 5)).row() > 50
        order = await shown.upload()
    assert order is not None
    assert len({item.path for item in order.items}) == 2000
    assert order.folders == ("media", "media/many-files")


@in_the_window
async def test_a_cure_that_does_not_work_is_told_and_decided_again(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    broken = photo(tmp_path / "broken.png", 300, 200)
    with broken.open("r+b") as file:
        file.seek(100)
        file.write(bytes(200))
        file.truncate(11 * 1024 * 1024)
    async with asked(workspace, [broken]) as shown:
        dialog = shown.dialog
        dialog.detail.bar.make.click()
        await until(lambda: dialog.review.plan.files[0].state == "open" and dialog.review.failed)
        assert "damaged" in dialog.detail.why.text()
        assert not dialog.yes.isEnabled()


@in_the_window
async def test_a_plan_that_was_begun_before_a_decision_does_not_take_it_back(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    root = await campaign(brand, tmp_path)
    async with asked(workspace, [root]) as shown:
        dialog = shown.dialog
        assert shown.group("large") == ["Campaign/poster.png"]
        begun = asyncio.ensure_future(dialog.review.settle())
        await asyncio.sleep(0)
        dialog.detail.bar.make.click()
        await begun
        (planned,) = (each for each in dialog.review.plan.files if each.name.startswith("poster"))
        assert planned.conversion == Conversion("webp", 1920)


@in_the_window
async def test_a_group_that_comes_later_leaves_place_and_selection(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    files = [photo(tmp_path / f"{number}.png", 20, 10, number) for number in range(6)]
    other = photo(tmp_path / "other.png", 30, 10, 99).read_bytes()
    await fill(brand, {f"media/{number}.png": other for number in range(6)})
    async with asked(workspace, files) as shown:
        dialog = shown.dialog
        shown.group("conflict")
        shown.press(Qt.Key.Key_End)
        QTest.keyClick(dialog.list, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
        before = dialog.list.selected_ids()
        dialog.review.same[0] = "media/0.png"
        await dialog.review.settle()
        assert "same" in dialog.groups.keys
        assert dialog.groups.current() == "conflict"
        assert dialog.list.selected_ids() == before == ["4", "5"]


@in_the_window
async def test_the_button_counts_the_files_that_need_a_decision(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    files = [photo(tmp_path / f"{number}.png", 20, 10, number) for number in range(5)]
    await fill(brand, {"media/0.png": photo(tmp_path / "other.png", 30, 10, 99).read_bytes()})
    async with asked(workspace, files) as shown:
        assert shown.dialog.yes.text() == "Upload 4 of 5 files"
        shown.dialog.choices.both.click()
        assert shown.dialog.yes.text() == "Upload 5 files"
