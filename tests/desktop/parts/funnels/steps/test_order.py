"""Order of a funnel's pages: few leave and join again, and all stand where they are wanted."""

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.parts.funnels.steps.order import joining_again, moved

pages = st.lists(st.text("abcdefgh", min_size=1, max_size=2), unique=True, max_size=9)


def joined(current: list[str], again: tuple[str, ...]) -> list[str]:
    """What the server makes of pages that leave and join, one after the other (quirk 40)."""
    for page in again:
        current = [*(each for each in current if each != page), page]
    return current


@given(pages, st.data())
def test_the_pages_stand_as_they_are_wanted(current: list[str], data: st.DataObject) -> None:
    wanted = data.draw(st.permutations(current))
    again = joining_again(current, wanted)
    assert joined(current, again) == wanted
    # One fewer would not do.
    assert not again or joined(current, again[1:]) != wanted


@given(pages, pages)
def test_pages_that_are_not_in_it_join(current: list[str], more: list[str]) -> None:
    wanted = [*current, *(page for page in more if page not in current)]
    assert joined(current, joining_again(current, wanted)) == wanted
    assert joining_again(current, current) == ()


@given(pages.filter(bool), st.data())
def test_a_page_moves_before_another(order: list[str], data: st.DataObject) -> None:
    page, before = data.draw(st.sampled_from(order)), data.draw(st.integers(0, len(order)))
    after = moved(order, page, before)
    assert sorted(after) == sorted(order)
    assert [each for each in after if each != page] == [each for each in order if each != page]
    if before < len(order) and order[before] != page:
        assert after.index(page) + 1 == after.index(order[before])
