"""Kinds of files in the user's words."""

from funneldesk.contract.file_kinds import ENDINGS
from funneldesk.desktop.assets.upload_review.inspection.contents import REWRITTEN
from funneldesk.desktop.assets.upload_review.inspection.facts import FileFact
from funneldesk.desktop.local.texts import _

MOST_PIXELS = 120_000_000
"""An image that has more is not unfolded on this computer: it would take half a gigabyte."""

CURABLE = frozenset(
    {"image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/tiff"} | REWRITTEN
)
"""Images that can be converted here."""

UNSHOWN = frozenset({"image/heic", "image/jp2", "image/tiff"})
"""Images that the server takes, and that the browsers of most visitors do not show."""

_WORDS = {
    "application/pdf": _("PDF files"),
    "application/zip": _("ZIP archives (and documents of office programs)"),
    "application/gzip": _("Compressed archives"),
    "application/x-7z-compressed": _("Compressed archives"),
    "application/vnd.rar": _("Compressed archives"),
    "application/vnd.microsoft.portable-executable": _("Programs"),
    "application/x-executable": _("Programs"),
    "application/x-httpd-php": _("PHP scripts"),
    "text/x-shellscript": _("Scripts"),
    "text/html": _("Web pages"),
    "text/plain": _("Texts"),
    "application/xml": _("XML files"),
    "application/octet-stream": _("Files of an unknown kind"),
    "image/x-portable-anymap": _("PNM images"),
    "image/x-tga": _("TGA images"),
    "image/x-xbitmap": _("XBM images"),
    "image/x-xpixmap": _("XPM images"),
    "image/icns": _("Apple icons"),
}


def kind_words(kind: str) -> str:
    """A kind as the beginning of a sentence, in the plural: "PDF files"."""
    if kind in _WORDS:
        return _WORDS[kind]
    family = kind.partition("/")[0]
    return {"audio": _("Sound files"), "video": _("Videos of this kind")}.get(
        family, _("Files of this kind")
    )


def short_kind(kind: str) -> str:
    """A kind in a word, as a row shows it: ``PNG``, ``JPEG``, ``PDF``."""
    if kind in ENDINGS:
        ending = ENDINGS[kind][0].upper()
        return {"JPG": "JPEG", "TIF": "TIFF"}.get(ending, ending)
    return {"text/plain": "text", "application/octet-stream": "unknown"}.get(
        kind, kind.rpartition("/")[2].rpartition("-")[2].rpartition(".")[2].upper()
    )


def cannot_convert(fact: FileFact) -> str:
    """Why a file cannot be converted on this computer, as a sentence; empty when it can."""
    if fact.kind not in CURABLE:
        return _("Only images can be made smaller here.")
    if fact.moves:
        return _("It is a moving image, which converting would freeze.")
    if fact.width * fact.height > MOST_PIXELS:
        return _(
            "It has {width:,} × {height:,} pixels, which are too many to be unfolded "
            "on this computer."
        ).format(width=fact.width, height=fact.height)
    return ""
