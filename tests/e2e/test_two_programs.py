"""Two programs on one server, each in a window of its own: both answer the same ticket, both move
the same card. Each sees what the other did before it does harm."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtGui import QColor
from tests.e2e.conftest import Start
from tests.e2e.one_key import VARIABLE, OneKey
from tests.e2e.outside import Platform
from tests.e2e.pages_window import TITLE
from tests.e2e.program import Program
from tests.e2e.screen import WHOLE, Area, Screen
from tests.e2e.test_refund import first_is_selected
from tests.e2e.waiting import eventually

from funneldesk.desktop.kit.style.tokens import LIGHT
from funneldesk.desktop.local.connections.connections import Connection, to_entry
from funneldesk.desktop.local.files.folders import Folders
from funneldesk.desktop.local.files.json_files import write_json

ROOT = Path(__file__).parents[2]
CARD = Area(252, 180, 160, 60)
"""Within the first card of the first stage."""
THREAD = Area(676, 180, 500, 520)
"""Above the reply, in which a caret blinks."""
REPLY, RING = Area(686, 740, 506, 120), 1_000
"""Where the reply is written, and the pixels of its ring, at the least."""
NOTICE = Area(1044, 740, 380, 150)
"""Where a notice is, in the corner or above the button that sends."""
SIGN_WIDTH = 44


@dataclass(frozen=True, slots=True)
class Desk:
    """A program and its window."""

    screen: Screen
    program: Program
    window: int

    def forward(self) -> "Desk":
        """It has the screen and the keyboard from now on."""
        self.screen.turn_to(self.window)
        self.screen.quiet()
        return self

    def go_to(self, section: str) -> None:
        """By the palette."""
        self.forward()
        self.screen.press("ctrl+k")
        self.screen.quiet()
        self.screen.type(f"go to {section}")
        self.screen.quiet()
        self.screen.press("Return")
        self.screen.quiet(quiet_for=1.0)


@pytest.fixture
def desks(
    screen: Screen, runs: Start, home: Path, sample: Path, tmp_path: Path
) -> Iterator[tuple[Desk, Desk, Platform]]:
    """The program with its embedded server, and a second one that works on the same brand."""
    first = runs()
    window = screen.window(TITLE)
    screen.move(window, WHOLE)
    mine = Desk(screen, first, window).forward()
    platform = first.platform("owner")
    folders = Folders.under(tmp_path / "other")
    shutil.copytree(sample, folders.data / "platform", ignore=shutil.ignore_patterns("port"))
    brand = Connection("other", "Other", platform.address, platform.brand, "#2F7D32")
    folders.config.mkdir()
    write_json(folders.connections_file, {"connections": [to_entry(brand)]})
    words = {
        "PYTHONPATH": str(ROOT),
        "PYTHON_KEYRING_BACKEND": f"{OneKey.__module__}.{OneKey.__qualname__}",
        VARIABLE: platform.key,
    }
    second = Program(tmp_path / "other", screen.environment | words)
    try:
        others = lambda: [n for n in screen.windows(TITLE) if n != window]  # noqa: E731
        other = eventually(lambda: next(iter(others()), None), 30, "a second window")
        screen.move(other, WHOLE)
        yield mine, Desk(screen, second, other).forward(), platform
    finally:
        second.clean_up()


def test_neither_answers_nor_moves_over_what_the_other_did(
    screen: Screen, desks: tuple[Desk, Desk, Platform]
) -> None:
    mine, theirs, platform = desks
    both_answer(screen, mine, theirs, platform)
    both_move(screen, mine, theirs, platform)
    assert mine.program.complaints() == []
    assert theirs.program.complaints() == []


def is_writing(screen: Screen) -> bool:
    """Select the first ticket and go to its reply; whether that has the ring of what has the
    keyboard. The palette may still have been there for the keys of the look before."""
    if not first_is_selected(screen):
        return False
    screen.press("r")
    screen.quiet()
    return screen.amount(LIGHT.accent, REPLY) > RING


def takes_a_card(screen: Screen) -> bool:
    """Click the first card; whether it has the ground of what is selected."""
    screen.click(CARD.middle)
    screen.quiet()
    return screen.amount(LIGHT.accent_soft, CARD) > CARD.width * CARD.height // 2


def is_warned(screen: Screen) -> bool:
    """Whether a notice whose sign has the colour of warnings is shown: a frame that is wider than
    any card, which may have that colour too. Its thin lines have paler ones."""
    frame = screen.bars(LIGHT.line, NOTICE, NOTICE.width - 30)
    if not frame:
        return False
    top, bottom = frame[0].top - NOTICE.top, frame[-1].top - NOTICE.top
    picture, hue = screen.picture(NOTICE), QColor(LIGHT.warning).hsvHue()
    colours = (picture.pixelColor(x, y) for y in range(top, bottom) for x in range(SIGN_WIDTH))
    return sum(abs(each.hsvHue() - hue) < 4 and each.hsvSaturation() > 90 for each in colours) > 20


def both_answer(screen: Screen, mine: Desk, theirs: Desk, platform: Platform) -> None:
    """The one who is later is shown the other's reply, and sends theirs after it."""
    ticket, *_ = platform.open_tickets()
    before = platform.answers_to(ticket)
    for desk, words in ((mine, "From me"), (theirs, "From them")):
        desk.go_to("tickets")
        eventually(lambda: is_writing(screen), 30, "the keyboard in the reply")
        screen.type(words)
    mine.forward()
    screen.press("ctrl+Return")
    screen.turn_to(theirs.window)
    first = [*before, "<p>From me</p>"]
    eventually(lambda: platform.answers_to(ticket) == first, 30, "the first answer")
    screen.press("ctrl+Return")
    eventually(lambda: is_warned(screen), 40, "that it was not sent")
    assert platform.answers_to(ticket) == first, "shown first, then sent"
    screen.press("ctrl+z")
    screen.quiet(THREAD, quiet_for=1.0)
    screen.press("ctrl+End")
    screen.type(" too")
    screen.press("ctrl+Return")
    both = [*first, "<p>From them too</p>"]
    eventually(lambda: platform.answers_to(ticket) != first, 40, "the second answer")
    assert platform.answers_to(ticket) == both


def both_move(screen: Screen, mine: Desk, theirs: Desk, platform: Platform) -> None:
    """The one who is later moves nothing, and sees where the card is now."""
    for desk in (theirs, mine):
        desk.go_to("crm")
        eventually(lambda: takes_a_card(screen), 15, "a card that is selected")
    start = platform.stages()
    screen.press("ctrl+shift+Right", "ctrl+shift+Right")
    eventually(lambda: len(platform.stages()[2]) == len(start[2]) + 1, 30, "the move")
    after = platform.stages()
    screen.turn_to(theirs.window)
    screen.quiet()
    assert not is_warned(screen)
    screen.press("ctrl+shift+Right")
    eventually(lambda: is_warned(screen), 40, "that it was left")
    screen.quiet()
    assert platform.stages() == after, "it was left where it is"
    screen.press("ctrl+shift+Right")
    eventually(lambda: len(platform.stages()[3]) == len(start[3]) + 1, 30, "the move from there")
    (moved,) = start[0] - after[0]
    assert moved in platform.stages()[3]
