"""Drops and pastes that are no text: files, images, records.

The web view never sees it: the program takes it at the door, and asks only for the place.
"""

from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QMimeData, QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
)

from funneldesk.desktop.kit.web.channel import Message

MOST_TRIES = 20


class Place(Protocol):
    """Receiver: an editor that knows where its cursor is, and where a point lies in a text."""

    @property
    def shown_document(self) -> str | None: ...

    @property
    def is_read_only(self) -> bool: ...

    @property
    def is_ready(self) -> bool: ...

    def cursor_offset(self, name: str) -> int: ...

    def place_told(self, message: Message) -> tuple[str, int] | None: ...

    def send(self, message: Message) -> None: ...


class Receiver(QObject):
    """Whoever can use such things sets ``would_take`` (asked while one drags; quick) and ``take``
    (asked once, gives None for what is of no use). ``given`` tells what was taken, the document
    and the offset where it is to go.
    """

    given = Signal(object, str, int)

    def __init__(self, owner: QObject, place: Place) -> None:
        super().__init__(owner)
        self._editor = place
        self.would_take: Callable[[QMimeData], bool] = lambda _: False
        self.take: Callable[[QMimeData], object | None] = lambda _: None
        self._waiting: dict[int, tuple[object, QPointF, int]] = {}
        self._number = 0

    def enter(self, event: QDragEnterEvent) -> bool:
        """A drag comes over the view; whether it is ours."""
        return self._over(event)

    def move(self, event: QDragMoveEvent) -> bool:
        """It goes on."""
        return self._over(event)

    def leave(self, _: QDragLeaveEvent) -> None:
        """It goes away."""
        self._land(None)

    def drop(self, event: QDropEvent) -> bool:
        """It lands; whether it is ours."""
        if self._is_locked or not self.would_take(event.mimeData()):
            return False
        self._land(None)
        thing = self.take(event.mimeData())
        if thing is None:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self._ask(thing, event.position(), MOST_TRIES)
        return True

    def paste(self) -> bool:
        """Take what is on the clipboard and is no text, to where the cursor is; whether it was
        such."""
        editor, mime = self._editor, QGuiApplication.clipboard().mimeData()
        name = editor.shown_document
        if self._is_locked or name is None or mime is None or not _is_no_text(mime):
            return False
        thing = self.take(mime) if self.would_take(mime) else None
        if thing is None:
            return False
        self.given.emit(thing, name, editor.cursor_offset(name))
        return True

    def pastes(self, event: QKeyEvent) -> bool:
        """Whether a key was a paste that is taken here."""
        return event.matches(QKeySequence.StandardKey.Paste) and self.paste()

    def answered(self, message: Message) -> None:
        """The view says where a drop landed."""
        thing, point, tries = self._waiting.pop(int(message["number"]), (None, QPointF(), 0))
        if thing is None:
            return
        place = self._editor.place_told(message)
        if place is not None:
            self.given.emit(thing, *place)
        elif tries:
            # The text has changed since; the view will hear of it.
            QTimer.singleShot(0, self, lambda: self._ask(thing, point, tries - 1))

    def lost(self) -> None:
        """The view ended: what landed goes to where the cursor is."""
        waiting, self._waiting = self._waiting, {}
        for thing, _, _ in waiting.values():
            self._give_at_cursor(thing)

    @property
    def _is_locked(self) -> bool:
        return self._editor.is_read_only or self._editor.shown_document is None

    def _over(self, event: QDragEnterEvent | QDragMoveEvent) -> bool:
        if self._is_locked or not self.would_take(event.mimeData()):
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self._land(event.position())
        return True

    def _land(self, point: QPointF | None) -> None:
        self._editor.send({"kind": "landing", "point": _point(point)})

    def _ask(self, thing: object, point: QPointF, tries: int) -> None:
        if not self._editor.is_ready:
            self._give_at_cursor(thing)
            return
        self._number += 1
        self._waiting[self._number] = thing, point, tries
        self._editor.send({"kind": "place", "number": self._number, "point": _point(point)})

    def _give_at_cursor(self, thing: object) -> None:
        name = self._editor.shown_document
        if name is not None:
            self.given.emit(thing, name, self._editor.cursor_offset(name))


def _point(point: QPointF | None) -> dict[str, Any] | None:
    return None if point is None else {"x": point.x(), "y": point.y()}


def _is_no_text(mime: QMimeData) -> bool:
    """Files are also offered as their names; an address that was copied is text all the same."""
    return any(url.isLocalFile() for url in mime.urls()) or not mime.hasText()
