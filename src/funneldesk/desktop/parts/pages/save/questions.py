"""What is asked before a save: each warning with the ways to go on."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.dialogs.dialog import choose, confirm
from funneldesk.desktop.parts.pages.save.request import SaveWarning

GO = "yes"
CHANGED = "changed"
"""The answer changed the page: what is to be sent has to be looked at anew."""

KEEP = "keep"


async def ask_about(panel: QWidget, warning: SaveWarning) -> str:
    """GO, or an empty string for not now."""
    going = await confirm(panel, warning.title, warning.sentence, action=warning.action_label)
    return GO if going else ""


async def ask_to_keep(panel: QWidget, warning: SaveWarning, count: int) -> str:
    """As ``ask_about`` when ``count`` running tests can be kept: KEEP is the third answer."""
    them, numbers = ("it", "its number") if count == 1 else ("them", "their numbers")
    return await choose(
        panel,
        warning.title,
        f"{warning.sentence}\n\nKeeping {them} running writes {numbers} into the html: this save "
        f"and later ones leave {them} alone.",
        (
            ("", "Cancel", ""),
            (GO, warning.action_label, ""),
            (KEEP, f"Keep {them} running", "primary"),
        ),
    )
