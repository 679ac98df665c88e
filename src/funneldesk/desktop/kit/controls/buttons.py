"""Buttons, segments, search fields and lines in the program's style."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from funneldesk.desktop.kit.controls.labels import NAMED_BY_TIP, restyle, set_tip
from funneldesk.desktop.kit.shortcuts import tip_with_keys
from funneldesk.desktop.kit.style.icons import icon
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _


class Button(QPushButton):
    """``kind``: "" (outline), primary, plain, icon, chip, link, tab, danger, search, key.

    ``keys``: the usual ones of the shortcut that does the same; the tip tells those of now.
    """

    def __init__(
        self,
        text: str = "",
        *,
        kind: str = "",
        icon_name: str = "",
        tip: str = "",
        keys: str = "",
        name: str = "",
        on_click: Callable[[], object] | None = None,
        checkable: bool = False,
    ) -> None:
        super().__init__(text)
        self.setProperty("kind", kind)
        self.setCheckable(checkable)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        # The text is the name by itself, also when it changes; without one the tip is.
        self.setAccessibleName(name)
        self.setProperty(NAMED_BY_TIP, not (name or text))
        self._icon_name = icon_name
        if keys:
            tip_with_keys(self, tip, keys)
        else:
            set_tip(self, tip)
        if icon_name:
            # Before words an icon has two pixels more at its sides than the style gives it.
            self.setIconSize(QSize(20 if text else 16, 16))
            theme.changed.connect(self._draw_icon)
            self._draw_icon()
        if on_click is not None:
            self.clicked.connect(lambda: on_click())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # In a dialog Enter would press the default button, wherever the focus is.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def set_icon(self, name: str) -> None:
        """Show another icon."""
        self._icon_name = name
        self._draw_icon()

    def set_kind(self, kind: str) -> None:
        """Look otherwise, as one of the kinds does."""
        if self.property("kind") != kind:
            self.setProperty("kind", kind)
            if self._icon_name:
                self._draw_icon()
            restyle(self)

    def _draw_icon(self) -> None:
        tone = {"primary": "on_accent", "danger": "danger"}.get(str(self.property("kind")), "muted")
        if self.property("kind") == "":
            tone = "text"
        self.setIcon(icon(self._icon_name, tone))


def join(group: QButtonGroup, button: QAbstractButton) -> None:
    """Make a button one of several of which one is on, and have it told so.

    Qt reads a checkable button out as a check box, unless it excludes others by itself; the group
    then says which.
    """
    button.setAutoExclusive(True)
    group.addButton(button)


class Segments(QWidget):
    """One choice of a few, shown side by side. ``chosen`` carries the key."""

    chosen = Signal(str)

    def __init__(self, kind: str = "chip", spacing: int = 4) -> None:
        super().__init__()
        self._kind = kind
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(spacing)
        self._buttons: dict[str, Button] = {}

    def set_choices(self, choices: Sequence[tuple[str, str, str]]) -> None:
        """(key, text, icon name) for each; the first one is chosen."""
        for button in self._buttons.values():
            self._group.removeButton(button)
            button.setParent(None)
            button.deleteLater()
        self._buttons = {}
        for key, text, icon_name in choices:
            shown = "" if self._kind == "icon" else text.replace("&", "&&")
            button = Button(shown, kind=self._kind, icon_name=icon_name, name=text, checkable=True)
            set_tip(button, text if self._kind == "icon" else "")
            button.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
            join(self._group, button)
            self._row.addWidget(button)
            self._buttons[key] = button
        for button in list(self._buttons.values())[:1]:
            button.setChecked(True)

    def choose(self, key: str) -> None:
        """Check one without the signal."""
        if key in self._buttons:
            self._buttons[key].setChecked(True)

    def current(self) -> str:
        """The checked key, or an empty string."""
        return next((key for key, b in self._buttons.items() if b.isChecked()), "")

    def button(self, key: str) -> Button | None:
        """The button of a key, for a hint or a number beside it."""
        return self._buttons.get(key)


SEARCH_MARGIN = 48
"""Pixels of a search field that the magnifier and its edges take."""


class SearchField(QLineEdit):
    """A field with a magnifier; Esc empties it, Down leaves it for the list.

    Where there is no room for the whole placeholder it says "Search", and its tip the rest.
    """

    left_downwards = Signal()

    def __init__(self, placeholder: str) -> None:
        super().__init__()
        self._placeholder = placeholder
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setClearButtonEnabled(True)
        self._glass = QAction(self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        for inner in self.findChildren(QToolButton):
            # The glass is an image, and the cross empties the field.
            inner.setAccessibleName(
                _("Search") if inner.defaultAction() is self._glass else _("Clear")
            )
        theme.changed.connect(self._draw)
        self._draw()

    def event(self, event: QEvent) -> bool:
        # Esc means the window's list where it is a shortcut; words that are there come first.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self.text()
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            return
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left_downwards.emit()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.setCursorPosition(0)  # The beginning of long words is what tells them apart.

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason and not self.hasSelectedText():
            self.end(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width() - SEARCH_MARGIN
        fits = self.fontMetrics().horizontalAdvance(self._placeholder) <= room
        self.setPlaceholderText(self._placeholder if fits else _("Search"))
        set_tip(self, "" if fits else self._placeholder)
        self.setAccessibleDescription(" ")  # The name says it already.

    def _draw(self) -> None:
        self._glass.setIcon(icon("search"))


def surface(name: str, widget: QWidget | None = None) -> QWidget:
    """A plain widget with a ground of the table: app, surface, sunken, card, top, foot."""
    made = widget if widget is not None else QWidget()
    made.setProperty("surface", name)
    made.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, True)
    return made


def line(vertical: bool = False) -> QFrame:
    """A one-pixel line."""
    made = QFrame()
    made.setObjectName("line")
    if vertical:
        made.setFixedWidth(1)
    else:
        made.setFixedHeight(1)
    made.setStyleSheet("background: palette(mid); border: 0;")
    return made


def row(*items: QWidget | int | None, spacing: int = 8, margins: Sequence[int] = ()) -> QHBoxLayout:
    """Widgets in a row; a number is a space in pixels, None takes what is left."""
    made = QHBoxLayout()
    _fill(made, items, spacing, margins)
    return made


def column(
    *items: QWidget | int | None, spacing: int = 8, margins: Sequence[int] = ()
) -> QVBoxLayout:
    """Widgets in a column; a number is a space in pixels, None takes what is left."""
    made = QVBoxLayout()
    _fill(made, items, spacing, margins)
    return made


def _fill(
    box: QHBoxLayout | QVBoxLayout,
    items: Sequence[QWidget | int | None],
    spacing: int,
    margins: Sequence[int],
) -> None:
    left, top, right, bottom = tuple(margins) or (0, 0, 0, 0)
    box.setContentsMargins(left, top, right, bottom)
    box.setSpacing(spacing)
    for item in items:
        if item is None:
            box.addStretch(1)
        elif isinstance(item, int):
            box.addSpacing(item)
        else:
            box.addWidget(item)
