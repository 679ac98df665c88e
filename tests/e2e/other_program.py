"""A program of its own with a small window on which files can be dropped; it says what came."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.e2e.waiting import eventually

TITLE = "Another program"
_PROGRAM = f"""
import sys
from PySide6.QtWidgets import QApplication, QWidget

class Ground(QWidget):
    def dragEnterEvent(self, event):
        event.setAccepted(event.mimeData().hasUrls())

    def dropEvent(self, event):
        event.acceptProposedAction()
        for url in event.mimeData().urls():
            print(url.toString(), flush=True)
        print(flush=True)

app = QApplication([])
ground = Ground()
ground.setWindowTitle({TITLE!r})
ground.setAcceptDrops(True)
ground.resize(150, 300)
ground.show()
app.exec()
"""


class OtherProgram:
    """Takes drops; each is a list of addresses."""

    def __init__(self, said: Path) -> None:
        self._said = said

    def dropped(self) -> list[str]:
        """Wait for a drop; the addresses that came with it, in their order."""
        whole = eventually(
            lambda: (said := self._said.read_text()).endswith("\n\n") and said, 20, "a drop"
        )
        self._said.write_text("")
        return str(whole).split()


@contextmanager
def other_program(environment: Mapping[str, str], said: Path) -> Iterator[OtherProgram]:
    """It runs until the block ends; ``said`` is a file of its own."""
    with said.open("a", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM], env=dict(environment), stdout=output
        )
        try:
            yield OtherProgram(said)
        finally:
            process.kill()
            process.wait()


def path_of(address: str) -> Path:
    """The file behind a ``file:`` address."""
    parts = urlsplit(address)
    assert parts.scheme == "file", address
    return Path(unquote(parts.path))
