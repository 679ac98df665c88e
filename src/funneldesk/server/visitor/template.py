"""A page made ready for visitors: parsed once, dealt out many times (quirk 28)."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from funneldesk.contract.markup_scan import Block, scan
from funneldesk.server.parts.pages.tables import PageRow, PageSourceRow
from funneldesk.server.parts.split_tests.rules import blocks_in_order, shares
from funneldesk.server.parts.split_tests.states import only_variant
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.server.visitor.additions import additions
from funneldesk.server.visitor.landmarks import find_landmarks


@dataclass(frozen=True, slots=True)
class Option:
    """A variant: visitors up to the fraction ``limit`` get it."""

    code: str
    limit: float
    pieces: "tuple[str | Choice, ...]"


@dataclass(frozen=True, slots=True)
class Choice:
    """A split test: one option for each visitor."""

    test_id: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """A page for visitors, with its split tests still open."""

    pieces: tuple[str | Choice, ...]

    @property
    def has_choices(self) -> bool:
        """Whether visitors need to be told apart."""
        return any(isinstance(piece, Choice) for piece in self.pieces)

    def render(self, secret: bytes, visitor: str) -> bytes:
        """The page as this visitor meets it, each time the same."""
        return "".join(_resolve(self.pieces, secret, visitor)).encode()


Fill = Callable[[str], str]
"""Puts components into a piece of the page's html."""


def make_template(
    row: PageRow, source: PageSourceRow, tests: Mapping[int, SplitTestRow], fill: Fill = str
) -> Template:
    """The template of a page; ``tests`` are its split tests by the place of their blocks.

    Outside of its split tests, and but for components and what its fields add, not a byte of the
    html changes.
    """
    html = source.html or ""
    blocks = scan(html)
    order = {block.start: place for place, block in enumerate(blocks_in_order(blocks))}
    choices = {start: tests[place] for start, place in order.items() if place in tests}
    added = additions(row, source.css, find_landmarks(html, blocks), len(html))
    pieces: list[str | Choice] = []
    at = 0
    for addition in added:
        pieces += _pieces(html, at, addition.start, blocks, choices, fill)
        pieces.append(addition.text)
        at = addition.end
    pieces += _pieces(html, at, len(html), blocks, choices, fill)
    return Template(tuple(pieces))


def _pieces(
    html: str,
    start: int,
    end: int,
    blocks: Sequence[Block],
    tests: Mapping[int, SplitTestRow],
    fill: Fill,
) -> Iterator[str | Choice]:
    at = start
    for block in blocks:
        if start <= block.start < end and block.start in tests:
            yield fill(html[at : block.start])
            yield _choice(html, block, tests, fill)
            at = block.end
    yield fill(html[at:end])


def _choice(html: str, block: Block, tests: Mapping[int, SplitTestRow], fill: Fill) -> Choice:
    test = tests[block.start]
    items = test.config["items"]
    only = only_variant(test.status, test.winner, test.baseline, items)
    given = [item["weight"] for item in items]
    weights = [float(item["node_code"] == only) for item in items] if only else given
    limits = accumulate(shares(weights))
    options = tuple(
        Option(
            item["node_code"],
            limit,
            tuple(
                _pieces(html, variant.inner_start, variant.inner_end, variant.blocks, tests, fill)
            ),
        )
        for item, limit, variant in zip(items, limits, block.variants, strict=True)
    )
    return Choice(test.id, options)


def _resolve(pieces: Sequence[str | Choice], secret: bytes, visitor: str) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, str):
            yield piece
            continue
        place = _fraction(secret, visitor, piece.test_id)
        chosen = next((o for o in piece.options if place < o.limit), piece.options[-1])
        yield f'<div data-sid="{piece.test_id}" data-cid="{chosen.code}">'
        yield from _resolve(chosen.pieces, secret, visitor)
        yield "</div>"


def _fraction(secret: bytes, visitor: str, test_id: int) -> float:
    """A visitor's place in a test, from 0 to 1: random to look at, yet always the same."""
    digest = hashlib.blake2b(f"{visitor}/{test_id}".encode(), digest_size=7, key=secret).digest()
    return int.from_bytes(digest) / 2**56
