"""One program for one set of folders: a second start brings the first window to the front."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, Signal

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer

ANSWER_MILLISECONDS = 400
SHOW = b"show\n"


class Instance(QObject):
    """Holds the place of the running program. ``asked_to_show``: somebody started it again.

    A lock tells who is first, since that is known at once; the line between both is made later.
    """

    asked_to_show = Signal()

    def __init__(self, data: Path) -> None:
        super().__init__()
        self._data = data
        self._lock = QLockFile(str(data / "program.lock"))
        self._lock.setStaleLockTime(0)
        self._server: QLocalServer | None = None

    @cached_property
    def _name(self) -> str:
        from PySide6.QtCore import QCryptographicHash

        folder = str(self._data.absolute()).encode()
        digest = QCryptographicHash.hash(folder, QCryptographicHash.Algorithm.Sha256)
        return f"funneldesk-{digest.toHex().toStdString()[:24]}"

    def is_first(self) -> bool:
        """Whether no other program works on these folders; if one does, it shows its window."""
        try:
            self._data.mkdir(parents=True, exist_ok=True)
        except OSError:
            # The window that follows has the words for a folder that cannot be made.
            return True
        if self._lock.tryLock(0) or self._lock.error() != QLockFile.LockError.LockFailedError:
            return True
        self._ask_the_first()
        return False

    def listen(self) -> None:
        """Hear of other starts from now on."""
        from PySide6.QtNetwork import QLocalServer

        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._asked)
        # What lies there is left over from a program that was killed.
        QLocalServer.removeServer(self._name)
        server.listen(self._name)
        self._server = server

    def _ask_the_first(self) -> None:
        from PySide6.QtNetwork import QLocalSocket

        first = QLocalSocket()
        first.connectToServer(self._name)
        if first.waitForConnected(ANSWER_MILLISECONDS):
            first.write(SHOW)
            first.waitForBytesWritten(ANSWER_MILLISECONDS)
            first.disconnectFromServer()

    def _asked(self) -> None:
        if self._server is not None:
            socket = self._server.nextPendingConnection()
            socket.disconnected.connect(socket.deleteLater)
            self.asked_to_show.emit()
