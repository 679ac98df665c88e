"""Somebody else saves the page that one writes in: nothing is overwritten, both are brought
together by keyboard, in a real window."""

from tests.e2e.conftest import Start
from tests.e2e.outside import Platform
from tests.e2e.pages_window import PagesWindow
from tests.e2e.screen import Screen
from tests.e2e.waiting import eventually

SLUG = "webinar"
SHEET = "Someone else changed this page"
MINE, THEIRS = "<!-- mine -->", "<!-- theirs -->"


def test_both_are_brought_together(screen: Screen, runs: Start) -> None:
    program = runs()
    window = PagesWindow(screen).ready()
    platform = program.platform("editor")
    window.open_page(SLUG)
    before = html(platform)
    # A line of its own that both wrote at the same place, and one that only they changed.
    somebody_saves(platform, f"{THEIRS}\n{before}\n<!-- their last line -->")
    window.type_at_the_beginning(MINE)
    screen.press("Return", "ctrl+s")

    screen.window(SHEET)
    screen.quiet()
    assert html(platform).startswith(THEIRS), "nothing is sent before it is decided"
    screen.press("ctrl+s")
    screen.quiet()
    assert screen.windows(SHEET), "there is a place to decide"
    screen.press("alt+3", "ctrl+s")
    window.back_from(SHEET)
    both = f"{MINE}\n{THEIRS}\n{before}\n<!-- their last line -->"
    eventually(lambda: html(platform) == both, 10, "both on the server")


def html(platform: Platform) -> str:
    page = platform.page(SLUG)
    assert page is not None
    return str(page["html"])


def somebody_saves(platform: Platform, text: str) -> None:
    page = platform.page(SLUG)
    assert page is not None
    platform.change_page(page["id"], {"title": page["name"], "html": text})
