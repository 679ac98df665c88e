"""Words of a search marked in a message: where they stand, and without another byte."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.linear_time import is_linear

from funneldesk.desktop.kit.web.clean_html import clean_html
from funneldesk.desktop.kit.web.marked_html import begin_at_first, mark_words

PIECES = st.sampled_from(
    ("<p>", "</p>", "<b>", "</b>", "a &amp; b", "Käse", "käse", "&lt;p&gt;", "<br>", " x ", "ffi")
)


def spoken(text: str) -> str:
    return html.unescape(re.sub("<[^>]*>", "", text))


@pytest.mark.parametrize(
    ("message", "query", "shown"),
    [
        ("<p>My grinder</p>", "GRIND", "<p>My <mark>grind</mark>er</p>"),
        ("<p>Käse</p>", "kase", "<p><mark>Käse</mark></p>"),
        ("<p>a &amp; b</p>", "amp", "<p>a &amp; b</p>"),
        ("<p>&lt;b&gt; it</p>", "<b>", "<p><mark>&lt;b&gt;</mark> it</p>"),
        ('<a href="x?late">y</a>', "late", '<a href="x?late">y</a>'),
        ('<img alt="a > late" src="data:,">late', "late", None),
        ("<p>a b</p>", "a", "<p>a b</p>"),
        ("<p>one two</p>", "two one", "<p><mark>one</mark> <mark>two</mark></p>"),
    ],
)
def test_words_are_marked_where_they_stand(message: str, query: str, shown: str | None) -> None:
    whole = '<img alt="a > late" src="data:,"><mark>late</mark>' if shown is None else shown
    assert mark_words(message, query) == whole


def test_what_is_folded_opens_where_a_hit_is_in_it() -> None:
    folded = "<details><p>x</p></details><details><p>y</p><details><p>late</p></details></details>"
    marked = mark_words(folded, "late")
    assert marked.count("<details open>") == 2
    assert marked.startswith("<details><p>x</p>")
    assert begin_at_first(mark_words("late late", "late")).count('id="hit"') == 1


@given(st.lists(PIECES, max_size=12), st.text("akäs&b<p; ", max_size=6))
def test_nothing_but_marks_comes_to_a_message(pieces: list[str], query: str) -> None:
    cleaned = clean_html(f"<p>{''.join(pieces)}</p>").html
    marked = mark_words(cleaned, query)
    assert spoken(marked) == spoken(cleaned)
    assert re.sub("</?mark>", "", marked) == cleaned


@pytest.mark.parametrize("piece", ["late ", "<p>late</p>", '<a href="', "<<", "<details>late"])
def test_it_takes_as_long_as_the_text_is(piece: str) -> None:
    assert is_linear(lambda text: mark_words(clean_html(text).html, "late ate te"), piece, 160_000)
