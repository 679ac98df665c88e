"""Questions before a save that would start, restart or drop split tests."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.dialogs.dialog import choose
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.save.plan import SaveWarning
from funneldesk.desktop.records.save.questions import GO

KEEP, PAUSE = "keep", "pause"


async def ask_to_keep(panel: QWidget, warning: SaveWarning, count: int) -> str:
    """As ``records.save.questions.ask_about`` when ``count`` tests would start anew and can be
    kept: KEEP is the third answer.
    """
    meaning = ngettext(
        "Keeping it as it is writes its number into the HTML: this and later saves leave it alone.",
        "Keeping them as they are writes their numbers into the HTML: this and later saves leave "
        "them alone.",
        count,
    )
    keep = ngettext("Keep it as it is", "Keep them as they are", count)
    return await _ask(panel, warning, meaning, KEEP, keep)


async def ask_to_continue(panel: QWidget, warning: SaveWarning, count: int) -> str:
    """The same when ``count`` blocks could go on with an earlier test of the page."""
    meaning = ngettext(
        "This page had this test before. Continuing it keeps its numbers and its state: a decided "
        "test shows its winner, a paused one its baseline.",
        "This page had {count} of these tests before. Continuing them keeps their numbers and "
        "their states: a decided test shows its winner, a paused one its baseline.",
        count,
    ).format(count=count)
    go_on = ngettext("Continue the earlier test", "Continue the earlier tests", count)
    return await _ask(panel, warning, meaning, KEEP, go_on)


async def ask_to_pause(panel: QWidget, warning: SaveWarning, count: int) -> str:
    """The same when ``count`` running tests lose their block: PAUSE is the third answer."""
    meaning = ngettext(
        "It would go on running in Split tests although no page shows it.",
        "They would go on running in Split tests although no page shows them.",
        count,
    )
    pause = ngettext("Save and pause the test", "Save and pause the tests", count)
    return await _ask(panel, warning, meaning, PAUSE, pause)


async def _ask(panel: QWidget, warning: SaveWarning, meaning: str, answer: str, label: str) -> str:
    return await choose(
        panel,
        warning.title,
        f"{warning.sentence}\n\n{meaning}",
        (("", _("Cancel"), ""), (GO, warning.action_label, ""), (answer, label, "primary")),
    )
