"""What is wrong with the split tests of a page: names and weights."""

import math
from collections.abc import Sequence

from funneldesk.contract.markup import Block, Variant, every_block, weights_problem
from funneldesk.contract.markup_edits import GENERATED_ID, record_id
from funneldesk.contract.markup_names import attribute_of
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.problems.rules.problem import Fix, ProblemList


def check_split_tests(html: str, blocks: Sequence[Block], problems: ProblemList) -> None:
    """Note what is wrong with the split tests; ``blocks`` come from a scan of this ``html``."""
    names: set[str] = set()
    records: set[int] = set()
    for block in every_block(blocks):
        _check_name(block, names, problems)
        _check_record(html, block, records, problems)
        _check_variant_names(html, block, problems)
        _check_weights(block, problems)


def _check_name(block: Block, names: set[str], problems: ProblemList) -> None:
    span = (block.start, block.open_end)
    name = block.name.strip()
    if not name:
        message = _(
            "This split test has no name. In the statistics it cannot be told from others: "
            'give it one, such as name="headline".'
        )
        problems.add(span, "warning", "test-without-name", message)
    elif name in names:
        message = _(
            "Another split test on this page is named “{name}” too. In the statistics they "
            "look the same: give each a name of its own."
        ).format(name=name)
        problems.add(span, "warning", "test-name-twice", message)
    names.add(name)


def _check_record(html: str, block: Block, records: set[int], problems: ProblemList) -> None:
    """Two blocks cannot be the same test: the platform starts the second one anew (quirk 27)."""
    number = record_id(block)
    attribute = attribute_of(html, block.start, block.open_end, GENERATED_ID)
    if number in records and attribute is not None and attribute.value_span is not None:
        start, end = attribute.value_span
        quoted = html[start - 1] in "\"'"
        problems.add(
            (start, end),
            "warning",
            "test-id-twice",
            _(
                "Another split test on this page has the number {number} too. Every save would "
                "start this one anew: take the number away, and it starts once as a test of its "
                "own."
            ).format(number=number),
            *([Fix(_("Take the number away"), "")] if quoted else []),
        )
    if number:
        records.add(number)


def _check_variant_names(html: str, block: Block, problems: ProblemList) -> None:
    taken = {variant.name.strip() for variant in block.variants}
    seen: set[str] = set()
    numbers: dict[str, int] = {}
    for variant in block.variants:
        name = variant.name.strip()
        if not name:
            problems.add(
                (variant.start, variant.inner_start),
                "warning",
                "variant-without-name",
                _(
                    "A variant of {test} has no name. In the statistics nobody can tell which one "
                    "it is: give it one."
                ).format(test=_quoted(block)),
            )
        elif name in seen:
            fresh = _free_name(name, taken, numbers)
            span = _name_span(html, variant)
            problems.add(
                span or (variant.start, variant.inner_start),
                "warning",
                "variant-name-twice",
                _(
                    "Two variants of {test} are named “{name}”. In the statistics they look the "
                    "same: give each a name of its own."
                ).format(test=_quoted(block), name=name),
                *([Fix(_("Name it “{fresh}”").format(fresh=fresh), fresh)] if span else []),
            )
            taken.add(fresh)
        seen.add(name)


def _check_weights(block: Block, problems: ProblemList) -> None:
    sentence = weights_problem(block)
    if sentence is None:
        return
    message = _(
        "{sentence} Each visitor meets one variant: the weights together should make 100."
    ).format(sentence=sentence)
    last = block.variants[-1] if block.variants else None
    rest = 100 - math.fsum(v.weight or 0 for v in block.variants[:-1])
    known = all(variant.weight is not None for variant in block.variants[:-1])
    if last is None or last.weight_span is None or not known or rest < 0:
        problems.add((block.start, block.open_end), "warning", "weights", message)
        return
    share = f"{round(rest, 2):g}"
    fix = Fix(_("Give the last variant {share}").format(share=share), share)
    problems.add(last.weight_span, "warning", "weights", message, fix)


def _name_span(html: str, variant: Variant) -> tuple[int, int] | None:
    """Where the variant's name is written, when it can be replaced without quoting anything."""
    attribute = attribute_of(html, variant.start, variant.inner_start, "name")
    if attribute is None or attribute.value_span is None:
        return None
    start, end = attribute.value_span
    return (start, end) if html[start:end] == attribute.value else None


def _free_name(name: str, taken: set[str], numbers: dict[str, int]) -> str:
    """``name`` with the first free number. ``numbers`` remembers the last one of each name."""
    number = numbers.get(name, 1) + 1
    while f"{name}-{number}" in taken:
        number += 1
    numbers[name] = number
    return f"{name}-{number}"


def _quoted(block: Block) -> str:
    return f"“{block.name}”" if block.name.strip() else _("a split test without a name")
