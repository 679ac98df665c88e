"""Cards in columns: moves lose nothing and keep orders, choices follow what is shown."""

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.kit.board.arrangement import Arrangement, Selection, Spot, moved

Boards = dict[str, list[str]]


@st.composite
def boards(draw: st.DrawFn) -> Boards:
    """Up to five columns of up to twelve cards, each card in one of them."""
    sizes = draw(st.lists(st.integers(0, 12), min_size=1, max_size=5))
    return {f"c{k}": [f"{k}-{n}" for n in range(size)] for k, size in enumerate(sizes)}


def cards_of(columns: Boards) -> list[str]:
    return list(chain.from_iterable(columns.values()))


@given(columns=boards(), data=st.data())
def test_a_move_loses_no_card_and_keeps_every_order(columns: Boards, data: st.DataObject) -> None:
    cards = cards_of(columns)
    going = data.draw(st.sets(st.sampled_from(cards))) if cards else set()
    key = data.draw(st.sampled_from(list(columns)))
    row = data.draw(st.integers(0, len(columns[key])))
    after = moved(columns, going, Spot(key, row))
    assert sorted(cards_of(after)) == sorted(cards)
    assert list(after) == list(columns)
    for each, ids in columns.items():
        stayed = [card for card in ids if card not in going]
        assert [card for card in after[each] if card not in going] == stayed
    block = [card for card in cards if card in going]
    before = [card for card in columns[key][:row] if card not in going]
    assert after[key][len(before) : len(before) + len(block)] == block


@given(columns=boards(), data=st.data())
def test_a_move_is_taken_back_by_the_opposite_one(columns: Boards, data: st.DataObject) -> None:
    cards = cards_of(columns)
    if not cards:
        return
    arrangement = Arrangement()
    arrangement.arrange(columns)
    card, key = data.draw(st.sampled_from(cards)), data.draw(st.sampled_from(list(columns)))
    was = arrangement.spot(card)
    assert was is not None
    after = moved(columns, [card], Spot(key, data.draw(st.integers(0, len(columns[key])))))
    arrangement.arrange(after)
    now = arrangement.spot(card)
    assert now is not None
    # Counted as shown: a card further up in the same column stands before the place it had.
    row = was.row + (now.column == was.column and now.row < was.row)
    assert moved(after, [card], Spot(was.column, row)) == columns


STEPS = st.sampled_from(("only", "go", "walk", "toggle", "extend"))


@given(columns=boards(), later=boards(), data=st.data())
def test_what_is_chosen_is_always_on_the_board(
    columns: Boards, later: Boards, data: st.DataObject
) -> None:
    cards = cards_of(columns)
    arrangement = Arrangement()
    selection = Selection(arrangement)
    arrangement.arrange(columns)
    if cards:
        for step in data.draw(st.lists(STEPS, max_size=8)):
            getattr(selection, step)(data.draw(st.sampled_from(cards)))
            assert selection.in_order() == [each for each in cards if each in selection.chosen]
    arrangement.arrange(later)
    selection.settle()
    shown = cards_of(later)
    assert selection.chosen <= set(shown)
    assert set(selection.in_order()) == selection.chosen
    assert selection.current in {"", *shown}


@given(columns=boards(), data=st.data())
def test_a_range_is_the_rectangle_between_its_ends(columns: Boards, data: st.DataObject) -> None:
    cards = cards_of(columns)
    if not cards:
        return
    arrangement = Arrangement()
    arrangement.arrange(columns)
    one, other = (data.draw(st.sampled_from(cards)) for _ in range(2))
    block = arrangement.block(one, other)
    assert {one, other} <= set(block)
    assert set(block) == set(arrangement.block(other, one))
    (a, b), (c, d) = (map(int, card.split("-")) for card in (one, other))
    inside = {
        card
        for card in cards
        for column, row in [map(int, card.split("-"))]
        if min(a, c) <= column <= max(a, c) and min(b, d) <= row <= max(b, d)
    }
    assert set(block) == inside
