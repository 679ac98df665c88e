"""Problems of a page's html, and where they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.records.problems.rules.html import find_problems
from funneldesk.desktop.records.problems.rules.problem import (
    LONGEST_MESSAGE,
    MOST_PROBLEMS,
    Problem,
)


def found(html: str) -> list[tuple[str, str, str]]:
    """(severity, kind, the marked source) of each problem."""
    return [(p.severity, p.kind, html[p.start : p.end]) for p in find_problems(html)]


def the_one(html: str) -> Problem:
    (problem,) = find_problems(html)
    return problem


def mended(html: str) -> str:
    """The source after the only fix of the only problem."""
    problem = the_one(html)
    (fix,) = problem.fixes
    return html[: problem.start] + fix.text + html[problem.end :]


def block(*variants: tuple[str, str], name: str = "headline") -> str:
    inner = "".join(f"<variant name={n!r} weight={w!r}>x</variant>" for n, w in variants)
    return f"<inline-split-test name='{name}'>{inner}</inline-split-test>"


@pytest.mark.parametrize(
    "html",
    [
        "<!doctype html><html><head><meta charset=utf-8><title>a</title><body><p>a<p>b</html>",
        "<ul><li>a<ul><li>b</ul><li>c</ul>",
        "<table><tr><td>a<td>b<tr><td>c</table>",
        "<table><thead><tr><th>a<tbody><tr><td><table><tr><td>x</table></table>",
        "<select><option>a<option>b</select><dl><dt>a<dd>b</dl>",
        "a</tbody></body></html>",
        "<svg><path d='M0'/><g><use/></g></svg><br><hr/><img alt=''>",
        "<script>if (a</b) '<div>'</script><style>a>b{}</style><textarea><div></textarea>",
        "<!-- <div> --><![if IE]><p>a < b</p><?php <?><div title='</div>'></div>",
        "<a href=it's>x</a><p class=a/b>y</p>",
        "<DIV></div><x-card></X-CARD>",
        "",
    ],
)
def test_sound_html_has_no_problems(html: str) -> None:
    assert find_problems(html) == []


@pytest.mark.parametrize(
    ("html", "problems"),
    [
        ("<div><p>a</p>", [("error", "unclosed-tag", "<div>")]),
        ("<main><div id=a></main>", [("error", "unclosed-tag", "<div id=a>")]),
        ("<div></div></div>", [("error", "stray-end-tag", "</div>")]),
        ("<b><i>x</b></i>", [("error", "unclosed-tag", "<i>")]),
        ("<p>a</img></p>", [("warning", "stray-end-tag", "</img>")]),
        ("a</p>", [("error", "stray-end-tag", "</p>")]),
        ("<div/>x", [("error", "unclosed-tag", "<div/>")]),
        ("<script>let a = 1", [("error", "unclosed-tag", "<script>")]),
        ("<p>a<!-- b", [("error", "unclosed-comment", "<!-- b")]),
        ('<p>a<a href="b>c', [("error", "unfinished-tag", '<a href="b>c')]),
        ("<variant name=a>x</variant>", [("warning", "variant-outside", "<variant name=a>")]),
    ],
)
def test_tags_that_do_not_pair_up(html: str, problems: list[tuple[str, str, str]]) -> None:
    assert found(html) == problems


def test_an_unclosed_tag_says_where_it_should_have_ended() -> None:
    assert "before </main>" in the_one("<main><div></main>").message


def test_a_stray_end_tag_can_be_removed() -> None:
    assert mended("<div></div></span>") == "<div></div>"


@pytest.mark.parametrize(
    ("html", "message"),
    [
        ("<img src='/a/hero.jpg?v=2'>", "hero.jpg has no description"),
        ("<img src='data:image/png;base64,AAAA'>", "This image has no description"),
        ("<IMG>", "This image has no description"),
    ],
)
def test_an_image_without_a_description(html: str, message: str) -> None:
    problem = the_one(html)
    assert problem.message.startswith(message)
    assert problem.severity == "warning"
    assert find_problems(mended(html)) == []


@pytest.mark.parametrize(
    "html",
    [
        "<img src=a.jpg alt='A bed'>",
        "<img src=a.jpg alt>",
        "<img src=a.jpg aria-hidden=true>",
        "<img src=a.jpg role=presentation>",
        "<img src=https://t/p width=1 height=1>",
        "<img src='a.jpg'alt='x'>",
    ],
)
def test_images_that_need_no_description(html: str) -> None:
    assert find_problems(html) == []


def test_an_id_is_used_once() -> None:
    assert found("<p id=a></p><b id='a'></b><i id=b></i>") == [("warning", "duplicate-id", "a")]


def test_variants_of_one_test_may_share_ids() -> None:
    """A visitor meets only one of them (quirk 28)."""
    html = (
        "<inline-split-test name=t><variant name=a weight=50><p id=x></p></variant>"
        "<variant name=b weight=50><p id=x></p></variant></inline-split-test>"
    )
    assert find_problems(html) == []
    assert [kind for _, kind, _ in found(f"{html}<b id=x></b>")] == ["duplicate-id"]
    assert len(find_problems(html + html.replace("name=t", "name=u"))) == 2


@pytest.mark.parametrize("href", ["href", "href=''", 'href=" "', "href=#", 'HREF = "#"'])
def test_a_link_that_leads_nowhere(href: str) -> None:
    problem = the_one(f"<a class=b {href}>Go</a>")
    assert (problem.severity, problem.kind) == ("info", "empty-link")


@pytest.mark.parametrize(
    "link", ["<a href='#top'>", "<a href=/go>", "<a name=x>", "<area href=''>"]
)
def test_links_that_lead_somewhere(link: str) -> None:
    assert find_problems(f"{link}{'</a>' if link[1:3] == 'a ' else ''}") == []


@pytest.mark.parametrize(
    "html",
    [
        "<img alt='' src='http://cdn/a.jpg'>",
        "<img alt='' srcset='https://a 1x, http://cdn/b 2x'>",
        "<script src=HTTP://cdn/a.js></script>",
        "<link rel=stylesheet href=' http://cdn/a.css'>",
        "<form action='http://cdn/f'></form>",
    ],
)
def test_what_is_loaded_without_encryption(html: str) -> None:
    problem = the_one(html)
    assert (problem.severity, problem.kind) == ("warning", "insecure-address")
    assert find_problems(mended(html)) == []


@pytest.mark.parametrize(
    "html",
    [
        "<a href='http://elsewhere/'>x</a>",
        "<link rel=canonical href=http://here/>",
        "<img alt='' src='http://127.0.0.1:80/a'><img alt='' src='http://localhost/a'>",
        "<img alt='' src='/r?to=http://a'>",
    ],
)
def test_addresses_that_load_nothing_insecure(html: str) -> None:
    assert find_problems(html) == []


def test_weights_that_do_not_make_100_name_the_test_and_offer_the_rest() -> None:
    html = block(("A", "70"), ("B", "20"))
    problem = the_one(html)
    assert problem.kind == "weights"
    assert "“headline”" in problem.message
    assert "90, not 100" in problem.message
    assert html[problem.start : problem.end] == "20"
    assert find_problems(mended(html)) == []


@pytest.mark.parametrize(
    "html",
    [block(("A", "120"), ("B", "20")), "<inline-split-test name=t></inline-split-test>"],
)
def test_weights_that_one_number_cannot_mend(html: str) -> None:
    problem = the_one(html)
    assert problem.kind == "weights"
    assert problem.fixes == ()
    assert html[problem.start : problem.end].startswith("<inline-split-test")


def test_weights_of_any_size_are_only_weights() -> None:
    html = block(("A", "9" * 308), ("B", "9" * 308), ("C", "9" * 999))
    message = the_one(html).message
    assert "not a number" in message
    assert len(message) <= LONGEST_MESSAGE


def test_a_nested_test_is_checked_too() -> None:
    inner = block(("A", "50"), ("B", "40"), name="inner")
    html = (
        f"<inline-split-test name=outer><variant name=A weight=100>{inner}</variant>"
        "</inline-split-test>"
    )
    assert "“inner”" in the_one(html).message


def test_variants_without_a_name_or_with_the_same() -> None:
    assert the_one(block(("", "50"), ("B", "50"))).kind == "variant-without-name"
    html = block(("A", "50"), ("A-2", "20"), ("A", "30"))
    problem = the_one(html)
    assert (problem.kind, html[problem.start : problem.end]) == ("variant-name-twice", "A")
    assert problem.fixes[0].text == "A-3"
    assert find_problems(mended(html)) == []


def test_tests_without_a_name_or_with_the_same() -> None:
    assert the_one(block(("A", "100"), name="")).kind == "test-without-name"
    assert the_one(block(("A", "100")) + block(("A", "100"))).kind == "test-name-twice"


@pytest.mark.parametrize("tag", ["<div data-sid='3' data-cid=x>", "<DIV\nDATA-CID>"])
def test_a_pasted_wrapper(tag: str) -> None:
    """Quirk 28."""
    assert found(f"{tag}Sleep</div>") == [("warning", "visitor-wrapper", tag)]


def test_styles_inside_the_page_are_read() -> None:
    html = "<style>p { color: red</style>"
    problem = the_one(html)
    assert (problem.kind, html[problem.start : problem.end]) == ("css-bracket", "{")


def test_the_worst_are_kept_when_there_are_too_many() -> None:
    html = "<a href=''>x</a>" * 300 + "<img>" * 150 + "</b>" * 100
    problems = find_problems(html)
    assert len(problems) == MOST_PROBLEMS
    severities = [problem.severity for problem in problems]
    assert severities.count("error") == 100
    assert severities.count("warning") == 100


PIECES = [
    *("<", ">", "/", "=", "'", '"', " ", "\n", "\r", "\x00", "a", "İ", "🙂", "&lt;", "http://"),
    *("<div>", "</div>", "<b", "<p>", "</p>", "<br>", "</br>", "<img ", "<a href=''", "<DIV/>"),
    *("<!--", "-->", "<!", "<?", "</", "<![CDATA[", "]]>", "<svg>", "<svg/>", "</svg>", "<math>"),
    *("<script>", "</script>", "<style>", "</style>", "<title>", "</title>", "<plaintext>"),
    *("<inline-split-test>", "<inline-split-test name='t'>", "</inline-split-test>"),
    *("<variant name=a weight=50>", "<variant>", "</variant>", "<variant weight=", "<variant name"),
    *(" id=a ", " id='a'", " data-sid=1", " data-cid", " alt", " src=http://a", " srcset='", "{"),
]


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=30).map("".join))
def test_any_text_is_read_and_every_span_lies_in_it(html: str) -> None:
    problems = find_problems(html)
    assert [p.start for p in problems] == sorted(p.start for p in problems)
    for problem in problems:
        assert 0 <= problem.start <= problem.end <= len(html)
        assert problem.start < problem.end or problem.kind == "weights"
        assert problem.message.endswith(".")


@pytest.mark.parametrize(
    "piece",
    [
        *("<b>", "</b>", "<", "<!--", "<svg>", "<title>", '<a href="', "<div></p>", "<b id=x></b>"),
        *("<inline-split-test><variant>", "<variant name=a>", "<style>{(</style>", "<a b='"),
    ],
)
def test_hostile_pages_of_half_a_megabyte_are_read_to_their_end(piece: str) -> None:
    """In linear time: the test's time limit would not do for less."""
    html = f"<inline-split-test>{piece * (500_000 // len(piece))}"
    assert 1 <= len(find_problems(html)) <= MOST_PROBLEMS


def test_two_tests_of_one_number_are_told_once_and_mended() -> None:
    one = block(("A", "100")).replace("name=", "id='12' name=", 1)
    other = block(("A", "100"), name="price").replace("name=", "id='12' name=", 1)
    assert the_one(one + other).kind == "test-id-twice"
    assert mended(one + other) == one + other.replace("'12'", "''")
    assert not found(one + other.replace("12", "13"))
