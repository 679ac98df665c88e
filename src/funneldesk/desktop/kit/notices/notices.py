"""Messages to the user: a toast now, and a place where they can be read again."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from PySide6.QtCore import QObject, Signal


@dataclass(frozen=True, slots=True)
class NoticeAction:
    """A button on a notice."""

    label: str
    run: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Notice:
    """A message: what happened, what it means and what to do, with details to unfold and copy.

    ``tone``: info, success, warning or danger. ``key``: a later notice of the same key
    replaces the earlier one.
    """

    title: str
    text: str = ""
    tone: str = "info"
    details: str = ""
    key: str = ""
    action: NoticeAction | None = None
    lasting: bool = False
    away: bool = False
    """The system tells it as well while no window of the program is in front."""
    at: datetime = field(default_factory=datetime.now)


class NotificationCenter(QObject):
    """Every notice of this run, newest first; the shell shows them."""

    posted = Signal(object)
    withdrawn = Signal(str)
    LIMIT = 200

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.notices: list[Notice] = []

    def post(self, notice: Notice) -> None:
        """Show a notice."""
        if notice.key:
            self.notices = [n for n in self.notices if n.key != notice.key]
        self.notices.insert(0, notice)
        del self.notices[self.LIMIT :]
        self.posted.emit(notice)

    def withdraw(self, key: str) -> None:
        """Take back a lasting notice whose cause is gone."""
        self.notices = [n for n in self.notices if n.key != key]
        self.withdrawn.emit(key)
