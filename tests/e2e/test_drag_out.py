"""Files are dragged out of the grid onto another program, which gets copies of them."""

import hashlib
from pathlib import Path

from tests.e2e.conftest import Start
from tests.e2e.files_window import FilesWindow
from tests.e2e.other_program import TITLE, other_program, path_of
from tests.e2e.screen import Area, Screen

from funneldesk.desktop.kit.style.tokens import LIGHT

FOLDER, IN_THE_TREE = "patterns", Area(276, 214, 56, 20)
FIRST_CELL = (560, 200)
BESIDE = Area(1288, 0, 150, 300)


def test_another_program_gets_copies(screen: Screen, runs: Start, tmp_path: Path) -> None:
    program = runs()
    window = FilesWindow(screen)
    platform = program.platform("owner")
    window.open()
    screen.see(LIGHT.text, IN_THE_TREE, least=5)  # A busy program shows the folders a while later.
    screen.click(IN_THE_TREE.middle)
    screen.see(LIGHT.accent_soft, IN_THE_TREE, least=300)
    screen.quiet()
    screen.click(FIRST_CELL)
    screen.press("ctrl+a")
    screen.quiet()
    with other_program(screen.environment, tmp_path / "said") as other:
        screen.move(screen.window(TITLE), BESIDE)
        screen.drag(FIRST_CELL, BESIDE.middle)
        copies = [path_of(address) for address in other.dropped()]
        there = platform.digests(FOLDER)
        assert len(there) == len(copies) > 1
        digests = {
            f"{FOLDER}/{copy.name}": hashlib.sha256(copy.read_bytes()).hexdigest()
            for copy in copies
        }
        assert digests == there
        screen.focus(window.number)
    assert program.complaints() == []
