"""Kinds of files in the user's words."""

from funneldesk.contract.file_kinds import ENDINGS
from funneldesk.desktop.assets.upload_review.inspection.contents import REWRITTEN
from funneldesk.desktop.assets.upload_review.inspection.facts import FileFact

MOST_PIXELS = 120_000_000
"""An image that has more is not unfolded on this computer: it would take half a gigabyte."""

CURABLE = frozenset(
    {"image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/tiff"} | REWRITTEN
)
"""Images that can be converted here."""

UNSHOWN = frozenset({"image/heic", "image/jp2", "image/tiff"})
"""Images that the server takes, and that the browsers of most visitors do not show."""

_WORDS = {
    "application/pdf": "PDF files",
    "application/zip": "ZIP archives (and documents of office programs)",
    "application/gzip": "Compressed archives",
    "application/x-7z-compressed": "Compressed archives",
    "application/vnd.rar": "Compressed archives",
    "application/vnd.microsoft.portable-executable": "Programs",
    "application/x-executable": "Programs",
    "application/x-httpd-php": "PHP scripts",
    "text/x-shellscript": "Scripts",
    "text/html": "Web pages",
    "text/plain": "Texts",
    "application/xml": "XML files",
    "application/octet-stream": "Files of an unknown kind",
    "image/x-portable-anymap": "PNM images",
    "image/x-tga": "TGA images",
    "image/x-xbitmap": "XBM images",
    "image/x-xpixmap": "XPM images",
    "image/icns": "Apple icons",
}


def kind_words(kind: str) -> str:
    """A kind as the beginning of a sentence, in the plural: "PDF files"."""
    if kind in _WORDS:
        return _WORDS[kind]
    family = kind.partition("/")[0]
    return {"audio": "Sound files", "video": "Videos of this kind"}.get(
        family, "Files of this kind"
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
        return "Only images can be made smaller here."
    if fact.moves:
        return "It is a moving image, which converting would freeze."
    if fact.width * fact.height > MOST_PIXELS:
        return (
            f"It has {fact.width:,} × {fact.height:,} pixels, which are too many to be unfolded "
            "on this computer."
        )
    return ""
