"""Inputs that are typed into: lines, numbers, passwords, prose."""

from typing import Any

from PySide6.QtCore import QRegularExpression, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QFont, QRegularExpressionValidator, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from funneldesk.desktop.kit.controls.labels import restyle
from funneldesk.desktop.kit.forms.field_input import Input
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.style.icons import icon
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import CODE_PX
from funneldesk.desktop.local.texts import _

LONGEST_LINE = 1_000_000
INTEGER = QRegularExpression(r"-?\d{0,18}")
PROSE_LINES = (3, 10)


class LineInput(Input):
    """One line: text, url, code."""

    def __init__(self, spec: FieldSpec) -> None:
        self.line = QLineEdit()
        super().__init__(spec, self.line)
        self.line.setMaxLength(LONGEST_LINE)
        self.line.setPlaceholderText(spec.placeholder)
        if spec.kind == "url":
            self.line.setInputMethodHints(Qt.InputMethodHint.ImhUrlCharactersOnly)
        if spec.kind == "code":
            face = QFont("JetBrains Mono")
            face.setPixelSize(round(CODE_PX))
            self.line.setFont(face)
        self.line.textChanged.connect(self._changed)
        self.line.editingFinished.connect(self.left)

    def set_read_only(self, on: bool) -> None:
        self.line.setReadOnly(on)
        restyle(self.line)

    def _normal(self, value: Any) -> Any:
        return "" if value is None else str(value)

    def _show(self, value: Any) -> None:
        self.line.setText(value)
        self.line.setCursorPosition(0)

    def _read(self) -> Any:
        return self.line.text()


class IntegerInput(LineInput):
    """A whole number, or None when the line is empty."""

    def __init__(self, spec: FieldSpec) -> None:
        super().__init__(spec)
        self.line.setValidator(QRegularExpressionValidator(INTEGER, self.line))
        self.line.setInputMethodHints(Qt.InputMethodHint.ImhFormattedNumbersOnly)

    def _normal(self, value: Any) -> Any:
        try:
            return None if value in (None, "") else int(value)
        except (TypeError, ValueError):
            return None

    def _show(self, value: Any) -> None:
        super()._show("" if value is None else str(value))

    def _read(self) -> Any:
        text = self.line.text()
        return int(text) if text.strip("-") else None


class PasswordInput(LineInput):
    """A line that is hidden until the eye is pressed."""

    def __init__(self, spec: FieldSpec) -> None:
        super().__init__(spec)
        self.line.setEchoMode(QLineEdit.EchoMode.Password)
        self._eye = QAction(self.line)
        self._eye.setCheckable(True)
        self._eye.toggled.connect(self._draw)
        self.line.addAction(self._eye, QLineEdit.ActionPosition.TrailingPosition)
        theme.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        shown = self._eye.isChecked()
        mode = QLineEdit.EchoMode
        self.line.setEchoMode(mode.Normal if shown else mode.Password)
        self._eye.setIcon(icon("eye-off" if shown else "eye", active="muted"))
        self._eye.setText(_("Hide what is typed") if shown else _("Show what is typed"))


class ProseEdit(QPlainTextEdit):
    """Prose that grows with its text; Tab goes on to the next field."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.textChanged.connect(self._fit)
        self._fit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(240, self.minimumHeight())

    def _fit(self) -> None:
        least, most = PROSE_LINES
        needed = round(self.document().size().height())
        lines = min(max(needed, least), most)
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if needed > most else policy.ScrollBarAlwaysOff
        )
        margins = 2 * round(self.document().documentMargin()) + 12
        height = lines * self.fontMetrics().lineSpacing() + margins
        if height != self.minimumHeight():
            self.setFixedHeight(height)


class ProseInput(Input):
    """Several lines of prose; never source, which would lose bytes here."""

    def __init__(self, spec: FieldSpec) -> None:
        self.prose = ProseEdit()
        super().__init__(spec, self.prose)
        self.prose.setPlaceholderText(spec.placeholder)
        self.prose.textChanged.connect(self._changed)
        self.prose.left.connect(self.left)

    def set_read_only(self, on: bool) -> None:
        self.prose.setReadOnly(on)
        restyle(self.prose)

    def _normal(self, value: Any) -> Any:
        return "" if value is None else str(value)

    def _show(self, value: Any) -> None:
        self.prose.setPlainText(value)

    def _read(self) -> Any:
        return self.prose.toPlainText()
