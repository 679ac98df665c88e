"""Split-test markup (document: Page; quirks 27 and 28)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.markup import (
    Block,
    Edit,
    Variant,
    render,
    scan,
    set_weight,
    weight_edit,
    weights_problem,
)

HEADLINE = (
    '<inline-split-test name="Headline">'
    '<variant name="A" weight="70">Sleep better</variant>'
    '<variant name="B" weight="30">Wake rested</variant>'
    "</inline-split-test>"
)

PIECES = [
    *("<", ">", "/", "=", "'", '"', " ", "\n", "\r", "\x00", "a", "x", "&lt;", "İ", "🙂"),
    *("<a", "<b>", "</", "</b>", "</div>", "<!", "<!--", "-->", "--!>", "<!-->", "<!--->"),
    *("<![CDATA[", "]]>", "<?", "?>", "<script", "<script>", "</script>", "</SCRIPT\n", "<ſcript>"),
    *("<style>", "</style>", "<title/>", "<title>", "</title>", "<textarea>", "<plaintext>"),
    *("<svg>", "</svg>", "<svg/>", "<math>", "<variants>", "<Variant>", "<variant", "</variant>"),
    *("<inline-split-test>", "<inline-split-test", "</inline-split-test>", "</variant"),
    *("weight", "weight=", "weight=7", "weight='a'", "name", "name=", "name='a&amp;b'", "name=x"),
    HEADLINE,
]


def pieces() -> st.SearchStrategy[str]:
    """Texts made of what a scanner could trip over, and of anything else."""
    return st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=25).map(
        "".join
    )


def all_variants(blocks: list[Block] | tuple[Block, ...]) -> list[Variant]:
    found = []
    for block in blocks:
        for variant in block.variants:
            found += [variant, *all_variants(variant.blocks)]
    return found


def shape(html: str, blocks: list[Block] | tuple[Block, ...]) -> list[object]:
    """What is said about blocks besides where they stand and how they weigh."""
    return [
        (b.name, b.closed, [(v.name, v.closed, shape(html, v.blocks)) for v in b.variants])
        for b in blocks
    ]


@given(pieces())
def test_any_text_is_scanned_into_ordered_places_within_it(html: str) -> None:
    def check(blocks: list[Block] | tuple[Block, ...], start: int, end: int) -> None:
        at = start
        for block in blocks:
            assert at <= block.start < block.open_end <= block.end <= end
            at = block.open_end
            for v in block.variants:
                assert at <= v.start < v.inner_start <= v.inner_end <= v.end <= block.end
                assert v.closed or v.end == v.inner_end
                check(v.blocks, v.inner_start, v.inner_end)
                at = v.end
            at = block.end

    check(scan(html), 0, len(html))
    assert render(html, lambda _: None) == html


@given(pieces(), st.data())
def test_a_new_weight_changes_the_weight_and_nothing_else(html: str, data: st.DataObject) -> None:
    blocks = scan(f"{html}{HEADLINE}{html}")
    html = f"{html}{HEADLINE}{html}"
    variants = all_variants(blocks)
    if not variants:
        return
    index = data.draw(st.integers(0, len(variants) - 1))
    weight = data.draw(st.floats(0, 1e6) | st.integers(0, 100))
    edit = weight_edit(html, variants[index], weight)
    changed = set_weight(html, variants[index], weight)
    assert changed == edit.apply(html)
    assert changed[: edit.start] == html[: edit.start]
    assert changed[edit.start + len(edit.text) :] == html[edit.end :]
    after = all_variants(scan(changed))
    assert shape(changed, scan(changed)) == shape(html, blocks)
    expected = [v.weight for v in variants]
    expected[index] = float(weight)
    assert [v.weight for v in after] == expected


@pytest.mark.parametrize(
    ("tag", "weight", "after"),
    [
        ('<variant name="A" weight="50">', 70, '<variant name="A" weight="70">'),
        ("<variant weight='50' name=A>", 70.0, "<variant weight='70' name=A>"),
        ("<variant name=A weight=50>", 33.3, "<variant name=A weight=33.3>"),
        ('<variant name="A">', 70, '<variant name="A" weight="70">'),
        ("<variant name=A class=x>", 70, '<variant name=A weight="70" class=x>'),
        ("<variant class=x>", 0, '<variant weight="0" class=x>'),
        ("<variant name=>", 5, '<variant weight="5" name=>'),
        ("<variant weight name=A>", 5, '<variant weight="5" name=A>'),
        ("<variant weight=>", 5, "<variant weight=5>"),
        ('<variant weight="">', 100, '<variant weight="100">'),
        ("<variant weight=1>", 1e-7, "<variant weight=0.0000001>"),
    ],
)
def test_a_weight_is_written_with_the_fewest_changes(tag: str, weight: float, after: str) -> None:
    html = f"<inline-split-test>{tag}x</variant></inline-split-test>"
    (block,) = scan(html)
    assert set_weight(html, block.variants[0], weight) == html.replace(tag, after)


@pytest.mark.parametrize("weight", [-1.0, float("nan"), float("inf")])
def test_no_weight_that_is_no_percentage(weight: float) -> None:
    (block,) = scan(HEADLINE)
    with pytest.raises(ValueError, match="A weight is a number"):
        weight_edit(HEADLINE, block.variants[0], weight)


def test_an_edit_replaces_its_range() -> None:
    assert Edit(1, 3, "XYZ").apply("abcd") == "aXYZd"


def test_render_puts_the_chosen_variant_in_the_place_of_the_block() -> None:
    html = f"<h1>{HEADLINE}</h1>\r\n{HEADLINE.replace('Headline', 'Other')}\u2028"
    out = render(
        html,
        lambda block: block.variants[1] if block.name == "Headline" else None,
        lambda block, variant, text: f"<div data-sid='{block.name}:{variant.name}'>{text}</div>",
    )
    kept = HEADLINE.replace("Headline", "Other")
    assert out == f"<h1><div data-sid='Headline:B'>Wake rested</div></h1>\r\n{kept}\u2028"


def test_render_resolves_nested_blocks_inside_first() -> None:
    html = f"<inline-split-test name=o><variant name=x>[{HEADLINE}]</variant></inline-split-test>"
    assert render(html, lambda block: block.variants[0]) == "[Sleep better]"
    assert render(html, lambda b: b.variants[0], lambda b, v, t: f"({t})") == "([(Sleep better)])"


@pytest.mark.parametrize(
    ("variants", "problem"),
    [
        ("<variant name=A weight=70></variant><variant name=B weight=30></variant>", None),
        ("<variant name=A weight=33.3></variant>" * 3, None),
        ("", "The split test “T” has no variants."),
        ("<variant name=A></variant>", "Variant “A” has no weight."),
        (
            "<variant name=A weight=lots></variant>",
            "The weight of variant “A” is not a number: “lots”.",
        ),
        ("<variant name=A weight=70></variant>", "The weights of “T” make 70, not 100."),
        ("<variant name=A weight=50.5></variant>" * 2, "The weights of “T” make 101, not 100."),
    ],
)
def test_weights_that_do_not_make_100_are_explained(variants: str, problem: str | None) -> None:
    (block,) = scan(f"<inline-split-test name=T>{variants}</inline-split-test>")
    assert weights_problem(block) == problem
