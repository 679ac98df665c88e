"""Plain words out of messages that may hold any HTML (quirk 57: hostile until sanitised)."""

import html
import re

import nh3

PREVIEW_LENGTH = 160
_MOST_LOOKED_AT = 20_000
_BLOCK = re.compile(r"<(?=/?(?:p|div|br|li|ul|ol|tr|td|th|table|h[1-6]|hr|blockquote)\b)", re.I)
_SILENT = {"script", "style", "title", "template", "noscript"}
_LINE_ENDS = re.compile(r"<(?:br|/p|/div|/li|/tr|/h[1-6]|/blockquote)\b", re.I)
_MANY_LINES = re.compile(r"[ \t]*\n\s*\n\s*")

LETTER_TAGS = {
    *("a", "b", "blockquote", "br", "code", "div", "em", "h1", "h2", "h3", "h4", "hr", "i"),
    *("li", "ol", "p", "pre", "s", "span", "strong", "sub", "sup", "u", "ul"),
    *("table", "tbody", "td", "th", "thead", "tr"),
}


def plain_text(message: str) -> str:
    """The words of a message in one line, without its markup, scripts and styles."""
    spaced = _BLOCK.sub(" <", message)
    words = html.unescape(nh3.clean(spaced, tags=set(), clean_content_tags=_SILENT))
    return " ".join(words.split())


def plain_lines(message: str) -> str:
    """The words of a message with its lines, for the text of a letter."""
    broken = _LINE_ENDS.sub(lambda found: "\n" + found[0], message)
    words = html.unescape(nh3.clean(broken, tags=set(), clean_content_tags=_SILENT))
    return _MANY_LINES.sub("\n\n", words).strip()


def preview_of(message: str) -> str:
    """The beginning of a message as one line of at most ``PREVIEW_LENGTH`` characters."""
    words = plain_text(message[:_MOST_LOOKED_AT])
    if len(words) <= PREVIEW_LENGTH:
        return words
    return words[: PREVIEW_LENGTH - 1].rstrip() + "…"


def harmless(message: str) -> str:
    """A message as it may stand in a letter: plain tags, web and mail links, nothing loaded."""
    return nh3.clean(
        message,
        tags=LETTER_TAGS,
        clean_content_tags=_SILENT,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
    )
