"""Any combination of variants, and that a choice survives edits."""

from collections.abc import Sequence
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.markup import Block, Variant, render, scan
from funneldesk.desktop.assets.preview.combinations import (
    MOST_COMBINATIONS,
    Combination,
    all_variants_of,
    combinations,
    default_combination,
    describe,
    follow,
    render_combination,
)


def block(name: str, *variants: tuple[str, str, str]) -> str:
    inner = "".join(
        f'<variant name="{n}"{f" weight={w}" if w else ""}>{text}</variant>'
        for n, w, text in variants
    )
    return f'<inline-split-test name="{name}">{inner}</inline-split-test>'


PRICE = block("price", ("low", "50", "9"), ("high", "50", "19"))
INNER = block("tone", ("soft", "20", "s"), ("loud", "80", "l"))
HEAD = block("head", ("calm", "30", "calm"), ("bold", "70", f"bold {INNER}"))
PAGE = f"<h1>{HEAD}</h1><p>{PRICE}</p>"


def test_the_default_is_what_most_visitors_meet() -> None:
    assert render_combination(PAGE, default_combination(scan(PAGE))) == "<h1>bold l</h1><p>9</p>"
    assert render_combination(PAGE, Combination()) == "<h1>bold l</h1><p>9</p>"


def test_a_variant_without_a_weight_has_what_the_others_leave() -> None:
    html = block("t", ("a", "30", "a"), ("b", "", "b"))
    assert render_combination(html, Combination()) == "b"
    assert render_combination(block("t", ("a", "", "a"), ("b", "", "b")), Combination()) == "a"


def test_a_variant_is_chosen_by_the_place_of_its_test() -> None:
    default = default_combination(scan(PAGE))
    chosen = default.with_choice(0, 0).with_choice(1, 1)
    assert render_combination(PAGE, chosen) == "<h1>calm</h1><p>19</p>"
    assert (chosen.index(0), chosen.index(1), chosen.index(2)) == (0, 1, None)
    assert chosen.with_choice(0, 1).with_choice(1, 0) == default


def test_choosing_a_nested_variant_shows_the_variant_around_it() -> None:
    chosen = default_combination(scan(PAGE)).with_choice(0, 0).with_choice((0, 1, 0), 0)
    assert render_combination(PAGE, chosen) == "<h1>bold s</h1><p>9</p>"


@pytest.mark.parametrize(("place", "index"), [(0, 2), (0, -1), (5, 0), ((0, 0, 0), 0)])
def test_a_variant_that_is_not_there_cannot_be_chosen(
    place: int | tuple[int, ...], index: int
) -> None:
    with pytest.raises(IndexError):
        default_combination(scan(PAGE)).with_choice(place, index)


def test_every_variant_of_one_test_with_the_rest_unchanged() -> None:
    blocks = scan(PAGE)
    base = default_combination(blocks).with_choice(1, 1)
    shown = [render_combination(PAGE, c) for c in all_variants_of(blocks, 0, base)]
    assert shown == ["<h1>calm</h1><p>19</p>", "<h1>bold l</h1><p>19</p>"]
    inner = [render_combination(PAGE, c) for c in all_variants_of(blocks, (0, 1, 0))]
    assert inner == ["<h1>bold s</h1><p>9</p>", "<h1>bold l</h1><p>9</p>"]
    with pytest.raises(IndexError):
        all_variants_of(blocks, 2)


def test_the_caption_names_what_is_shown() -> None:
    blocks = scan(PAGE)
    default = default_combination(blocks)
    assert describe(blocks, default) == "head: bold (70%) · tone: loud (80%) · price: low (50%)"
    calm = default.with_choice(0, 0)
    assert describe(blocks, calm) == "head: calm (30%) · price: low (50%)"
    assert describe([], Combination()) == ""


def test_every_page_that_visitors_can_meet() -> None:
    shown = [render_combination(PAGE, c) for c in combinations(scan(PAGE))]
    assert shown == [
        "<h1>calm</h1><p>9</p>",
        "<h1>calm</h1><p>19</p>",
        "<h1>bold s</h1><p>9</p>",
        "<h1>bold s</h1><p>19</p>",
        "<h1>bold l</h1><p>9</p>",
        "<h1>bold l</h1><p>19</p>",
    ]
    assert combinations([]) == [Combination()]


def test_more_combinations_than_anyone_looks_at_are_cut() -> None:
    html = "".join(block(f"t{n}", ("a", "1", "a"), ("b", "2", "b")) for n in range(2000))
    found = combinations(scan(html))
    assert len(found) == len(set(found)) == MOST_COMBINATIONS
    assert render_combination(html, found[0]) == "b" * 1994 + "a" * 6
    assert len(combinations(scan(html), 3)) == 3


@pytest.mark.parametrize(
    "edited",
    [
        PAGE.replace("9</", "99</"),
        PRICE + HEAD,
        block("new", ("x", "90", "x"), ("y", "10", "y")) + PAGE,
        PAGE.replace('name="price"', 'name="cost"'),
        PAGE.replace('name="high"', 'name="higher"'),
        PAGE.replace('<variant name="low" weight=50>9</variant>', ""),
        PAGE.replace(
            '<variant name="low"', '<variant name="mid" weight=0>14</variant><variant name="low"'
        ),
    ],
    ids=["text", "moved", "inserted", "test renamed", "variant renamed", "removed", "added"],
)
def test_a_choice_survives_edits(edited: str) -> None:
    chosen = default_combination(scan(PAGE)).with_choice(0, 0).with_choice(1, 1)
    shown = render_combination(edited, chosen)
    assert "calm" in shown
    assert "19" in shown
    assert render_combination(edited, follow(chosen, scan(edited))) == shown


def test_a_variant_that_is_gone_gives_way_to_the_heaviest() -> None:
    chosen = default_combination(scan(PAGE)).with_choice(1, 1)
    edited = PAGE.replace('<variant name="high" weight=50>19</variant>', "")
    assert render_combination(edited, chosen) == "<h1>bold l</h1><p>9</p>"


def test_a_test_without_variants_stays() -> None:
    html = '<inline-split-test name="t"></inline-split-test>'
    assert render_combination(html, default_combination(scan(html))) == html
    assert describe(scan(html), Combination()) == ""
    assert all_variants_of(scan(html), 0) == []


@st.composite
def pages(draw: st.DrawFn, depth: int = 2) -> str:
    """Pages with tests of any names, nested up to two deep."""
    parts = []
    for _ in range(draw(st.integers(0, 3))):
        parts.append(draw(st.sampled_from(["<p>a</p>", "\r\n", "<!-- <variant> -->", "€"])))
        variants = [
            (
                draw(st.sampled_from(["A", "B", ""])),
                draw(st.sampled_from(["", "10", "90", "x"])),
                draw(pages(depth=depth - 1)) if depth else draw(st.sampled_from(["x", "y"])),
            )
            for _ in range(draw(st.integers(0, 3)))
        ]
        parts.append(block(draw(st.sampled_from(["t", "u", ""])), *variants))
    return "".join(parts)


def places_of(blocks: Sequence[Block], path: tuple[int, ...] = ()) -> dict[int, tuple[int, ...]]:
    """The place of every block by where it starts."""
    found: dict[int, tuple[int, ...]] = {}
    for number, one in enumerate(blocks):
        found[one.start] = (*path, number)
        for index, variant in enumerate(one.variants):
            found |= places_of(variant.blocks, (*path, number, index))
    return found


@given(pages())
def test_rendering_is_the_contracts_rendering(html: str) -> None:
    places = places_of(scan(html))

    def chosen_in(combination: Combination, one: Block) -> Variant | None:
        index = combination.index(places[one.start])
        return None if index is None else one.variants[index]

    for combination in combinations(scan(html), 8):
        wanted = render(html, partial(chosen_in, combination))
        assert render_combination(html, combination) == wanted


@given(pages(), pages())
def test_choices_follow_to_any_other_page(before: str, after: str) -> None:
    blocks = scan(after)
    followed = follow(default_combination(scan(before)), blocks)
    assert [c.place for c in followed.choices] == [
        c.place for c in default_combination(blocks).choices
    ]
    assert follow(followed, blocks) == followed


@given(pages())
def test_combinations_are_all_different(html: str) -> None:
    found = combinations(scan(html))
    assert 1 <= len(found) == len(set(found)) <= MOST_COMBINATIONS
