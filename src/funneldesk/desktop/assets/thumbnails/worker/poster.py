"""In the worker: the image that stands for a video, from a moment after its beginning, where it is
no longer black."""

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
)
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtMultimedia import QMediaPlayer, QVideoFrame, QVideoSink

from funneldesk.desktop.kit.workers.child import JobError
from funneldesk.desktop.local.texts import _

MOMENT = 1_000
"""Milliseconds into the video."""
MOMENT_MILLISECONDS, FIRST_MILLISECONDS = 3_000, 10_000
"""Limits for the frame at that moment, else for the first frame."""
_CANNOT = _("This video's format isn't known on this computer.")
_STUCK = _("This video can't be read: nothing of it came within ten seconds.")
_BROKEN = (QMediaPlayer.MediaStatus.InvalidMedia, QMediaPlayer.MediaStatus.NoMedia)


def poster(content: bytes, name: str, side: int) -> tuple[QImage, QSize]:
    """Image of a video, at most ``side`` pixels wide and high, and the size of its frames.

    Raises JobError.
    """
    keep = QGuiApplication.instance() or QGuiApplication([])
    search = _Search(content, name)
    image = search.run()
    del keep
    if image.isNull():
        raise JobError(search.problem or _STUCK)
    whole = image.size()
    if max(whole.width(), whole.height()) > side:
        ratio, smooth = (
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        image = image.scaled(side, side, ratio, smooth)
    return image.convertToFormat(QImage.Format.Format_RGB32), whole


class _Search(QObject):
    """Paused, so that it is silent; goes to the moment once the first frame is there."""

    def __init__(self, content: bytes, name: str) -> None:
        super().__init__()
        self.problem = ""
        self._best = QImage()
        self._over = False
        self._clock = QTimer(self, singleShot=True)
        self._clock.timeout.connect(self._end)
        self._buffer = QBuffer()
        self._buffer.setData(QByteArray(content))
        self._buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        self._sink = QVideoSink()
        self._sink.videoFrameChanged.connect(self._arrived)
        self._player = QMediaPlayer()
        self._player.setVideoSink(self._sink)
        self._player.errorOccurred.connect(lambda *_: self._fail())
        self._player.mediaStatusChanged.connect(self._judge)
        self._player.setSourceDevice(self._buffer, QUrl(name))

    def run(self) -> QImage:
        """Return the frame of the moment, else the first one, else a null image."""
        if not self.problem:
            self._clock.start(FIRST_MILLISECONDS)
            self._player.pause()
            while not self._over:
                QGuiApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        self._sink.videoFrameChanged.disconnect(self._arrived)
        self._player.stop()
        self._player.setSource(QUrl())
        return self._best

    def _arrived(self, frame: QVideoFrame) -> None:
        image = frame.toImage() if frame.isValid() else QImage()
        if image.isNull():
            return
        is_first, self._best = self._best.isNull(), image
        if self._player.duration() <= 2 * MOMENT or self._player.position() >= MOMENT // 2:
            self._end()
        elif is_first:
            self._clock.start(MOMENT_MILLISECONDS)
            self._player.setPosition(MOMENT)

    def _judge(self, status: QMediaPlayer.MediaStatus) -> None:
        is_silent = status == QMediaPlayer.MediaStatus.LoadedMedia and not self._player.hasVideo()
        if status in _BROKEN or is_silent:
            self._fail()

    def _fail(self) -> None:
        self.problem = _CANNOT
        self._end()

    def _end(self) -> None:
        self._over = True
