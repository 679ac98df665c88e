"""The block of a page's html that a split test is, found by its id or by its name (quirk 27)."""

from funneldesk.contract.markup import Block, Edit, every_block, scan
from funneldesk.contract.markup_edits import CannotEdit, keep_only, record_id


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
