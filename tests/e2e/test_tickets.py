"""Tickets are answered and sorted by keys alone, in a real window."""

from tests.e2e.conftest import Start
from tests.e2e.files_window import TITLE
from tests.e2e.screen import Screen
from tests.e2e.waiting import eventually

TRIAGED = 10


def test_an_agent_answers_one_and_sorts_ten_without_the_mouse(screen: Screen, runs: Start) -> None:
    program = runs()
    screen.window(TITLE)
    screen.quiet()
    platform = program.platform("owner")
    first, second, *_ = before = platform.open_tickets()
    screen.press("ctrl+k")
    screen.quiet()
    screen.type("go to tickets")
    screen.quiet()
    screen.press("Return")
    screen.quiet()

    screen.press("j")
    screen.quiet()
    screen.press("r")
    screen.type("Each of these letters is text: j k e r s")
    screen.press("ctrl+Return")
    said = ["<p>Each of these letters is text: j k e r s</p>"]
    eventually(lambda: platform.answers_to(first) == said, 30, "the answer on the server")
    assert platform.answers_to(second) == []

    for number in range(TRIAGED):
        left = platform.open_tickets()
        screen.press("j" if not number else "Home")
        screen.quiet()
        screen.press("e")
        eventually(lambda left=left: len(platform.open_tickets()) < len(left), 20, "a status")
        screen.quiet()
    assert len(platform.open_tickets()) == len(before) - 1 - TRIAGED
    screen.press("ctrl+z")
    eventually(
        lambda: len(platform.open_tickets()) == len(before) - TRIAGED, 20, "the last one again"
    )
    assert program.complaints() == []
