"""Rich text and its html: the same after every round, few tags, every character kept."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.linear_time import is_linear
from tests.desktop.support.rich_texts import blocks, messy_html

from funneldesk.contract import html_words
from funneldesk.desktop.kit.rich_text.blocks import (
    Block,
    Run,
    link_target,
    of_text,
    tidy,
    trimmed,
    words,
)
from funneldesk.desktop.kit.rich_text.read import from_html
from funneldesk.desktop.kit.rich_text.written import to_html
from funneldesk.desktop.kit.web.clean_html import clean_html

TAGS = {"p", "br", "strong", "em", "code", "a", "ul", "ol", "li", "blockquote"}


def said(found: list[Block]) -> list[tuple[object, ...]]:
    """Blocks with one kind of blank: html can only keep blanks in a row as no-break ones."""
    return [(b.text.replace("\xa0", " "), b.kind, b.level, b.quote) for b in found]


@given(blocks())
def test_what_is_written_is_read_again_and_passes_as_clean(made: list[Block]) -> None:
    html = to_html(made)
    again = from_html(html)
    assert to_html(again) == html
    assert set(re.findall(r"</?([a-z0-9]+)", html)) <= TAGS
    if html:
        assert clean_html(html).html == html
        assert said(again) == said(tidy(made))


@given(st.text(st.characters(categories=("L", "N", "P", "S", "M", "Cf"))))
def test_no_character_is_changed(text: str) -> None:
    html = to_html([Block((Run(text),), "ul", 1)])
    assert [block.text for block in from_html(html)] == [text.replace("\ufffc", "")]


@given(messy_html())
def test_whatever_is_read_is_written_in_one_way(html: str) -> None:
    once = to_html(from_html(html))
    assert to_html(from_html(once)) == once


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<p>a<br>b</p><p>c</p>", "<p>a<br>b</p><p>c</p>"),
        ("<div>a</div><div><br></div><div>b</div>", "<p>a</p><p>b</p>"),
        ("<h1>Big</h1>small", "<p><strong>Big</strong></p><p>small</p>"),
        ("a  <b> b</b>", "<p>a <strong>b</strong></p>"),
        ("<table><tr><td>1<td>2<tr><td>3</table>", "<p>1 2<br>3</p>"),
        ("<script>x</script><style>y</style><title>z</title>t", "<p>t</p>"),
        ("<a href='javascript:alert(1)'>x</a>", "<p>x</p>"),
        ("<img src='https://t.example/x.gif' alt='a bag'>", "<p>a bag</p>"),
        ("<span style='font-weight:700;color:red'>x</span>", "<p><strong>x</strong></p>"),
        ("<b style='font-weight:normal'><i>x</i></b>", "<p><em>x</em></p>"),
        (
            "<ul><li>a<ol><li>b</ol><li>c</ul>",
            "<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>",
        ),
        (
            "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]>"
            "<span style='mso-list:Ignore'>1.<span>&nbsp; </span></span><![endif]>One<o:p></o:p>"
            "<p style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o</span>Two</p>",
            "<ol><li>One<ul><li>Two</li></ul></li></ol>",
        ),
    ],
)
def test_of_browsers_mails_and_word_processors_the_form_is_kept(html: str, wanted: str) -> None:
    assert to_html(from_html(html)) == wanted


def test_addresses_become_links_when_it_is_sent() -> None:
    assert to_html(of_text("See https://a.example/x?a=1&b=2."), link_addresses=True) == (
        '<p>See <a href="https://a.example/x?a=1&amp;b=2" rel="noopener noreferrer">'
        "https://a.example/x?a=1&amp;b=2</a>.</p>"
    )


def test_as_plain_text_lists_and_quotes_are_marked() -> None:
    html = "<p>Hi</p><ol><li>a<ul><li>b</ul><li>c</ol><blockquote>q</blockquote>"
    assert words(from_html(html)) == "Hi\n1. a\n  • b\n2. c\n> q"
    link = from_html("<a href='https://evil.example'>https://bank.example</a>")
    assert words(link, targets=True) == "https://bank.example <https://evil.example>"


def test_empty_lines_around_a_text_are_not_sent() -> None:
    assert to_html(trimmed(from_html("<p><br></p><p>a</p><p><br></p>"))) == "<p>a</p>"
    assert to_html(trimmed(of_text("\n \n"))) == ""


@pytest.mark.parametrize(
    ("typed", "target"),
    [
        (" https://a.example/ü b ", "https://a.example/ü%20b"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("JavaScript:alert(1)", ""),
        ("java\nscript:x", ""),
        ("//evil.example", ""),
        ("file:///etc/passwd", ""),
        ("https://[", ""),
        ("\ud800", ""),
    ],
)
def test_links_lead_to_pages_mail_and_phones_only(typed: str, target: str) -> None:
    assert link_target(typed) == target


@pytest.mark.parametrize(
    "piece", ["<", "<b>", "<a href=", "<li>", "<blockquote>", "<p style='", "x "]
)
def test_reading_takes_as_long_as_the_text_is(piece: str) -> None:
    assert is_linear(from_html, piece, 400_000)


def test_what_cannot_be_carried_is_left_out() -> None:
    html = to_html(of_text("a\0b\ud800\tc\x07"))
    assert html_words.words(html) == "ab\ufffd c"
