"""Printing of a board: the system's dialog, then its pages."""

import asyncio
from collections.abc import Sequence

from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget

from funneldesk.desktop.parts.analytics.boards.paper import Picture, draw, page_layout


async def print_pictures(
    owner: QWidget, title: str, told: str, pictures: Sequence[Picture], width: int
) -> None:
    """Ask for a printer; nothing is printed when that is given up."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageLayout(page_layout())
    printer.setDocName(title)
    dialog = QPrintDialog(printer, owner)
    answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def settle(result: int) -> None:
        if not answer.done():
            answer.set_result(result)

    dialog.finished.connect(settle)
    dialog.setModal(True)
    dialog.show()
    try:
        if await answer == QDialog.DialogCode.Accepted:
            draw(printer, title, told, pictures, width)
    finally:
        dialog.deleteLater()
