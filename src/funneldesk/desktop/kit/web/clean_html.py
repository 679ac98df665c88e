"""Foreign html made fit to be shown: no code, no styles, nothing that asks a server for anything.

The view that shows it has no scripts and no network either (``html_view``): each would do alone.
"""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

MOST_CHARACTERS, MOST_TAGS = 200_000, 5_000
"""Beyond either a message is shown as its text: no person wrote it so."""
MOST_PLAIN = 50_000

_TAGS = frozenset(
    (
        *("a", "b", "blockquote", "br", "code", "dd", "del", "div", "dl", "dt", "em", "hr", "i"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "img", "ins", "li", "ol", "p", "pre", "q", "s"),
        *("small", "span", "strike", "strong", "sub", "sup", "u", "ul"),
        *("table", "tbody", "td", "tfoot", "th", "thead", "tr"),
    )
)
_ATTRIBUTES: dict[str, set[str]] = {
    "*": set(),  # Left unsaid, every tag might have a title and a language.
    "a": {"href"},
    "img": {"src", "alt"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "ol": {"start"},
}
_SCHEMES = {"http", "https", "mailto", "tel", "data"}
_A_TAG = re.compile(r"<[a-zA-Z!/][^<>]*>")
_IMAGE = re.compile(r"<img\b[^>]*>")
_VALUE = re.compile(r'\b(src|alt)="([^"]*)"')
_IN_IT = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*\Z")
_LINK = re.compile(r'(<a\b[^>]*?) href="([^"]*)"')
_LINKS = ("http://", "https://", "mailto:", "tel:")
_ADDRESS = re.compile(r"\bhttps?://[^\s<>\"']+[^\s<>\"'.,;:!?)\]]")
_BLANK = re.compile(r"\n[ \t]*\n\s*")


@dataclass(frozen=True, slots=True)
class CleanHtml:
    """``html`` may stand in a page of ours. ``blocked`` images were left out: they are on some
    server, which would learn who reads and when. ``is_whole``: nothing else was left out."""

    html: str
    blocked: int = 0
    is_whole: bool = True
    remote: tuple[str, ...] = ()
    """Where all images of servers are, as far as https leads there, once each."""


def is_html(text: str) -> bool:
    """Whether a message has tags; without one it is plain text."""
    return bool(_A_TAG.search(text))


def clean_html(text: str, images: Mapping[str, str] | None = None) -> CleanHtml:
    """Html, or plain text, of a stranger. Takes as long as the text is: call it in a thread.

    ``images``: what is shown in the place of an image, as data, by its address in ``remote``."""
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    tags = text.count("<")
    if not _A_TAG.search(text):
        return CleanHtml(paragraphs(text[:MOST_CHARACTERS]), 0, len(text) <= MOST_CHARACTERS)
    if len(text) > MOST_CHARACTERS or tags > MOST_TAGS:
        plain = html.unescape(_A_TAG.sub(" ", text[: 4 * MOST_PLAIN]))
        return CleanHtml(paragraphs(plain[:MOST_PLAIN]), 0, False)
    import nh3  # Loads a library of its own: only who reads messages needs it.

    cleaned = nh3.clean(
        text,
        tags=set(_TAGS),
        attributes={tag: set(names) for tag, names in _ATTRIBUTES.items()},
        url_schemes=_SCHEMES,
        link_rel="noopener noreferrer",  # not shown
    )
    blocked = 0
    remote: dict[str, None] = {}

    def image(found: re.Match[str]) -> str:
        nonlocal blocked
        values = dict(_VALUE.findall(found[0]))
        if _IN_IT.match(html.unescape(values.get("src", ""))):
            return found[0]
        address = _secure(html.unescape(values.get("src", "")))
        if address:
            remote[address] = None
        data = (images or {}).get(address, "")
        if data:
            return f'<img src="{data}" alt="{values.get("alt", "")}">'
        blocked += bool(values.get("src"))
        return f"<span>{values.get('alt', '')}</span>"

    shown = _LINK.sub(_leading, _IMAGE.sub(image, cleaned))
    return CleanHtml(shown, blocked, remote=tuple(remote))


def paragraphs(text: str) -> str:
    """Plain text as html: its paragraphs and lines, addresses as links."""
    parts = _BLANK.split(text.replace("\r\n", "\n").strip("\n"))
    return "".join(f"<p>{_line_breaks(part)}</p>" for part in parts if part.strip())


def spoken(text: str) -> str:
    """What html says, without its tags."""
    return " ".join(html.unescape(_A_TAG.sub(" ", text)).split())


def _leading(found: re.Match[str]) -> str:
    """A link that leads somewhere; in a message one without a scheme leads nowhere."""
    return found[0] if found[2].lower().startswith(_LINKS) else found[1]


def _secure(address: str) -> str:
    """An address on the web as it is gone to: never unencrypted; "" for any other."""
    found = re.match(r"https?://", address.strip(), re.I)
    return f"https://{address.strip()[found.end() :]}" if found else ""


def _line_breaks(part: str) -> str:
    shown, at = [], 0
    for found in _ADDRESS.finditer(part):
        address = html.escape(found[0])
        shown.append(html.escape(part[at : found.start()], quote=False))
        shown.append(f'<a href="{address}" rel="noopener noreferrer">{address}</a>')
        at = found.end()
    shown.append(html.escape(part[at:], quote=False))
    return "".join(shown).strip("\n").replace("\n", "<br>")
