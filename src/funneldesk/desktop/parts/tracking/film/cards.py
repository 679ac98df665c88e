"""Cards of the filmstrip: a picture with time, length, device and trouble."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QAbstractListModel, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.id_rows import NO_INDEX, IdRows, Index
from funneldesk.desktop.kit.lists.row_painting import RowDelegate
from funneldesk.desktop.kit.style.cut_text import draw_cut
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import CARD_RADIUS, SMALL_PX
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.film.frames import PICTURE, SessionFrame
from funneldesk.desktop.parts.tracking.replay.marks import PLURALS
from funneldesk.desktop.parts.tracking.session.reading import clock, place_of
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.rows import SummaryRow

CARD = Qt.ItemDataRole.UserRole
GAP, PAD, LINE = 4, 8, 17
SIZE = QSize(PICTURE.width() + 2 * (GAP + PAD), PICTURE.height() + 2 * (GAP + PAD) + 3 * LINE + 4)
NO_TROUBLE = _("No trouble")
_State = QStyle.StateFlag


@dataclass(frozen=True, slots=True)
class FilmCard:
    """What is told of a session; ``tone`` is that of its last line."""

    page: str
    when: str
    length: str
    device: str
    told: str = ""
    tone: str = "muted"
    recordings: int = 0
    image: QImage | None = None

    @property
    def spoken(self) -> str:
        """All of it in a line."""
        recordings = counted(self.recordings, "recording") if self.recordings else ""
        told = (self.page, self.when, self.length, self.device, recordings, self.told)
        return ", ".join(filter(None, told))


def card_of(row: SummaryRow, frame: SessionFrame | None, formats: Formats) -> FilmCard:
    """The card of a session, as far as it is read."""
    at, seconds = moment(row.get("created_at")), row.get("seconds")
    device = " · ".join(str(row.get(k)) for k in ("device", "browser") if row.get(k))
    told, tone = "", "muted"
    if frame is not None and frame.why:
        told = frame.why
    elif frame is not None and frame.trouble is not None:
        trouble = frame.trouble
        told = " · ".join(f"{PLURALS[k]} {trouble[k]:,}" for k in PLURALS if trouble.get(k))
        serious = bool(trouble.get("rage") or trouble.get("error"))
        tone = ("danger" if serious else "warning") if told else "muted"
        told = told or NO_TROUBLE
    return FilmCard(
        place_of(str(row.get("url") or "")),
        formats.recent(at) if at is not None else "",
        clock(float(seconds)) if isinstance(seconds, int | float) else "",
        device,
        told,
        tone,
        (frame.recordings or 0) if frame is not None else 0,
        frame.image if frame is not None else None,
    )


class FilmRows(IdRows, QAbstractListModel):
    """Sessions in the order of their list; ``card`` tells of one once it is seen."""

    def __init__(self, card: Callable[[str], FilmCard | None]) -> None:
        super().__init__()
        self._card = card

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._ids):
            return None
        if role == Qt.ItemDataRole.SizeHintRole:
            return SIZE
        if role not in (CARD, Qt.ItemDataRole.DisplayRole):
            return None
        card = self._card(self._ids[index.row()])
        return card if card is None or role == CARD else card.spoken


@cache
def _face(px: float, weight: int = 400) -> QFont:
    return font(px, weight)


class FilmPainter(RowDelegate):
    """Draws a ``FilmCard``."""

    def tip(self, option: QStyleOptionViewItem, index: Index) -> str:
        card = index.data(CARD)
        return plain_tip(card.spoken) if isinstance(card, FilmCard) else ""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return SIZE

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        card = index.data(CARD)
        if not isinstance(card, FilmCard):
            return
        box = QRectF(option.rect).adjusted(GAP, GAP, -GAP, -GAP)
        _draw_ground(painter, box, option.state)
        place = QRectF(box.x() + PAD, box.y() + PAD, PICTURE.width(), PICTURE.height())
        _draw_picture(painter, place, card)
        line = QRectF(place.x(), place.bottom() + 4, place.width(), LINE)
        painter.setFont(_face(SMALL_PX, 600))
        painter.setPen(theme.colour("text"))
        room = painter.fontMetrics().horizontalAdvance(card.length) + 8.0
        draw_cut(painter, line.adjusted(0, 0, -room, 0), card.when)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, right, card.length)
        painter.setFont(_face(SMALL_PX))
        painter.setPen(theme.colour("muted"))
        draw_cut(painter, line.translated(0, LINE), card.device)
        painter.setPen(theme.colour(card.tone))
        draw_cut(painter, line.translated(0, 2 * LINE), card.told)


def _draw_ground(painter: QPainter, box: QRectF, state: QStyle.StateFlag) -> None:
    chosen, here = state & _State.State_Selected, state & _State.State_HasFocus
    tone = "accent" if chosen or here else "line"
    if not chosen and state & _State.State_MouseOver:
        tone = "strong"
    painter.setPen(QPen(theme.colour(tone), 2 if here else 1))
    painter.setBrush(theme.colour("accent_soft" if chosen else "surface"))
    painter.drawRoundedRect(box, CARD_RADIUS, CARD_RADIUS)


def _draw_picture(painter: QPainter, place: QRectF, card: FilmCard) -> None:
    """The first frame in the middle of its place; what has no recording is faint."""
    painter.fillRect(place, theme.colour("sunken"))
    if card.image is None:
        sign = pixmap("film", "disabled", 24)
        painter.drawPixmap(QPointF(place.center().x() - 12, place.center().y() - 12), sign)
        return
    size = card.image.deviceIndependentSize()
    corner = QPointF(place.center().x() - size.width() / 2, place.y())
    painter.setOpacity(1.0 if card.recordings else 0.45)
    painter.drawImage(corner, card.image)
    painter.setOpacity(1.0)
