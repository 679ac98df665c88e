"""Printing: the system's dialog, then what somebody draws on its pages."""

import asyncio
from collections.abc import Callable

from PySide6.QtGui import QPageLayout
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget


async def print_with(
    owner: QWidget, layout: QPageLayout, title: str, draw: Callable[[QPrinter], object]
) -> None:
    """Ask for a printer and draw on it; nothing is printed when that is given up."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageLayout(layout)
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
            draw(printer)
    finally:
        dialog.deleteLater()
