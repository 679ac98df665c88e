"""Foreign html made fit to be shown: no code, no styles, nothing that asks a server for anything.

The view that shows it has no scripts and no network either (``html_view``): each would do alone.
"""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

from funneldesk.contract.html_words import with_addresses, words
from funneldesk.contract.message_text import is_html, typed_lines

MOST_CHARACTERS, MOST_TAGS = 200_000, 5_000
"""Of what is longer only the beginning is shown; the data of its pictures does not count."""
MOST_PLAIN = 50_000
TYPED = '<div class="typed">'
"""Begins a text that is shown as it was typed: the page has to keep its blanks (``pre-wrap``)."""

_TAGS = frozenset(
    (
        *("a", "b", "blockquote", "br", "code", "dd", "del", "div", "dl", "dt", "em", "hr", "i"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "img", "ins", "li", "ol", "p", "pre", "q", "s"),
        *("small", "span", "strike", "strong", "sub", "sup", "u", "ul"),
        *("table", "tbody", "td", "tfoot", "th", "thead", "tr"),
    )
)
_ATTRIBUTES: dict[str, set[str]] = {
    "*": {"dir"},
    "a": {"href"},
    "img": {"src", "alt"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "ol": {"start"},
}
_SILENT = {"script", "style", "template", "title"}
_DIRECTIONS = ("ltr", "rtl", "auto")
_SCHEMES = {"http", "https", "mailto", "tel", "data"}
_A_TAG = re.compile(r"<[a-zA-Z!/][^<>]*>")
_IMAGE = re.compile(r"<img\b[^>]*>")
_VALUE = re.compile(r'\b(src|alt)="([^"]*)"')
_KIND = r"data:image/[a-z0-9.+-]{1,40}(?:;[a-z0-9=-]{1,40})?;base64,"
_DATA = re.compile(
    rf"(?<=[\"']){_KIND}[a-z0-9+/=\s]*+(?=[\"'])|{_KIND}[a-z0-9+/=]++(?=[\s>])", re.I
)
_SHOWN = re.compile(r"data:image/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]*+\Z", re.I)
_TAKEN = "data:image/taken,"
"""Stands before the number of a picture whose data was taken out of a message."""
_LINK = re.compile(r'(<a\b[^>]*?) href="([^"]*)"')
_LINKS = ("http://", "https://", "mailto:", "tel:")
_ADDRESS = re.compile(r"\bhttps?://[^\s<>\"']+[^\s<>\"'.,;:!?)\]]")
_ENDS = re.compile(
    r"</(?:blockquote|div|dl|h[1-6]|li|ol|p|pre|table|td|th|tr|ul)\s*>|<[bh]r\b[^<>]*>"
)


@dataclass(frozen=True, slots=True)
class CleanHtml:
    """``html`` may stand in a page of ours. ``blocked`` images were left out: they are on some
    server, which would learn who reads and when. ``is_whole``: nothing else was left out."""

    html: str
    blocked: int = 0
    is_whole: bool = True
    remote: tuple[str, ...] = ()
    """Where all images of servers are, as far as https leads there, once each."""


def clean_html(
    text: str, images: Mapping[str, str] | None = None, message_type: str | None = None
) -> CleanHtml:
    """Html, or plain text, of a stranger. Takes as long as the text is: call it in a thread.

    ``images``: what is shown in the place of an image, as data, by its address in ``remote``;
    ``message_type`` says which of the two it is, None to look at it."""
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if not is_html(text, message_type):
        return CleanHtml(typed_html(text[:MOST_CHARACTERS]), 0, len(text) <= MOST_CHARACTERS)
    text, taken = _without_pictures(with_addresses(text))
    beginning = _beginning(text)
    is_whole = beginning == text
    if not is_whole and not words(beginning):
        plain = words(text[: 4 * MOST_PLAIN])
        return CleanHtml(typed_html(plain[:MOST_PLAIN]), 0, False)
    import nh3  # Loads a library of its own: only who reads messages needs it.

    cleaned = nh3.clean(
        beginning,
        tags=set(_TAGS),
        clean_content_tags=_SILENT,
        attributes={tag: set(names) for tag, names in _ATTRIBUTES.items()},
        attribute_filter=_filtered,
        url_schemes=_SCHEMES,
        link_rel="noopener noreferrer",  # not shown
    )
    blocked = 0
    remote: dict[str, None] = {}

    def image(found: re.Match[str]) -> str:
        nonlocal blocked
        values = dict(_VALUE.findall(found[0]))
        source, alt = html.unescape(values.get("src", "")), values.get("alt", "")
        data = _picture(source, taken)
        address = _secure(source)
        if address:
            remote[address] = None
        data = data or (images or {}).get(address, "")
        if data:
            return f'<img src="{data}" alt="{alt}">'
        blocked += bool(values.get("src"))
        return f"<span>{alt}</span>"

    shown = _LINK.sub(_leading, _IMAGE.sub(image, cleaned))
    return CleanHtml(shown, blocked, is_whole, tuple(remote))


def typed_html(text: str) -> str:
    """Plain text as html, to the letter, with addresses as links: within ``TYPED``."""
    lines = typed_lines(text).replace("\0", "\ufffd").split("\n")
    return f"{TYPED}{'<br>'.join(map(_with_links, lines))}</div>"


def _without_pictures(text: str) -> tuple[str, list[str]]:
    """Html with a short mark in the place of each picture's data, and that data."""
    taken: list[str] = []

    def take(found: re.Match[str]) -> str:
        taken.append("".join(found[0].split()))
        return f"{_TAKEN}{len(taken) - 1}"

    return _DATA.sub(take, text), taken


def _picture(source: str, taken: list[str]) -> str:
    """The data of a picture that a message brought along; "" for any other address."""
    number = source.removeprefix(_TAKEN) if source.startswith(_TAKEN) else ""
    known = number.isascii() and number.isdecimal() and len(number) < 6
    data = taken[int(number)] if known and int(number) < len(taken) else source
    return data if _SHOWN.match(data) else ""


def _beginning(text: str) -> str:
    """As much of html as is shown, up to the end of an element where it has to be cut."""
    if len(text) <= MOST_CHARACTERS and text.count("<") <= MOST_TAGS:
        return text
    most = MOST_CHARACTERS
    for count, found in enumerate(_A_TAG.finditer(text, 0, most)):
        if count == MOST_TAGS:
            most = found.start()
            break
    cut = 0
    for found in _ENDS.finditer(text, 0, most):
        cut = found.end()
    return text[:cut]


def _filtered(_tag: str, name: str, value: str) -> str | None:
    """An attribute's value as it is kept; None for none."""
    if name != "dir":
        return value
    direction = value.strip().lower()
    return direction if direction in _DIRECTIONS else None


def _leading(found: re.Match[str]) -> str:
    """A link that leads somewhere; in a message one without a scheme leads nowhere."""
    return found[0] if found[2].lower().startswith(_LINKS) else found[1]


def _secure(address: str) -> str:
    """An address on the web as it is gone to: never unencrypted; "" for any other."""
    found = re.match(r"https?://", address.strip(), re.I)
    return f"https://{address.strip()[found.end() :]}" if found else ""


def _with_links(line: str) -> str:
    shown, at = [], 0
    for found in _ADDRESS.finditer(line):
        address = html.escape(found[0])
        shown.append(html.escape(line[at : found.start()], quote=False))
        shown.append(f'<a href="{address}" rel="noopener noreferrer">{address}</a>')
        at = found.end()
    shown.append(html.escape(line[at:], quote=False))
    return "".join(shown)
