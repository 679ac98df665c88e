"""The bindings keep count of what they hand out: None and True survive 60,000 calls.

Some versions of PySide6 lose a reference to None or True in many calls, and abort the program
after some thousands of them. This is run in a process of its own, which would abort.
"""

import os
import re
import subprocess
import sys

from tree import PACKAGE

CALLS = 60_000

PROGRAM = """
import sys
from PySide6.QtCore import QModelIndex, QObject, QSettings, QStringListModel, Qt, Signal
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QWidget

class Sender(QObject):
    told = Signal(object)

class Names(QStringListModel):
    def data(self, index, role=Qt.ItemDataRole.DisplayRole):
        return None

application = QApplication([])
parent, box, label = QWidget(), QCheckBox(), QLabel()
sender, names, heard = Sender(), Names(["a"]), []
sender.told.connect(lambda value: heard.append(value))
turns = int(sys.argv[1]) // 12
before = sys.getrefcount(None), sys.getrefcount(True), sys.getrefcount(False)
for turn in range(turns):
    parent.setProperty("nothing", None)
    parent.property("nothing")
    parent.setProperty("yes", True)
    parent.property("yes")
    box.setChecked(True)
    box.isChecked()
    box.setParent(None)
    label.setBuddy(None)
    label.buddy()
    sender.told.emit(None)
    sender.told.emit(True)
    names.data(names.index(0, 0, QModelIndex()))
    heard.clear()
after = sys.getrefcount(None), sys.getrefcount(True), sys.getrefcount(False)
print(max(abs(a - b) for a, b in zip(after, before)))
"""


def test_60_000_calls_neither_abort_nor_lose_a_reference() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    answer = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(CALLS)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=100,
    )
    assert answer.returncode == 0, answer.stderr
    drift = int(answer.stdout.strip())
    assert drift < CALLS // 100, f"{drift} references to None, True or False came or went"


_CHAIN = re.compile(r"(?:next|previous)InFocusChain\(")


def test_nobody_asks_for_the_chain_of_the_tab_key() -> None:
    """What is answered counts as a child of the widget that was asked, and is forgotten with it."""
    asked = [path for path in PACKAGE.rglob("*.py") if _CHAIN.search(path.read_text("utf-8"))]
    assert asked == []


_SHEET_OF_ALL = re.compile(r"\bapp(?:lication)?\.setStyleSheet\(")


def test_the_application_has_no_style_sheet() -> None:
    """With one, Qt styles all that a widget holds again whenever the widget gets a parent."""
    asked = [
        path for path in PACKAGE.rglob("*.py") if _SHEET_OF_ALL.search(path.read_text("utf-8"))
    ]
    assert asked == []


def test_windows_without_a_parent_are_dressed() -> None:
    """The others have the style sheet by their parent."""
    bare = [
        path
        for path in PACKAGE.rglob("*.py")
        if "(QMainWindow)" in (text := path.read_text("utf-8")) and "theme.dress(self)" not in text
    ]
    assert bare == []
