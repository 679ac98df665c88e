"""Where notices are posted and can be read again."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from funneldesk.desktop.kit.notices.notices import Notice


class NotificationCenter(QObject):
    """Every notice of this run, newest first; the shell shows them."""

    posted = Signal(object)
    withdrawn = Signal(str)
    LIMIT = 200

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.notices: list[Notice] = []

    def post(self, notice: "Notice") -> None:
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
