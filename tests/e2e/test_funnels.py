"""A funnel of five steps put together, checked, activated and copied, in a real window."""

from typing import Any

from tests.e2e.conftest import Start
from tests.e2e.files_window import TITLE
from tests.e2e.outside import Platform
from tests.e2e.screen import WHOLE, Area, Screen
from tests.e2e.waiting import eventually

from funneldesk.desktop.kit.style.tokens import LIGHT

NAME = "Autumn box"
STEPS = 5
NAME_FIELD = Area(650, 220, 540, 44)
"""The first field of the form, framed while it has the keyboard."""
PROBLEMS = Area(640, 750, 795, 140)
"""The list below the map, at the right."""


def do(screen: Screen, words: str) -> None:
    """Something that the palette finds."""
    screen.press("ctrl+k")
    screen.quiet()
    screen.type(words)
    screen.quiet()
    screen.press("Return")
    screen.quiet()


def named(platform: Platform, name: str) -> dict[str, Any]:
    """The funnel of this name, with its pages; empty when there is none."""
    found = [row for row in platform.funnels() if row["name"] == name]
    return platform.funnel(found[0]["id"]) if found else {}


def titles(platform: Platform, name: str) -> list[str]:
    return [page["name"] for page in named(platform, name).get("pages", [])]


def add_pages(screen: Screen, window: int) -> None:
    """Pick the first pages of the dialog by keys alone."""
    do(screen, "add pages to the funnel")
    screen.window("Add pages to the funnel")
    screen.press("Tab", "Home")
    for _step in range(STEPS):
        screen.quiet()
        screen.press("space")
        screen.quiet()
        screen.press("Down")
    screen.press("Tab", "Tab", "Return")
    screen.gone("Add pages to the funnel", 10)
    screen.focus(window)


def test_a_funnel_is_put_together_checked_activated_and_copied(screen: Screen, runs: Start) -> None:
    program = runs()
    window = screen.window(TITLE)
    screen.move(window, WHOLE)
    screen.quiet()
    platform = program.platform("owner")
    do(screen, "go to funnels")
    screen.quiet(quiet_for=1)
    screen.press("ctrl+n")
    screen.see(LIGHT.accent, NAME_FIELD, least=300, within=30)
    screen.type(NAME)
    screen.quiet()
    screen.press("ctrl+s")
    eventually(lambda: named(platform, NAME).get("status") == "inactive", 30, "the new funnel")
    screen.quiet()

    add_pages(screen, window)
    eventually(lambda: len(titles(platform, NAME)) == STEPS, 30, "five pages in the funnel")

    # What is wrong with it is told below the map, and leads to its place.
    do(screen, "show the map")
    screen.see(LIGHT.danger_soft, PROBLEMS, least=300, within=30)

    do(screen, "activate the selected funnels")
    eventually(lambda: named(platform, NAME)["status"] == "active", 30, "an active funnel")
    screen.quiet()
    do(screen, "duplicate the selected funnels")
    screen.window(f"Duplicate “{NAME}”?")
    screen.press("Return")
    copy = f"Copy of {NAME}"
    eventually(lambda: len(titles(platform, copy)) == STEPS, 30, "a copy with its pages")
    assert named(platform, copy)["status"] == "inactive"
    assert titles(platform, copy) == titles(platform, NAME)
    assert program.complaints() == []
