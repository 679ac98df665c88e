"""Messages of strangers: nothing of them runs, asks a server or hides; their text stays."""

from html.parser import HTMLParser
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.linear_time import is_linear

from funneldesk.desktop.kit.web.clean_html import (
    MOST_CHARACTERS,
    CleanHtml,
    clean_html,
    paragraphs,
)
from funneldesk.desktop.kit.web.quotes import fold_quotes

TEXT = "Where is my order?"
_HANDLERS = ("onerror", "onload", "onmouseover", "onfocus", "ontoggle", "onanimationend")
_CARRIERS = ("img src=x", "svg", "body", "details open", "input autofocus", "video", "a href=#")
_SCHEMES = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "&#106;avascript:alert(1)",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "funneldesk://editor/",
    "chrome://settings",
    "//evil.example/x",
)
_PLACES = (
    '<a href="{}">x</a>',
    '<img src="{}">',
    '<form action="{}"><input></form>',
    '<iframe src="{}"></iframe>',
    '<object data="{}"></object>',
    '<link rel=stylesheet href="{}">',
    '<base href="{}">',
    '<meta http-equiv=refresh content="0;url={}">',
)
_WHOLE = (
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<style>@import url(//evil.example/x.css)</style>",
    "<p style='background:url(//evil.example/x)'>x</p>",
    "<div style='position:fixed;top:0;left:0;width:100%;height:100%'>Sign in again</div>",
    "<svg><script>alert(1)</script></svg>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<img src=x onerror=alert(1)>]]>",
    "<template><img src=x onerror=alert(1)></template>",
    "<table background='//evil.example/x'><tr><td>x</td></tr></table>",
    "<img srcset='//evil.example/x 1x' src='https://evil.example/x'>",
    "<audio src='//evil.example/x' autoplay></audio>",
    "<video poster='//evil.example/x'></video>",
    "<input type=image src='//evil.example/x'>",
    "<button formaction='javascript:alert(1)'>x</button>",
    "<a href='https://evil.example' target=_top ping='//evil.example'>https://bank.example</a>",
    "<details open ontoggle=alert(1)><summary>x</summary></details>",
)
VECTORS = (
    *(f"<{carrier} {handler}=alert(1)>" for carrier, handler in product(_CARRIERS, _HANDLERS)),
    *(place.format(scheme) for place, scheme in product(_PLACES, _SCHEMES)),
    *_WHOLE,
    *(f"<b><i><p>{vector}" for vector in _WHOLE),
)
_TAGS = {
    *("a", "b", "blockquote", "br", "code", "dd", "del", "div", "dl", "dt", "em", "hr", "i"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "img", "ins", "li", "ol", "p", "pre", "q", "s"),
    *("small", "span", "strike", "strong", "sub", "sup", "u", "ul"),
    *("table", "tbody", "td", "tfoot", "th", "thead", "tr"),
}
_LINKS = ("http:", "https:", "mailto:", "tel:")
_ATTRIBUTES = {"href", "src", "alt", "rel", "colspan", "rowspan", "start"}


PIECES = st.sampled_from([*VECTORS, TEXT, "<p>", "</p>", "<blockquote>", '"', ">"])


class Read(HTMLParser):
    """What a browser would make of html: ``wrong`` is what must not be in it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _TAGS:
            self.wrong.append(tag)
        for name, value in attrs:
            address = "".join((value or "").split()).lower()
            asks = name == "src" and not address.startswith("data:image/")
            leads = name == "href" and ":" in address and not address.startswith(_LINKS)
            if name not in _ATTRIBUTES or asks or leads:
                self.wrong.append(f"{tag} {name}={value}")

    def handle_data(self, data: str) -> None:
        self.text += data


def test_there_are_enough_of_them() -> None:
    assert len(set(VECTORS)) >= 150


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


@given(st.lists(PIECES, max_size=6))
def test_mixed_and_cut_they_are_still_harmless(parts: list[str]) -> None:
    text = "".join(parts)
    for piece in (text, text[: len(text) // 2], text[::2]):
        cleaned = clean_html(piece).html
        assert Read(cleaned).wrong == []


@given(st.text(max_size=200))
def test_plain_text_is_shown_to_the_letter(text: str) -> None:
    shown = Read(paragraphs(text)).text
    assert "".join(shown.split()) == "".join(text.replace("\r", "").split())


def test_images_of_other_servers_are_counted_and_their_words_stay() -> None:
    cleaned = clean_html('<p>See <img src="https://t.example/a.gif" alt="a bag"> here</p>')
    remote = ("https://t.example/a.gif",)
    assert cleaned == CleanHtml("<p>See <span>a bag</span> here</p>", 1, remote=remote)
    own = '<p><img src="data:image/png;base64,AAAA" alt="x"></p>'
    assert clean_html(own) == CleanHtml(own, 0)


def test_lines_and_addresses_of_plain_text_are_kept() -> None:
    assert clean_html("Hi,\n\nsee https://a.example/x?a=1&b=2.\nAnn").html == (
        '<p>Hi,</p><p>see <a href="https://a.example/x?a=1&amp;b=2" rel="noopener noreferrer">'
        "https://a.example/x?a=1&amp;b=2</a>.<br>Ann</p>"
    )


def test_quoted_text_is_behind_a_line_that_unfolds_it() -> None:
    text = "<p>No</p><blockquote>Yes<blockquote>a</blockquote></blockquote>"
    folded = fold_quotes(clean_html(text).html)
    assert folded.count("<details>") == folded.count("</details>") == 2
    assert "<summary>Quoted text</summary>" in folded


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
