"""Draws every line icon onto the sheet that the window reads; run by the program's Python."""

import sys

from PySide6.QtGui import QGuiApplication

from funneldesk.desktop.kit.style.icon_drawing import icon_names, sheet_of


def main(out: str) -> int:
    """Write the sheet to ``out``, a PNG file."""
    app = QGuiApplication([sys.argv[0], "-platform", "offscreen"])
    done = sheet_of(icon_names()).save(out)
    del app
    return 0 if done else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
