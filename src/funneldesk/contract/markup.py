"""Reading, editing and resolving the split tests of a page (quirks 27 and 28).

``scan`` finds the blocks; everything here works on the places it reports, so that not a byte of
the page changes besides the one that was meant to.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from funneldesk.contract.markup_scan import Block, Variant, scan
from funneldesk.contract.markup_tokens import VARIANT, attributes_at

__all__ = [
    "Block",
    "Edit",
    "Variant",
    "applied",
    "every_block",
    "render",
    "scan",
    "set_weight",
    "weight_edit",
    "weights_problem",
]

_TOLERANCE = 0.1001
"""Percent by which weights may miss 100: three thirds are written 33.3."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace ``[start, end)`` of a text by ``text``."""

    start: int
    end: int
    text: str

    def apply(self, source: str) -> str:
        """The text after this edit."""
        return source[: self.start] + self.text + source[self.end :]


def applied(source: str, edits: Sequence[Edit]) -> str:
    """``source`` after edits that lie in order, apart from each other, all in places of it."""
    pieces: list[str] = []
    at = 0
    for edit in edits:
        pieces += source[at : edit.start], edit.text
        at = edit.end
    return "".join((*pieces, source[at:]))


def every_block(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks and, after each, those nested in its variants, in source order."""
    for block in blocks:
        yield block
        for variant in block.variants:
            yield from every_block(variant.blocks)


def weight_edit(html: str, variant: Variant, weight: float) -> Edit:
    """The smallest change to ``html`` that gives ``variant`` this weight, in percent.

    ``variant`` must come from a scan of this very ``html``. Only the value's characters change,
    quotes stay; a missing attribute goes behind ``name``. Raises ValueError for a weight that is
    negative or not finite.
    """
    text = _plain(weight)
    if variant.weight_span is not None:
        return Edit(*variant.weight_span, text)
    attributes = {a.name: a for a in attributes_at(html, variant.start, variant.inner_start)}
    if "weight" in attributes:
        end = attributes["weight"].end
        return Edit(end, end, f'="{text}"')
    name = attributes.get("name")
    after_name = name is not None and (name.value_span is None or name.value != "")
    place = name.end if name and after_name else variant.start + len(f"<{VARIANT}")
    return Edit(place, place, f' weight="{text}"')


def set_weight(html: str, variant: Variant, weight: float) -> str:
    """``html`` with the weight of ``variant`` set; see ``weight_edit``."""
    return weight_edit(html, variant, weight).apply(html)


def render(
    html: str,
    choose: Callable[[Block], Variant | None],
    wrap: Callable[[Block, Variant, str], str] | None = None,
) -> str:
    """``html`` with every block replaced by the inner text of its chosen variant.

    Blocks nested in a chosen variant are replaced too, innermost first; ``wrap`` gets the block,
    the variant and that inner text, and gives what stands in the block's place. A block for which
    ``choose`` answers None stays exactly as it is.
    """
    return _resolve(html, 0, len(html), tuple(scan(html)), choose, wrap)


def weights_problem(block: Block) -> str | None:
    """What is wrong with the weights of ``block``, as a sentence; None when they make 100."""
    if not block.variants:
        return f"The split test {_quoted(block.name)} has no variants."
    for variant in block.variants:
        if variant.weight is None:
            written = variant.attributes.get("weight", "").strip()
            if written:
                return (
                    f"The weight of variant {_quoted(variant.name)} is not a number: "
                    f"{_quoted(written)}."
                )
            return f"Variant {_quoted(variant.name)} has no weight."
    total = math.fsum(variant.weight or 0.0 for variant in block.variants)
    if abs(total - 100) > _TOLERANCE:
        return f"The weights of {_quoted(block.name)} make {_plain(round(total, 2))}, not 100."
    return None


def _resolve(
    html: str,
    start: int,
    end: int,
    blocks: tuple[Block, ...],
    choose: Callable[[Block], Variant | None],
    wrap: Callable[[Block, Variant, str], str] | None,
) -> str:
    pieces: list[str] = []
    at = start
    for block in blocks:
        variant = choose(block)
        if variant is None:
            continue
        inner = _resolve(html, variant.inner_start, variant.inner_end, variant.blocks, choose, wrap)
        pieces += html[at : block.start], wrap(block, variant, inner) if wrap else inner
        at = block.end
    pieces.append(html[at:end])
    return "".join(pieces)


def _plain(weight: float) -> str:
    """A weight as one writes it: 70, not 70.0, and never with an exponent."""
    if not math.isfinite(weight) or weight < 0:
        raise ValueError(f"A weight is a number from 0 upwards, not {weight}.")
    text = format(Decimal(repr(float(weight))), "f")
    return (text.rstrip("0").rstrip(".") or "0") if "." in text else text


def _quoted(text: str) -> str:
    return f"“{text}”"
