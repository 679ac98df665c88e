"""Deals of a file become entries in a real window, although the program is killed in the middle."""

import csv
from pathlib import Path

import pytest
from tests.e2e.conftest import Start
from tests.e2e.files_window import TITLE
from tests.e2e.screen import Area, Screen
from tests.e2e.waiting import eventually

ROWS, WRONG, MIDDLE = 5_000, 137, 2_000
DIALOG, WITHIN = "Import entries", 240.0
NEXT = (60, 38)
"""The middle of the button that goes on, from the right and from the bottom of the dialog."""


ACCENT = "#3D57D6"
STEPS = (Area(78, 50, 75, 24), Area(158, 50, 65, 24))
"""Where the dialog names the step that one is at: columns, check."""


def table(folder: Path) -> Path:
    """Rows; every 36th has an address that is none."""
    path = folder / "deals.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(("Title", "E-mail"))
        for n in range(ROWS):
            out.writerow((title(n), "none" if n in wrong() else f"a{n}@example.com"))
    return path


def title(row: int) -> str:
    return f"Imported {row:04}"


def wrong() -> range:
    """The rows that no server takes."""
    return range(0, 36 * WRONG, 36)


def ask_for_an_import(screen: Screen) -> None:
    screen.quiet(quiet_for=1.0)
    for words in ("go to crm", "import entries"):
        screen.press("ctrl+k")
        screen.quiet()
        screen.type(words)
        screen.quiet()
        screen.press("Return")
        screen.quiet(quiet_for=2.0 if "crm" in words else 0.4)


@pytest.mark.timeout(900)
@pytest.mark.deep
def test_a_killed_import_goes_on_and_makes_each_deal_once(
    screen: Screen, runs: Start, tmp_path: Path
) -> None:
    program = runs()
    screen.window(TITLE)
    platform = program.platform("owner")
    ask_for_an_import(screen)
    dialog = screen.window(DIALOG)
    screen.quiet()
    place = screen.place(dialog)
    screen.drop([table(tmp_path)], dialog, (place.width // 2, place.height // 2))
    screen.quiet()
    left, up = NEXT
    for step in STEPS:
        screen.click((place.left + place.width - left, place.top + place.height - up))
        screen.see(ACCENT, step.moved(place), least=3)
        # A caret blinks in the last of them, so that it is never still.
        screen.quiet(Area(left=place.left, top=place.top, width=place.width, height=200))
    screen.click((place.left + place.width - left, place.top + place.height - up))
    eventually(lambda: platform.entry_count("Imported") >= MIDDLE, WITHIN, "half of them", 0.1)
    program.kill()

    again = runs()
    screen.window(TITLE)
    platform, right = again.platform(), ROWS - WRONG
    eventually(lambda: platform.entry_count("Imported") >= right - 1, WITHIN, "the others", 0.5)
    screen.quiet(quiet_for=1.0, within=60)
    titles = platform.entries("Imported")
    assert len(titles) == len(set(titles)), "made twice"
    # The one that was on its way when the program died may never have arrived.
    assert set(titles) <= {title(n) for n in range(ROWS)} - {title(n) for n in wrong()}
    assert again.complaints() == []
