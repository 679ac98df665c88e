"""What a save of the html does to the page's split tests (quirk 27).

A block whose id names a record of this page keeps it, once; for every other block the platform
starts a new test, at each save of the html. Html that is not sent changes nothing.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from funneldesk.contract.markup import Block, every_block, scan
from funneldesk.contract.markup_edits import record_id
from funneldesk.contract.markup_records import Numbered, numbered

Outcome = Literal["kept", "again", "new", "twice", "foreign"]


@dataclass(frozen=True, slots=True)
class SentTest:
    """A block as the next save of the html would meet it.

    kept: its id names a record of the page. again: the stored page has a test of this name that
    no sent id stands for, because there is none, or one that keeps nothing. new: the stored page
    does not have it. twice: a block before it has the same id. foreign: the id is none of this
    page's.
    """

    name: str
    outcome: Outcome
    record: int = 0


def sent_tests(
    html: str, before: str, known: Collection[int] | None = None
) -> tuple[SentTest, ...]:
    """The blocks of ``html``, in source order, against the stored html ``before``.

    ``known`` are the ids of the page's records; None when the platform did not tell them: then
    every id is believed, once.
    """
    return stand(scan(html), blocks_of(before), known)


def stand(
    blocks: Sequence[Block], stored: Sequence[Block], known: Collection[int] | None
) -> tuple[SentTest, ...]:
    """As ``sent_tests`` for blocks that are scanned already; ``stored`` holds nested ones too."""
    sent = numbered(every_block(blocks), known)
    names = _unnamed(sent, numbered(stored, known), known)
    used: set[int] = set()
    found = []
    for block, number in sent:
        name, written = block.name.strip(), record_id(block)
        outcome: Outcome = "kept"
        if not number and names[name] > 0:
            outcome = "again"
            names[name] -= 1
        elif not number:
            outcome = "twice" if written in used else "foreign" if written else "new"
        used.add(number)
        found.append(SentTest(name, outcome, written))
    return tuple(found)


def removed_tests(html: str, before: str, known: Collection[int] | None = None) -> tuple[str, ...]:
    """The names of the tests of the stored html ``before`` that ``html`` no longer has."""
    sent = numbered(every_block(scan(html)), known)
    names = _unnamed(sent, numbered(blocks_of(before), known), known)
    for block, number in sent:
        name = block.name.strip()
        if not number and names[name] > 0:
            names[name] -= 1
    return tuple(names.elements())


def blocks_of(html: str) -> tuple[Block, ...]:
    """The tests of html, nested ones too; a block without variants is none."""
    return tuple(block for block in every_block(scan(html)) if block.variants)


def _unnamed(sent: Numbered, stored: Numbered, known: Collection[int] | None) -> Counter[str]:
    """The names of the stored tests that no id of the ``sent`` ones stands for."""
    ids = {number: block.name.strip() for block, number in sent if number}
    names = Counter(block.name.strip() for block, number in stored if number not in ids)
    # An id that the stored html does not have was written into a test that ran without one.
    fresh = set(ids) - {number for _block, number in stored}
    for number in sorted(fresh if known is None else fresh & set(known)):
        left = +names
        if left:
            names[ids[number] if ids[number] in left else next(iter(left))] -= 1
    return +names
