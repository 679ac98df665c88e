"""A listing judges by what its envelope tells whether more may follow (quirk 11)."""

from typing import Any

import pytest

from funneldesk.contract.listing import Listing


@pytest.mark.parametrize(
    ("listing", "more"),
    [
        (Listing(("a",), current_page=1, last_page=2), True),
        (Listing(("a",), current_page=2, last_page=2), False),
        (Listing(("a",), current_page=1, per_page=1, total=2), True),
        (Listing(("a",), current_page=2, per_page=1, total=2), False),
        (Listing(("a",), current_page=1, per_page=30, total=2), False),
        (Listing(("a",), current_page=1, total=2), False),
        (Listing(("a",)), False),
        (Listing((), current_page=1, last_page=9), False),
    ],
)
def test_more_may_follow(listing: Listing[Any], more: bool) -> None:
    assert listing.has_more is more
