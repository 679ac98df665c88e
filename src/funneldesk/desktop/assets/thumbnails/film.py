"""A video that plays in a process beside the window: its pictures come one by one."""

import contextlib
import queue
import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, QSize, QTimer, Signal
from PySide6.QtGui import QImage

from funneldesk.desktop.assets.thumbnails import wire
from funneldesk.desktop.assets.thumbnails.pixels import image_of
from funneldesk.desktop.assets.thumbnails.pool import NoPicture
from funneldesk.desktop.assets.thumbnails.worker_process import Answer, PictureProcess

PATIENCE_MILLISECONDS = 10_000
_STUCK = "This video cannot be played: nothing of it came within ten seconds."
_ENDED = "This video cannot be played: reading it failed badly."


class Film(QObject):
    """One video, from ``open`` to ``end``. Times are in milliseconds.

    ``shown``: another picture is in ``image``. ``moved``: ``at``, ``length``, ``playing`` or
    ``sound`` changed. ``failed`` carries a sentence for the user; nothing follows it.
    """

    shown = Signal()
    moved = Signal()
    failed = Signal(str)
    _heard = Signal()

    def __init__(self, owner: QObject) -> None:
        super().__init__(owner)
        self.image = QImage()
        self.whole = QSize()
        self.at = 0
        self.length = 0
        self.playing = False
        self.sound = False
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._gate = threading.Lock()
        self._answers: list[Answer | None] = []
        self._process: PictureProcess | None = None
        self._over = False
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MILLISECONDS)
        self._patience.timeout.connect(lambda: self._fail(_STUCK))
        self._heard.connect(self._take)

    def open(self, content: bytes, name: str, room: QSize) -> None:
        """Show the first picture of a video, at most as large as ``room`` in device pixels."""

        def start() -> None:
            self._process = PictureProcess("--film")
            threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()

        self._patience.start()
        threading.Thread(target=self._speak, name="film", daemon=True).start()
        self._jobs.put(start)
        head = {"do": "open", "name": name, "across": room.width(), "down": room.height()}
        self._say(head, content)

    def play(self) -> None:
        """Go on, from the beginning when it is at its end."""
        self._say({"do": "play"})

    def pause(self) -> None:
        """Stop where it is."""
        self._say({"do": "pause"})

    def seek(self, at: int) -> None:
        """Go to another place."""
        self._say({"do": "seek", "at": max(0, min(at, self.length))})

    def mute(self, on: bool) -> None:
        """Without sound, or with it."""
        self._say({"do": "mute", "on": on})

    def fit(self, room: QSize) -> None:
        """The room has another size."""
        self._say({"do": "size", "across": room.width(), "down": room.height()})

    def end(self) -> None:
        """No more of it; the process ends."""
        if self._over:
            return
        self._over = True
        self._patience.stop()
        process = self._process
        if process is not None:
            process.kill()
        self._jobs.put(self._bury)
        self._jobs.put(None)
        self.deleteLater()

    def _say(self, head: wire.Head, body: bytes = b"") -> None:
        def job() -> None:
            if self._process is not None:
                # Of a process that is gone the listener tells.
                with contextlib.suppress(OSError):
                    self._process.say(head, body)

        if not self._over:
            self._jobs.put(job)

    def _speak(self) -> None:
        """On a thread of its own: a video is large, and a process may not listen."""
        while (job := self._jobs.get()) is not None:
            job()

    def _bury(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.bury()

    def _listen(self, process: PictureProcess) -> None:
        """On a thread of its own: only the latest picture is worth anything."""
        answer: Answer | None = None
        while not self._over:
            try:
                answer = process.hear()
            except (wire.BrokenWire, OSError, ValueError):
                answer = None
            with self._gate:
                waits = bool(self._answers)
                if answer is not None and answer[1]:
                    self._answers = [each for each in self._answers if each and not each[1]]
                self._answers.append(answer)
            if not waits and not self._over:
                with contextlib.suppress(RuntimeError):
                    self._heard.emit()
            if answer is None:
                return

    def _take(self) -> None:
        with self._gate:
            answers, self._answers = self._answers, []
        for answer in answers:
            if self._over:
                return
            if answer is None:
                self._fail(_ENDED)
            elif "error" in answer[0]:
                self._fail(str(answer[0]["error"]))
            else:
                self._follow(*answer)

    def _follow(self, facts: dict[str, object], pixels: bytes) -> None:
        self.at, self.length = _number(facts, "at"), _number(facts, "length")
        self.playing, self.sound = facts.get("playing") is True, facts.get("sound") is True
        if pixels:
            self._patience.stop()
            try:
                self.image = image_of(facts, pixels)
            except NoPicture as problem:
                self._fail(str(problem))
                return
            self.whole = QSize(_number(facts, "width"), _number(facts, "height"))
            self.shown.emit()
        self.moved.emit()

    def _fail(self, words: str) -> None:
        if not self._over:
            self.end()
            self.failed.emit(words)


def _number(facts: dict[str, object], name: str) -> int:
    found = facts.get(name)
    return max(0, found) if isinstance(found, int) else 0
