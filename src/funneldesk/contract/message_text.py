"""Text or html: one decision about messages for whoever shows, searches, previews or mails them.

``message_type`` decides where it is one of the known kinds; anything else is decided by the
content (document: Ticket, Message).
"""

import re
from html import escape
from html.entities import html5

from funneldesk.contract import html_words
from funneldesk.contract.html_words import names

HTML, TEXT = "html", "text"
_KINDS = {"html": HTML, "text/html": HTML, "text": TEXT, "plain": TEXT, "text/plain": TEXT}
_ELEMENTS = names(
    "a abbr address article aside audio b base big blockquote body br button caption center cite "
    "code col colgroup dd del details div dl dt em embed fieldset figcaption figure font footer "
    "form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label li link main map "
    "mark math meta nav noscript object ol option p picture pre q s samp script section select "
    "small span strike strong style sub summary sup svg table tbody td template textarea tfoot th "
    "thead title tr tt u ul var video wbr"
)
_TAG = re.compile(rf"</?(?:{'|'.join(sorted(_ELEMENTS))})(?:[\s/][^<>]*+)?>|<!doctype\s|<!--", re.I)
_REFERENCE = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|([a-z][a-z0-9]{1,31}));", re.I)
_BREAKS = re.compile(r"\r\n?")


def kind_of(message: str, message_type: str | None = None) -> str:
    """``HTML`` or ``TEXT``.

    Without a known type a message is html if it has a tag of html, or if every character that html
    would have to escape in it is escaped.
    """
    named = (message_type or "").partition(";")[0].strip().lower()
    if named in _KINDS:
        return _KINDS[named]
    return HTML if _TAG.search(message) or _is_escaped(message) else TEXT


def is_html(message: str, message_type: str | None = None) -> bool:
    """Return whether a message is html."""
    return kind_of(message, message_type) == HTML


def words_of(message: str, message_type: str | None = None) -> str:
    """The text of a message in one line."""
    html = is_html(message, message_type)
    return html_words.words(message) if html else " ".join(message.split())


def lines_of(message: str, message_type: str | None = None) -> str:
    """The text of a message: as it was typed, or the lines of its html."""
    return html_words.lines(message) if is_html(message, message_type) else message


def typed_lines(text: str) -> str:
    """Text with line breaks of one kind."""
    return _BREAKS.sub("\n", text)


def html_of_text(text: str) -> str:
    """A letter's html for a text: as it was typed, line breaks and blanks included."""
    shown = "<br>".join(escape(line, quote=False) for line in typed_lines(text).split("\n"))
    return f'<div dir="auto" style="white-space: pre-wrap">{shown}</div>'


def _is_escaped(message: str) -> bool:
    found = 0
    for reference in _REFERENCE.finditer(message):
        if reference[1] and f"{reference[1]};" not in html5:
            return False
        found += 1
    return bool(found) and not re.search("[<>&]", _REFERENCE.sub("", message))
