"""Asks before words are lost that this computer could not keep."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.local.texts import _

MOST_NAMED = 3


async def may_lose(window: QWidget, titles: tuple[str, ...], action: str) -> bool:
    """Whether the window may go: at once when all is kept, else when the user agrees."""
    if not titles:
        return True
    named = ", ".join(f"“{title}”" for title in titles[:MOST_NAMED])
    more = len(titles) - MOST_NAMED
    if more > 0:
        named = _("{titles} and {count} more").format(titles=named, count=more)
    return await confirm(
        window,
        _("Your last words are only in this window"),
        _(
            "This computer could not write them to its disk: {titles}. They are lost when the "
            "window goes. Make room on the disk, or save to the server, and try again."
        ).format(titles=named),
        action=action,
        danger=True,
    )
