"""Which split test a block of a page's html is, by its id or by its name (quirk 27)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from funneldesk.contract.markup import Block, Edit, every_block, scan
from funneldesk.contract.markup_edits import CannotEdit, keep_only, record_id

_LONGEST_NAME = 255
Numbered = Sequence[tuple[Block, int]]
"""Tests with the ids that they keep."""


def block_of(html: str, test_id: int, name: str) -> Block | None:
    """The block that names this test; else the only one of its name that names none."""
    blocks = [block for block in every_block(scan(html)) if block.variants]
    named = next((block for block in blocks if record_id(block) == test_id), None)
    if named is not None:
        return named
    alike = [b for b in blocks if not record_id(b) and b.name.strip() == name.strip()]
    return alike[0] if len(alike) == 1 else None


def only_variant(html: str, test_id: int, name: str, variant: str) -> tuple[Edit, ...]:
    """The edits that leave one variant of a test, in place of its block.

    Raises CannotEdit when the test or the variant is not in the html, or not clearly.
    """
    block = block_of(html, test_id, name)
    if block is None:
        raise CannotEdit("The page's HTML holds no block, or several, that could be this test.")
    places = [at for at, each in enumerate(block.variants) if each.name == variant]
    if len(places) != 1:
        raise CannotEdit("The block has no variant of this name, or several.")
    return keep_only(html, block, places[0])


def numbered(blocks: Iterable[Block], known: Collection[int] | None) -> Numbered:
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


def records_of(blocks: Sequence[Block], records: Mapping[int, str]) -> dict[int, int]:
    """Which record each block has that keeps none by its id, as far as names tell: places to ids.

    ``records`` are the tests of the page in every state, id to name. A save starts records anew in
    the order of the blocks, so of several with one name the newest are meant, in their order.
    Places are those of ``every_block``.
    """
    every = list(every_block(blocks))
    numbers = iter(numbered(every, records))
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
    return block.name[:_LONGEST_NAME].strip() or f"Split test {place + 1}"  # not shown


def held_records(blocks: Sequence[Block], records: Mapping[int, str]) -> frozenset[int]:
    """The records that a page's blocks hold, by their ids or by their names."""
    named = {number for _block, number in numbered(every_block(blocks), records)}
    return frozenset(named | set(records_of(blocks, records).values())) - {0}
