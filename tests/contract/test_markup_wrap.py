"""A part of a page put into a new split test: widened to whole elements, or refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.test_markup import HEADLINE, pieces

from funneldesk.contract.markup import applied, every_block, scan
from funneldesk.contract.markup_edits import CannotEdit, keep_only
from funneldesk.contract.markup_wrap import part_to_wrap, wrap

PIECES = [
    *("<p>", "</p>", "<div class='a>b'>", "</div>", "<b>", "</b>", "<br>", "<img alt='</p>'>"),
    *("text", " ", "\n    ", "\r\n", "\U0001f600", "<!-- <p> -->", "<!doctype html>", "<!", "<"),
    *("<script>'<p>'</script>", "<style>p{}</style>", "<textarea></p></textarea>", "<title>"),
    *("<table>", "<tr>", "<td>", "</td>", "</tr>", "</table>", "<ul>", "<li>", "</ul>", "<svg>"),
    *("<path/>", "</svg>", "<body>", "</body>", "<inline-split-test>", "</variant>", HEADLINE),
]
texts = st.one_of(pieces(), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))


@given(texts, st.data())
def test_wrapped_and_kept_only_gives_the_page_back(html: str, data: st.DataObject) -> None:
    ends = sorted(data.draw(st.tuples(*[st.integers(0, len(html))] * 2)))
    try:
        part = part_to_wrap(html, *ends)
        edits = wrap(html, part, "Fresh & “new”")
    except CannotEdit:
        return
    chosen = html[ends[0] : ends[1]].strip(" \t\n\f\r")
    assert chosen in html[part.start : part.end]
    changed = applied(html, edits)
    grown = len(changed) - len(html)
    assert changed[: part.start] == html[: part.start]
    assert changed[part.end + grown :] == html[part.end :]
    block = next(b for b in every_block(scan(changed)) if b.start == part.start)
    assert block.name == "Fresh & “new”"
    assert block.end == part.end + grown
    inner = html[part.start : part.end]
    assert [(v.name, v.weight) for v in block.variants] == [("A", 50.0), ("B", 50.0)]
    for place, variant in enumerate(block.variants):
        held = changed[variant.inner_start : variant.inner_end]
        assert held == inner or [line.strip(" \t\r") for line in held.split("\n")][1:-1] == [
            line.strip(" \t\r") for line in inner.split("\n")
        ]
        assert applied(changed, keep_only(changed, block, place)) == html
    assert len(list(every_block(scan(changed)))) == len(list(every_block(scan(html)))) + 1


def wrapped(html: str, chosen: str, name: str = "T") -> str:
    """The page with a test around the chosen part, which is marked in the answer by brackets."""
    start = html.index(chosen)
    part = part_to_wrap(html, start, start + len(chosen))
    assert part.widened == (html[part.start : part.end] != chosen.strip())
    applied(html, wrap(html, part, name))
    return html[: part.start] + "[" + html[part.start : part.end] + "]" + html[part.end :]


@pytest.mark.parametrize(
    ("html", "chosen", "held"),
    [
        ("<p>one two</p>", "one", "<p>[one] two</p>"),
        ("<p> one </p>", " one ", "<p> [one] </p>"),
        ("<p>a</p><p>b</p>", "a</p><p>b", "[<p>a</p><p>b</p>]"),
        ("<p>a</p><p>b</p>", "<p>a</p>", "[<p>a</p>]<p>b</p>"),
        ("<p>a</p> tail", "a</p> t", "[<p>a</p> t]ail"),
        ("<div><p>a</p><p>b</p></div>", "p>a", "<div>[<p>a</p>]<p>b</p></div>"),
        ("x <img src='a.jpg'> y", "a.jpg", "x [<img src='a.jpg'>] y"),
        ("x <!-- a note --> y", "note", "x [<!-- a note -->] y"),
        ("<script>a</script> b", "a</script> b", "[<script>a</script> b]"),
        ("<table><tr><td>1</td></tr></table>", "1", "<table><tr><td>[1]</td></tr></table>"),
        (
            "<table><tr><td>a</td></tr></table>",
            "<td>a</td>",
            "[<table><tr><td>a</td></tr></table>]",
        ),
        ("<ul><li>a<li>b</ul>", "b", "<ul><li>a<li>[b]</ul>"),
        (f"<p>a</p>{HEADLINE}", "a", f"<p>[a]</p>{HEADLINE}"),
        (HEADLINE, "better", HEADLINE.replace("better", "[better]")),
    ],
)
def test_the_selection_is_widened_to_whole_elements(html: str, chosen: str, held: str) -> None:
    assert wrapped(html, chosen) == held


@pytest.mark.parametrize(
    ("html", "chosen", "words"),
    [
        ("<p>a</p>", "", "Select the part"),
        ("<p>a</p> \n ", " \n ", "Select the part"),
        (f"<p>{HEADLINE}</p>", f"<p>{HEADLINE}</p>", "holds the split test “Headline”"),
        (HEADLINE, "Sleep better</variant>", "Select something beside the test"),
        (HEADLINE, '"70">Sleep', "inside of one of its variants"),
        ("<script>var a = 1</script>", "a = 1", "inside of <script>"),
        ("<head><link rel=x></head>", "<link rel=x>", "inside of <head>"),
        ("<p>a</variant> b</p>", "a</variant> b", "do not pair up"),
        ("<html><body><p>a</p></body></html>", "<body><p>a</p></body>", "not its <body>"),
    ],
)
def test_a_selection_that_no_test_can_hold_is_refused(html: str, chosen: str, words: str) -> None:
    with pytest.raises(CannotEdit, match=words):
        wrapped(html, chosen)


def test_a_name_is_asked_to_be_its_own() -> None:
    html = f"<p>a</p>{HEADLINE}"
    with pytest.raises(CannotEdit, match="“Headline” is taken"):
        wrapped(html, "a", " Headline")
    with pytest.raises(CannotEdit, match="A name is needed"):
        wrapped(html, "a", " ")


@pytest.mark.parametrize("feed", ["\n", "\r\n"])
@pytest.mark.parametrize("step", ["  ", "    ", "\t"])
def test_a_test_is_indented_as_the_source_is_and_back(feed: str, step: str) -> None:
    html = feed.join(
        [
            "<div>",
            f"{step}<section>",
            f"{step * 2}<h1>a</h1>",
            "",
            f"{step}</section>",
            "</div>",
            "",
        ]
    )
    start = html.index("<section>")
    part = part_to_wrap(html, start, html.index("</section>") + len("</section>"))
    changed = applied(html, wrap(html, part, 'the "top"'))
    held = [f"{step * 3}<section>", f"{step * 4}<h1>a</h1>", "", f"{step * 3}</section>"]
    variants = [
        line
        for letter in "AB"
        for line in (
            f'{step * 2}<variant name="{letter}" weight="50">',
            *held,
            f"{step * 2}</variant>",
        )
    ]
    around = [
        f'{step}<inline-split-test name="the &quot;top&quot;">',
        f"{step}</inline-split-test>",
    ]
    assert changed.split(feed) == ["<div>", around[0], *variants, around[1], "</div>", ""]
    (block,) = scan(changed)
    assert applied(changed, keep_only(changed, block, 1)) == html


def test_lines_that_are_shown_as_written_are_not_moved() -> None:
    html = "<div>\r\n    <pre>a\r\n b</pre>\r\n    <p>b</p>\r\n</div>\r\n"
    chosen = "    <pre>a\r\n b</pre>\r\n    <p>b</p>\r\n"
    start = html.index(chosen)
    part = part_to_wrap(html, start, start + len(chosen))
    assert applied(html, wrap(html, part, "T")) == (
        "<div>\r\n"
        '    <inline-split-test name="T">\r\n'
        '    <variant name="A" weight="50"><pre>a\r\n b</pre>\r\n    <p>b</p></variant>\r\n'
        '    <variant name="B" weight="50"><pre>a\r\n b</pre>\r\n    <p>b</p></variant>\r\n'
        "    </inline-split-test>\r\n"
        "</div>\r\n"
    )
