"""Addresses in the forms in which people paste them: nothing in a name ends them early."""

from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.assets.addresses import (
    FORMS,
    Addressed,
    absolute,
    addresses,
    alt_of,
    encoded,
)

PHOTO = Addressed(
    "media/summer-sale_2.webp",
    "https://cdn.example/1/assets/media/summer-sale_2.webp",
    1200,
    800,
    "https://cdn.example/1/assets/media/summer-sale_2.webp 1200w",
)


def test_each_form_is_ready_to_paste() -> None:
    src = PHOTO.src
    assert addresses("url", [PHOTO]) == src
    assert addresses("css", [PHOTO]) == f'url("{src}")'
    assert addresses("markdown", [PHOTO]) == f"![Summer sale 2]({src})"
    assert addresses("img", [PHOTO]) == (
        f'<img src="{src}" srcset="{src} 1200w" width="1200" height="800" alt="Summer sale 2">'
    )


def test_what_is_no_picture_gets_what_fits_it() -> None:
    film = Addressed("intro.mp4", "https://cdn.example/intro.mp4")
    style = Addressed("a & b.css", "https://cdn.example/a%20&%20b.css")
    assert (
        addresses("img", [film]) == '<video src="https://cdn.example/intro.mp4" controls></video>'
    )
    assert (
        addresses("img", [style])
        == '<a href="https://cdn.example/a%20&amp;%20b.css">a &amp; b.css</a>'
    )
    assert addresses("markdown", [style]) == "[a & b.css](https://cdn.example/a%20&%20b.css)"


def test_a_line_for_each_and_none_for_what_has_no_address() -> None:
    assert addresses("url", [PHOTO, Addressed("gone.png", ""), PHOTO]).count("\n") == 1


@pytest.mark.parametrize(
    ("address", "whole"),
    [
        ("/cdn/1/grün und gelb.png", "/cdn/1/gr%C3%BCn%20und%20gelb.png"),
        ("/cdn/1/a%20b.png", "/cdn/1/a%20b.png"),
        ("/cdn/1/100%.png", "/cdn/1/100%25.png"),
        ('/cdn/1/a"b<c>.png', "/cdn/1/a%22b%3Cc%3E.png"),
        ("https://x.example/a.png?v=1 2", "https://x.example/a.png?v=1%202"),
    ],
)
def test_an_address_is_encoded_once(address: str, whole: str) -> None:
    assert encoded(address) == whole
    assert encoded(whole) == whole


def test_an_address_of_the_platforms_root_stands_for_itself() -> None:
    assert absolute("/cdn/1/a.png", "https://p.example/") == "https://p.example/cdn/1/a.png"
    assert absolute("https://c.example/a.png", "https://p.example") == "https://c.example/a.png"


@pytest.mark.parametrize(
    ("path", "words"),
    [("a/IMG_20-31.PNG", "IMG 20 31"), ("été.webp", "Été"), ("x", "X"), (".png", "Png")],
)
def test_a_picture_is_described_by_its_name(path: str, words: str) -> None:
    assert alt_of(path) == words


class Tags(HTMLParser):
    """What a browser makes of pasted html."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


names = st.text(st.characters(exclude_characters="/\x00", exclude_categories=("Cs",)), min_size=1)


@given(names)
def test_no_name_ends_an_address_early(name: str) -> None:
    path = f"media/{name}.png"
    file = Addressed(path, f"https://cdn.example/1/{name}.png")
    tags = Tags()
    tags.feed(addresses("img", [file]))
    assert [tag for tag, _ in tags.found] == ["img"]
    assert tags.found[0][1]["src"] == addresses("url", [file])
    for form, _ in FORMS:
        assert "\n" not in addresses(form, [file])
    css = addresses("css", [file])
    assert css.startswith('url("')
    assert css.endswith('")')
    assert not set('"\\()\n') & set(css[5:-2])
    marked = addresses("markdown", [file])
    assert not set(" ()<>") & set(marked[marked.index("](") + 2 : -1])


@given(st.text(st.characters(categories=("L", "N")), min_size=1))
def test_an_encoded_path_is_the_same_path(name: str) -> None:
    assert unquote(urlsplit(encoded(f"https://x.example/{name}.png")).path) == f"/{name}.png"
