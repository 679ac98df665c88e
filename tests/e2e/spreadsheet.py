"""Another program that has copied cells, as a spreadsheet does: what is pasted comes from it."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

_PROGRAM = """
import sys
from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QApplication, QWidget

text = sys.stdin.read()
app = QApplication([])
sheet = QWidget()
sheet.resize(120, 40)
sheet.show()
copied = QMimeData()
copied.setText(text)
copied.setHtml("<table><tr><td>as a picture of itself</td></tr></table>")
app.clipboard().setMimeData(copied)
print("copied", flush=True)
app.exec()
"""


@contextmanager
def copied_cells(lines: str, environment: Mapping[str, str]) -> Iterator[None]:
    """The program, and its cells on the clipboard of the screen until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM],
        env=dict(environment),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines)
        process.stdin.close()
        assert process.stdout.readline() == "copied\n"
        yield
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
