"""The map as a PDF and as an image: all steps, in the width of a page."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, Qt
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from funneldesk.desktop.assets.preview.shots import png_of as encoded
from funneldesk.desktop.insight.buckets import span_words
from funneldesk.desktop.kit.export.file_dialog import ask_place
from funneldesk.desktop.kit.export.names import safe_name
from funneldesk.desktop.kit.export.writing import CannotWrite, write_bytes
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.funnels.map.layout import HEIGHT, WIDTH, Laid, laid_out, ways
from funneldesk.desktop.parts.funnels.map.painter import draw_ways

if TYPE_CHECKING:
    from funneldesk.desktop.parts.funnels.map.page import MapPage
    from funneldesk.desktop.parts.funnels.map.view import FunnelMap

ACROSS = 1240
"""Device-independent pixels of the map: five steps side by side."""
HEAD = 64.0
SCALE = 2.0
DPI = 144
TITLES: Mapping[str, str] = {
    "pdf": _("Save the map as PDF"),
    "png": _("Save the map as an image"),
}


class MapPaper:
    """Asks for a place, draws the map, and tells how that went."""

    def __init__(self, owner: QWidget, page: "MapPage") -> None:
        self._owner, self._page = owner, page

    async def save(self, kind: str, path: Path | None = None) -> None:
        """``kind`` is "pdf" or "png"."""
        page = self._page
        name = str(page.reading.funnel.get("name") or _("Funnel"))
        place = Path(f"{safe_name(name, 'funnel')}.{kind}")
        path = path or await ask_place(self._owner, TITLES[kind], place)
        if path is None:
            return
        days = page.bar.scope.days(page.insight.today)
        told = f"{page.workspace.connection.name} · {span_words(days, page.insight.formats.locale)}"
        made = pdf_of if kind == "pdf" else png_of
        content = made(page.view, name, told)
        try:
            await in_thread(write_bytes, path, content)
        except CannotWrite as problem:
            said = f"{problem.so_what} {problem.now_what}"
            notice = Notice(problem.what, said, "danger", key="export")
        else:
            written = _("To {name}").format(name=path.name)
            notice = Notice(_("Map saved"), written, "success", key="export")
        page.workspace.notifications.post(notice)


def png_of(view: "FunnelMap", title: str, told: str) -> bytes:
    """One image of all steps, twice as fine as on the screen."""
    laid = laid_out(view.roles, ACROSS)
    image = QImage(
        int(ACROSS * SCALE), int((laid.height + HEAD) * SCALE), QImage.Format.Format_RGB32
    )
    image.fill(theme.colour("app"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(SCALE, SCALE)
    _head(painter, title, told)
    painter.translate(0, HEAD)
    _draw(painter, view, laid, 0, laid.height)
    painter.end()
    return encoded(image)


def pdf_of(view: "FunnelMap", title: str, told: str) -> bytes:
    """Pages of A4 on their side; no line of steps is cut where it has room on a page."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    orientation = QPageLayout.Orientation.Landscape
    size = QPageSize(QPageSize.PageSizeId.A4)
    writer.setPageLayout(QPageLayout(size, orientation, QMarginsF(12, 12, 12, 12)))
    writer.setResolution(DPI)
    writer.setTitle(title)
    laid = laid_out(view.roles, ACROSS)
    painter = QPainter(writer)
    scale = writer.width() / ACROSS
    painter.scale(scale, scale)
    _head(painter, title, told, "#1A212C")
    height, begun = writer.height() / scale, HEAD
    for number, (top, bottom) in enumerate(sheets(laid, height - HEAD)):
        if number:
            writer.newPage()
            begun = 0.0
        painter.save()
        painter.setClipRect(QRectF(0, begun, ACROSS, bottom - top))
        painter.translate(0, begun - top)
        _draw(painter, view, laid, top, bottom)
        painter.restore()
    painter.end()
    buffer.close()
    return bytes(buffer.data().data())


def sheets(laid: Laid, height: float) -> Iterator[tuple[float, float]]:
    """From where to where the map is on each page: lines of steps stay whole if they can."""
    ends = [*laid.tops[1:], laid.height]
    top = 0.0
    for begin, end in zip(laid.tops, ends, strict=True):
        if end - top > height and begin > top:
            yield top, begin
            top = float(begin)
        while end - top > height:
            yield top, top + height
            top += height
    if laid.height > top:
        yield top, float(laid.height)


def _head(painter: QPainter, title: str, told: str, tone: str = "") -> None:
    painter.setPen(theme.colour("text") if not tone else Qt.GlobalColor.black)
    painter.setFont(font(18, 600))
    painter.drawText(QRectF(20, 10, ACROSS - 40, 26), Qt.AlignmentFlag.AlignVCenter, title)
    painter.setFont(font(12))
    painter.drawText(QRectF(20, 36, ACROSS - 40, 20), Qt.AlignmentFlag.AlignVCenter, told)


def _draw(painter: QPainter, view: "FunnelMap", laid: Laid, top: float, bottom: float) -> None:
    """The steps between two heights, and all ways."""
    draw_ways(painter, laid, ways(view.roles))
    option = QStyleOptionViewItem()
    option.initFrom(view)
    option.state = QStyle.StateFlag.State_None
    for place, box in enumerate(laid.boxes):
        if box.bottom > top and box.y < bottom:
            option.rect = QRectF(box.x, box.y, WIDTH, HEIGHT).toRect()
            view.itemDelegate().paint(painter, option, view.rows.index(place, 0))
