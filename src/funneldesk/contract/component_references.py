"""Where html refers to components by their code (document: Component, ``code``; quirk 31).

What a reference looks like is not shown; the platform takes these two:

- ``<component code="custom-x">…</component>``, which the component stands in for;
- any element with ``data-component="custom-x"``, which the component stands in.

The value counts as it is written. Comments, scripts and other texts hold no references.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from funneldesk.contract.components import CODE_PREFIX
from funneldesk.contract.markup_tokens import COMMENT_ENDS, TAG, TEXT_ENDS, attributes_at

ELEMENT = "component"
ATTRIBUTE = "data-component"
_OPENS = re.compile("<(?=[!/a-zA-Z])")
_WHERE = {ELEMENT: "code"}


@dataclass(frozen=True, slots=True)
class Reference:
    """A start tag at ``html[start:end]`` that names a component.

    ``value_span`` is the place of the code itself, without quotes. ``stands_in`` tells that the
    component takes the place of the element; otherwise it goes inside. ``closed`` is where the
    element ends, which is ``end`` for one without an end tag of its own.
    """

    code: str
    start: int
    end: int
    value_span: tuple[int, int]
    stands_in: bool
    closed: int


def references(html: str) -> list[Reference]:
    """All references of ``html``, in order, in linear time. Never raises."""
    if CODE_PREFIX not in html:
        return []
    tags = list(_tags(html))
    found: list[Reference] = []
    for place, tag in enumerate(tags):
        span = _code_span(html, tag)
        if span is None:
            continue
        stands_in = tag["tag"].lower() == ELEMENT
        closed = tag.end()
        if stands_in and not tag[0].endswith("/>"):
            closed = _closed(tags, place)
        code = html[span[0] : span[1]]
        found.append(Reference(code, tag.start(), tag.end(), span, stands_in, closed))
    return found


def with_code_renamed(html: str, old: str, new: str) -> str:
    """``html`` with the code ``old`` replaced in its references, and no other byte changed."""
    if old not in html:
        return html
    pieces: list[str] = []
    at = 0
    for reference in references(html):
        if reference.code == old:
            start, end = reference.value_span
            pieces += (html[at:start], new)
            at = end
    return "".join((*pieces, html[at:]))


def _tags(html: str) -> Iterator[re.Match[str]]:
    """The tags that may matter, outside of comments and texts: components, and what has a code."""
    at = 0
    while opening := _OPENS.search(html, at):
        start = opening.start()
        if html.startswith("<!", start):
            at = _after_declaration(html, start)
            continue
        tag = TAG.match(html, start)
        if tag is None:
            at = start + 1
            continue
        if not tag["close"]:  # the text ends within the tag: no browser takes it for one
            return
        name, at = tag["tag"].lower(), tag.end()
        if name == ELEMENT or (not tag["slash"] and ATTRIBUTE in tag[0].lower()):
            yield tag
        ending = None if tag["slash"] else TEXT_ENDS.get(name)
        if ending is not None:
            text_end = ending.search(html, at)
            at = text_end.start() if text_end else len(html)


def _after_declaration(html: str, start: int) -> int:
    if html.startswith("<!--", start):
        if html.startswith((">", "->"), start + 4):
            return start + 5
        ending = COMMENT_ENDS.search(html, start + 4)
        return ending.end() if ending else len(html)
    return html.find(">", start) + 1 or len(html)


def _code_span(html: str, tag: re.Match[str]) -> tuple[int, int] | None:
    if tag["slash"]:
        return None
    wanted = _WHERE.get(tag["tag"].lower(), ATTRIBUTE)
    for attribute in attributes_at(html, tag.start(), tag.end()):
        if attribute.name == wanted and attribute.value_span is not None:
            start, end = attribute.value_span
            return (start, end) if html.startswith(CODE_PREFIX, start, end) else None
    return None


def _closed(tags: list[re.Match[str]], place: int) -> int:
    """Where the element ends: at its end tag, unless another component opens before that."""
    for following in range(place + 1, len(tags)):
        tag = tags[following]
        if tag["tag"].lower() == ELEMENT:
            return tag.end() if tag["slash"] else tags[place].end()
    return tags[place].end()
