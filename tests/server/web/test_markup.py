"""Html of others, as a letter or a page may show it (quirk 57: hostile until sanitised)."""

import re

import nh3
import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.html_words import MOST_TAGS, lines, words
from funneldesk.server.web.markup import DEEPEST, LETTER, PAGE, harmless

TAG = re.compile(r"<(/?)([a-z0-9]+)[^>]*>")
VOID = {"br", "hr", "img"}


def depth(html: str) -> int:
    """How deep the elements of clean html nest."""
    deepest = now = 0
    for tag in TAG.finditer(html):
        if tag[2] not in VOID:
            now += -1 if tag[1] else 1
            deepest = max(deepest, now)
    return deepest


def sanitised(html: str) -> str:
    """What the sanitiser alone makes of it."""
    return nh3.clean(
        html,
        tags=set(PAGE.tags),
        attributes={name: set(names) for name, names in PAGE.attributes.items()},
        url_schemes={"http", "https", "mailto"},
    )


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("<p>One</p><p>two</p>", "One two"),
        ("<b>H</b>ello<br>you", "Hello you"),
        ("5 &lt; 6 &amp; 7", "5 < 6 & 7"),
        ("<script>alert(1)</script>safe<style>p{}</style>", "safe"),
        ("<scr<script>ipt>alert(1)</script>", "ipt>alert(1)"),
        ("plain\r\n  text", "plain text"),
        ("<img src=x onerror=alert(1)>", ""),
        ("<!-- hidden -->seen<!-->too", "seentoo"),
        ("<a title='<b>'>a</a> < b, <3", "a < b, <3"),
        ("cut <a href='", "cut"),
        ("שלום <b>עולם</b>", "שלום עולם"),
    ],
)
def test_words_of_hostile_html(message: str, found: str) -> None:
    assert words(message) == found


def test_a_letter_keeps_lines_and_drops_what_runs() -> None:
    html = '<p>Dear <b>Ann</b>,</p><p>see <a href="javascript:x()">it</a><br>now</p>'
    assert lines(html) == "Dear Ann,\nsee it\nnow"
    assert lines("a \n \n\t\n b<br><br><br>c  ") == "a\n\nb\n\nc"
    cleaned = harmless(f'{html}<iframe src="//x"></iframe><img src="http://x/pixel">', LETTER)
    assert "javascript" not in cleaned
    assert "iframe" not in cleaned
    assert "img" not in cleaned
    assert "<b>Ann</b>" in cleaned


@pytest.mark.parametrize(
    "html",
    [
        '<h2 class="x">A &amp; B</h2><p>one<br>two <em>three</em></p>',
        "<ul><li>a<li>b<ul><li>c</ul><li>d</ul>",
        "<table><tr><td colspan=2>1<td>2<tr><th>3</table>",
        "<p>a<p>b<div>c</div>d",
        "<p>a<ul><li>b</ul>c",
        '<a href="https://x.example/?a=1&amp;b=2" target=_top>x</a><a href="javascript:y()">y</a>',
        '<img src="https://x.example/a.png" alt="&quot;a&quot; &lt;" onerror=x()>',
        "<dl><dt>a<dd>b<dt>c<dd>d</dl><custom-tag>kept words</custom-tag>",
        "<blockquote><pre>  two\n  lines</pre></blockquote>&nbsp;&eacute;&#128512;",
    ],
)
def test_ordinary_html_stays_what_the_sanitiser_makes_of_it(html: str) -> None:
    assert harmless(html, PAGE) == sanitised(html)


@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    "<p>",
                    "</p>",
                    "<b>",
                    "</b>",
                    "<table>",
                    "<td>",
                    "</td>",
                    "<a href='//x'>",
                    "</a>",
                ),
                *("x", "&", "<", ">", "'", '"', "<!--", "-->", "<li>", "</ul>", "<img src="),
                *("<style>", "<svg/onload=x()>"),
            ]
        ),
        max_size=40,
    ).map("".join)
)
def test_whatever_is_written_what_comes_out_is_clean(html: str) -> None:
    clean = harmless(html, PAGE)
    assert {tag[2] for tag in TAG.finditer(clean)} <= PAGE.tags
    assert "<" not in TAG.sub("", clean)


@pytest.mark.parametrize(
    "unit",
    ["<div>", "<div><table><tr><td></div>", "<b><p>", "<ul><li>", "<div x='</div>'>", "<p><b></p>"],
)
def test_elements_nest_as_deep_as_a_page_needs_and_no_deeper(unit: str) -> None:
    found = harmless(unit * 5_000 + "end", PAGE)
    assert "end" in found
    assert depth(found) <= 2 * DEEPEST


def test_no_word_is_lost_behind_too_many_tags() -> None:
    html = "<b>x</b>" * MOST_TAGS + "<p>the <i>end</i></p>"
    assert words(html).endswith("the end")
    assert "end" in harmless(html, PAGE)


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("&" * 300_000, "&amp;" * 300_000),
        ("<" * 300_000, "&lt;" * 300_000),
        ("\xa0" * 300_000, "&nbsp;" * 300_000),
        (f"<b {' '.join(f'a{n}' for n in range(50_000))}>x</b>", "<b>x</b>"),
    ],
    ids=["ampersands", "brackets", "blanks", "attributes"],
)
def test_runs_of_anything_come_out_whole(html: str, found: str) -> None:
    assert harmless(html, PAGE) == found


def test_blanks_are_read_once() -> None:
    assert lines(" " * 300_000 + "x") == "x"
