"""A file shown where it lies, in the system's own file manager."""

import sys
from pathlib import Path

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices


def show_in_folder(path: Path) -> bool:
    """Open the folder of ``path``, with the file selected where the system can do that; whether
    something opened."""
    if sys.platform == "win32" and path.is_file():
        return bool(QProcess.startDetached("explorer", ["/select,", str(path)])[0])
    if sys.platform == "darwin":
        return bool(QProcess.startDetached("open", ["-R", str(path)])[0])
    folder = path if path.is_dir() else path.parent
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
