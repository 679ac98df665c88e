"""Split-test markup inside page html (document: Page, "Split-test markup"; quirks 27 and 28).

``<inline-split-test name=…>`` holds ``<variant name=… weight=…>`` children. Parsers re-serialise
what they read, and a page must come back byte for byte, so this scanner only reports where the
elements stand. Every offset is an index into the scanned ``str``; ranges are half open.

It reads as a browser's tokeniser does: comments, attribute values and the text of ``script``,
``style``, ``textarea``, ``title`` and their like hold no blocks. It simplifies in three places: a
``script`` ends at its first ``</script``, whatever comments stand in it; text elements inside
``svg`` and ``math`` are skipped as they are outside, unless they close themselves; only blocks and
variants nest, so an element around them never closes them early.
"""

import re
from dataclasses import dataclass, field

from funneldesk.contract.markup_tokens import (
    BLOCK,
    BLOCK_OPENS,
    COMMENT_ENDS,
    TAG,
    TEXT_ENDS,
    UNREMARKABLE,
    VARIANT,
    attributes_at,
)

MAX_NESTING = 16
"""Blocks nested deeper than this count as plain text of the variant that holds them."""

_PLAIN_NUMBER = re.compile(r"[ \t\n\f\r]*(\d{1,9}(?:\.\d*)?|\.\d+)[ \t\n\f\r]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Variant:
    """A ``<variant>`` of a block.

    ``weight`` is None when it is missing or no plain number below a thousand million.
    ``weight_span`` is the place of the attribute's value without its quotes, None when there is no
    value. ``blocks`` are the split tests nested inside, up to ``MAX_NESTING`` deep. ``closed``
    tells whether an end tag was found.
    """

    start: int
    end: int
    inner_start: int
    inner_end: int
    name: str
    weight: float | None
    weight_span: tuple[int, int] | None
    attributes: dict[str, str]
    closed: bool
    blocks: "tuple[Block, ...]" = ()


@dataclass(frozen=True, slots=True)
class Block:
    """An ``<inline-split-test>`` with its variants; ``open_end`` is where its start tag ends."""

    start: int
    end: int
    open_end: int
    name: str
    attributes: dict[str, str]
    variants: tuple[Variant, ...]
    closed: bool


@dataclass(slots=True)
class _Open:
    """An element whose end has not been met yet."""

    tag: str
    start: int
    open_end: int
    depth: int
    variants: list[Variant] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)


def scan(html: str, start: int = 0, end: int | None = None) -> list[Block]:
    """The outermost split-test blocks of ``html[start:end]``, in order, in linear time.

    An unclosed variant ends with its block, an unclosed block with the variant around it or with
    the text. Stray end tags are ignored, and so are variants outside of blocks. Never raises.
    """
    limit = len(html) if end is None else min(end, len(html))
    last = -1
    for opening in BLOCK_OPENS.finditer(html, start, limit):
        last = opening.start()
    return _Scanner(html, limit).run(start, last) if last >= 0 else []


class _Scanner:
    """One pass over one text, with a stack of the open blocks and variants."""

    def __init__(self, html: str, limit: int) -> None:
        self._html = html
        self._limit = limit
        self._found: list[Block] = []
        self._stack: list[_Open] = []
        self._open = {BLOCK: 0, VARIANT: 0}
        self._foreign = 0

    def run(self, at: int, last: int) -> list[Block]:
        """Scan from ``at``; once no element is open, nothing matters after ``last``."""
        while self._stack or at <= last:
            while hop := UNREMARKABLE.match(self._html, at, self._limit):
                at = hop.end()
            if at >= self._limit:
                break
            at = self._step(at)
        while self._stack:
            self._finish(self._stack.pop(), self._limit, self._limit, closed=False)
        return self._found

    def _step(self, at: int) -> int:
        """Take the comment, CDATA section or notable tag at ``at``; the offset after it."""
        if self._html.startswith("<!", at):
            return self._after_declaration(at)
        tag = TAG.match(self._html, at, self._limit)
        if tag is None:
            return self._limit
        slash, name, close = tag.group("slash", "tag", "close")
        if not close:
            return self._limit
        name, end = name.lower(), tag.end()
        if name in self._open:
            if slash:
                self._close(name, at, end)
            else:
                self._push(name, at, end)
            return end
        closes_itself = self._html.startswith("/", end - 2)
        if name in ("svg", "math"):
            step = -1 if slash else 1 - closes_itself
            self._foreign = max(0, self._foreign + step)
            return end
        if slash or (self._foreign and closes_itself):
            return end
        return self._after_text(name, end)

    def _after_declaration(self, at: int) -> int:
        if self._html.startswith("<!--", at):
            inner = at + 4
            for empty in (">", "->"):
                if self._html.startswith(empty, inner, self._limit):
                    return inner + len(empty)
            ending = COMMENT_ENDS.search(self._html, inner, self._limit)
            return ending.end() if ending else self._limit
        closing = "]]>" if self._foreign else ">"
        found = self._html.find(closing, at, self._limit)
        return found + len(closing) if found >= 0 else self._limit

    def _after_text(self, name: str, at: int) -> int:
        pattern = TEXT_ENDS.get(name)
        ending = pattern.search(self._html, at, self._limit) if pattern else None
        return ending.start() if ending else self._limit

    def _push(self, tag: str, start: int, open_end: int) -> None:
        parent = self._stack[-1] if self._stack else None
        if tag == VARIANT and parent is None:
            return
        depth = (parent.depth if parent else 0) + (tag == BLOCK)
        opened = _Open(tag, start, open_end, depth)
        if tag == VARIANT and parent is not None and parent.tag == VARIANT:
            opened.blocks = parent.blocks
        self._stack.append(opened)
        self._open[tag] += 1

    def _close(self, tag: str, start: int, end: int) -> None:
        """Close the nearest open ``tag`` and, unclosed, whatever is open inside of it."""
        while self._open[tag]:
            opened = self._stack.pop()
            self._open[opened.tag] -= 1
            if opened.tag == tag:
                self._finish(opened, start, end, closed=True)
                return
            self._finish(opened, start, start, closed=False)

    def _finish(self, opened: _Open, inner_end: int, end: int, *, closed: bool) -> None:
        parent = self._stack[-1] if self._stack else None
        if opened.depth > MAX_NESTING:
            return
        attributes = attributes_at(self._html, opened.start, opened.open_end)
        values = {attribute.name: attribute.value for attribute in attributes}
        name = values.get("name", "")
        if opened.tag == BLOCK:
            block = Block(
                opened.start,
                end,
                opened.open_end,
                name,
                values,
                tuple(opened.variants),
                closed,
            )
            (parent.blocks if parent else self._found).append(block)
        elif parent is not None and parent.tag == BLOCK:
            weight = next((a for a in attributes if a.name == "weight"), None)
            number = _PLAIN_NUMBER.fullmatch(weight.value) if weight else None
            parent.variants.append(
                Variant(
                    opened.start,
                    end,
                    opened.open_end,
                    inner_end,
                    name,
                    float(number[1]) if number else None,
                    weight.value_span if weight else None,
                    values,
                    closed,
                    tuple(opened.blocks),
                )
            )
