"""How a page looks from outside: as a search result, and as a tab among others."""

from urllib.parse import urlsplit

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from funneldesk.desktop.kit.controls.buttons import column, row, surface
from funneldesk.desktop.kit.controls.labels import Chip, ElidedLabel, Label, set_tip
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import CARD_RADIUS, LABEL_PX, SMALL_PX
from funneldesk.desktop.local.texts import _

TITLE_LENGTH, DESCRIPTION_LENGTH = 60, 155
"""Characters of a title and a description that search results show."""
RESULT_TITLE_PX = 20
RESULT_TITLE_WIDTH = 580
STRIP_HEIGHT = 38
CAPTION_HEIGHT = 20
TAB_GAP = 12
SIDE_BY_SIDE_FROM = 440
LONGEST_TAB = 260


def title_as_cut(title: str) -> str:
    """A title as search results show it: about 60 characters, 580 px at their type size."""
    metrics = QFontMetrics(font(RESULT_TITLE_PX))
    return metrics.elidedText(_one_line(title), Qt.TextElideMode.ElideRight, RESULT_TITLE_WIDTH)


def description_as_cut(text: str) -> str:
    """A description as search results show it: about 155 characters, cut between words."""
    text = _one_line(text)
    if len(text) <= DESCRIPTION_LENGTH:
        return text
    kept = text[:DESCRIPTION_LENGTH]
    whole_words, space, _rest = kept.rpartition(" ")
    return f"{(whole_words if space else kept).rstrip(' ,.;:')} …"


def address_as_shown(address: str) -> tuple[str, str]:
    """The site and the way to the page, as a search result shows them."""
    try:
        parts = urlsplit(address)
        site = parts.netloc
    except ValueError:
        return ("", address)
    steps = [step for step in parts.path.split("/") if step]
    return (site, " › ".join([site, *steps]))


class SearchPreview(QWidget):
    """The page as one result of a search: site, address, title, description."""

    def __init__(self) -> None:
        super().__init__()
        surface("card", self)
        self.setAccessibleName(_("Preview of the search result"))
        self._globe = Label()
        self._site = ElidedLabel(size="small")
        self._way = ElidedLabel(size="small", tone="muted")
        self._title = Label(size="title", tone="accent", wrap=True)
        self._text = Label(size="small", tone="muted", wrap=True)
        self._hidden = Chip(_("Hidden from search engines"), "warning")
        self._hidden.hide()
        site = column(self._site, self._way, spacing=0)
        head = row(self._globe, spacing=10)
        head.addLayout(site, 1)
        head.addWidget(self._hidden)
        built = column(spacing=4, margins=(14, 12, 14, 12))
        built.addLayout(head)
        built.addSpacing(2)
        built.addWidget(self._title)
        built.addWidget(self._text)
        self.setLayout(built)
        theme.changed.connect(self._draw)
        self._draw()

    def show_result(self, title: str, text: str, address: str, *, hidden: bool) -> None:
        """Show a page's title, description and address; ``hidden`` when it is not indexed."""
        site, way = address_as_shown(address)
        self._site.setText(site)
        self._way.setText(way)
        self._title.setText(title_as_cut(title) or _("Untitled page"))
        self._text.setText(
            description_as_cut(text) or _("Without a description, search engines pick a sentence.")
        )
        self._title.set_tone("muted" if hidden else "accent")
        self._hidden.setVisible(hidden)

    def texts(self) -> tuple[str, str, str]:
        """Title, description and address as they are shown."""
        return (self._title.text(), self._text.text(), self._way.text())

    def says_hidden(self) -> bool:
        """Whether the preview tells that the page stays out of search results."""
        return not self._hidden.isHidden()

    def _draw(self) -> None:
        self._globe.setPixmap(pixmap("globe", "muted", 20))


class TabPreview(QWidget):
    """The page's tab twice: in view, and in the background with another tab before it."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._title = ""
        self._blurred = ""
        theme.changed.connect(self.update)

    def show_titles(self, title: str, blurred: str) -> None:
        """The title of the tab in view; the one in the background, which may be the same."""
        self._title = _one_line(title) or _("Untitled page")
        self._blurred = _one_line(blurred) or self._title
        self.setAccessibleName(
            _("Preview of the tab. In view: {title}. In the background: {blurred}.").format(
                title=self._title, blurred=self._blurred
            )
        )
        set_tip(self, "\n".join(dict.fromkeys((self._title, self._blurred))))
        self.update()

    def titles(self) -> tuple[str, str]:
        """The two titles as they are shown."""
        return (self._title, self._blurred)

    def sizeHint(self) -> QSize:
        return QSize(320, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.height() != self._height():
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        one = float(CAPTION_HEIGHT + STRIP_HEIGHT)
        if self._is_narrow():
            first = QRectF(0, 0, self.width(), one)
            second = first.translated(0, one + TAB_GAP)
        else:
            first = QRectF(0, 0, (self.width() - TAB_GAP) / 2, one)
            second = first.translated(first.width() + TAB_GAP, 0)
        self._draw_strip(painter, first, _("In view"), self._title, front=True)
        self._draw_strip(painter, second, _("In the background"), self._blurred, front=False)
        painter.end()

    def _is_narrow(self) -> bool:
        return self.width() < SIDE_BY_SIDE_FROM

    def _height(self) -> int:
        one = CAPTION_HEIGHT + STRIP_HEIGHT
        return 2 * one + TAB_GAP if self._is_narrow() else one

    def _draw_strip(
        self, painter: QPainter, box: QRectF, caption: str, title: str, *, front: bool
    ) -> None:
        painter.setFont(font(LABEL_PX, 600))
        painter.setPen(theme.colour("muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, caption)
        strip = box.adjusted(0.5, CAPTION_HEIGHT + 0.5, -0.5, -0.5)
        painter.setPen(theme.colour("line"))
        painter.setBrush(theme.colour("sunken"))
        painter.drawRoundedRect(strip, CARD_RADIUS, CARD_RADIUS)
        top, height = strip.top() + 6, strip.height() - 6
        width = min(strip.width() - 44, LONGEST_TAB)
        ours = QRectF(strip.left() + 8, top, width, height)
        other = QRectF(ours.right() + 4, top, min(strip.right() - ours.right() - 12, width), height)
        _draw_tab(painter, ours if front else other)
        painter.drawPixmap(
            round(ours.left()) + 8,
            round(ours.center().y()) - 7,
            pixmap("globe", "accent" if front else "muted", 14),
        )
        painter.setFont(font(SMALL_PX))
        painter.setPen(theme.colour("text" if front else "muted"))
        words = ours.adjusted(28, 0, -8, 0)
        shown = painter.fontMetrics().elidedText(
            title, Qt.TextElideMode.ElideRight, int(words.width())
        )
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)


def _draw_tab(painter: QPainter, box: QRectF) -> None:
    """The ground of the tab in front: round above, open below."""
    path = QPainterPath()
    path.moveTo(box.left(), box.bottom())
    path.lineTo(box.left(), box.top() + 6)
    path.quadTo(box.left(), box.top(), box.left() + 6, box.top())
    path.lineTo(box.right() - 6, box.top())
    path.quadTo(box.right(), box.top(), box.right(), box.top() + 6)
    path.lineTo(box.right(), box.bottom())
    painter.setPen(theme.colour("line"))
    painter.setBrush(theme.colour("surface"))
    painter.drawPath(path)


def _one_line(text: str) -> str:
    return " ".join(text.split())
