"""Sheets that learn something while they are open."""

from funneldesk.desktop.kit.dialogs.dialog import Sheet


def make_room(sheet: Sheet) -> None:
    """Let an open sheet grow with its texts; it never shrinks under the pointer."""
    layout = sheet.layout()
    if layout is None or not sheet.isVisible():
        return
    layout.activate()
    needed = layout.totalHeightForWidth(sheet.width()) if layout.hasHeightForWidth() else 0
    sheet.resize(sheet.width(), max(sheet.height(), needed, layout.totalSizeHint().height()))
