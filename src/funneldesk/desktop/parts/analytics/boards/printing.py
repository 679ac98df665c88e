"""Printing of a board: the system's dialog, then its pages."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.export.printing import print_with
from funneldesk.desktop.parts.analytics.boards.paper import Picture, draw, page_layout


async def print_pictures(
    owner: QWidget, title: str, told: str, pictures: Sequence[Picture], width: int
) -> None:
    """Ask for a printer; nothing is printed when that is given up."""
    await print_with(
        owner, page_layout(), title, lambda printer: draw(printer, title, told, pictures, width)
    )
