"""The main window with the Files section, as one works in it with keyboard and mouse.

Places follow from the measures of the window: a sidebar of 228, a top bar of 48 pixels; those in
the dialogs were read from a picture at 1280 by 800, where the window starts.
"""

import csv
from collections.abc import Sequence
from pathlib import Path

from tests.e2e.screen import Screen
from tests.e2e.waiting import eventually

TITLE = "Funneldesk"
SHEET = "Upload files"
TOP_OF_THE_TREE = (332, 64)

_FIRST_GROUP = (92, 135)
_GROUP_HEIGHT = 36
_SAVE_AS_CSV = (80, 42)
"""From the left and from the bottom of the report."""


class FilesWindow:
    """The window of a program that was just started."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.number = screen.window(TITLE)
        screen.quiet()

    def open(self) -> "FilesWindow":
        """Go to the Files section by the palette."""
        self.screen.press("ctrl+k")
        self.screen.quiet()
        self.screen.type("go to files")
        self.screen.quiet()
        self.screen.press("Return")
        self.screen.quiet()
        return self

    def drop(self, files: Sequence[Path]) -> "Preflight":
        """Drop files on the assets folder itself, in the tree."""
        self.screen.drop(files, self.number, TOP_OF_THE_TREE)
        return Preflight(self)

    def report_of_the_last_job(self, title: str, file: Path) -> list[dict[str, str]]:
        """Open the report from the tray and save it: a dictionary for each line of its table."""
        screen = self.screen
        screen.press("ctrl+j")
        screen.quiet()
        screen.press("Return")
        place = screen.place(screen.window(title))
        screen.quiet()
        left, up = _SAVE_AS_CSV
        screen.click((place.left + left, place.top + place.height - up))
        screen.window("Save the report")
        screen.type(str(file))
        screen.press("Return")
        screen.gone("Save the report")
        eventually(lambda: file.exists() and file.stat().st_size, 10, "the report on disk")
        screen.quiet()
        with file.open(encoding="utf-8-sig", newline="") as lines:
            return list(csv.DictReader(lines))


class Preflight:
    """The dialog that asks what becomes of each file."""

    def __init__(self, window: FilesWindow) -> None:
        self.screen = window.screen
        self._window = window
        place = self.screen.place(self.screen.window(SHEET))
        self._first_group = place.left + _FIRST_GROUP[0], place.top + _FIRST_GROUP[1]
        self.screen.quiet()

    def choose_group(self, number: int) -> None:
        """Click the first group, and walk down to another one by the keyboard."""
        self.screen.click(self._first_group)
        self.screen.press(*["Down"] * number)
        self.screen.quiet()

    def upload(self) -> None:
        """Send what was decided."""
        self.screen.press("ctrl+Return")
        self.screen.gone(SHEET)
        self.screen.focus(self._window.number)
