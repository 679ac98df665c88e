"""Copies and moves: proven the same before anything goes, told truly, nothing lost by a kill."""

import asyncio

from PySide6.QtCore import QMimeData
from PySide6.QtTest import QTest
from tests.desktop.parts.files.organise.test_organise import content, on_platform
from tests.desktop.parts.files.test_panel import FILES, names, opened, stock
from tests.desktop.parts.files.transfers.test_drag_out import dragged
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
from funneldesk.desktop.assets.moving.order import order_of, why_not
from funneldesk.desktop.assets.moving.runner import MOVE
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.transfers.report.rows import done_word
from funneldesk.desktop.assets.transfers.report.undo import TransferUndo
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.files.moving.dialog import MoveDialog
from funneldesk.desktop.parts.files.moving.moving import MoveFiles
from funneldesk.desktop.parts.files.panel import FilesPanel


def ask(panel: FilesPanel, target: str | None, *paths: str) -> None:
    feature = next(each for each in panel.features if isinstance(each, MoveFiles))
    feature.ask([panel.library.rows[path] for path in paths], target)


async def ended(panel: FilesPanel) -> TransferJob:
    queue = panel.workspace.shared(TransferQueue)
    await until(lambda: queue.jobs)
    await asyncio.wait_for(queue.jobs[-1].finished(), 15)
    return queue.jobs[-1]


@in_the_window
async def test_files_and_folders_are_moved_and_their_uses_told(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand)
    address = f"/cdn/{brand.number}/assets/hero.png"
    await brand.add("Summer sale", html=f'<img src="{address}">')
    panel = await opened(bench, await bench.workspace(brand))
    ask(panel, None, "hero.png", "summer")
    dialog: MoveDialog = await shown_dialog(MoveDialog)
    assert not dialog.button("move").isEnabled()
    assert "lie there already" in dialog.problem.text()
    dialog.target.field.clear()
    QTest.keyClicks(dialog.target.field, "archive/old")
    await until(lambda: "Used in 1 page" in said(dialog))
    dialog.button("move").click()
    job = await ended(panel)
    assert job.outcome == "4 files were moved."
    assert done_word(job) == "Moved"
    queue = panel.workspace.shared(TransferQueue)
    assert TransferUndo(panel, job, queue).count == 4
    found = await on_platform(brand)
    assert [path for path in found if path.startswith("archive/") and "." in path] == [
        "archive/old/hero.png",
        "archive/old/summer/img10.png",
        "archive/old/summer/img2.png",
        "archive/old/summer/late/Logo.svg",
    ]
    assert not [path for path in found if path == "hero.png" or path.startswith("summer")]
    assert await content(brand, "archive/old/hero.png") == FILES["hero.png"]
    await until(lambda: names(panel) == ["archive", "fonts", "notes.css"])


@in_the_window
async def test_a_clash_is_decided_before(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand, {**FILES, "fonts/hero.png": FILES["summer/img2.png"]})
    panel = await opened(bench, await bench.workspace(brand))
    for clash, there in (("skip", ""), ("both", "fonts/hero-2.png"), ("replace", "fonts/hero.png")):
        ask(panel, "fonts", "hero.png")
        dialog: MoveDialog = await shown_dialog(MoveDialog)
        assert "“hero.png” is there already" in said(dialog)
        dialog.clashes.choose(clash)
        dialog.button("copy").click()
        await until(lambda: not open_dialogs(Dialog))
        if not there:
            await until(lambda: bench.notice("There was nothing to do."))
            continue
        await until(lambda: len(panel.workspace.shared(TransferQueue).jobs))
        await turns()
        job = await ended(panel)
        assert job.trouble == 0
        assert await content(brand, there) == FILES["hero.png"]
        if clash == "both":
            assert await content(brand, "fonts/hero.png") == FILES["summer/img2.png"]
            assert done_word(job) == "Copied"
            assert [result.state for result in await job.undo()] == ["cancelled"]
            assert there not in await on_platform(brand)
            await job.forget()
    assert "hero.png" in await on_platform(brand)


@in_the_window
async def test_a_folder_in_which_something_stays_is_not_forgotten(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    await stock(brand, {"fonts/by-others.css": b"a {}"})
    ask(panel, None, "fonts")
    dialog: MoveDialog = await shown_dialog(MoveDialog)
    dialog.target.field.selectAll()
    QTest.keyClicks(dialog.target.field, "archive")
    dialog.button("move").click()
    assert (await ended(panel)).outcome == "1 file was moved."
    there = await on_platform(brand)
    assert {"archive/fonts/inter.ttf", "fonts/by-others.css"} <= set(there)
    assert "fonts/inter.ttf" not in there
    assert panel.library.has_folder("fonts")


@in_the_window
async def test_a_drop_on_a_folder_asks(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    panel.assets_dropped.emit(dragged(panel, "hero.png", "notes.css"), "fonts")
    dialog: MoveDialog = await shown_dialog(MoveDialog)
    assert dialog.folder == "fonts"
    dialog.button("copy").click()
    await ended(panel)
    assert {"fonts/hero.png", "fonts/notes.css", "hero.png"} <= set(await on_platform(brand))
    panel.assets_dropped.emit(QMimeData(), "fonts")
    await turns()
    assert not open_dialogs(Dialog)


@in_the_window
async def test_lost_answers_and_an_end_in_the_middle_lose_nothing(
    brand: LiveBrand, bench: WindowBench, relay: Relay
) -> None:
    many = {f"old/n{number}.css": b"a%d {}" % number for number in range(12)}
    await stock(brand, many)
    workspace = await bench.workspace(brand, base_url=relay.base_url, place="one")
    panel = await opened(bench, workspace)
    rows = panel.library.rows
    order = order_of([rows["old"]], "new", dict(rows), clash="skip", removes=True)
    queue = workspace.shared(TransferQueue)
    relay.lose_answers_to = "POST"
    job = await queue.add(MOVE, order)
    await until(lambda: job.counts.get("done", 0) >= 3)
    await bench.close(workspace)
    again = await bench.workspace(brand, place="one")
    resumed = again.shared(TransferQueue)
    await resumed.begin()
    await asyncio.wait_for(resumed.jobs[0].finished(), 20)
    assert resumed.jobs[0].outcome == "12 files were moved."
    found = {path for path in await on_platform(brand) if "." in path}
    assert found == {f"new/{path}" for path in many}
    for path, data in many.items():
        assert await content(brand, f"new/{path}") == data


@in_the_window
async def test_what_changed_meanwhile_stays(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    rows = panel.library.rows
    order = order_of([rows["hero.png"]], "fonts", dict(rows), clash="skip", removes=True)
    await stock(brand, {"fonts/hero.png": FILES["summer/img2.png"]})
    job = await panel.workspace.shared(TransferQueue).add(MOVE, order)
    await asyncio.wait_for(job.finished(), 10)
    assert [result.taken for result in job.results()] == [True]
    assert await content(brand, "hero.png") == FILES["hero.png"]
    assert await content(brand, "fonts/hero.png") == FILES["summer/img2.png"]


def test_a_folder_never_goes_into_itself() -> None:
    folder = AssetRow.of_folder("a/b")
    assert "itself" in why_not([folder], "a/b/c")
    assert "itself" in why_not([folder], "a/b")
    assert "already" in why_not([folder], "a")
    assert not why_not([folder], "a/bc")
