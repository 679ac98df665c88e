"""Messages of strangers: nothing of them runs, asks a server or hides; their text stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.linear_time import is_linear
from tests.contract.test_message_text import ANA, ARITHMETIC, Shown
from tests.desktop.support.hostile_messages import TEXT, VECTORS, Read, mutated

from funneldesk.desktop.kit.web.clean_html import (
    MOST_CHARACTERS,
    CleanHtml,
    clean_html,
)
from funneldesk.desktop.kit.web.quotes import fold_quotes

PIECES = st.sampled_from([*VECTORS, TEXT, "<p>", "</p>", "<blockquote>", '"', ">"])


def test_there_are_enough_of_them() -> None:
    assert len(set(VECTORS)) >= 150


def test_mutated_they_are_still_harmless() -> None:
    for vector in mutated(600):
        cleaned = clean_html(f"<p>{TEXT}</p>{vector}").html
        assert Read(cleaned).wrong == [], vector
        assert TEXT in Read(cleaned).text
        assert clean_html(cleaned).html == cleaned, vector


@pytest.mark.parametrize("vector", VECTORS)
def test_nothing_runs_or_asks_a_server_and_the_text_stays(vector: str) -> None:
    cleaned = clean_html(f"<p>{TEXT}</p>{vector}").html
    read = Read(cleaned)
    assert read.wrong == []
    assert TEXT in read.text
    assert clean_html(cleaned).html == cleaned, "cleaning twice changes nothing"


def test_the_control_uncleaned_they_are_all_noticed() -> None:
    unnoticed = [vector for vector in VECTORS if not Read(vector).wrong]
    assert len(unnoticed) < len(VECTORS) / 20, unnoticed


def test_no_tag_keeps_an_attribute_that_it_does_not_need() -> None:
    assert clean_html("<p title='</noscript><img src=x>' lang=de>One</p>").html == "<p>One</p>"


@given(st.lists(PIECES, max_size=6))
def test_mixed_and_cut_they_are_still_harmless(parts: list[str]) -> None:
    text = "".join(parts)
    for piece in (text, text[: len(text) // 2], text[::2]):
        cleaned = clean_html(piece).html
        assert Read(cleaned).wrong == []


@given(st.text())
def test_plain_text_is_shown_exactly_as_typed(text: str) -> None:
    typed = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    assert Shown(clean_html(text, message_type="text").html).text == typed


@pytest.mark.parametrize("text", [ANA, ARITHMETIC])
def test_text_without_a_type_is_shown_exactly_as_typed(text: str) -> None:
    assert Shown(clean_html(text).html).text == text


def test_an_address_in_angle_brackets_stays_in_html() -> None:
    assert Read(clean_html(f"<p>{ANA}</p>").html).text == ANA


def test_html_without_a_tag_is_html_where_its_type_says_so() -> None:
    shown = clean_html("I&#x27;m happy &amp; it&#x27;s 5 &lt; 6", message_type="html")
    assert Read(shown.html).text == "I'm happy & it's 5 < 6"


def test_directions_are_kept_and_nothing_else_is_one() -> None:
    kept = '<p dir="rtl">a</p><div dir="ltr">b</div><td>c</td>'
    assert clean_html(kept).html == '<p dir="rtl">a</p><div dir="ltr">b</div>c'
    assert clean_html('<p dir="x onload=y">a</p>').html == "<p>a</p>"


def test_the_data_of_pictures_does_not_count_and_what_follows_is_there() -> None:
    image = f'<img src="data:image/jpeg;base64,{"QUJD" * 500_000}" alt="a cup">'
    text = f"<p>One</p>{image}<p>Two</p>{image}<p>Three</p>"
    cleaned = clean_html(text)
    assert cleaned == CleanHtml(text)


@pytest.mark.parametrize("src", ["data:image/taken,0", "data:image/taken,7", "data:text/html,x"])
def test_a_message_cannot_name_a_picture_that_it_does_not_bring_along(src: str) -> None:
    assert "<img" not in clean_html(f'<p>a</p><img src="{src}">').html


@pytest.mark.parametrize("piece", ["<p>word</p>", "<div><b>word</b> more</div>", "word<br>"])
def test_what_is_too_long_is_cut_between_elements(piece: str) -> None:
    cleaned = clean_html(piece * 60_000)
    assert not cleaned.is_whole
    assert cleaned.html == piece * (len(cleaned.html) // len(piece))
    assert len(cleaned.html) > 20_000


def test_images_of_other_servers_are_counted_and_their_words_stay() -> None:
    cleaned = clean_html('<p>See <img src="https://t.example/a.gif" alt="a bag"> here</p>')
    remote = ("https://t.example/a.gif",)
    assert cleaned == CleanHtml("<p>See <span>a bag</span> here</p>", 1, remote=remote)
    own = '<p><img src="data:image/png;base64,AAAA" alt="x"></p>'
    assert clean_html(own) == CleanHtml(own, 0)


def test_lines_and_addresses_of_plain_text_are_kept() -> None:
    assert clean_html("Hi,\n\nsee https://a.example/x?a=1&b=2.\nAnn").html == (
        '<div class="typed">Hi,<br><br>see '
        '<a href="https://a.example/x?a=1&amp;b=2" rel="noopener noreferrer">'
        "https://a.example/x?a=1&amp;b=2</a>.<br>Ann</div>"
    )


def test_quoted_text_is_behind_a_line_that_unfolds_it() -> None:
    text = "<p>No</p><blockquote>Yes<blockquote>a</blockquote></blockquote>"
    folded = fold_quotes(clean_html(text).html)
    assert folded == (
        "<p>No</p><details><summary>Quoted text</summary>"
        "<blockquote>Yes<blockquote>a</blockquote></blockquote></details>"
    )


@pytest.mark.parametrize("text", ["<b>" * 6_000 + TEXT, "<p>" + "x " * MOST_CHARACTERS])
def test_what_no_person_wrote_is_shown_as_text(text: str) -> None:
    cleaned = clean_html(text)
    assert not cleaned.is_whole
    assert "<b>" not in cleaned.html


@pytest.mark.parametrize("piece", ["<a", "<", "<b ", "https://", "\n \n", "&#", '<img src="'])
def test_it_takes_as_long_as_the_text_is(piece: str) -> None:
    assert is_linear(clean_html, piece, 800_000)


def test_images_stand_in_their_places_once_they_are_there_as_data() -> None:
    text = '<img src="http://t.example/a.gif?x=1&amp;y" alt="a bag"><img src="cid:1">'
    cleaned = clean_html(text, {"https://t.example/a.gif?x=1&y": "data:image/gif;base64,AAAA"})
    assert '<img src="data:image/gif;base64,AAAA" alt="a bag">' in cleaned.html
    assert (cleaned.blocked, len(cleaned.remote)) == (0, 1)
    assert Read(cleaned.html).wrong == []


def test_half_a_character_is_no_harm() -> None:
    assert "\ufffd" in clean_html("<b>\ud800</b>").html
