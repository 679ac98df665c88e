"""Change events of the system for a folder, received on a thread of its own: asking to be
told takes as long as the disk does. Words get lost; who listens looks from time to time as well."""

from collections.abc import Collection

from PySide6.QtCore import QFileSystemWatcher, QObject, QThread, Signal

MOST_FOLDERS = 1_000


class _Ear(QObject):
    rang = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._watcher: QFileSystemWatcher | None = None

    def listen(self, paths: list[str]) -> None:
        if self._watcher is None:
            self._watcher = QFileSystemWatcher(self)
            self._watcher.directoryChanged.connect(self.rang)
        known = set(self._watcher.directories())
        gone, new = known - set(paths), [path for path in paths if path not in known]
        if gone:
            self._watcher.removePaths(sorted(gone))
        if new:
            self._watcher.addPaths(new)


class Bell(QObject):
    """``rang`` with the folder in which something came or went."""

    rang = Signal(str)
    _wanted = Signal(list)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._thread = QThread(self)
        self._ear = _Ear()
        self._ear.moveToThread(self._thread)
        self._wanted.connect(self._ear.listen)
        self._ear.rang.connect(self.rang)
        self._heard: frozenset[str] = frozenset()
        self._ended = False

    def listen(self, folders: Collection[str]) -> None:
        """Listen to these folders and no others; the first thousand of them."""
        # Names that are no text cannot be told to Qt: those folders are only looked at.
        paths = sorted(path for path in folders if path.isprintable())[:MOST_FOLDERS]
        if frozenset(paths) != self._heard and not self._ended:
            self._heard = frozenset(paths)
            if not self._thread.isRunning():
                self._thread.start()
            self._wanted.emit(paths)

    def end(self) -> None:
        """Listen no more."""
        self._ended = True
        if self._thread.isRunning():
            self._ear.deleteLater()
            self._thread.quit()
            self._thread.wait(2_000)
