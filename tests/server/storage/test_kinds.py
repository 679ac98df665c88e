"""What a file is, judged by its content (document: Limits, allowed types; quirk 37)."""

import io
import json

import pytest
from file_samples import ALLOWED, REFUSED, SVG, gif, jpeg, png, webp
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.file_kinds import ENDINGS, kind_of
from funneldesk.contract.files import LARGEST_FILE
from funneldesk.server.storage.images import LARGEST_SIDE, MOST_READ, image_size
from funneldesk.server.storage.uploads import NotAccepted, judge


class Sent:
    """A file as a form brings it."""

    def __init__(self, filename: str | None, content: bytes) -> None:
        self.filename = filename
        self.file = io.BytesIO(content)


@pytest.mark.parametrize("name", ALLOWED)
def test_every_listed_type_is_known_by_its_content(name: str) -> None:
    kind, content = ALLOWED[name]
    assert kind_of(io.BytesIO(content), name) == kind
    assert judge(Sent(name, content)).kind == kind


@pytest.mark.parametrize("name", REFUSED)
def test_other_types_are_named_and_refused(name: str) -> None:
    kind, content = REFUSED[name]
    for spelling in (name, "a.png", "a.css"):
        if kind == "text/plain" and spelling == "a.css":
            continue  # words may be a stylesheet: texts are told apart by their names
        with pytest.raises(NotAccepted, match=kind):
            judge(Sent(spelling, content))


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.css", png()), ("a.png", gif()), ("a.jpg", SVG), ("a.exe", png()), ("a.svg", b"a{}")],
)
def test_a_name_must_not_contradict_the_content(name: str, content: bytes) -> None:
    with pytest.raises(NotAccepted):
        judge(Sent(name, content))


def test_html_is_no_script_whatever_its_name() -> None:
    for content in (b"  <html>", b"\xef\xbb\xbf<!DOCTYPE html>", b"<!-- x --><script>1</script>"):
        with pytest.raises(NotAccepted, match="text/html"):
            judge(Sent("a.js", content))


def test_text_must_be_text_to_its_end() -> None:
    late = b"a{}" * 100_000
    assert judge(Sent("a.css", late)).kind == "text/css"
    for broken in (late + b"\xff", late + b"\0", b"\0" + late):
        with pytest.raises(NotAccepted, match="octet-stream"):
            judge(Sent("a.css", broken))


def test_json_must_be_json() -> None:
    deep = b"[" * 200_000 + b"]" * 200_000
    for content in (b"{", b"", b"NaN", deep, b'{"a": 1} x'):
        with pytest.raises(NotAccepted, match="text/plain"):
            judge(Sent("a.json", content))
    assert judge(Sent("a.json", json.dumps([1]).encode())).size == 3


def test_a_name_without_an_ending_gets_the_one_of_its_content() -> None:
    assert judge(Sent("photo.jpeg", jpeg()), "hero").name == "hero.jpeg"
    assert judge(Sent("photo", jpeg())).name == "photo.jpg"
    assert judge(Sent("style.css", b"a{}"), "main").name == "main.css"


def test_a_name_may_come_with_a_way_that_is_dropped() -> None:
    assert judge(Sent("C:\\pictures\\a.png", png())).name == "a.png"
    assert judge(Sent("../../a.png", png())).name == "a.png"
    for name in ("", None, "..", "a\0.png", ".png", "con.png"):
        with pytest.raises(NotAccepted):
            judge(Sent(name, png()))


def test_a_file_may_have_ten_megabytes_and_no_more() -> None:
    """Document: Limits, bulk upload; quirk 35."""
    assert judge(Sent("a.css", b"a" * LARGEST_FILE)).size == LARGEST_FILE
    with pytest.raises(NotAccepted, match="10 MB"):
        judge(Sent("a.css", b"a" * (LARGEST_FILE + 1)))


@pytest.mark.parametrize("make", [png, gif, jpeg, webp])
def test_pictures_tell_their_size(make: object) -> None:
    content = make(640, 480)  # type: ignore[operator]
    kind = kind_of(io.BytesIO(content), "a")
    assert image_size(io.BytesIO(content), kind) == (640, 480)


def test_vector_pictures_and_others_have_no_size() -> None:
    """Quirk 37."""
    assert image_size(io.BytesIO(SVG), "image/svg+xml") is None
    assert image_size(io.BytesIO(b"a{}"), "text/css") is None


def test_a_bomb_is_not_unfolded_nor_believed() -> None:
    huge = png(1, 1)[:16] + (LARGEST_SIDE + 1).to_bytes(4) * 2 + png(1, 1)[24:]
    assert image_size(io.BytesIO(huge), "image/png") is None
    endless = b"\xff\xd8" + b"\xff\xe0\0\2" * (MOST_READ // 2)
    assert image_size(io.BytesIO(endless), "image/jpeg") is None


@given(st.binary(max_size=300), st.sampled_from(["a.css", "a.js", "a.json", "a", "a.png"]))
def test_any_bytes_are_some_kind(content: bytes, name: str) -> None:
    kind = kind_of(io.BytesIO(content), name)
    assert "/" in kind
    size = image_size(io.BytesIO(content), kind)
    assert size is None or min(size) > 0


def test_the_allowed_types_are_those_of_the_document() -> None:
    listed = {
        *("video/mp4", "video/webm", "video/quicktime"),
        *("font/ttf", "font/woff", "font/woff2", "font/otf"),
        *("text/css", "text/javascript", "application/json"),
    }
    assert {kind for kind in ENDINGS if not kind.startswith("image/")} == listed
