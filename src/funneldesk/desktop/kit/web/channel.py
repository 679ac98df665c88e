"""Channel between one of our own documents and the program: JSON texts both ways, in order."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

Message = Mapping[str, Any]


class Bridge(QObject):
    """The program as the document sees it: one signal and one slot.

    Messages sent before the document has said that it is ready wait, and follow what ``receive``
    sends when it hears of that. What is not a JSON object is dropped: a document taken over by a
    hostile page must not get further than that.
    """

    sent = Signal(str)

    def __init__(self, receive: Callable[[Message], None], parent: QObject) -> None:
        super().__init__(parent)
        self._receive = receive
        self._waiting: list[Message] = []
        self._ready = False

    @property
    def ready(self) -> bool:
        """Whether the document listens."""
        return self._ready

    def send(self, message: Message) -> None:
        """Sends now, or as soon as the document is ready."""
        if self._ready:
            self.sent.emit(json.dumps(message))
        else:
            self._waiting.append(message)

    def reset(self) -> None:
        """Forgets the document: it is being loaded anew, and what waited for it is void."""
        self._ready = False
        self._waiting.clear()

    @Slot(str)
    def receive(self, text: str) -> None:
        """Called by the document."""
        try:
            message = json.loads(text)
        except ValueError:
            return
        if not isinstance(message, dict):
            return
        if message.get("kind") == "ready":
            self._ready = True
        self._receive(message)
        if self._ready:
            waiting, self._waiting = self._waiting, []
            for each in waiting:
                self.send(each)
