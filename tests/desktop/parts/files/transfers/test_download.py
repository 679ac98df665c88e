"""Download in the Files section: menus and keys lead to files on this computer."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from tests.desktop.support.files_menus import entries
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.transfer_bench import picture, put
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.desktop.assets.transfers.downloads.flow import REMEMBERED
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.parts.files.transfers.download import FilesDownload
from funneldesk.desktop.sections.actions import Place

FILES = {"hero.png": picture("h"), "summer/a.png": picture("a"), "summer/late/b.png": picture("b")}


@pytest.fixture
def target(tmp_path: Path) -> Path:
    made = tmp_path / "from the server"
    made.mkdir()
    return made


@pytest.fixture
def dialogs(monkeypatch: pytest.MonkeyPatch, target: Path) -> list[str]:
    """The folders that the system's dialog began with; the user always chooses ``target``."""
    begun: list[str] = []

    def answer(dialog: QFileDialog) -> None:
        begun.append(dialog.directory().absolutePath())
        dialog.fileSelected.emit(str(target))

    monkeypatch.setattr(QFileDialog, "open", answer)
    return begun


async def opened(bench: WindowBench, brand: LiveBrand) -> FilesPanel:
    await put(brand, FILES)
    panel = bench.own(FilesPanel(await bench.workspace(brand)))
    panel.resize(1200, 800)
    panel.show()
    panel.refresh()
    await until(lambda: len(panel.library.rows) >= len(FILES))
    await until(lambda: panel.select("summer"))
    return panel


def feature(panel: FilesPanel) -> FilesDownload:
    return next(each for each in panel.features if isinstance(each, FilesDownload))


def found(target: Path) -> set[str]:
    return {str(path.relative_to(target)) for path in target.rglob("*") if path.is_file()}


@in_the_window
async def test_a_folder_is_brought_down_by_its_menu_and_the_place_is_remembered(
    bench: WindowBench, brand: LiveBrand, target: Path, dialogs: list[str]
) -> None:
    panel = await opened(bench, brand)
    chosen = [row.path for row in panel.selected()]
    menu = entries(panel, Place.RECORD_MENU, chosen)
    assert "Download as…" not in menu
    menu["Download…"].trigger()
    jobs = panel.workspace.jobs
    await until(lambda: jobs.jobs and jobs.jobs[0].state == "ended")
    assert found(target) == {"summer/a.png", "summer/late/b.png"}
    assert await panel.workspace.store.value(REMEMBERED) == str(target)
    feature(panel).download(panel.selected())
    question = await shown_dialog(Dialog)
    question.answer("replace")
    await until(lambda: len(jobs.jobs) == 2 and not jobs.working)
    assert dialogs[1] == str(target)
    assert found(target) == {"summer/a.png", "summer/late/b.png"}


@in_the_window
async def test_one_file_offers_another_name_and_nothing_tells_why(
    bench: WindowBench, brand: LiveBrand, target: Path, dialogs: list[str]
) -> None:
    panel = await opened(bench, brand)
    assert panel.select("hero.png")
    assert {"Download…", "Download as…"} <= set(entries(panel, Place.RECORD_MENU, ["hero.png"]))
    panel.library.forget([path for path in FILES if path.startswith("summer/")])
    entries(panel, Place.LIST_MENU, ["summer"])["Download this folder…"].trigger()
    await until(lambda: bench.notice("nothing to download"))
    assert not found(target)
