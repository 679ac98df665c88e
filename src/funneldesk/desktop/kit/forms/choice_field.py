"""Inputs that are chosen: one of several, yes or no."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QSizePolicy, QStyle, QStyleOptionComboBox

from funneldesk.desktop.kit.forms.field_input import Input
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _


class CalmCombo(QComboBox):
    """A choice that scrolling past does not change."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumContentsLength(12)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        super().initStyleOption(option)
        # A style sheet draws the text as it is told to, whatever the language.
        sided = QStyle.visualAlignment(self.layoutDirection(), option.textAlignment)
        option.textAlignment = sided
        edges = QStyle.SubControl.SC_ComboBoxEditField
        field = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, edges, self)
        room = field.width() - (
            self.iconSize().width() + 4 if not option.currentIcon.isNull() else 0
        )
        elide = self.fontMetrics().elidedText
        option.currentText = elide(option.currentText, Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = painter_of(self)
        tone = "muted" if self.isEnabled() else "disabled"
        painter.drawPixmap(
            self.width() - 26, (self.height() - 16) // 2, pixmap("chevrons-up-down", tone)
        )
        painter.end()


class ChoiceInput(Input):
    """One of several; a value that is not among them is shown as it came."""

    def __init__(self, spec: FieldSpec) -> None:
        self.combo = CalmCombo()
        super().__init__(spec, self.combo)
        self.combo.setPlaceholderText(spec.placeholder or _("Not set"))
        self._choices: list[tuple[Any, str]] = []
        self.set_choices(spec.choices)
        self.combo.currentIndexChanged.connect(self._changed)

    def set_choices(self, choices: Sequence[tuple[Any, str]]) -> None:
        """Offer other choices; the value stays."""
        value = self.value()
        self._showing = True
        self._choices = list(choices)
        self.combo.clear()
        for _value, label in self._choices:
            self.combo.addItem(label)
        self._show(value)
        self._showing = False

    def _normal(self, value: Any) -> Any:
        return "" if value is None else value

    def _changed(self) -> None:
        super()._changed()
        if not self._showing:
            self.left.emit()

    def _show(self, value: Any) -> None:
        known = [choice for choice, _label in self._choices]
        if value not in known and value not in (None, ""):
            self._choices.append((value, str(value)))
            self.combo.addItem(str(value))
            known.append(value)
        self.combo.setCurrentIndex(known.index(value) if value in known else -1)

    def _read(self) -> Any:
        index = self.combo.currentIndex()
        return self._choices[index][0] if index >= 0 else ""


MOST_HEIGHT = 10_000
WRAPPED = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)


class CheckBox(QCheckBox):
    """A box in the house's hand, with its focus ring outside the box."""

    BOX = 16
    RING = 3
    NARROWEST = 240
    """Pixels: with less room it asks for more; with less than its words need it breaks them."""

    def __init__(self, words: str) -> None:
        super().__init__()
        # It may be narrower than its words, and is higher then.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setText(words)

    def setText(self, text: str) -> None:
        """An ampersand is one: boxes have no letters of their own to press."""
        self._words = text
        super().setText(text.replace("&", "&&"))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        width = self._indent + 3 + self.fontMetrics().horizontalAdvance(self._words)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        natural = self.sizeHint()
        return QSize(min(natural.width(), self.NARROWEST), natural.height())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        """As many lines as the words need."""
        box = QRect(0, 0, max(1, width - self._indent), MOST_HEIGHT)
        return max(self._bounds(box).height(), self.BOX + 2 * self.RING)

    @property
    def _indent(self) -> int:
        return self.BOX + 2 * self.RING + 5

    def _bounds(self, box: QRect) -> QRect:
        return self.fontMetrics().boundingRect(box, WRAPPED, self._words)

    def hitButton(self, place: QPoint) -> bool:
        return self.rect().contains(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = (self.height() - self.BOX) / 2
        box = QRectF(self.RING + 0.5, top + 0.5, self.BOX - 1, self.BOX - 1)
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 1.5))
            painter.drawRoundedRect(box.adjusted(-2.5, -2.5, 2.5, 2.5), 6, 6)
        on, live = self.isChecked(), self.isEnabled()
        edge = ("accent" if on else "muted") if live else "disabled"
        painter.setPen(theme.colour(edge))
        painter.setBrush(theme.colour(edge if on else "surface"))
        painter.drawRoundedRect(box, 4, 4)
        if on:
            mark = pixmap("check", "on_accent" if live else "surface", 12)
            painter.drawPixmap(self.RING + 2, round(top) + 2, mark)
        painter.setPen(theme.colour("text" if live else "disabled"))
        painter.drawText(self.rect().adjusted(self._indent, 0, 0, 0), WRAPPED, self._words)
        painter.end()


class CheckInput(Input):
    """Yes or no; the box carries the field's label."""

    def __init__(self, spec: FieldSpec) -> None:
        self.box = CheckBox(spec.label)
        super().__init__(spec, self.box)
        self.box.toggled.connect(self._changed)

    def _normal(self, value: Any) -> Any:
        return bool(value)

    def _changed(self) -> None:
        super()._changed()
        if not self._showing:
            self.left.emit()

    def _show(self, value: Any) -> None:
        self.box.setChecked(value)

    def _read(self) -> Any:
        return self.box.isChecked()
