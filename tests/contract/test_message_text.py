"""Whether a message is html or text, and what either of them says."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.linear_time import is_linear

from funneldesk.contract.html_words import lines, without_pictures, words
from funneldesk.contract.message_text import html_of_text, is_html, lines_of, words_of

ANA = "Ana <ana@example.com> wrote: see <https://a.example/x?b=1>"
ARITHMETIC = "I'm happy & 5 < 6\n\n  and 7 > 6"


class Shown(HTMLParser):
    """What html shows where blanks are kept: its text, a line break for each ``<br>``."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        self.text += "\n" * (tag == "br")

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    ("message", "message_type", "expected"),
    [
        ("<p>One</p>", "text", False),
        ("<p>One</p>", "text/plain; charset=utf-8", False),
        ("One &amp; two", "text", False),
        ("One", "html", True),
        ("One", "TEXT/HTML", True),
        (ANA, None, False),
        (ANA, "email", False),
        (ARITHMETIC, None, False),
        ("a <3 b, x<y and y>z, List<String>", None, False),
        ("I&#x27;m happy &amp; it&#x27;s 5 &lt; 6", None, True),
        ("Fish &chips; and AT&T;", None, False),
        ("Say &amp; to him & her", None, False),
        ("Hello<br>you", None, True),
        ('<a\nhref="x">y</a>', "", True),
        ("<!DOCTYPE html><html>", None, True),
        ("", None, False),
    ],
)
def test_the_type_decides_and_without_one_the_content(
    message: str, message_type: str | None, expected: bool
) -> None:
    assert is_html(message, message_type) is expected


def test_an_address_in_angle_brackets_is_no_tag() -> None:
    assert words(f"<p>{ANA}</p>") == ANA
    assert lines(f"<p>{ANA}</p>") == ANA
    assert words_of(ANA) == ANA
    assert words("<p>a</p><x-unknown>b</x-unknown>") == "a b"


def test_what_is_never_shown_is_no_text() -> None:
    assert words("<title>Newsletter 7</title><p>Hello</p>") == "Hello"


def test_the_data_of_a_picture_is_no_text_and_what_follows_is_read() -> None:
    html = f'<img src="data:image/png;base64,{"QUJD" * 300_000}"><p>Here it is</p>'
    assert len(without_pictures(html)) < 100
    assert words(html) == "Here it is"


@given(st.text())
def test_text_is_read_and_written_exactly_as_typed(text: str) -> None:
    assert lines_of(text, "text") == text
    assert words_of(text, "text") == " ".join(text.split())
    typed = text.replace("\r\n", "\n").replace("\r", "\n")
    assert Shown(html_of_text(text)).text == typed


@given(st.text(alphabet="<>&;@/ \nxz17#'\""))
def test_text_without_tags_needs_no_type(text: str) -> None:
    if not is_html(text):
        assert lines_of(text) == text


@pytest.mark.parametrize(
    "piece", ["<", "<a", "&#", "&amp;", "<a@", "<http://", "<b ", "<!--", "&x"]
)
def test_deciding_takes_as_long_as_the_text_is(piece: str) -> None:
    assert is_linear(is_html, piece, 400_000)
    assert is_linear(words, piece, 400_000)
