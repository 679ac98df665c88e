"""One variant of a split test in the panel: grip, name, share, lock and a menu."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QLineEdit, QMenu, QSizePolicy, QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.controls.linked_sliders import ShareControl
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _

NAME_WIDTH = 128


class Grip(QWidget):
    """What a line is dragged by. ``dragged`` carries the place on the screen, ``dropped`` too."""

    dragged = Signal(QPoint)
    dropped = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(16, 24)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        set_tip(self, _("Drag to another place (Alt+Up, Alt+Down)"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.dragged.emit(event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.dropped.emit(event.globalPosition().toPoint())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        tone = "muted" if self.isEnabled() else "disabled"
        painter.drawPixmap(QPoint(0, (self.height() - 16) // 2), pixmap("grip-vertical", tone))


class NameButton(Button):
    """A name, cut with an ellipsis where it is too long, whole on hover."""

    def __init__(self, kind: str) -> None:
        super().__init__("", kind=kind)
        self.whole = ""

    def show_name(self, name: str) -> None:
        """Show another name."""
        self.whole = name
        self.setAccessibleName(_("Show {name} in the preview").format(name=name))
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def _cut(self) -> None:
        room = max(24, self.width() - 14)
        text = self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, room)
        # An ampersand would mark a key.
        self.setText(text.replace("&", "&&"))
        tip = _("Click to see it in the preview; double-click to rename it (F2)")
        set_tip(self, tip if text == self.whole else f"{self.whole}\n{tip}")


class NameField(QLineEdit):
    """A name being typed: Enter takes it, Esc leaves it as it was."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)


class NamePlace(QStackedWidget):
    """A name that is renamed in place. ``renamed`` carries what was typed."""

    renamed = Signal(str)
    asked_to_show = Signal()

    def __init__(self, kind: str = "name") -> None:
        super().__init__()
        self._name = ""
        self._typing = False
        self.button = NameButton(kind)
        self.field: NameField | None = None
        self.addWidget(self.button)
        self.button.clicked.connect(self.asked_to_show)
        self.button.installEventFilter(self)

    def show_name(self, name: str, shown: str) -> None:
        """``name`` is what the source says, ``shown`` what stands for it on the screen."""
        self._name = name
        self.button.show_name(shown)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        words = self.button.fontMetrics().horizontalAdvance(self.button.whole) + 18
        return QSize(max(words, 160 if self._typing else 56), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(56, super().minimumSizeHint().height())

    def begin(self) -> None:
        """Let the name be typed."""
        if self.field is None:
            self.field = NameField()
            self.addWidget(self.field)
            self.field.editingFinished.connect(self._finish)
            self.field.left.connect(self._leave)
        self._typing = True
        self.field.setAccessibleName(_("New name for {whole}").format(whole=self.button.whole))
        self.field.setText(self._name)
        self.setCurrentWidget(self.field)
        self.updateGeometry()
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == event.Type.MouseButtonDblClick:
            self.begin()
            return True
        return False

    def _finish(self) -> None:
        if self.field is not None and self._typing:
            typed = self.field.text().strip()
            self._leave()
            if typed and typed != self._name.strip():
                self.renamed.emit(typed)

    def _leave(self) -> None:
        # The field tells that it is finished when it is put away as well.
        self._typing = False
        had_focus = self.field is not None and self.field.hasFocus()
        self.setCurrentWidget(self.button)
        self.updateGeometry()
        if had_focus:
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)


class VariantLine(QWidget):
    """``asked`` carries what is to be done with the variant: duplicate, remove, keep, up, down."""

    asked = Signal(str)
    asked_to_show = Signal()
    renamed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.is_first = self.is_last = False
        self._is_target = ""
        self.grip = Grip()
        self.name = NamePlace()
        self.name.setMaximumWidth(NAME_WIDTH)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.name.setMinimumWidth(56)
        self.share = ShareControl()
        self.menu_button = Button(kind="icon", icon_name="ellipsis")
        line = row(self.grip, spacing=4)
        line.addWidget(self.name, 2)
        line.addWidget(self.share, 3)
        line.addWidget(self.menu_button)
        self.setLayout(line)
        self.setFixedHeight(32)
        self.name.asked_to_show.connect(self.asked_to_show)
        self.name.renamed.connect(self.renamed)
        self.menu_button.clicked.connect(self._open_menu)
        self._on("Alt+Up", lambda: self.asked.emit("up"))
        self._on("Alt+Down", lambda: self.asked.emit("down"))
        self._on("F2", self.name.begin)

    def _on(self, keys: str, act: Callable[[], object]) -> None:
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)

    def show_variant(self, name: str, place: int, count: int) -> None:
        """Show another variant, the one at ``place`` of ``count``."""
        shown = name.strip() or _("variant {number}").format(number=place + 1)
        self.name.show_name(name, shown)
        self.share.set_name(shown)
        self.menu_button.setAccessibleName(_("More about {shown}").format(shown=shown))
        self.is_first, self.is_last = place == 0, place == count - 1
        self.grip.setEnabled(count > 1)

    def mark_target(self, side: str) -> None:
        """Show that what is dragged lands "above" or "below" this line; "" for neither."""
        if side != self._is_target:
            self._is_target = side
            self.update()

    def fill_menu(self, menu: QMenu) -> None:
        """What can be done with the variant."""
        menu.addAction(_("Show in the preview"), self.asked_to_show.emit)
        menu.addAction("Rename\tF2", self.name.begin)
        menu.addAction(_("Duplicate"), lambda: self.asked.emit("duplicate"))
        up = menu.addAction(_("Move up\tAlt+Up"), lambda: self.asked.emit("up"))
        up.setEnabled(not self.is_first)
        down = menu.addAction(_("Move down\tAlt+Down"), lambda: self.asked.emit("down"))
        down.setEnabled(not self.is_last)
        menu.addSeparator()
        menu.addAction(_("End the test with this one"), lambda: self.asked.emit("keep"))
        remove = menu.addAction(_("Remove"), lambda: self.asked.emit("remove"))
        remove.setEnabled(not (self.is_first and self.is_last))

    def _open_menu(self) -> None:
        menu = passing_menu(self)
        self.fill_menu(menu)
        pop_up_below(menu, self.menu_button)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_target:
            painter = painter_of(self)
            top = 0 if self._is_target == "above" else self.height() - 2
            painter.fillRect(QRectF(20, top, self.width() - 20, 2), theme.colour("accent"))
