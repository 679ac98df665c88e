"""In the worker: an SVG is drawn after everything active or outside it has been taken out."""

import re
import xml.parsers.expat as expat
from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from PySide6.QtCore import QByteArray, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter

from funneldesk.desktop.kit.workers.child import JobError
from funneldesk.desktop.local.texts import _

_DEEPEST = 200
_PLAIN_DOCTYPE = re.compile(r"<!DOCTYPE[^>\[]*>", re.IGNORECASE)
_DECLARES = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_ACTIVE = frozenset(
    {"script", "handler", "listener", "foreignobject", "iframe", "object", "embed", "canvas"}
    | {"audio", "video", "link", "meta", "base", "set", "discard"}
    | {"animate", "animatemotion", "animatetransform", "animatecolor"}
)
_INSIDE = re.compile(r"\s*#[^\s]+\s*", re.ASCII)
_RASTER = re.compile(r"\s*data:image/(?:png|jpe?g|gif|webp);base64,[\sA-Za-z0-9+/=]*", re.ASCII)
_REFERS = re.compile(r"url\s*\(\s*['\"]?\s*(?!['\"]?\s*#)|@import|\\", re.IGNORECASE)


def vector(content: bytes, side: int) -> tuple[QImage, QSize]:
    """The drawing as large as fits in the square, and the size that it says it has.

    Raises JobError.
    """
    from PySide6.QtSvg import QSvgRenderer

    keep = QGuiApplication.instance() or QGuiApplication([])
    renderer = QSvgRenderer()
    if not renderer.load(QByteArray(cleaned(content))):
        raise JobError(_("This SVG is damaged: it cannot be drawn."))
    renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
    whole = QSizeF(renderer.defaultSize())
    shape = renderer.viewBoxF().size() if renderer.viewBoxF().isValid() else whole
    if shape.isEmpty():
        raise JobError(_("This SVG has no size: there is nothing to be drawn."))
    fitting = shape.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio).toSize()
    image = QImage(fitting.expandedTo(QSize(1, 1)), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(image.rect()))
    painter.end()
    del keep
    return image, whole.toSize()


def cleaned(content: bytes) -> bytes:
    """The same drawing without scripts, animation, and whatever is not in the file itself.

    Raises JobError for what is no well-formed XML in UTF-8 or declares entities.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise JobError(_("This SVG is not written in UTF-8.")) from None
    text = _PLAIN_DOCTYPE.sub("", text, count=1)
    if _DECLARES.search(text):
        raise JobError(_("This SVG declares entities of its own; such files are not drawn."))
    return _Cleaner().clean(text)


class _Cleaner:
    """Writes a drawing anew, element by element."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._left_out = 0
        self._depth = 0
        self._styles: list[str] = []
        self._in_style = 0

    def clean(self, text: str) -> bytes:
        parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        try:
            parser.Parse(text.encode(), True)
        except expat.ExpatError:
            raise JobError(_("This SVG is damaged: it is no well-formed XML.")) from None
        return "".join(self._out).encode()

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise JobError(_("This SVG is nested too deeply to be drawn here."))
        local = name.rpartition(":")[2].lower()
        if self._left_out or local in _ACTIVE or not _stays(local, attributes):
            self._left_out += 1
            return
        kept = (f" {key}={quoteattr(value)}" for key, value in _kept(local, attributes).items())
        self._out.append(f"<{name}{''.join(kept)}>")
        self._in_style += bool(self._in_style or local == "style")

    def _end(self, name: str) -> None:
        self._depth -= 1
        if self._left_out:
            self._left_out -= 1
            return
        if self._in_style:
            self._in_style -= 1
            style = "".join(self._styles)
            self._styles.clear()
            self._out.append("" if _REFERS.search(style) else escape(style))
        self._out.append(f"</{name}>")

    def _text(self, text: str) -> None:
        if self._left_out:
            return
        if self._in_style:
            # It comes in pieces: only the whole tells whether it refers to anything outside.
            self._styles.append(text)
        else:
            self._out.append(escape(text))


def _stays(local: str, attributes: Mapping[str, str]) -> bool:
    """An image in the drawing has to lie in it, as data."""
    if local not in ("image", "feimage"):
        return True
    addresses = [value for key, value in attributes.items() if _local(key) in ("href", "src")]
    return bool(addresses) and all(_RASTER.fullmatch(address) for address in addresses)


def _kept(local: str, attributes: Mapping[str, str]) -> dict[str, str]:
    kept = {}
    for key, value in attributes.items():
        attribute = _local(key)
        if attribute.startswith("on") or (attribute in ("base", "src") and local != "image"):
            continue
        if attribute in ("href", "src"):
            inside = _INSIDE.fullmatch(value) or (local == "image" and _RASTER.fullmatch(value))
            if not inside:
                continue
        elif _REFERS.search(value):
            continue
        kept[key] = value
    return kept


def _local(key: str) -> str:
    return key.rpartition(":")[2].lower()
