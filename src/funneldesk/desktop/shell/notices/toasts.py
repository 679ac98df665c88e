"""Toasts over the window's lower right corner, or near it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.shell.notices.free_place import free_place

if TYPE_CHECKING:
    from funneldesk.desktop.kit.notices.notices import Notice

ICONS = {
    "info": "info",
    "success": "circle-check",
    "warning": "triangle-alert",
    "danger": "circle-alert",
}
SHOWN_MILLISECONDS = {"info": 5000, "success": 3500, "warning": 9000, "danger": 14000}
WITH_ACTION_MILLISECONDS = 8000
"""What can still be undone stays at least so long."""
LOOK_AGAIN_MILLISECONDS = 1000
FOLLOW_MILLISECONDS = 150
"""Between two looks at what must not be covered, while something is shown."""
MOST = 4


class NoticeCard(QFrame):
    """One notice: a sign, what happened, what it means, and what can be done."""

    closed = Signal()

    def __init__(self, notice: "Notice", *, closable: bool) -> None:
        super().__init__()
        self.notice = notice
        surface("card", self)
        self.setAccessibleName(f"{notice.title} {notice.text}")
        sign = Label()
        sign.setPixmap(pixmap(ICONS.get(notice.tone, "info"), notice.tone))
        sign.setAlignment(Qt.AlignmentFlag.AlignTop)
        words = column(Label(notice.title, size="strong", wrap=True), spacing=2)
        if notice.text:
            words.addWidget(Label(notice.text, size="small", tone="muted", wrap=True))
        buttons = row(spacing=4)
        for act in (notice.action, notice.more):
            if act is not None:
                buttons.addWidget(Button(act.label, kind="link", on_click=act.run))
        if notice.details:
            buttons.addWidget(Button(_("Copy details"), kind="link", on_click=self._copy))
        if buttons.count():
            buttons.addStretch(1)
            words.addLayout(buttons)
        # Beside a button that is higher than one line, the words stay level with the sign.
        words.addStretch(1)
        line = row(sign, spacing=10, margins=(14, 12, 8, 12))
        line.addLayout(words, 1)
        if closable:
            close = Button(kind="icon", icon_name="x", tip=_("Dismiss"), on_click=self.close_card)
            line.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self.setLayout(line)
        self._life = QTimer(self, singleShot=True)
        self._life.timeout.connect(self._end_of_life)

    def live(self, milliseconds: int) -> None:
        """Go after that time, but never from under the pointer or with the keyboard in it."""
        self._life.start(milliseconds)

    def _end_of_life(self) -> None:
        focus = self.focusWidget()
        if self.underMouse() or (focus is not None and focus.hasFocus()):
            self._life.start(LOOK_AGAIN_MILLISECONDS)
        else:
            self.close_card()

    def close_card(self) -> None:
        """Take the card away; the notice stays to be read in the dialog."""
        self.hide()
        self.closed.emit()
        self.deleteLater()

    def _copy(self) -> None:
        notice = self.notice
        QGuiApplication.clipboard().setText(f"{notice.title}\n{notice.text}\n{notice.details}")


class Toasts(QWidget):
    """Stacks the newest notices above the window's lower right corner, but never over the main
    button of what is open, nor over the line that is being typed.

    Of several windows the one in front shows them, and the ``first`` when none is.
    """

    def __init__(
        self, window: QWidget, notifications: NotificationCenter, *, first: bool = False
    ) -> None:
        super().__init__(window)
        self._notifications = notifications
        self._first = first
        self._stack = QVBoxLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.setSpacing(8)
        self.setFixedWidth(380)
        self.hide()
        window.installEventFilter(self)
        notifications.posted.connect(self.show_notice)
        notifications.withdrawn.connect(self._withdraw)
        # Not when the focus changes: it does while widgets end, and these must not be looked at.
        self._following = QTimer(self, interval=FOLLOW_MILLISECONDS)
        self._following.timeout.connect(self._make_room)

    def cards(self) -> list[NoticeCard]:
        """What is shown, oldest first."""
        found = self.findChildren(NoticeCard, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return [card for card in found if not card.isHidden()]

    def show_notice(self, notice: "Notice") -> None:
        """Show one; a notice of the same key takes the place of the earlier."""
        if not self._is_in_front():
            return
        for card in self.cards():
            if notice.key and card.notice.key == notice.key:
                card.close_card()
        card = NoticeCard(notice, closable=True)
        card.closed.connect(self._place)
        self._stack.addWidget(card)
        card.show()
        for old in self.cards()[:-MOST]:
            old.close_card()
        if not notice.lasting:
            least = WITH_ACTION_MILLISECONDS if notice.action is not None else 0
            card.live(max(least, SHOWN_MILLISECONDS.get(notice.tone, 5000)))
        self._place()
        # A layout counts a new widget only once it is shown, in the next turn of the loop.
        QTimer.singleShot(0, self, self._place)

    def _is_in_front(self) -> bool:
        front = frame_in_front()
        there = front.findChild(Toasts) if front is not None else None
        if there is None or there._notifications is not self._notifications:
            return self._first
        return there is self

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return super().eventFilter(watched, event)

    def _withdraw(self, key: str) -> None:
        for card in self.cards():
            if card.notice.key == key:
                card.close_card()

    def _place(self) -> None:
        window = self.parentWidget()
        if window is None:
            return
        cards = self.cards()
        if bool(cards) != self._following.isActive():
            self._following.start() if cards else self._following.stop()
        for card in cards:
            card.ensurePolished()
            card.setFixedHeight(card.heightForWidth(self.width()))
        gaps = self._stack.spacing() * max(len(cards) - 1, 0)
        self.setFixedHeight(sum(card.height() for card in cards) + gaps)
        self.move(free_place(window, self.size()))
        self.setVisible(bool(cards))  # where it belongs: elsewhere it would come under the pointer
        self.raise_()

    def _make_room(self) -> None:
        """Another button or line may be needed now; nothing moves away from under the mouse."""
        if self.cards() and not self.underMouse():
            self._place()


def frame_in_front() -> QWidget | None:
    """The window that the user works in, whatever dialog lies over it."""
    found = QApplication.activeWindow()
    while found is not None and (above := found.parentWidget()) is not None:
        found = above.window()
    return found
