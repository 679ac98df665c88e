"""What a save of the html does to the page's split tests (quirk 27).

A block whose id names a record of this page keeps it, once; for every other block the platform
starts a new test, at each save of the html. Html that is not sent changes nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from funneldesk.contract.markup import Block, every_block, scan
from funneldesk.contract.markup_edits import record_id

Outcome = Literal["kept", "again", "new", "twice", "foreign"]


@dataclass(frozen=True, slots=True)
class SentTest:
    """A block as the next save of the html would meet it.

    kept: its id names a record of the page. again: the stored page has a test of this name whose
    id is not sent. new: the stored page does not have it. twice: a block before it has the same
    id. foreign: the id is none of this page's.
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
    stored = [block for block in every_block(scan(before)) if block.variants]
    return stand(scan(html), stored, known)


def stand(
    blocks: Sequence[Block], stored: Sequence[Block], known: Collection[int] | None
) -> tuple[SentTest, ...]:
    """As ``sent_tests`` for blocks that are scanned already; ``stored`` holds nested ones too."""
    names = _unnamed(blocks, stored, known)
    used: set[int] = set()
    found = []
    for block in every_block(blocks):
        if not block.variants:
            continue
        number, name = record_id(block), block.name.strip()
        outcome: Outcome
        if number:
            ours = known is None or number in known
            outcome = "twice" if number in used else "kept" if ours else "foreign"
            used.add(number)
        else:
            outcome = "again" if names[name] > 0 else "new"
            names[name] -= 1
        found.append(SentTest(name, outcome, number))
    return tuple(found)


def removed_tests(html: str, before: str, known: Collection[int] | None = None) -> tuple[str, ...]:
    """The names of the tests of the stored html ``before`` that ``html`` no longer has."""
    blocks = scan(html)
    names = _unnamed(blocks, [b for b in every_block(scan(before)) if b.variants], known)
    for block in every_block(blocks):
        name = block.name.strip()
        if block.variants and not record_id(block) and names[name] > 0:
            names[name] -= 1
    return tuple(names.elements())


def _unnamed(
    blocks: Sequence[Block], stored: Sequence[Block], known: Collection[int] | None
) -> Counter[str]:
    """The names of the stored tests that no id of ``blocks`` stands for."""
    sent = {record_id(b): b.name.strip() for b in every_block(blocks) if record_id(b)}
    names = Counter(b.name.strip() for b in stored if record_id(b) not in sent)
    # An id that the stored html does not have was written into a test that ran without one.
    fresh = set(sent) - {record_id(block) for block in stored}
    for number in sorted(fresh if known is None else fresh & set(known)):
        left = +names
        if left:
            names[sent[number] if sent[number] in left else next(iter(left))] -= 1
    return +names


def records_of(blocks: Sequence[Block], records: Mapping[int, str]) -> dict[int, int]:
    """Which record each block without an id has, as far as names tell: places to ids.

    ``records`` are the running tests of the page, id to name. A save starts records anew in the
    order of the blocks, so of several with one name the newest are meant, in their order. Places
    are those of ``every_block``.
    """
    every = list(every_block(blocks))
    taken = {record_id(block) for block in every}
    by_name: defaultdict[str, list[int]] = defaultdict(list)
    for number in sorted(records):
        if number not in taken:
            by_name[records[number].strip()].append(number)
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, block in enumerate(every):
        if block.variants and not record_id(block):
            places[block.name.strip()].append(place)
    return {
        place: number
        for name, spots in places.items()
        for place, number in zip(reversed(spots), reversed(by_name[name]), strict=False)
    }
