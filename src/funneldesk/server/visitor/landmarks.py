"""Finds the places of a page's html where the platform may put something in."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from funneldesk.contract.markup_scan import Block
from funneldesk.contract.markup_tokens import COMMENT_ENDS, TAG, TEXT_ENDS, attributes_at

_TAG_OR_COMMENT = re.compile("<(?=[!/a-zA-Z])")
_DOCTYPE = re.compile("<!doctype", re.IGNORECASE)

Span = tuple[int, int]


@dataclass(slots=True)
class Landmarks:
    """Offsets into the html; None for what it does not have.

    ``title`` is the place of the title's text and ``description`` that of the whole meta tag.
    ``doctype``, ``html_opens``, ``head_opens`` are where the tag ends; ``body_opens``,
    ``head_closes``, ``body_closes``, ``html_closes`` are where it begins.
    """

    doctype: int | None = None
    html_opens: int | None = None
    head_opens: int | None = None
    head_closes: int | None = None
    body_opens: int | None = None
    body_closes: int | None = None
    html_closes: int | None = None
    title: Span | None = None
    description: Span | None = None

    @property
    def is_document(self) -> bool:
        """Whether this is a whole document rather than a fragment of one."""
        tags = (self.doctype, self.html_opens, self.head_opens, self.body_opens)
        return any(place is not None for place in tags)

    @property
    def head_end(self) -> int:
        """Where something more for the head goes."""
        if self.head_closes is not None:
            return self.head_closes
        ends = (self.head_opens, self.html_opens, self.doctype, self.body_opens)
        return next((place for place in ends if place is not None), 0)

    def body_end(self, length: int) -> int:
        """Where something more for the body goes, in html of this length."""
        if self.body_closes is not None:
            return self.body_closes
        return length if self.html_closes is None else self.html_closes


def find_landmarks(html: str, blocks: Sequence[Block]) -> Landmarks:
    """The landmarks of ``html`` outside of comments, scripts, texts and split tests."""
    found = Landmarks()
    ends = {block.start: block.end for block in blocks}
    at = 0
    while opening := _TAG_OR_COMMENT.search(html, at):
        start = opening.start()
        if start in ends:
            at = ends[start]
        elif html.startswith("<!", start):
            at = _after_declaration(html, start, found)
        else:
            at = _after_tag(html, start, found)
    return found


def _after_declaration(html: str, start: int, found: Landmarks) -> int:
    if html.startswith("<!--", start):
        if html.startswith((">", "->"), start + 4):
            return start + 5
        ending = COMMENT_ENDS.search(html, start + 4)
        return ending.end() if ending else len(html)
    end = html.find(">", start) + 1 or len(html)
    if found.doctype is None and _DOCTYPE.match(html, start):
        found.doctype = end
    return end


def _after_tag(html: str, start: int, found: Landmarks) -> int:
    tag = TAG.match(html, start)
    if tag is None:
        return start + 1
    name, end = tag["tag"].lower(), tag.end()
    if tag["slash"]:
        _note_closing(name, start, found)
        return end
    _note_opening(html, name, start, end, found)
    text_end = TEXT_ENDS.get(name)
    if text_end is None:
        return end
    ending = text_end.search(html, end)
    inner_end = ending.start() if ending else len(html)
    if name == "title" and found.title is None and found.body_opens is None:
        found.title = (end, inner_end)
    return inner_end


def _note_opening(html: str, name: str, start: int, end: int, found: Landmarks) -> None:
    if name == "html" and found.html_opens is None:
        found.html_opens = end
    elif name == "head" and found.head_opens is None:
        found.head_opens = end
    elif name == "body" and found.body_opens is None:
        found.body_opens = start
    elif name == "meta" and found.description is None:
        attributes = {item.name: item.value for item in attributes_at(html, start, end)}
        if attributes.get("name", "").strip().lower() == "description":
            found.description = (start, end)


def _note_closing(name: str, start: int, found: Landmarks) -> None:
    if name == "head" and found.head_closes is None:
        found.head_closes = start
    elif name == "body":
        found.body_closes = start
    elif name == "html":
        found.html_closes = start
