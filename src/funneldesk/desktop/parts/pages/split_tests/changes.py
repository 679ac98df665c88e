"""What a save of the html does to the page's split tests (quirk 27).

A block whose id names a record of this page keeps it, once; for every other block the platform
starts a new test, at each save of the html. Html that is not sent changes nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from funneldesk.contract.markup import Block, every_block, scan
from funneldesk.contract.markup_edits import record_id

LONGEST_NAME = 255
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
    sent = _numbered(every_block(blocks), known)
    names = _unnamed(sent, _numbered(stored, known), known)
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
    sent = _numbered(every_block(scan(html)), known)
    names = _unnamed(sent, _numbered(blocks_of(before), known), known)
    for block, number in sent:
        name = block.name.strip()
        if not number and names[name] > 0:
            names[name] -= 1
    return tuple(names.elements())


def blocks_of(html: str) -> tuple[Block, ...]:
    """The tests of html, nested ones too; a block without variants is none."""
    return tuple(block for block in every_block(scan(html)) if block.variants)


Numbered = Sequence[tuple[Block, int]]
"""Tests with the ids that they keep."""


def _numbered(blocks: Iterable[Block], known: Collection[int] | None) -> Numbered:
    """Tests with the id that each keeps as the server decides it: 0 for one that names none, one
    of another page, or one that a block before it names."""
    used: set[int] = set()
    found = []
    for block in blocks:
        if block.variants:
            number = record_id(block)
            keeps = number not in used and (known is None or number in known)
            used.add(number)
            found.append((block, number if keeps else 0))
    return found


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


def records_of(blocks: Sequence[Block], records: Mapping[int, str]) -> dict[int, int]:
    """Which record each block has that keeps none by its id, as far as names tell: places to ids.

    ``records`` are the tests of the page in every state, id to name. A save starts records anew in
    the order of the blocks, so of several with one name the newest are meant, in their order.
    Places are those of ``every_block``.
    """
    every = list(every_block(blocks))
    numbers = iter(_numbered(every, records))
    places: defaultdict[str, list[int]] = defaultdict(list)
    taken: set[int] = set()
    tests = 0
    for place, block in enumerate(every):
        if block.variants:
            _block, number = next(numbers)
            taken.add(number)
            if not number:
                places[_stored_name(block, tests)].append(place)
            tests += 1
    by_name: defaultdict[str, list[int]] = defaultdict(list)
    for number in sorted(records):
        if number not in taken:
            by_name[records[number].strip()].append(number)
    return {
        place: number
        for name, spots in places.items()
        for place, number in zip(reversed(spots), reversed(by_name[name]), strict=False)
    }


def _stored_name(block: Block, place: int) -> str:
    """The name that the server gives the record of a page's block of this place."""
    return block.name[:LONGEST_NAME].strip() or f"Split test {place + 1}"  # not shown


def held_records(blocks: Sequence[Block], records: Mapping[int, str]) -> frozenset[int]:
    """The records that a page's blocks hold, by their ids or by their names."""
    named = {number for _block, number in _numbered(every_block(blocks), records)}
    return frozenset(named | set(records_of(blocks, records).values())) - {0}
