"""Window of the quick look: a file shown large, with its facts."""

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizeGrip, QStackedWidget, QWidget

from funneldesk.desktop.assets.addresses import absolute
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.thumbnails.fetching import NotFetched, Originals
from funneldesk.desktop.assets.thumbnails.image_workers import NoImage
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import ElidedLabel
from funneldesk.desktop.kit.dialogs.tab_order import step
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.quick_look.viewer import LookStage
from funneldesk.desktop.parts.files.quick_look.viewers import stages

LEAST = QSize(420, 320)
SHARE = 0.8
"""Of the section's window."""
_CLOSING = (Qt.Key.Key_Escape, Qt.Key.Key_Space)
_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}


class LookWindow(QWidget):
    """``turned`` asks for the next (1) or the one before (-1). Esc and Space close it."""

    turned = Signal(int)
    asked_to_download = Signal()
    closed = Signal()

    def __init__(self, panel: FilesBrowser) -> None:
        flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint
        super().__init__(panel.window(), flags)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(_("Quick look"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(LEAST)
        self.row: AssetRow | None = None
        self.loaded = False
        self._panel = panel
        self._workspace = panel.workspace
        self._tasks = TaskScope(self)
        self._build()
        theme.changed.connect(self.update)
        panel.installEventFilter(self)
        self._place_over(panel.window().geometry())

    def _build(self) -> None:
        self.stage = QStackedWidget()
        self.problem = EmptyState("image-off", "", "")
        self.waiting = QWidget()
        self.stages = stages(self._panel.workspace)
        for widget in (self.waiting, self.problem, *self.stages):
            self.stage.addWidget(widget)
        whole = column(self._built_head(), spacing=0, margins=(1, 1, 1, 1))
        whole.addWidget(self.stage, 1)
        whole.addWidget(self._built_foot())
        self.setLayout(whole)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step(self, forward)

    def _built_head(self) -> QWidget:
        self.name = ElidedLabel("", size="title")
        self.place = ElidedLabel("", size="small", tone="muted")
        self.before = Button(
            kind="icon", icon_name="chevron-left", tip=_("The file before this one")
        )
        self.after = Button(kind="icon", icon_name="chevron-right", tip=_("The next file"))
        self.shut = Button(kind="icon", icon_name="x", tip=_("Close (Esc)"), on_click=self.close)
        self.before.clicked.connect(lambda: self.turned.emit(-1))
        self.after.clicked.connect(lambda: self.turned.emit(1))
        head = row(spacing=4, margins=(16, 0, 8, 0))
        head.addLayout(column(None, self.name, self.place, None, spacing=0), 1)
        for button in (self.before, self.after, self.shut):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            head.addWidget(button)
        self.head = surface("top")
        self.head.setFixedHeight(48)
        self.head.setLayout(head)
        return self.head

    def _built_foot(self) -> QWidget:
        self.facts = ElidedLabel("", size="small", tone="muted")
        self.tools = row(spacing=4)
        for stage in self.stages:
            self.tools.addWidget(stage.tools)
        self.browser = Button(
            kind="icon",
            icon_name="external-link",
            tip=_("Show in browser"),
            on_click=self._show_in_browser,
        )
        self.download = Button(
            _("Download"), icon_name="download", on_click=self.asked_to_download.emit
        )
        for button in (self.browser, self.download):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        foot = row(spacing=8, margins=(16, 0, 4, 0))
        foot.addWidget(self.facts, 1)
        foot.addLayout(self.tools)
        foot.addWidget(self.browser)
        foot.addWidget(self.download)
        foot.addWidget(QSizeGrip(self), 0, Qt.AlignmentFlag.AlignBottom)
        under = surface("foot")
        under.setFixedHeight(44)
        under.setLayout(foot)
        return under

    def show_file(self, file: AssetRow, place: int, count: int) -> None:
        """Show a file instead, the one at ``place`` (from 0) of ``count``."""
        self.row = file
        self.loaded = False
        self.setWindowTitle(_("Quick look: {name}").format(name=file.name))
        self.name.setText(file.name)
        at = _("{place:,} of {count:,}").format(place=place + 1, count=count)
        self.place.setText(at if count > 1 else file.folder)
        self.before.setEnabled(place > 0)
        self.after.setEnabled(place + 1 < count)
        self._say_facts(file, file.width, file.height)
        stage = next((each for each in self.stages if each.takes(file)), None)
        for each in self.stages:
            each.tools.setVisible(each is stage)
            if each is not stage:
                each.clear()
        self.browser.setVisible(self._address().scheme() in ("http", "https"))
        if stage is None:
            self._say_problem(_("There is no quick look for this kind of file."))
            return
        self._tasks.latest("show", self._show(stage, file))

    def come_forward(self) -> None:
        """On the screen, and with the keyboard."""
        if not self.isVisible():
            self.show()
            self.setFocus(Qt.FocusReason.PopupFocusReason)
        self.raise_()
        self.activateWindow()

    async def _show(self, stage: LookStage, file: AssetRow) -> None:
        soon = stage.foretaste(file)
        self.stage.setCurrentWidget(stage if soon else self.waiting)
        try:
            content = await self._workspace.shared(Originals).get(file)
            facts = await stage.show_content(file, content)
        except (NoImage, NotFetched) as problem:
            self._say_problem(str(problem))
            return
        self.stage.setCurrentWidget(stage)
        self._say_facts(file, *facts)
        self.loaded = True

    def _say_problem(self, words: str) -> None:
        for each in self.stages:
            each.tools.hide()
        self.problem.say(_("This file cannot be shown here"), words)
        self.stage.setCurrentWidget(self.problem)
        self.loaded = True

    def _say_facts(self, file: AssetRow, width: int, height: int) -> None:
        kind = KIND_WORDS.get(file.kind, _("File"))
        sides = f"{width:,} × {height:,}" if width and height else ""
        self.facts.setText(
            " · ".join(part for part in (kind, sides, size_words(file.size)) if part)
        )

    def _address(self) -> QUrl:
        return QUrl(absolute(self.row.src, self._workspace.base_url) if self.row else "")

    def _show_in_browser(self) -> None:
        if self._address().scheme() in ("http", "https"):
            QDesktopServices.openUrl(self._address())

    def _place_over(self, around: QRect) -> None:
        size = QSize(round(around.width() * SHARE), round(around.height() * SHARE))
        size = size.expandedTo(LEAST)
        self.resize(size)
        self.move(around.center() - QRect(0, 0, size.width(), size.height()).center())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Another section or brand is shown: what it is a look at is gone."""
        if event.type() == QEvent.Type.Hide and not event.spontaneous():
            self.close()
        return False

    def event(self, event: QEvent) -> bool:
        # Qt hands a tool window's keys to its parent's shortcuts first, and Esc is one there.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in (*_CLOSING, *_STEPS)
            and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        current = self.stage.currentWidget()
        if key in _CLOSING:
            self.close()
        elif isinstance(current, LookStage) and current.takes_key(event):
            return
        elif key in _STEPS:
            self.turned.emit(_STEPS[Qt.Key(key)])
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Its head moves it, as a title bar would."""
        handle = self.windowHandle()
        on_head = self.head.geometry().contains(event.position().toPoint())
        if handle is not None and on_head and event.button() == Qt.MouseButton.LeftButton:
            handle.startSystemMove()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        painter.setPen(theme.colour("strong"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def closeEvent(self, event: QCloseEvent) -> None:
        self._tasks.end()
        for each in self.stages:
            each.clear()
        super().closeEvent(event)
        self.closed.emit()


KIND_WORDS = {
    "image": _("Image"),
    "vector": _("Vector image"),
    "video": _("Video"),
    "font": _("Font"),
    "text": _("Text"),
}
