"""Shares that make 100 together, whichever of them is moved."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.markup_weights import (
    WHOLE,
    even,
    filled,
    rebalanced,
    split,
    with_one_less,
    with_one_more,
)

shares = st.lists(
    st.decimals(0, 100, places=1, allow_nan=False, allow_infinity=False), min_size=1, max_size=20
)


def ints(*numbers: int) -> list[Decimal]:
    return [Decimal(number) for number in numbers]


@given(shares, st.data(), st.integers(-50, 150))
def test_whatever_is_moved_all_make_100(
    before: list[Decimal], data: st.DataObject, wanted: int
) -> None:
    place = data.draw(st.integers(0, len(before) - 1))
    held = data.draw(st.sets(st.integers(0, len(before) - 1)))
    after = rebalanced(before, place, wanted, held)
    kept = held - {place}
    assert [after[spot] for spot in kept] == [before[spot] for spot in kept]
    assert min(after[spot] for spot in range(len(after)) if spot not in kept) >= 0
    if sum(before[spot] for spot in kept) <= WHOLE:
        assert sum(after) == WHOLE
    if 0 <= wanted <= 100 and not kept and len(before) > 1:
        assert after[place] == wanted
        assert all(share == int(share) for share in after)


@given(shares, st.data())
def test_the_others_keep_their_order_and_proportion(
    before: list[Decimal], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(before) - 1))
    wanted = data.draw(st.integers(0, 100))
    after = rebalanced(before, place, wanted)
    others = [spot for spot in range(len(before)) if spot != place]
    total = sum((before[spot] for spot in others), Decimal(0))
    for spot in others if total else ():
        exact = (100 - wanted) * before[spot] / total
        assert abs(after[spot] - exact) < 1


@pytest.mark.parametrize(
    ("before", "place", "wanted", "held", "after"),
    [
        (ints(50, 50), 0, 70, (), ints(70, 30)),
        (ints(50, 30, 20), 0, 0, (), ints(0, 60, 40)),
        (ints(100, 0, 0), 0, 40, (), ints(40, 30, 30)),
        (ints(50, 30, 20), 0, 90, (1,), ints(70, 30, 0)),
        (ints(50, 30, 20), 0, 90, (1, 2), ints(50, 30, 20)),
        (ints(60, 60), 0, 70, (), ints(70, 30)),
        (ints(100), 0, 20, (), ints(100)),
        ([Decimal("33.3")] * 3, 0, 40, (2,), [Decimal(40), Decimal("26.7"), Decimal("33.3")]),
    ],
)
def test_a_share_takes_from_the_others_what_it_needs(
    before: list[Decimal], place: int, wanted: int, held: tuple[int, ...], after: list[Decimal]
) -> None:
    assert rebalanced(before, place, wanted, held) == after


@given(shares, st.data())
def test_one_more_and_one_less_make_100(before: list[Decimal], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(before)))
    more = with_one_more(before, place)
    assert sum(more) == WHOLE
    assert more[place] == round(100 / len(more))
    less = with_one_less(more, place)
    assert len(less) == len(before)
    assert sum(less) == WHOLE


@given(st.integers(1, 40))
def test_even_shares_differ_by_one_at_most(count: int) -> None:
    made = even(count)
    assert sum(made) == WHOLE
    assert max(made) - min(made) <= 1


def test_missing_weights_share_what_is_left() -> None:
    assert filled([50.0, None, None]) == ints(50, 25, 25)
    assert filled([33.3, 33.3, 33.3]) == [Decimal("33.3")] * 3
    assert filled([120.0, None]) == ints(120, 0)
    assert split(WHOLE, []) == []
