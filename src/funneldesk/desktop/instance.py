"""One program for one set of folders: a second start brings the first window to the front."""

from pathlib import Path

from PySide6.QtCore import QCryptographicHash, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

ANSWER_MILLISECONDS = 400
SHOW = b"show\n"


class Instance(QObject):
    """Holds the place of the running program. ``asked_to_show``: somebody started it again."""

    asked_to_show = Signal()

    def __init__(self, data: Path) -> None:
        super().__init__()
        folder = str(data.absolute()).encode()
        digest = QCryptographicHash.hash(folder, QCryptographicHash.Algorithm.Sha256)
        self._name = f"funneldesk-{digest.toHex().toStdString()[:24]}"
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._asked)

    def is_first(self) -> bool:
        """Whether no other program works on these folders; if one does, it shows its window."""
        other = QLocalSocket()
        other.connectToServer(self._name)
        if other.waitForConnected(ANSWER_MILLISECONDS):
            other.write(SHOW)
            other.waitForBytesWritten(ANSWER_MILLISECONDS)
            other.disconnectFromServer()
            return False
        # Nobody answers: what lies there is left over from a program that was killed.
        QLocalServer.removeServer(self._name)
        self._server.listen(self._name)
        return True

    def close(self) -> None:
        """Give the place free."""
        self._server.close()

    def _asked(self) -> None:
        socket = self._server.nextPendingConnection()
        socket.disconnected.connect(socket.deleteLater)
        self.asked_to_show.emit()
