"""A colour: typed as ``#RRGGBB``, or picked."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QColorDialog, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.text_field import LineInput
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _


class Swatch(Button):
    """A button that shows the colour it changes."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name, kind="icon", tip=_("Pick a colour"))
        self._colour = QColor()

    def set_colour(self, colour: QColor) -> None:
        """Show a colour; an invalid one shows as empty."""
        self._colour = colour
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("strong"))
        painter.setBrush(self._colour if self._colour.isValid() else theme.colour("sunken"))
        side = 18.0
        left, top = (self.width() - side) / 2, (self.height() - side) / 2
        painter.drawRoundedRect(QRectF(left, top, side, side), 4, 4)
        painter.end()


class ColourInput(LineInput):
    """A line for the six digits with a swatch beside it."""

    def __init__(self, spec: FieldSpec) -> None:
        super().__init__(spec)
        self.swatch = Swatch(_("Pick {label}").format(label=spec.label))
        self.swatch.clicked.connect(self._pick)
        self.line.setMaximumWidth(120)
        self.line.textChanged.connect(self._draw)
        self.frame.removeWidget(self.line)
        self.frame.addLayout(row(self.line, self.swatch, None))

    def set_read_only(self, on: bool) -> None:
        super().set_read_only(on)
        self.swatch.setEnabled(not on)

    def stops(self) -> tuple[QWidget, ...]:
        return (self.line, self.swatch)

    def _draw(self) -> None:
        text = self.line.text()
        self.swatch.set_colour(QColor(text) if text.startswith("#") else QColor())

    def _pick(self) -> None:
        dialog = QColorDialog(QColor(self.line.text() or "#FFFFFF"), self)
        dialog.setWindowTitle(self.spec.label)
        dialog.colorSelected.connect(lambda colour: self.line.setText(colour.name().upper()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
