"""A card of the CRM's board is dragged with the mouse, and comes back by undo, in a real window."""

from tests.e2e.conftest import Start
from tests.e2e.files_window import TITLE
from tests.e2e.outside import Platform
from tests.e2e.screen import Screen
from tests.e2e.waiting import eventually

FIRST_CARD = (342, 219)
OVER_OTHERS = ((560, 320), (790, 330), (1000, 311))
"""Over the second and the third stage, to the fourth."""
OUTSIDE = (100, 600)


def go_to_the_board(screen: Screen) -> None:
    screen.press("ctrl+k")
    screen.quiet()
    screen.type("go to crm")
    screen.quiet()
    screen.press("Return")
    screen.quiet(quiet_for=1.0)


def edit_beside_the_board(screen: Screen, platform: Platform) -> None:
    """The card that has the keyboard is opened and edited by keys alone."""
    screen.press("Return")
    screen.quiet(quiet_for=1.0)
    screen.press("Return", "ctrl+a")
    screen.type("Edited beside the board")
    screen.press("ctrl+s")
    eventually(lambda: platform.entry_count("Edited beside the board") == 1, 30, "the new title")
    screen.quiet()
    screen.press("Escape")
    screen.quiet()


def test_a_card_is_dragged_over_three_stages_and_back_by_undo(screen: Screen, runs: Start) -> None:
    program = runs()
    screen.window(TITLE)
    screen.quiet()
    platform = program.platform("owner")
    before = platform.stages()
    go_to_the_board(screen)

    screen.pull(FIRST_CARD, *OVER_OTHERS, OUTSIDE)
    screen.quiet()
    assert platform.stages() == before
    screen.pull(FIRST_CARD, *OVER_OTHERS)
    eventually(lambda: len(platform.stages()[3]) == len(before[3]) + 1, 30, "the move")
    after = platform.stages()
    (moved,) = before[0] - after[0]
    assert moved in after[3]
    assert [after[1], after[2]] == [before[1], before[2]]
    screen.quiet()

    screen.press("ctrl+z")
    eventually(lambda: platform.stages() == before, 30, "the card back where it was")
    screen.quiet()
    screen.press("ctrl+shift+z")
    eventually(lambda: platform.stages() == after, 30, "the move once more")
    screen.quiet()

    # Somebody else moves the same card before the move is taken back: theirs stands.
    platform.move_card(moved, 1)
    theirs = platform.stages()
    screen.press("ctrl+z")
    screen.quiet(quiet_for=1.0)
    assert platform.stages() == theirs

    edit_beside_the_board(screen, platform)
    assert program.complaints() == []
