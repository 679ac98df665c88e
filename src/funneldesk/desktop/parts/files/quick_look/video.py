"""Quick look at videos: played beside the window, silent until somebody starts it."""

import asyncio

import shiboken6
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSlider, QWidget

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.thumbnails.film import Film
from funneldesk.desktop.assets.thumbnails.pool import NoPicture
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.parts.files.quick_look.viewer import LookStage
from funneldesk.desktop.workspace.workspace import Workspace

SEEK = 5_000
"""Milliseconds that a key goes back or on."""
_LARGEST = QSize(1280, 960)


class _Screen(QWidget):
    """The picture of the moment, in the middle."""

    def __init__(self, stage: "VideoStage") -> None:
        super().__init__()
        self._stage = stage
        self.setAccessibleName("Video")
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("sunken"))
        film = self._stage.film
        if film is None or film.image.isNull():
            return
        ratio = self.devicePixelRatioF()
        natural = film.whole / ratio
        size = natural.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        if natural.width() < size.width():
            size = natural
        target = QRect(QPoint(0, 0), size)
        target.moveCenter(self.rect().center())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(target), film.image, QRectF(film.image.rect()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._stage.play_or_pause()


class VideoStage(LookStage):
    """``film`` plays while it is shown."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.film: Film | None = None
        self._muted = False
        self.picture = _Screen(self)
        self.play = Button(
            kind="icon", icon_name="play", tip="Play (K)", on_click=self.play_or_pause
        )
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Place in the video")
        self.slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.slider.sliderMoved.connect(self._seek)
        self.time = Label("", size="small", tone="muted")
        self.sound = Button("Mute", kind="plain", tip="Without sound (M)", checkable=True)
        self.sound.toggled.connect(self._mute)
        for button in (self.play, self.sound):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        line = row(self.play, spacing=8, margins=(12, 6, 16, 6))
        line.addWidget(self.slider, 1)
        line.addWidget(self.time)
        line.addWidget(self.sound)
        under = surface("surface")
        under.setLayout(line)
        whole = column(spacing=0)
        whole.addWidget(self.picture, 1)
        whole.addWidget(under)
        self.setLayout(whole)

    def takes(self, file: AssetRow) -> bool:
        return file.kind == "video"

    async def show_content(self, file: AssetRow, content: bytes) -> tuple[int, int]:
        self.clear()
        film = self.film = Film(self)
        first: asyncio.Future[tuple[int, int]] = asyncio.get_running_loop().create_future()

        def seen() -> None:
            if not first.done():
                first.set_result((film.whole.width(), film.whole.height()))
            self.picture.update()

        def failed(words: str) -> None:
            if not first.done():
                first.set_exception(NoPicture(words))

        film.shown.connect(seen)
        film.failed.connect(failed)
        film.moved.connect(self._moved)
        film.open(content, file.name, self._room())
        try:
            return await first
        except BaseException:
            self.clear()
            raise

    def clear(self) -> None:
        film, self.film = self.film, None
        if film is not None and shiboken6.isValid(film):
            film.end()

    def play_or_pause(self) -> None:
        """K, Enter, or a click."""
        if self.film is None:
            return
        if self.film.playing:
            self.film.pause()
        else:
            self.film.play()

    def takes_key(self, event: QKeyEvent) -> bool:
        if self.film is None:
            return False
        match event.key():
            case Qt.Key.Key_K | Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.play_or_pause()
            case Qt.Key.Key_J:
                self._seek(self.film.at - SEEK)
            case Qt.Key.Key_L:
                self._seek(self.film.at + SEEK)
            case Qt.Key.Key_M if self.film.sound:
                self.sound.toggle()
            case _:
                return False
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.film is not None:
            self.film.fit(self._room())

    def _room(self) -> QSize:
        return (self.picture.size() * self.devicePixelRatioF()).boundedTo(_LARGEST)

    def _seek(self, at: int) -> None:
        if self.film is not None:
            self.film.seek(at)

    def _mute(self, on: bool) -> None:
        if self.film is not None:
            self.film.mute(on)

    def _moved(self) -> None:
        film = self.film
        if film is None:
            return
        self.play.set_icon("pause" if film.playing else "play")
        self.play.setAccessibleName("Pause" if film.playing else "Play")
        self.slider.setMaximum(max(1, film.length))
        if not self.slider.isSliderDown():
            self.slider.setValue(film.at)
        self.time.setText(f"{_clock(film.at)} / {_clock(film.length)}")
        self.sound.setVisible(film.sound)


def _clock(milliseconds: int) -> str:
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes}:{seconds:02d}"
