"""Edits of split tests: only what was meant changes, and it can be read again (quirk 27)."""

import random
from collections.abc import Callable, Sequence
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.contract.test_markup import HEADLINE, pieces

from funneldesk.contract.markup import Block, Edit, Variant, applied, every_block, scan
from funneldesk.contract.markup_edits import (
    CannotEdit,
    add_variant,
    duplicate_variant,
    has_content,
    keep_only,
    move_variant,
    name_record,
    record_id,
    remove_variant,
    shares_of,
    weigh,
    without_records,
)
from funneldesk.contract.markup_names import rename_edit
from funneldesk.contract.markup_weights import WHOLE, even

CONTENTS = [
    *("Sleep better", "<h1>\U0001f600</h1>\r\n", "", "  \n", "<!-- </variant> -->", "<p>a<br>b"),
    *("<script>'</variant>'</script>", "<textarea></variant></textarea>", "&lt;\u2028\x00"),
    *("<svg><path/></svg>", '<img alt="</variant>">', "<b title='>'>x</b>", HEADLINE),
]
TAGS = [
    *('<variant name="{}" weight="{}">', "<variant weight='{1}' name='{0}'>", "<VARIANT name={}>"),
    *('<variant  data-x="a>b" name="{}"\r\n  weight = {}>', "<variant name={} id=x7 weight={}>"),
]
SOUND = [
    *("<p class='lead'>Some text</p>", '<img src="/a.jpg" alt="a > b">', "<b>&amp;</b>", "words "),
    *(
        "<!-- </variant> -->",
        "<style>a>b{}</style>",
        "<script>'<variant>'</script>",
        "\u2028",
        "< ",
    ),
]
SPACES = ["", "\n  ", "\r\n\t", " "]


@st.composite
def blocks(draw: st.DrawFn) -> str:
    """A closed split test, written in any of the ways in which people write."""
    space = draw(st.sampled_from(SPACES))
    variants = [
        space
        + draw(st.sampled_from(TAGS)).format(name, draw(st.sampled_from([0, 10, 33.3, 50, "x"])))
        + draw(st.sampled_from(CONTENTS))
        + draw(st.sampled_from(["</variant>", "</VARIANT >"]))
        for name in "ABCDEFG"[: draw(st.integers(1, 5))]
    ]
    opened = draw(st.sampled_from(["<inline-split-test name='T' id=12>", "<inline-split-test>"]))
    return f"{opened}{''.join(variants)}{space}</inline-split-test>"


@st.composite
def pages(draw: st.DrawFn) -> tuple[str, Block]:
    """A page with a closed test somewhere in it, between whatever there is."""
    before, block, after = draw(pieces()), draw(blocks()), draw(pieces())
    html = before + block + after
    found = [b for b in every_block(scan(html)) if html[b.start : b.end] == block]
    assume(found and all(variant.closed for variant in found[0].variants))
    return html, found[0]


def names(block: Block) -> list[str]:
    return [variant.name for variant in block.variants]


def after(html: str, block: Block, edits: Sequence[Edit]) -> tuple[str, Block]:
    """The text and the block after edits; they lie in order inside of the block."""
    at = block.start
    for edit in edits:
        assert at <= edit.start <= edit.end <= block.end
        at = edit.end
    changed = applied(html, edits)
    grown = len(changed) - len(html)
    assert changed[: block.start] == html[: block.start]
    assert changed[block.end + grown :] == html[block.end :]
    return changed, next(b for b in every_block(scan(changed)) if b.start == block.start)


def inner(html: str, variant: Variant) -> str:
    return html[variant.inner_start : variant.inner_end]


@given(pages(), st.data())
def test_weights_change_their_own_bytes_only(page: tuple[str, Block], data: st.DataObject) -> None:
    html, block = page
    wanted = even(len(block.variants)) if data.draw(st.booleans()) else shares_of(block)
    edits = weigh(html, block, wanted)
    changed, now = after(html, block, edits)
    assert shares_of(now) == wanted
    assert names(now) == names(block)
    for edit in edits:
        assert any(v.start <= edit.start <= edit.end < v.inner_start for v in block.variants)
    assert _without(changed, edits) == _cut(html, edits)
    assert [inner(changed, v) for v in now.variants] == [inner(html, v) for v in block.variants]


def _without(changed: str, edits: Sequence[Edit]) -> str:
    """The changed text without what the edits put in."""
    kept, shift = changed, 0
    for edit in edits:
        start = edit.start + shift
        assert kept[start : start + len(edit.text)] == edit.text
        kept = kept[:start] + kept[start + len(edit.text) :]
        shift -= edit.end - edit.start
    return kept


@given(pages(), st.text(min_size=1, max_size=12).filter(str.strip), st.data())
def test_a_name_comes_back_as_it_was_given(
    page: tuple[str, Block], name: str, data: st.DataObject
) -> None:
    html, block = page
    element = data.draw(st.sampled_from([block, *block.variants]))
    try:
        edit = rename_edit(html, element, name)
    except ValueError:
        return
    _, now = after(html, block, [edit])
    if element is block:
        assert now.name == name.strip()
        assert names(now) == names(block)
    else:
        place = block.variants.index(element)
        assert names(now) == [*names(block)[:place], name.strip(), *names(block)[place + 1 :]]
    assert [v.weight for v in now.variants] == [v.weight for v in block.variants]


@given(pages(), st.data())
def test_a_copy_is_alike_and_takes_a_fair_share(
    page: tuple[str, Block], data: st.DataObject
) -> None:
    html, block = page
    place = data.draw(st.integers(0, len(block.variants) - 1))
    changed, now = after(html, block, duplicate_variant(html, block, place))
    made = names(block)[place] + " copy"
    assert names(now) == [*names(block)[: place + 1], made, *names(block)[place + 1 :]]
    assert sum(shares_of(now)) == WHOLE
    assert inner(changed, now.variants[place + 1]) == inner(html, block.variants[place])
    changed, now = after(html, block, add_variant(html, block))
    assert names(now)[:-1] == names(block)
    assert len(set(names(now))) == len(now.variants)
    assert inner(changed, now.variants[-1]) == inner(html, block.variants[0])
    assert has_content(changed, now.variants[-1]) == has_content(html, block.variants[0])


@given(pages(), st.data())
def test_what_is_left_after_a_removal_makes_100(
    page: tuple[str, Block], data: st.DataObject
) -> None:
    html, block = page
    place = data.draw(st.integers(0, len(block.variants) - 1))
    if len(block.variants) == 1:
        with pytest.raises(CannotEdit, match="only variant"):
            remove_variant(html, block, place)
        return
    changed, now = after(html, block, remove_variant(html, block, place))
    assert names(now) == names(block)[:place] + names(block)[place + 1 :]
    assert sum(shares_of(now)) == WHOLE
    rest = [v for v in block.variants if v is not block.variants[place]]
    assert [inner(changed, v) for v in now.variants] == [inner(html, v) for v in rest]


@given(pages(), st.data())
def test_variants_move_whole_and_back(page: tuple[str, Block], data: st.DataObject) -> None:
    html, block = page
    places = st.integers(0, len(block.variants) - 1)
    place, to = data.draw(places), data.draw(places)
    changed, now = after(html, block, move_variant(html, block, place, to))
    wanted = names(block)
    wanted.insert(to, wanted.pop(place))
    assert names(now) == wanted
    assert sorted(changed) == sorted(html)
    back, _ = after(changed, now, move_variant(changed, now, to, place))
    assert back == html


@given(pages(), st.data())
def test_one_variant_s_content_takes_the_test_s_place(
    page: tuple[str, Block], data: st.DataObject
) -> None:
    html, block = page
    place = data.draw(st.integers(0, len(block.variants) - 1))
    edits = keep_only(html, block, place)
    changed = applied(html, edits)
    kept = inner(html, block.variants[place])
    middle = changed[block.start : len(changed) - (len(html) - block.end)]
    assert changed == html[: block.start] + middle + html[block.end :]
    assert middle in kept
    assert middle.strip() == kept.strip()


@given(pages(), st.integers(1, 10**9))
def test_a_record_s_id_is_written_into_the_start_tag(page: tuple[str, Block], number: int) -> None:
    html, block = page
    changed, now = after(html, block, name_record(html, block, number))
    assert now.attributes["id"] == str(number)
    assert names(now) == names(block)
    assert changed[now.open_end :] == html[block.open_end :]


@given(pages())
def test_a_copied_page_names_no_record_and_is_alike_else(page: tuple[str, Block]) -> None:
    html, _ = page
    changed = without_records(html)
    assert not any(record_id(block) for block in every_block(scan(changed)))
    assert [names(b) for b in every_block(scan(changed))] == [
        names(b) for b in every_block(scan(html))
    ]
    assert without_records(changed) == changed


def test_a_copy_claims_no_record_of_another_test() -> None:
    html = (
        '<inline-split-test name="Out"><variant name="A" id=7 weight="100">'
        '<inline-split-test id="12" name="In"><variant name="x" weight="100"></variant>'
        "</inline-split-test></variant></inline-split-test>"
    )
    (block,) = scan(html)
    changed = applied(html, add_variant(html, block))
    (now,) = scan(changed)
    assert [b.attributes.get("id", "") for b in every_block([now])] == ["", "12", ""]
    assert [v.attributes.get("id", "") for v in now.variants] == ["7", ""]


@pytest.mark.parametrize("act", [add_variant, lambda h, b: keep_only(h, b, 0)])
@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<inline-split-test name=T><variant name=A>x</variant>", "“T” has no end"),
        ("<inline-split-test name=T><variant name=A>x</inline-split-test>", "Variant “A”"),
        ("<inline-split-test></inline-split-test>", "without a name has no variants"),
    ],
)
def test_markup_that_is_not_closed_is_left_alone(
    html: str, words: str, act: Callable[[str, Block], object]
) -> None:
    (block,) = scan(html)
    with pytest.raises(CannotEdit, match=words):
        act(html, block)


def test_weights_of_thirds_stay_as_they_are_until_touched() -> None:
    html = "<inline-split-test>" + "<variant weight=33.3></variant>" * 3 + "</inline-split-test>"
    (block,) = scan(html)
    assert weigh(html, block, shares_of(block)) == ()
    assert shares_of(block) == [Decimal("33.3")] * 3


def test_a_page_of_a_megabyte_changes_in_its_weights_only() -> None:
    chooser = random.Random(7)
    filling = "".join(chooser.choice([*SOUND, "\U0001f600", "\r\n"]) for _ in range(2000))
    cuts = [chooser.randrange(len(filling)) for _ in range(60)]
    html = "".join(f"{filling[cut:]}\n{HEADLINE}{filling[:cut]}" for cut in cuts)
    assert len(html) > 1_000_000
    blocks = scan(html)
    for block in chooser.sample(blocks, 12):
        share = chooser.randint(0, 100)
        edits = weigh(html, block, [Decimal(share), WHOLE - share])
        changed = applied(html, edits)
        assert _without(changed, edits) == _cut(html, edits)
        assert [b.name for b in scan(changed)] == [b.name for b in blocks]


def _cut(html: str, edits: Sequence[Edit]) -> str:
    """The text without what the edits replace."""
    return applied(html, [Edit(edit.start, edit.end, "") for edit in edits])
