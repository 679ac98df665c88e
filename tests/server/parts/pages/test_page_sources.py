"""Html and css come back byte for byte (quirk 27)."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from platform_process import BrandApi

AWKWARD = {
    "windows line ends": "<p>\r\n</p>\r\n",
    "lone carriage returns": "a\rb\r\r\nc",
    "separators": "a\N{NO-BREAK SPACE}b\u2028c\u2029d\x85e\x0b\x0c",
    "byte order mark": "\ufeff<p>",
    "spaces at the ends": "  \n <p> \t\n",
    "emoji and joiners": "👩‍👩‍👧 \U0010ffff e\u0301 é ﬁ",
    "directions": "\u202eabc\u202c \u200f",
    "controls": "".join(map(chr, range(1, 32))) + "\x7f",
    "entities": "&amp; &lt; &#13; \\u0000 \\n %00",
    "split test": "<Inline-Split-Test\n name='a'><variant weight=50 name=x>1</variant>",
}


def stored(api: BrandApi, html: str, css: str) -> tuple[str, str]:
    """What comes back after a create."""
    created = api.post("/pages", json={"title": "x", "html": html, "css": css})
    assert created.status_code == 200, created.text
    read = api.get(f"/pages/{created.json()['page']['id']}").json()
    return read["html"], read["css"]


@pytest.mark.parametrize("text", AWKWARD.values(), ids=AWKWARD)
def test_quirk_27_awkward_text_is_kept(api: BrandApi, text: str) -> None:
    assert stored(api, text, text) == (text, text)


@pytest.fixture
def page(api: BrandApi) -> str:
    """The path of a page."""
    created = api.post("/pages", json={"title": "x"}).json()
    return f"/pages/{created['page']['id']}"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1),
    ascii_only=st.booleans(),
)
def test_quirk_27_any_text_is_kept(api: BrandApi, page: str, text: str, ascii_only: bool) -> None:
    content = json.dumps({"title": "x", "html": text, "css": text}, ensure_ascii=ascii_only)
    headers = {"Content-Type": "application/json"}
    answer = api.put(page, content=content.encode(), headers=headers)
    assert answer.status_code == 200, answer.text
    for body in (answer.json(), api.get(page).json()):
        assert (body["html"], body["css"]) == (text, text)


def test_megabytes_are_kept(api: BrandApi) -> None:
    html = "<p>\r\n\N{NO-BREAK SPACE}päge</p>" * 200_000
    assert stored(api, html, "p{}")[0] == html


def test_quirk_27_html_left_out_stays(api: BrandApi, page: str) -> None:
    html = AWKWARD["split test"]
    api.put(page, json={"title": "x", "html": html})
    answer = api.put(page, json={"title": "y", "css": "p{}"})
    assert answer.json()["html"] == html
    assert api.get(page).json()["html"] == html
