"""``funneldesk pictures --film``: plays one video beside the window, and hands over its pictures.

In: the video with the size to show it in, then ``play``, ``pause``, ``seek`` (milliseconds) and
``mute``. Out: each picture as bare pixels, with where it is; ``error`` is a sentence.
"""

import os
import sys
import threading
from typing import IO, Any

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QEventLoop,
    QIODevice,
    QObject,
    QSize,
    Qt,
    QTimer,
    QUrl,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtMultimedia import QAudioOutput, QMediaDevices, QMediaPlayer, QVideoFrame, QVideoSink

from funneldesk.desktop.assets.thumbnails import wire

FRAME_MILLISECONDS = 33
_CANNOT = "This video cannot be played on this computer: its format is not known here."
_Status = QMediaPlayer.MediaStatus


class _Player(QObject):
    """Reads on a thread of its own, plays and writes on the first one."""

    asked = Signal(object, object)

    def __init__(self, jobs: IO[bytes], answers: IO[bytes]) -> None:
        super().__init__()
        self._jobs = jobs
        self._answers = answers
        self._frame: QVideoFrame | None = None
        self._size = QSize(640, 360)
        self._buffer = QBuffer()
        self._sink = QVideoSink()
        self._player = QMediaPlayer()
        self._player.setVideoSink(self._sink)
        self._sound = None if QMediaDevices.defaultAudioOutput().isNull() else QAudioOutput()
        if self._sound is not None:
            self._player.setAudioOutput(self._sound)
        self._beat = QTimer(self, interval=FRAME_MILLISECONDS)
        self._beat.timeout.connect(self._show)
        self._sink.videoFrameChanged.connect(self._arrived)
        self._player.errorOccurred.connect(lambda *_: self._say({"error": _CANNOT}))
        self._player.mediaStatusChanged.connect(self._judge)
        self._player.playbackStateChanged.connect(lambda _: self._tell())
        self.asked.connect(self._do, Qt.ConnectionType.QueuedConnection)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while True:
                self.asked.emit(*wire.receive(self._jobs))
        except (wire.BrokenWire, OSError):
            # The window is gone, or looks at something else.
            os._exit(0)

    def _do(self, asked: dict[str, Any], content: bytes) -> None:
        match asked.get("do"):
            case "open":
                self._size = QSize(int(asked["across"]), int(asked["down"]))
                self._buffer.setData(QByteArray(content))
                self._buffer.open(QIODevice.OpenModeFlag.ReadOnly)
                self._player.setSourceDevice(self._buffer, QUrl(str(asked["name"])))
                self._beat.start()
                # Paused it shows its first picture, and is silent.
                self._player.pause()
            case "play":
                if self._player.mediaStatus() == _Status.EndOfMedia:
                    self._player.setPosition(0)
                self._player.play()
            case "pause":
                self._player.pause()
            case "seek":
                self._player.setPosition(int(asked["at"]))
            case "mute":
                if self._sound is not None:
                    self._sound.setMuted(bool(asked["on"]))
            case "size":
                self._size = QSize(int(asked["across"]), int(asked["down"]))
                self._frame = self._sink.videoFrame()

    def _arrived(self, frame: QVideoFrame) -> None:
        self._frame = frame

    def _judge(self, status: QMediaPlayer.MediaStatus) -> None:
        silent = status == _Status.LoadedMedia and not self._player.hasVideo()
        if status == _Status.InvalidMedia or silent:
            self._say({"error": _CANNOT})

    def _show(self) -> None:
        """The latest picture, when there is another one."""
        frame, self._frame = self._frame, None
        image = frame.toImage() if frame is not None and frame.isValid() else QImage()
        if image.isNull():
            return
        keep, smooth = (
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        whole = image.size()
        if whole.width() > self._size.width() or whole.height() > self._size.height():
            image = image.scaled(self._size, keep, smooth)
        image = image.convertToFormat(QImage.Format.Format_RGB32)
        self._tell(
            {
                "across": image.width(),
                "down": image.height(),
                "alpha": False,
                "width": whole.width(),
                "height": whole.height(),
            },
            bytes(image.constBits())[: image.bytesPerLine() * image.height()],
        )

    def _tell(self, facts: dict[str, Any] | None = None, pixels: bytes = b"") -> None:
        playing = self._player.playbackState() == QMediaPlayer.PlaybackState.PlayingState
        head = {
            "at": self._player.position(),
            "length": self._player.duration(),
            "playing": playing,
            "sound": self._sound is not None and self._player.hasAudio(),
        }
        self._say(head | (facts or {}), pixels)

    def _say(self, head: dict[str, Any], body: bytes = b"") -> None:
        try:
            wire.send(self._answers, head, body)
        except OSError:
            os._exit(0)


def main() -> int:
    """Play one video until the window has enough of it. Gives the exit status."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    app = QGuiApplication([sys.argv[0]])
    player = _Player(sys.stdin.buffer, answers)
    while player is not None:
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    return 0
