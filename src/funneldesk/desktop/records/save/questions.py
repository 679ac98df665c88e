"""Question before a save: a warning with the ways to go on."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.records.save.plan import SaveWarning

GO = "yes"
CHANGED = "changed"
"""The answer changed the record: what is to be sent has to be looked at anew."""


async def ask_about(panel: QWidget, warning: SaveWarning) -> str:
    """GO, or an empty string for not now."""
    going = await confirm(panel, warning.title, warning.sentence, action=warning.action_label)
    return GO if going else ""
