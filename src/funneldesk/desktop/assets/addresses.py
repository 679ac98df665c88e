"""Addresses of files in the forms in which people paste them: URL, html, CSS, Markdown."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from typing import Literal
from urllib.parse import quote, urlsplit, urlunsplit

from funneldesk.desktop.assets.library.row import AssetRow, FileKind, kind_by_name
from funneldesk.desktop.local.texts import _

Form = Literal["url", "img", "css", "markdown"]
FORMS: tuple[tuple[Form, str], ...] = (
    ("url", "URL"),
    ("img", _("<img> tag")),
    ("css", "CSS url()"),  # not shown
    ("markdown", "Markdown"),  # not shown
)
"""Each with what it is called in a menu."""

_NO_WORDS = re.compile(r"[-_.+\s]+")
_MARKS = re.compile(r"([\\\[\]*_`<>])")
_KEPT = "/:@!$&'()*+,;=-._~%"


@dataclass(frozen=True, slots=True)
class Addressed:
    """Parts of an address. ``width`` and ``height`` are pixels, 0 where there are none;
    ``srcset`` is the server's, empty without one."""

    path: str
    src: str
    width: int = 0
    height: int = 0
    srcset: str = ""

    @classmethod
    def of(cls, row: AssetRow) -> "Addressed":
        """That of a file in the list."""
        return cls(row.path, row.src, row.width, row.height, row.srcset)

    @property
    def kind(self) -> FileKind:
        """By its name."""
        return kind_by_name(self.path)


def addresses(form: Form, files: Iterable[Addressed]) -> str:
    """The files' addresses in a form, a line each; files without an address are passed over."""
    make = _MAKERS[form]
    return "\n".join(make(file) for file in files if file.src)


def absolute(src: str, base: str) -> str:
    """An address that stands for itself: one from the server's root follows ``base``."""
    return f"{base.rstrip('/')}{src}" if src.startswith("/") and not src.startswith("//") else src


def alt_of(path: str) -> str:
    """Words for an image, from its name: ``Summer sale`` for ``photos/summer-sale.webp``."""
    stem = path.rpartition("/")[2].rpartition(".")[0] or path.rpartition("/")[2]
    words = _NO_WORDS.sub(" ", unicodedata.normalize("NFC", stem)).strip()
    return words[:1].upper() + words[1:]


def encoded(address: str) -> str:
    """The address with everything percent-encoded that could end it early where it is pasted.

    What is encoded already stays as it is.
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return quote(address, safe=_KEPT + "?#")
    return urlunsplit(
        (
            parts.scheme,
            parts.netloc,
            quote(_lone_percents(parts.path), safe=_KEPT),
            quote(_lone_percents(parts.query), safe=_KEPT + "?"),
            quote(_lone_percents(parts.fragment), safe=_KEPT + "?"),
        )
    )


def _lone_percents(text: str) -> str:
    return re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", text)


def _url(file: Addressed) -> str:
    return encoded(file.src)


def _img(file: Addressed) -> str:
    """``<img>`` for images; what fits the kind for everything else."""
    source = escape(encoded(file.src))
    if file.kind == "video":
        return f'<video src="{source}" controls></video>'
    if file.kind not in ("image", "vector"):
        return f'<a href="{source}">{escape(file.path.rpartition("/")[2])}</a>'
    parts = [f'<img src="{source}"']
    if file.srcset:
        parts.append(f'srcset="{escape(_one_line(file.srcset))}"')
    if file.width > 0 and file.height > 0:
        parts.append(
            _('width="{width}" height="{height}"').format(width=file.width, height=file.height)
        )
    parts.append(f'alt="{escape(alt_of(file.path))}">')
    return " ".join(parts)


def _css(file: Addressed) -> str:
    # Quotes and backslashes are encoded, so that nothing ends the text early.
    address = encoded(file.src).replace("'", "%27").replace("(", "%28").replace(")", "%29")
    return f'url("{address}")'


def _markdown(file: Addressed) -> str:
    address = encoded(file.src).replace("(", "%28").replace(")", "%29")
    picture = file.kind in ("image", "vector")
    words = alt_of(file.path) if picture else file.path.rpartition("/")[2]
    marked = _MARKS.sub(r"\\\1", _one_line(words))
    return f"{'!' if picture else ''}[{marked}]({address})"


def _one_line(text: str) -> str:
    return " ".join(text.split())


_MAKERS: dict[Form, Callable[[Addressed], str]] = {
    "url": _url,
    "img": _img,
    "css": _css,
    "markdown": _markdown,
}
