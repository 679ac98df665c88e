"""How split-test markup becomes records, and how visitors are dealt out (quirks 27 and 28)."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from funneldesk.contract.markup_scan import Block, Variant
from funneldesk.server.db.chance import chance

ID_ATTRIBUTE = "id"
"""The attribute by which a block names its record, so that a save keeps it."""

_CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_CODE_LENGTH = 8
_MOST = 1e9
"""A weight above this counts as this, so that sums stay finite."""


def blocks_in_order(blocks: Sequence[Block]) -> Iterator[Block]:
    """Every block with at least one variant, outer before inner, in the order of start tags."""
    for block in blocks:
        if block.variants:
            yield block
        for variant in block.variants:
            yield from blocks_in_order(variant.blocks)


def record_id(block: Block) -> int:
    """The id that the block's markup names; 0, which no record has, when it names none."""
    text = block.attributes.get(ID_ATTRIBUTE, "").strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


def config_of(block: Block, known: Mapping[str, Any]) -> dict[str, Any]:
    """A record's ``config`` for the block; variants keep the codes that ``known`` has for them."""
    codes: dict[str, list[str]] = {}
    for item in known.get("items", ()):
        codes.setdefault(item["name"], []).append(item["node_code"])
    items = [
        {"name": variant.name, "node_code": _code(codes, variant), "weight": _finite(variant)}
        for variant in block.variants
    ]
    return {**known, "items": items}


def new_code() -> str:
    """A code for a variant."""
    return "".join(chance().choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))


def shares(weights: Sequence[float | None]) -> list[float]:
    """Each variant's share of the visitors, together 1.

    Weights are percent. Those without one share equally what the others leave of 100; when that
    makes nothing at all, every variant gets the same.
    """
    given = [weight if weight is None else min(max(0.0, weight), _MOST) for weight in weights]
    open_places = given.count(None)
    rest = max(0.0, 100.0 - math.fsum(w for w in given if w is not None))
    filled = [rest / open_places if weight is None else weight for weight in given]
    total = math.fsum(filled)
    if total == 0:
        return [1 / len(filled)] * len(filled)
    return [weight / total for weight in filled]


def _finite(variant: Variant) -> float | None:
    """Weights written with hundreds of digits are infinite, which JSON cannot say."""
    weight = variant.weight
    return weight if weight is not None and math.isfinite(weight) else None


def _code(codes: dict[str, list[str]], variant: Variant) -> str:
    kept = codes.get(variant.name)
    if kept:
        return kept.pop(0)
    return new_code()
