"""Edits of a split test: its variants added, copied, removed, moved, weighed, or only one kept.

Each gives ``Edit``s with offsets into the scanned html, in order and apart from each other;
``applied`` makes them. What they do not cover stays byte for byte. The block must come from a scan
of this very html. A block that is not closed, or holds a variant that is not, takes no edit of its
structure: ``CannotEdit`` says so in a sentence for the user.
"""

from collections.abc import Sequence
from decimal import Decimal

from funneldesk.contract.markup import (
    Block,
    Edit,
    Variant,
    applied,
    every_block,
    scan,
    weight_edit,
)
from funneldesk.contract.markup_indent import indent_at, lines_out, may_move
from funneldesk.contract.markup_names import attribute_of, copy_name, free_letter, rename_edit
from funneldesk.contract.markup_tokens import BLOCK, VARIANT
from funneldesk.contract.markup_weights import filled, with_one_less, with_one_more

GENERATED_ID = "id"
"""The attribute in which a block carries the id of its record on the platform (quirk 27)."""


_LONGEST_ID = 18
"""Digits; the platform's numbers have no more."""


class CannotEdit(Exception):
    """The markup does not allow this; the message is a sentence for the user."""


def record_id(block: Block) -> int:
    """The id of the record that the block names; 0, which no record has, when it names none."""
    text = block.attributes.get(GENERATED_ID, "").strip()
    plain = text.isascii() and text.isdecimal() and len(text) <= _LONGEST_ID
    return int(text) if plain else 0


def shares_of(block: Block) -> list[Decimal]:
    """The weights of the variants, in percent; see ``filled``."""
    return filled([variant.weight for variant in block.variants])


def weigh(html: str, block: Block, shares: Sequence[Decimal]) -> tuple[Edit, ...]:
    """Write these shares, one for each variant; only weights that differ are touched."""
    return tuple(
        weight_edit(html, variant, float(share))
        for variant, share in zip(block.variants, shares, strict=True)
        if variant.weight is None or Decimal(repr(variant.weight)) != share
    )


def add_variant(html: str, block: Block) -> tuple[Edit, ...]:
    """Another variant at the end, with the next free letter: a copy of the first to begin with."""
    _check(block)
    name = free_letter([variant.name for variant in block.variants])
    return _insert_copy(html, block, 0, len(block.variants) - 1, name)


def duplicate_variant(html: str, block: Block, place: int) -> tuple[Edit, ...]:
    """A copy behind the variant at ``place``, under a name of its own."""
    _check(block)
    taken = [variant.name for variant in block.variants]
    return _insert_copy(html, block, place, place, copy_name(taken[place], taken))


def remove_variant(html: str, block: Block, place: int) -> tuple[Edit, ...]:
    """Take a variant away, with the space before it; the others share its weight."""
    _check(block)
    if len(block.variants) < 2:
        raise CannotEdit(
            "This is the test's only variant. To end the test, keep only this one: its content "
            "stays on the page."
        )
    variant = block.variants[place]
    edits = list(_weigh_others(html, block, with_one_less(shares_of(block), place), place))
    edits.append(Edit(variant.start - len(_space_before(html, block, place)), variant.end, ""))
    return _in_order(edits)


def move_variant(html: str, block: Block, place: int, to: int) -> tuple[Edit, ...]:
    """Move the variant at ``place`` so that it is the one at ``to`` afterwards."""
    _check(block)
    variants, moved = block.variants, block.variants[place]
    if place == to:
        return ()
    text = html[moved.start : moved.end]
    if to > place:
        after = variants[place + 1].start
        insert = Edit(variants[to].end, variants[to].end, html[moved.end : after] + text)
        return Edit(moved.start, after, ""), insert
    before = variants[place - 1].end
    insert = Edit(variants[to].start, variants[to].start, text + html[before : moved.start])
    return insert, Edit(before, moved.end, "")


def keep_only(html: str, block: Block, place: int) -> tuple[Edit, ...]:
    """The content of one variant instead of the whole test.

    Space that only set the content apart from the tags goes with them, and so does the indentation
    that the content has more than the test.
    """
    _check(block)
    variant = block.variants[place]
    start, end = variant.inner_start, variant.inner_end
    inner = html[start:end]
    lead, tail = len(inner) - len(inner.lstrip()), len(inner) - len(inner.rstrip())
    if lead == len(inner):
        lead = tail = 0
    outside_before, outside_after = html[: block.start][-1:], html[block.end : block.end + 1]
    around = indent_at(html, block.start)
    if "\n" in inner[:lead] and not outside_before.strip():
        start += lead
        apart = inner[:lead].rpartition("\n")[2].removeprefix(around or "")
    else:
        apart = ""
    if tail and "\n" in inner[len(inner) - tail :] and not outside_after.strip():
        end -= tail
    moved = apart and around is not None and may_move(html[start:end])
    lines = lines_out(html, start, end, apart) if moved else ()
    return Edit(block.start, start, ""), *lines, Edit(end, block.end, "")


def name_record(html: str, block: Block, record_id: int) -> tuple[Edit, ...]:
    """Write the id of the test's record into the block, so that a save keeps that test."""
    attribute = attribute_of(html, block.start, block.open_end, GENERATED_ID)
    if attribute is None:
        place = block.start + len(f"<{BLOCK}")
        return (Edit(place, place, f' {GENERATED_ID}="{record_id}"'),)
    if attribute.value_span is None:
        return (Edit(attribute.end, attribute.end, f'="{record_id}"'),)
    return (Edit(*attribute.value_span, str(record_id)),)


def drop_record(html: str, block: Block) -> tuple[Edit, ...]:
    """Empty the id of the test's record, as a copy needs: nothing when there is none."""
    return tuple(_without_id(html, block.start, block.open_end))


def without_records(html: str) -> str:
    """``html`` as a copy of the page needs it: its tests name no record of the first page."""
    return applied(html, [edit for b in every_block(scan(html)) for edit in drop_record(html, b)])


def has_content(html: str, variant: Variant) -> bool:
    """Whether a variant holds more than space."""
    return not html[variant.inner_start : variant.inner_end].isspace() and (
        variant.inner_end > variant.inner_start
    )


def _insert_copy(html: str, block: Block, source: int, behind: int, name: str) -> tuple[Edit, ...]:
    shares = with_one_more(shares_of(block), behind + 1)
    place = block.variants[behind].end
    space = _space_before(html, block, behind)
    text = _copy(html, block.variants[source], name, shares.pop(behind + 1))
    return _in_order([*weigh(html, block, shares), Edit(place, place, space + text)])


def _copy(html: str, variant: Variant, name: str, share: Decimal) -> str:
    """The source of a variant that has the content of another one, but none of its ids."""
    edits = [rename_edit(html, variant, name), weight_edit(html, variant, float(share))]
    edits += _without_id(html, variant.start, variant.inner_start)
    for nested in every_block(variant.blocks):
        edits += drop_record(html, nested)
    shift, text = variant.start, html[variant.start : variant.end]
    return applied(text, [Edit(e.start - shift, e.end - shift, e.text) for e in _in_order(edits)])


def _without_id(html: str, start: int, end: int) -> list[Edit]:
    attribute = attribute_of(html, start, end, GENERATED_ID)
    if attribute is None or not attribute.value or attribute.value_span is None:
        return []
    first, last = attribute.value_span
    return [Edit(first, last, "" if html[first - 1] in "\"'" else '""')]


def _weigh_others(
    html: str, block: Block, shares: Sequence[Decimal], place: int
) -> tuple[Edit, ...]:
    kept = [*shares[:place], Decimal(0), *shares[place:]]
    start, end = block.variants[place].start, block.variants[place].end
    return tuple(e for e in weigh(html, block, kept) if not start <= e.start < end)


def _space_before(html: str, block: Block, place: int) -> str:
    """The space between a variant and what stands before it; "" when that is no space."""
    since = block.variants[place - 1].end if place else block.open_end
    between = html[since : block.variants[place].start]
    return between if not between.strip(" \t\n\f\r") else ""


def _in_order(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    return tuple(sorted(edits, key=lambda edit: (edit.start, edit.end)))


def _check(block: Block) -> None:
    name = f"“{block.name}”" if block.name.strip() else "without a name"
    if not block.closed:
        raise CannotEdit(f"The split test {name} has no end: add </{BLOCK}> where it should end.")
    for variant in block.variants:
        if not variant.closed:
            raise CannotEdit(
                f"Variant “{variant.name}” of the split test {name} has no end: add "
                f"</{VARIANT}> where it should end."
            )
    if not block.variants:
        raise CannotEdit(f"The split test {name} has no variants to work with.")
