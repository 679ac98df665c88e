"""The widget around a web view: makes it late, and brings it back when its process ends."""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.web.channel import Bridge, Message
from funneldesk.desktop.kit.web.editor.keys import is_editor_key
from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.schemes import Reply
    from funneldesk.desktop.kit.web.view import IsolatedView

_ENDS_BORNE = 3
_WITHIN_SECONDS = 60.0
_GIVEN_UP = _("This view keeps stopping")
_WHAT_NOW = _(
    "Nothing you typed is lost: the program keeps it, not the view. Load the view again; if it "
    "stops once more, restart Funneldesk."
)


class WebHost(QWidget):
    """Base of the web widgets. The view is made after the widget's first paint, or by `start`.

    Subclasses say what the document is served (`_answer`), what it is told when it is ready
    (`_state`) and what its messages do (`_receive`).
    """

    ready = Signal()
    """The document listens and has got its state: after the first load and after each reload."""

    def __init__(
        self, host: str, document: str, background: str, scripts: bool, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self._host = host
        self._document = document
        self._background = background
        self._bridge = Bridge(self._heard, self) if scripts else None
        self._view: IsolatedView | None = None
        self._begun = False
        self._ends: list[float] = []
        self.notice: EmptyState | None = None
        self.load_again: Button | None = None
        self.first_filter: QObject | None = None
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self._end)
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)

    @property
    def is_ready(self) -> bool:
        """Whether the document listens."""
        return self._bridge is not None and self._bridge.ready

    def start(self) -> None:
        """Makes the view now; the first one in the program loads the web engine."""
        if self._view is not None:
            return
        from funneldesk.desktop.kit.web.view import IsolatedView

        self._begun = True
        view = IsolatedView(
            self._host, self._document, self._answer, self._bridge, self._background, self
        )
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._show_menu)
        page = view.isolated_page
        page.link_clicked.connect(self._link_clicked)
        page.renderProcessTerminated.connect(self._ended)
        page.renderProcessPidChanged.connect(self._watch_keys)
        page.loadFinished.connect(self._watch_keys)
        self._stack.addWidget(view)
        self._stack.setCurrentWidget(view)
        self.setFocusProxy(view)
        self._view = view
        self._renew()

    def release(self) -> None:
        """Ends the view with its process: the next paint, or `start`, makes another one."""
        view, self._view = self._view, None
        self._begun = False
        if view is not None:
            if self._bridge is not None:
                self._bridge.reset()
            self._stack.removeWidget(view)
            view.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fills the ground, and has the view made once this has been painted."""
        QPainter(self).fillRect(event.rect(), QColor(self._background))
        if not self._begun:
            self._begun = True
            QTimer.singleShot(0, self, self.start)

    def _answer(self, path: str, reply: "Reply") -> None:
        raise NotImplementedError

    def _state(self) -> Iterable[Message]:
        return ()

    def _receive(self, message: Message) -> None:
        pass

    def _link_clicked(self, url: str) -> None:
        pass

    def _show_menu(self, place: QPoint) -> None:
        pass

    def _claims(self, event: QKeyEvent) -> bool:
        """Whether a key belongs to the document even if the window has a shortcut for it."""
        return False

    def _heard(self, message: Message) -> None:
        if message.get("kind") != "ready":
            self._receive(message)
        elif self._bridge is not None:
            for each in self._state():
                self._bridge.send(each)
            # A document listens before all that it names is loaded.
            self._watch_keys()
            self.ready.emit()

    def _tell(self, message: Message) -> None:
        """Sends what changes the document's state; before it is ready its state will say it."""
        if self._bridge is not None and self._bridge.ready:
            self._bridge.send(message)

    def _set_background(self, colour: str) -> None:
        self._background = colour
        if self._view is not None:
            self._view.isolated_page.setBackgroundColor(QColor(colour))
        self.update()

    def _watch_keys(self, *_: object) -> None:
        proxy = self._view.focusProxy() if self._view is not None else None
        if proxy is not None:
            proxy.removeEventFilter(self)
            proxy.installEventFilter(self)
            if self.first_filter is not None:
                proxy.removeEventFilter(self.first_filter)
                proxy.installEventFilter(self.first_filter)
            # What is dragged comes to the view, which knows what may reach the engine.
            proxy.setAcceptDrops(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps the document's own keys from the window's shortcuts, and the window's from the
        engine, whose editing keys on X11 would win (Ctrl+K cuts off the line there)."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            claimed = self._claims(event)
            if claimed or not is_editor_key(Qt.Key(event.key()), event.modifiers()):
                event.setAccepted(claimed)
                return True
        return super().eventFilter(watched, event)

    def _ended(self) -> None:
        if self._bridge is not None:
            self._bridge.reset()
        now = time.monotonic()
        self._ends = [end for end in self._ends if now - end < _WITHIN_SECONDS] + [now]
        if len(self._ends) < _ENDS_BORNE:
            QTimer.singleShot(0, self, self._renew)
        else:
            self._give_up()

    def _renew(self) -> None:
        if self._view is not None:
            self._view.isolated_page.go_home()

    def _rebuild(self) -> None:
        """Ends the view with its process, whatever that is busy with, and makes a new one."""
        view, self._view = self._view, None
        if view is None:
            return
        if self._bridge is not None:
            self._bridge.reset()
        self._stack.removeWidget(view)
        view.deleteLater()
        self.start()

    def _end(self) -> None:
        """Ends the view while the application is whole: the engine outlives no application."""
        view, self._view = self._view, None
        self._begun = True
        if view is not None:
            shiboken6.delete(view)

    def _give_up(self) -> None:
        self.load_again = Button(_("Load again"), on_click=self._try_again)
        self.notice = EmptyState("triangle-alert", _GIVEN_UP, _WHAT_NOW, self.load_again)
        self._stack.addWidget(self.notice)
        self._stack.setCurrentWidget(self.notice)

    def _try_again(self) -> None:
        self._ends.clear()
        if self.notice is not None:
            self._stack.removeWidget(self.notice)
            self.notice.deleteLater()
            self.notice = None
        self._rebuild()
