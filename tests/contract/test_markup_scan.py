"""Finding split-test blocks in page html (document: Page; quirk 27)."""

import time
from html.parser import HTMLParser

import pytest
from tests.contract.linear_time import is_linear
from tests.depth import mostly_deep

from funneldesk.contract.markup import Block, Variant, render, scan
from funneldesk.contract.markup_scan import MAX_NESTING

HEADLINE = (
    '<inline-split-test name="Headline">'
    '<variant name="A" weight="70">Sleep better</variant>'
    '<variant name="B" weight="30">Wake rested</variant>'
    "</inline-split-test>"
)


def inner(html: str, variant: Variant) -> str:
    return html[variant.inner_start : variant.inner_end]


def test_a_block_is_found_with_its_variants_and_places() -> None:
    html = f"<h1>{HEADLINE}</h1>"
    (block,) = scan(html)
    assert html[block.start : block.end] == HEADLINE
    assert html[block.start : block.open_end] == '<inline-split-test name="Headline">'
    assert block.closed
    assert [(v.name, v.weight, inner(html, v)) for v in block.variants] == [
        ("A", 70.0, "Sleep better"),
        ("B", 30.0, "Wake rested"),
    ]
    assert [html[slice(*v.weight_span)] for v in block.variants if v.weight_span] == ["70", "30"]


@pytest.mark.parametrize(
    ("tag", "name", "weight"),
    [
        ("<VARIANT NAME='x' Weight='70'>", "x", 70.0),
        ("<variant name=x weight=70>", "x", 70.0),
        ("<variant\n\tname = x\n\tweight = 70\n>", "x", 70.0),
        ('<variant name="a&amp;b &quot;c&quot; &eacute;" weight=" 70 ">', 'a&b "c" é', 70.0),
        ("<variant weight=1 weight=2 name=first name=second>", "first", 1.0),
        ("<variant name=x weight=33.3>", "x", 33.3),
        ("<variant name=x weight>", "x", None),
        ("<variant name=x weight=many>", "x", None),
        ("<variant name=x weight=-5>", "x", None),
        ("<variant name=x weight=inf>", "x", None),
        ("<variant data-weight=5 name='>'>", ">", None),
        ("<variant/name=x/weight='5'/>", "x/weight='5'/", None),
        ('<variant name="x"weight="5">', "x", 5.0),
        ("<variant>", "", None),
    ],
)
def test_attributes_are_read_as_a_browser_reads_them(
    tag: str, name: str, weight: float | None
) -> None:
    (block,) = scan(f"<inline-split-test>{tag}text</variant></inline-split-test>")
    (variant,) = block.variants
    assert (variant.name, variant.weight) == (name, weight)


@pytest.mark.parametrize(
    "around",
    [
        "<!-- {} -->",
        "<!-- {} --!>",
        "<!--x--{}-->",
        "<script>{}</script>",
        "<SCRIPT type=a>var a = '{}'</script\n>",
        "<style>{}</style>",
        "<textarea>{}</TEXTAREA>",
        "<title>{}</title>",
        "<xmp>{}</xmp>",
        "<iframe>{}</iframe>",
        "<noembed>{}</noembed>",
        "<noframes>{}</noframes>",
        "<plaintext>{}</plaintext>",
        "<script>{}",
        "<!-- {}",
        "<a title='{}'>",
        "<a title=\n'{}'>",
        "<a title='{}",
        "<svg><![CDATA[ > {} ]]></svg>",
        "<svg><style>{}</style></svg>",
        "</a title='{}'>",
    ],
)
def test_no_block_where_a_browser_sees_text(around: str) -> None:
    assert scan(around.replace("{}", HEADLINE)) == []


@pytest.mark.parametrize(
    "before",
    [
        "<!-->",
        "<!--->",
        "<!---->",
        "<!-- a --!>",
        "<!doctype html>",
        "<?php echo '>",
        "</>",
        "</ x>",
        "< a title='",
        "<![CDATA[ x>",
        "<svg><title/><style/></svg>",
        "<script><!-- <script> </script>",
        "<a title=x'>",
        '<a "x>',
        '<a ="x>',
        "<scripts>",
        "<ſcript>",
        "1 < 2 && 3 <<",
        "<p>&lt;!-- \x00\r\u2028",
        "<noscript>",
        "<template>",
        "</script></inline-split-test></variant>",
        "<variant name=stray weight=5>lonely</variant>",
    ],
)
def test_a_block_is_found_after(before: str) -> None:
    html = before + HEADLINE + "</p>"
    (block,) = scan(html)
    assert html[block.start : block.end] == HEADLINE


def test_similar_names_are_no_blocks() -> None:
    assert scan("<inline-split-tests><variant>a</variant></inline-split-tests>") == []
    assert scan("<inline-split-test") == []
    assert scan("<inline-split-test name='x'") == []


def test_an_unclosed_variant_ends_with_its_block() -> None:
    html = "<inline-split-test name=t><variant name=A>one</inline-split-test>after"
    (block,) = scan(html)
    assert block.closed
    (variant,) = block.variants
    assert not variant.closed
    assert inner(html, variant) == "one"
    assert html[block.end :] == "after"


def test_an_unclosed_block_ends_with_the_text() -> None:
    html = "<inline-split-test name=t><variant name=A>one</variant>rest"
    (block,) = scan(html)
    assert (block.closed, block.end) == (False, len(html))


def test_an_unclosed_inner_block_ends_with_the_variant_around_it() -> None:
    html = (
        "<inline-split-test name=out><variant name=A>a<inline-split-test name=in>"
        "<variant name=B>b</variant></variant></inline-split-test>."
    )
    (block,) = scan(html)
    (variant,) = block.variants
    assert block.closed
    assert variant.closed
    (nested,) = variant.blocks
    assert not nested.closed
    assert html[nested.end :].startswith("</variant></inline-split-test>.")


def test_nested_blocks_are_those_of_the_inner_text() -> None:
    html = (
        f"x<inline-split-test name=out><variant name=A>{HEADLINE}-{HEADLINE}</variant>"
        f"<variant name=B><variant name=deep>{HEADLINE}</variant></variant></inline-split-test>"
    )
    (block,) = scan(html)
    assert [v.name for v in block.variants] == ["A", "B"]
    for variant in block.variants:
        assert list(variant.blocks) == scan(html, variant.inner_start, variant.inner_end)
        moved = scan(inner(html, variant))
        assert [b.start + variant.inner_start for b in moved] == [b.start for b in variant.blocks]


def test_deep_nesting_is_cut_off_and_does_not_recurse() -> None:
    deep = 20_000
    html = "<inline-split-test><variant>" * deep + "x" + "</variant></inline-split-test>" * deep
    blocks: list[Block] | tuple[Block, ...] = scan(html)
    assert len(blocks) == 1
    levels = 0
    while blocks:
        levels += 1
        blocks = blocks[0].variants[0].blocks
    assert levels == MAX_NESTING
    assert "x" in render(html, lambda block: block.variants[0])


@pytest.mark.parametrize(
    "unit",
    mostly_deep(
        [
            "<",
            "<!--",
            "<!-->",
            "<a ",
            '<a b="',
            "</",
            "<a>",
            "= ",
            '<a a =" ',
            "<![CDATA[>",
            "<script",
            "<script></script>",
            "<svg><title/>",
            "<inline-split-test>",
            "<inline-split-test ",
            "<variant>",
            "</variant>",
            "<inline-split-test><variant>",
            "&lt;a",
        ]
    ),
)
def test_hostile_megabytes_take_linear_time(unit: str) -> None:
    assert is_linear(lambda text: scan(HEADLINE + text + HEADLINE), unit, 1_000_000)


def test_a_megabyte_page_is_scanned_at_typing_speed() -> None:
    unit = '<div class="card" data-x=\'1\'><p>Some text</p><a href="https://x/?a=1">Go</a></div>'
    html = HEADLINE + unit * (1_000_000 // len(unit)) + HEADLINE
    started = time.process_time()
    assert len(scan(html)) == 2
    scanned = time.process_time()
    HTMLParser().feed(html)
    assert scanned - started < (time.process_time() - scanned) / 5
