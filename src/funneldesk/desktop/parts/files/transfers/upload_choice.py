"""Files of this computer, chosen in the system's dialog."""

import asyncio
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget


async def ask_files(parent: QWidget, title: str) -> list[Path]:
    """Files of this computer; none when it was dismissed."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    dialog.finished.connect(lambda code: None if answer.done() else answer.set_result(bool(code)))
    dialog.destroyed.connect(lambda: None if answer.done() else answer.set_result(False))
    dialog.open()
    try:
        taken = await answer
        return [Path(name) for name in dialog.selectedFiles()] if taken else []
    finally:
        dialog.deleteLater()
