"""Question before a save that would start running split tests again."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.dialogs.dialog import choose
from funneldesk.desktop.records.save.plan import SaveWarning
from funneldesk.desktop.records.save.questions import GO

KEEP = "keep"


async def ask_to_keep(panel: QWidget, warning: SaveWarning, count: int) -> str:
    """As ``records.save.questions.ask_about`` when ``count`` running tests can be kept:
    KEEP is the third answer.
    """
    them, numbers = ("it", "its number") if count == 1 else ("them", "their numbers")
    return await choose(
        panel,
        warning.title,
        f"{warning.sentence}\n\nKeeping {them} running writes {numbers} into the HTML: this "
        f"and later saves leave {them} alone.",
        (
            ("", "Cancel", ""),
            (GO, warning.action_label, ""),
            (KEEP, f"Keep {them} running", "primary"),
        ),
    )
