"""Question before a save that would start running split tests again."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.dialogs.dialog import choose
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.save.plan import SaveWarning
from funneldesk.desktop.records.save.questions import GO

KEEP = "keep"


async def ask_to_keep(panel: QWidget, warning: SaveWarning, count: int) -> str:
    """As ``records.save.questions.ask_about`` when ``count`` running tests can be kept:
    KEEP is the third answer.
    """
    them, numbers = ("it", _("its number")) if count == 1 else ("them", _("their numbers"))
    return await choose(
        panel,
        warning.title,
        _(
            "{sentence}\n\nKeeping {them} running writes {numbers} into the HTML: this "
            "and later saves leave {them} alone."
        ).format(sentence=warning.sentence, them=them, numbers=numbers),
        (
            ("", _("Cancel"), ""),
            (GO, warning.action_label, ""),
            (KEEP, _("Keep {them} running").format(them=them), "primary"),
        ),
    )
