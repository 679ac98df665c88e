"""How the program ends, what is left of it, and what comes back with it."""

import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.e2e.conftest import PICTURES, Start
from tests.e2e.outside import Platform
from tests.e2e.pages_window import BANNER, CRUMBS, FOOT, TITLE, PagesWindow
from tests.e2e.program import Program, is_alive
from tests.e2e.screen import Area, Screen
from tests.e2e.waiting import eventually

from devtool import surroundings
from funneldesk.desktop.app.run import SCREEN_LOST
from funneldesk.desktop.kit.style.tokens import LIGHT

END_SECONDS = 8
"""Far more than a busy machine needs, less than the patience of whatever could be waited for."""
ORPHAN_SECONDS = 2.0
SLUG = "brewing-guide"
TYPED = "<!-- typed and not saved -->"

Ending = Callable[[Program, PagesWindow], None]


def none_lives(processes: list[int]) -> bool:
    return not any(map(is_alive, processes))


def close_window(program: Program, window: PagesWindow) -> None:
    window.screen.ask_to_close(window.number)


def terminate(program: Program, window: PagesWindow) -> None:
    program.terminate()


def kill(program: Program, window: PagesWindow) -> None:
    program.kill()


@pytest.mark.parametrize("end", [close_window, terminate])
def test_it_ends_at_once_and_leaves_nothing(screen: Screen, runs: Start, end: Ending) -> None:
    program = runs()
    window = PagesWindow(screen).ready()
    platform = program.platform_process()
    started = program.started_processes()

    end(program, window)
    status = program.ended(END_SECONDS)

    assert status == 0
    assert program.complaints() == []
    assert platform in started
    eventually(lambda: not any(map(is_alive, started)), 1, "the end of all that it started")


def test_it_ends_at_once_while_it_is_still_starting(screen: Screen, runs: Start) -> None:
    program = runs()
    window = PagesWindow(screen)
    close_window(program, window)
    assert program.ended(10) == 0
    assert program.complaints() == []


@pytest.mark.parametrize("seconds", [0.02, 0.15, 0.4])
def test_it_ends_in_silence_before_there_is_a_window(runs: Start, seconds: float) -> None:
    program = runs()
    time.sleep(seconds)
    program.terminate()
    status = program.ended(END_SECONDS)
    # Python itself may not have begun: then the system ends it, in silence as well.
    assert status in (0, -signal.SIGTERM)
    assert program.complaints() == []


def test_it_ends_at_once_in_the_middle_of_work(screen: Screen, runs: Start) -> None:
    # A dialog opens, a page is published, and one moves to a window of its own.
    for keys in ("ctrl+n", "ctrl+shift+s", "ctrl+shift+o"):
        program = runs()
        PagesWindow(screen).ready()
        screen.press(keys)
        started = program.started_processes()
        program.terminate()
        status = program.ended(END_SECONDS)
        assert status == 0, keys
        assert program.complaints() == [], keys
        eventually(partial(none_lives, started), 1, "the end of all that it started")


def test_a_second_start_shows_the_window_that_is_there(screen: Screen, runs: Start) -> None:
    first = runs()
    window = PagesWindow(screen).ready()
    second = runs()
    assert second.ended(5) == 0
    assert second.complaints() == []
    assert screen.windows(TITLE) == [window.number]
    first.kill()
    screen.gone(TITLE, 60)  # The screen takes a killed program's window away in its own time.
    third = runs()
    close_window(third, PagesWindow(screen))
    assert third.ended(10) == 0


def test_the_platform_ends_when_the_program_is_killed(screen: Screen, runs: Start) -> None:
    program = runs()
    PagesWindow(screen).ready()
    platform = program.platform_process()
    started = program.started_processes()
    assert is_alive(platform)
    program.kill()
    eventually(
        lambda: not any(map(is_alive, started)), ORPHAN_SECONDS, "the end of all that it started"
    )


def test_a_screen_that_goes_away_is_told_in_a_line(screen: Screen, home: Path) -> None:
    with surroundings.virtual_screen(PICTURES / "going.log") as words:
        program = Program(home, screen.environment | words)
        program.platform()
        started = program.started_processes()
    try:
        assert program.ended(END_SECONDS) == SCREEN_LOST
        *by_qt, ours = program.complaints()
        assert all("X11 connection broke" in line for line in by_qt)
        assert ours.startswith("The screen went away.")
        eventually(lambda: none_lives(started), ORPHAN_SECONDS, "the end of all that it started")
    finally:
        program.clean_up()


@pytest.mark.parametrize("end", [close_window, terminate])
def test_what_was_typed_last_is_there_after_a_restart(
    screen: Screen, runs: Start, end: Ending
) -> None:
    program = runs()
    window = PagesWindow(screen).ready()
    before = source_of(program.platform())
    window.open_page(SLUG)
    window.type_at_the_beginning(TYPED)
    end(program, window)
    program.ended(10)
    saved_after_restart(screen, runs, before)


def test_what_was_kept_is_there_after_a_kill(screen: Screen, runs: Start) -> None:
    program = runs()
    window = PagesWindow(screen).ready()
    before = source_of(program.platform())
    window.open_page(SLUG)
    foot = screen.quiet(FOOT)
    window.type_at_the_beginning(TYPED)
    eventually(lambda: screen.picture(FOOT) != foot, 10, "the time when it was kept")
    screen.quiet(FOOT)
    program.kill()
    saved_after_restart(screen, runs, before)


def saved_after_restart(screen: Screen, runs: Start, before: str) -> None:
    """Start again: the page is open with what was typed, which is published then."""
    screen.gone(TITLE, 60)
    program = runs()
    window = PagesWindow(screen).ready()
    platform = program.platform()
    assert source_of(platform) == before
    publish_changes(window)
    eventually(lambda: source_of(platform) != before, 10, "the page saved")
    assert source_of(platform) == f"{TYPED}{before}"
    close_window(program, window)
    assert program.ended(10) == 0
    assert program.complaints() == []


def test_the_window_comes_back_as_it_was_left(screen: Screen, runs: Start) -> None:
    program = runs()
    window = PagesWindow(screen).ready()
    window.open_page(SLUG)
    place = screen.move(window.number, Area(40, 60, 1180, 720))
    crumbs = screen.quiet(CRUMBS.moved(place))
    close_window(program, window)
    program.ended(10)

    hasty = runs()
    close_window(hasty, PagesWindow(screen))
    hasty.ended(10)

    program = runs()
    number = screen.window(TITLE)
    eventually(lambda: screen.picture(CRUMBS.moved(place)) == crumbs, 15, "the same page open")
    assert screen.place(number) == place


def test_a_platform_that_dies_is_told_of_and_comes_back(screen: Screen, runs: Start) -> None:
    program = runs()
    window = PagesWindow(screen).ready()
    before = source_of(program.platform())
    window.open_page(SLUG)
    window.type_at_the_beginning(TYPED)
    assert screen.amount(LIGHT.warning_soft, BANNER) == 0

    platform = program.platform_process()
    os.kill(platform, signal.SIGKILL)
    another = program.platform_process(but=platform)
    os.kill(another, signal.SIGSTOP)
    screen.see(LIGHT.warning_soft, BANNER, least=5000, within=5)
    screen.type("<!-- and offline -->")
    os.kill(another, signal.SIGCONT)
    screen.gone_from(LIGHT.warning_soft, BANNER)
    publish_changes(window)
    now = program.platform()
    eventually(lambda: source_of(now) != before, 10, "the page saved")
    assert source_of(now) == f"{TYPED}<!-- and offline -->{before}"
    close_window(program, window)
    assert program.ended(10) == 0
    assert program.complaints() == []


def publish_changes(window: PagesWindow) -> None:
    """Make live what was typed: a published page is not changed by Ctrl+S."""
    window.screen.press("ctrl+s")
    window.screen.press("ctrl+shift+s")
    window.confirm("Publish changes to “Lead form: brewing guide”?")


def source_of(platform: Platform) -> str:
    """The page's html on the platform."""
    page = platform.page(SLUG)
    assert page is not None
    return str(page["html"])
