"""Dialogs that learn something while they are open."""

from funneldesk.desktop.kit.dialogs.dialog import Dialog


def make_room(dialog: Dialog) -> None:
    """Let an open dialog grow with its texts; it never shrinks under the pointer."""
    layout = dialog.layout()
    if layout is None or not dialog.isVisible():
        return
    layout.activate()
    needed = layout.totalHeightForWidth(dialog.width()) if layout.hasHeightForWidth() else 0
    dialog.resize(dialog.width(), max(dialog.height(), needed, layout.totalSizeHint().height()))
