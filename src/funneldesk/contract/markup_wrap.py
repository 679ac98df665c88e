"""A new split test around a part of a page: the part widened to whole elements, or refused."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from funneldesk.contract.markup import Edit, applied, every_block, scan
from funneldesk.contract.markup_edits import CannotEdit
from funneldesk.contract.markup_indent import (
    indent_at,
    lines_in,
    may_move,
    moved_in,
    stands_alone,
    step_of,
)
from funneldesk.contract.markup_names import name_problem, quoted
from funneldesk.contract.markup_scan import MAX_NESTING, Block
from funneldesk.contract.markup_tags import after_other, tags
from funneldesk.contract.markup_tokens import BLOCK, TEXT_ENDS, VARIANT

_TABLE_PARTS = frozenset(
    {
        *("caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"),
        *("optgroup", "option", "dt", "dd"),
    }
)
_PAGE_PARTS = frozenset({"html", "head", "body"})
_SPACE = " \t\n\f\r"
_INDENT = re.compile(r"[ \t]*")


@dataclass(frozen=True, slots=True)
class Part:
    """The characters ``[start, end)`` that a test would hold; ``widened``: more than was chosen."""

    start: int
    end: int
    widened: bool


class _Element(NamedTuple):
    """A start tag with the end tag that belongs to it."""

    name: str
    start: int
    open_end: int
    close_start: int
    end: int


def part_to_wrap(html: str, start: int, end: int) -> Part:
    """What a test around ``html[start:end]`` has to hold, so that no tag, comment or element is
    cut in two; space at both ends stays outside.

    Raises CannotEdit, with a sentence for the user, when no test can stand there.
    """
    first, last = _trimmed(html, start, end)
    if first == last:
        raise CannotEdit("Select the part of the page that should differ, then start the test.")
    elements, loose = _read(html)
    wide = _widened((first, last), elements, loose)
    blocks = scan(html)
    _refuse_blocks(wide, blocks)
    _refuse_places(wide, elements)
    return Part(*wide, widened=wide != (first, last))


def wrap(html: str, part: Part, name: str) -> tuple[Edit, ...]:
    """Put ``part`` into a new split test with two variants, A and B, that are alike to begin with.

    ``part`` must come from ``part_to_wrap`` of this very html. A part that has its lines for itself
    is indented as the source does it (``markup_indent``); otherwise what the test holds is not
    touched, and in several lines each tag gets a line of its own. Raises CannotEdit for a name that
    is taken or cannot be written.
    """
    problem = name_problem(name, [block.name for block in every_block(scan(html))])
    if problem:
        raise CannotEdit(problem)
    edits, inner = _indented(html, part, name) or _as_it_stands(html, part, name)
    if not _holds(applied(html, edits), part, inner, len(list(every_block(scan(html))))):
        raise CannotEdit(
            "The page's tags do not pair up in the selection or before it, so a test there would "
            "not hold what you selected. Set that right first: F8 leads from problem to problem."
        )
    return edits


def _as_it_stands(html: str, part: Part, name: str) -> tuple[tuple[Edit, ...], str]:
    """Two insertions around a part, and what each variant holds then."""
    inner = html[part.start : part.end]
    turn = ""
    if "\n" in inner:
        line = html.rfind("\n", 0, part.start) + 1
        indent = _INDENT.match(html, line, part.start)
        turn = ("\r\n" if "\r\n" in inner else "\n") + (indent[0] if indent else "")
    opened = [f'<{VARIANT} name="{letter}" weight="50">' for letter in "AB"]
    head = f'<{BLOCK} name="{quoted(name)}">{turn}{opened[0]}'
    tail = f"</{VARIANT}>{turn}{opened[1]}{inner}</{VARIANT}>{turn}</{BLOCK}>"
    return (Edit(part.start, part.start, head), Edit(part.end, part.end, tail)), inner


def _indented(html: str, part: Part, name: str) -> tuple[tuple[Edit, ...], str] | None:
    """As ``_as_it_stands`` with every tag on a line of its own, one step further in than the one
    around it; None where lines cannot be moved."""
    inner = html[part.start : part.end]
    if not stands_alone(html, part.start, part.end) or not may_move(inner):
        return None
    step, feed = step_of(html), "\r\n" if html[part.end] == "\r" else "\n"
    turns = [f"{feed}{indent_at(html, part.start)}{step * depth}" for depth in range(3)]
    opened = [f'{turns[1]}<{VARIANT} name="{letter}" weight="50">' for letter in "AB"]
    closed = f"{turns[1]}</{VARIANT}>"
    held = f"{turns[2]}{moved_in(inner, step * 2)}{turns[1]}"
    head = f'<{BLOCK} name="{quoted(name)}">{opened[0]}{turns[2]}'
    tail = f"{closed}{opened[1]}{held}</{VARIANT}>{turns[0]}</{BLOCK}>"
    lines = lines_in(html, part.start, part.end, step * 2)
    return (Edit(part.start, part.start, head), *lines, Edit(part.end, part.end, tail)), held


def _holds(changed: str, part: Part, inner: str, before: int) -> bool:
    """Whether the new test reads as it was meant, and every other one is still there."""
    blocks = list(every_block(scan(changed)))
    made = next((block for block in blocks if block.start == part.start), None)
    if made is None or not made.closed or len(blocks) != before + 1:
        return False
    return [changed[v.inner_start : v.inner_end] for v in made.variants if v.closed] == [inner] * 2


def _trimmed(html: str, start: int, end: int) -> tuple[int, int]:
    while start < end and html[start] in _SPACE:
        start += 1
    while start < end and html[end - 1] in _SPACE:
        end -= 1
    return start, end


def _read(html: str) -> tuple[list[_Element], list[tuple[int, int]]]:
    """The elements that have both tags, and what stands alone: other tags, comments, as spans."""
    elements: list[_Element] = []
    loose: list[tuple[int, int]] = []
    opened: list[tuple[str, int, int]] = []
    counts: dict[str, int] = {}
    at, in_text = 0, False
    for tag in tags(html):
        if not in_text:
            loose += _asides(html, at, tag.start)
        at = tag.end
        in_text = tag.name in TEXT_ENDS and not tag.is_end and not tag.closes_itself
        if tag.closes_itself or (tag.is_end and not counts.get(tag.name)):
            loose.append((tag.start, tag.end))
        elif not tag.is_end:
            opened.append((tag.name, tag.start, tag.end))
            counts[tag.name] = counts.get(tag.name, 0) + 1
        else:
            while (last := opened.pop())[0] != tag.name:
                counts[last[0]] -= 1
                loose.append(last[1:])
            counts[tag.name] -= 1
            elements.append(_Element(*last, tag.start, tag.end))
    loose += (place[1:] for place in opened)
    if not in_text:
        loose += _asides(html, at, len(html))
    return elements, loose


def _asides(html: str, at: int, end: int) -> Iterator[tuple[int, int]]:
    """Comments, doctypes and their like between two tags, as spans."""
    while (start := html.find("<", at, end)) >= 0:
        at = after_other(html, start, False)
        if at < 0:
            at = len(html)
        if at > start + 1:
            yield start, at


def _widened(
    chosen: tuple[int, int],
    elements: Sequence[_Element],
    loose: Sequence[tuple[int, int]],
) -> tuple[int, int]:
    first, last = chosen
    while True:
        before = first, last
        for start, end in loose:
            if start < last and first < end:
                first, last = min(first, start), max(last, end)
        for element in elements:
            if _cuts(element, first, last):
                first, last = min(first, element.start), max(last, element.end)
        if (first, last) == before:
            around = _around_parts(first, last, elements)
            if around is None:
                return first, last
            first, last = around.start, around.end


def _cuts(element: _Element, first: int, last: int) -> bool:
    """Whether a part holds some of an element's tags, but not the whole element."""
    if element.end <= first or last <= element.start:
        return False
    inside = element.open_end <= first and last <= element.close_start
    return not inside and not (first <= element.start and element.end <= last)


def _around_parts(first: int, last: int, elements: Sequence[_Element]) -> _Element | None:
    """The element around a part that holds rows, cells or options of it: those cannot be tested
    alone. None when the part holds none."""
    held = sorted((e.start, e) for e in elements if first <= e.start and e.end <= last)
    at = first
    for start, element in held:
        if start >= at and element.name in _TABLE_PARTS:
            around = [
                e
                for e in elements
                if e.start <= first and last <= e.end and e.end - e.start > last - first
            ]
            return min(around, key=lambda e: e.end - e.start, default=None)
        at = max(at, element.end)
    return None


def _refuse_blocks(wide: tuple[int, int], blocks: Sequence[Block]) -> None:
    first, last = wide
    for block in every_block(blocks):
        if block.end <= first or last <= block.start:
            continue
        name = f"“{block.name}”" if block.name.strip() else "without a name"
        if not any(v.inner_start <= first and last <= v.inner_end for v in block.variants):
            raise CannotEdit(
                f"The selection holds the split test {name} or a part of it. Select something "
                "beside the test, or something inside of one of its variants."
            )
    depth = sum(block.start < first and last < block.end for block in every_block(blocks))
    if depth >= MAX_NESTING:
        raise CannotEdit("Split tests stand in each other too deeply here for another one.")


def _refuse_places(wide: tuple[int, int], elements: Sequence[_Element]) -> None:
    first, last = wide
    for element in elements:
        around = element.open_end <= first and last <= element.close_start
        if around and (element.name in TEXT_ENDS or element.name == "head"):
            raise CannotEdit(
                f"A split test cannot stand inside of <{element.name}>: there it is text, not a "
                "part of the page."
            )
        if first <= element.start and element.end <= last and element.name in _PAGE_PARTS:
            raise CannotEdit(
                f"A split test holds a part of the page, not its <{element.name}>. Select less."
            )
