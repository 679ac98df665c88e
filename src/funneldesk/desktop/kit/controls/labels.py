"""Labels, made here only: text from a server is always shown as plain text."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip, QWidget

from funneldesk.desktop.kit.style.cut_text import cut_text
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import RIGHT_TO_LEFT

FROM_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
FROM_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LONGEST_TIP = 4_000
NAMED_BY_TIP = "namedByTip"
"""The property of widgets without words of their own, whose tip is what is read out."""


class Label(QLabel):
    """A label that never reads its text as markup.

    ``size`` is one of small, label, title, figure, strong, key; ``tone`` one of muted, danger,
    warning, success, accent.
    """

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        size: str = "",
        tone: str = "",
        wrap: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("textSize", size)
        self.setProperty("tone", tone)
        self.setWordWrap(wrap)
        if RIGHT_TO_LEFT:  # Where there are lines Qt goes by the letters of the text.
            self.setAlignment(Qt.AlignmentFlag.AlignAbsolute | FROM_RIGHT)
        self.setText(text)

    def set_tone(self, tone: str) -> None:
        """Change the colour by meaning."""
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            restyle(self)


class ElidedLabel(Label):
    """One line, cut with an ellipsis, whole on hover."""

    def __init__(
        self, text: str = "", parent: QWidget | None = None, *, size: str = "", tone: str = ""
    ) -> None:
        self._whole = text
        super().__init__(text, parent, size=size, tone=tone)
        if not RIGHT_TO_LEFT:  # A name in other letters stands where all names stand.
            self.setAlignment(Qt.AlignmentFlag.AlignAbsolute | FROM_LEFT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        self._whole = text.replace("\n", " ")
        self._elide()

    def text(self) -> str:
        """The whole text, cut or not."""
        return self._whole

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def _elide(self) -> None:
        shown = cut_text(self.fontMetrics(), self._whole, max(self.width(), 24))
        super().setText(shown)
        set_tip(self, self._whole if shown != self._whole else "")


class Chip(Label):
    """A word on a soft ground: status is never told by colour alone."""

    def __init__(self, text: str = "", tone: str = "muted", parent: QWidget | None = None) -> None:
        super().__init__(text, parent, size="label", tone=tone)
        self.setContentsMargins(8, 2, 8, 2)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)

    def paintEvent(self, event: QPaintEvent) -> None:
        tone = str(self.property("tone"))
        ground = "sunken" if tone in ("", "muted") else f"{tone}_soft"
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(ground))
        radius = min(10.0, self.height() / 2)
        painter.drawRoundedRect(self.rect(), radius, radius)
        painter.end()
        super().paintEvent(event)


def restyle(widget: QWidget) -> None:
    """Draw a widget again after one of its style properties changed."""
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()


def set_tip(widget: QWidget, text: str) -> None:
    """A tool tip that shows its text as it is: markup in it is escaped, and none is read out."""
    widget.setToolTip(plain_tip(text))
    named = bool(widget.property(NAMED_BY_TIP))
    if named:
        widget.setAccessibleName(text)
    # Without a description Qt reads the tip with its markup: a blank says that there is none.
    widget.setAccessibleDescription(" " if named and text else text)


def set_menu_tip(entry: QAction, text: str) -> None:
    """The same for an entry of a menu; the menu shows tips if ``toolTipsVisible``."""
    entry.setToolTip(plain_tip(text))


def plain_tip(text: str) -> str:
    """A text for a tool tip, with its markup escaped, so that Qt shows it as it is; no more of it
    than a screen has room for."""
    told = text if len(text) <= LONGEST_TIP else f"{text[:LONGEST_TIP]}…"
    escaped = told.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    lines = escaped.replace("\n", "<br>")
    return f"<span>{lines}</span>" if text else ""


def show_tip(place: QPoint, tip: str, widget: QWidget, box: QRect) -> None:
    """Show a tip that ``plain_tip`` made until the pointer leaves a box of the widget; an empty
    one takes away what is shown. ``place`` is on the screen."""
    QToolTip.showText(place, tip, widget, box)
