"""Where html refers to components by their code (document: Component, ``code``; quirk 31).

What a reference looks like is not shown; these were seen, and all of them count:

- ``<component code="custom-x">…</component>``, also with ``type`` in the place of ``code``, and
  ``@component("custom-x", {…})`` in a text: the component stands in for them;
- any element with ``data-component="custom-x"`` or ``data-component-type="custom-x"``: the
  component stands in it.

The value counts as it is written; ``custom-`` in front of it may be left out. Comments, scripts and
other texts of their own hold no references.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from funneldesk.contract.components import CODE_PREFIX
from funneldesk.contract.markup_tokens import COMMENT_ENDS, TAG, TEXT_ENDS, attributes_at

ELEMENT = "component"
ATTRIBUTES = ("data-component", "data-component-type")
_MENTIONED = re.compile(ELEMENT, re.IGNORECASE)
_DIRECTIVE = re.compile(
    r"""(?<![\w@])@component[ \t\n\f\r]*+\([ \t\n\f\r]*+"""
    r"""(?P<quote>["']|&quot;|&\#0?39;|&\#34;)(?P<code>[A-Za-z0-9_-]++)(?P=quote)""",
    re.ASCII,
)
_ARGUMENTS = re.compile(
    r"""[ \t\n\f\r]*+(?:,(?:[^"'()]++|"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')*+)?\)""", re.DOTALL
)
_MOST_ARGUMENTS = 1_000_000
"""Characters that are looked at for the ends of directives, in a whole page."""

_OPENS = re.compile(rf"<(?=[!/a-zA-Z])|{_DIRECTIVE.pattern}", re.ASCII)
_BARE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reference:
    """A start tag or a directive at ``html[start:end]`` that names a component.

    ``code`` has ``custom-`` in front, whatever is written. ``value_span`` is the place of what is
    written, without quotes. ``stands_in`` tells that the component takes the place of the element;
    otherwise it goes inside. ``closed`` is where the element ends, which is ``end`` for one without
    an end tag of its own. ``is_sure`` is False for an attribute whose value other programs write
    just as well: it refers to a component if there is one.
    """

    code: str
    start: int
    end: int
    value_span: tuple[int, int]
    stands_in: bool
    closed: int
    is_sure: bool = True


def references(html: str) -> list[Reference]:
    """All references of ``html``, in order, in linear time. Never raises."""
    if _MENTIONED.search(html) is None:
        return []
    marks = list(_marks(html))
    found: list[Reference] = []
    room = _MOST_ARGUMENTS
    for place, mark in enumerate(marks):
        if mark.re is not TAG:
            start, end = mark.span("code")
            limit = min(len(html), mark.end() + room)
            ending = _ARGUMENTS.match(html, mark.end(), limit)
            closed = ending.end() if ending else mark.end()
            room -= (closed if ending else limit) - mark.end()
            code = _whole(mark["code"])
            found.append(Reference(code, mark.start(), closed, (start, end), bool(ending), closed))
            continue
        found += _of_tag(html, marks, place)
    return found


def with_code_renamed(html: str, old: str, new: str) -> str:
    """``html`` with the code ``old`` replaced in its references, and no other byte changed.

    Where ``custom-`` was left out it still is.
    """
    if old.removeprefix(CODE_PREFIX) not in html:
        return html
    pieces: list[str] = []
    at = 0
    for reference in references(html):
        if reference.code == old:
            start, end = reference.value_span
            is_whole = html.startswith(CODE_PREFIX, start, end)
            pieces += (html[at:start], new if is_whole else new.removeprefix(CODE_PREFIX))
            at = end
    return "".join((*pieces, html[at:]))


def _of_tag(html: str, marks: list[re.Match[str]], place: int) -> Iterator[Reference]:
    tag = marks[place]
    if tag["slash"]:
        return
    stands_in = tag["tag"].lower() == ELEMENT
    closed = tag.end()
    if stands_in and not tag[0].endswith("/>"):
        closed = _closed(marks, place)
    for start, end in _spans(html, tag, stands_in=stands_in):
        code, is_whole = html[start:end], html.startswith(CODE_PREFIX, start, end)
        if is_whole or _BARE.fullmatch(code):
            yield Reference(
                *(_whole(code), tag.start(), tag.end(), (start, end), stands_in, closed),
                is_sure=is_whole or stands_in,
            )


def _spans(html: str, tag: re.Match[str], *, stands_in: bool) -> list[tuple[int, int]]:
    """Where a tag names components, in order; an element has one name, its code before its type."""
    wanted = ("code", "type") if stands_in else ATTRIBUTES
    found = {
        attribute.name: attribute.value_span
        for attribute in attributes_at(html, tag.start(), tag.end())
        if attribute.name in wanted and attribute.value_span is not None
    }
    if stands_in:
        return [found[name] for name in wanted if name in found][:1]
    return sorted(found.values())


def _whole(code: str) -> str:
    return code if code.startswith(CODE_PREFIX) else CODE_PREFIX + code


def _marks(html: str) -> Iterator[re.Match[str]]:
    """What may matter, outside of comments and texts: directives, and tags of components or with
    an attribute of theirs."""
    at = 0
    while opening := _OPENS.search(html, at):
        start = opening.start()
        if html[start] == "@":
            at = opening.end()
            yield opening
            continue
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
        if name == ELEMENT or (not tag["slash"] and ATTRIBUTES[0] in tag[0].lower()):
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


def _closed(marks: list[re.Match[str]], place: int) -> int:
    """Where the element ends: at its end tag, unless another component opens before that."""
    for following in range(place + 1, len(marks)):
        mark = marks[following]
        if mark.re is TAG and mark["tag"].lower() == ELEMENT:
            return mark.end() if mark["slash"] else marks[place].end()
    return marks[place].end()
