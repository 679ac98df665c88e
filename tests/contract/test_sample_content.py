"""The sample brands: what a first visitor of the program sees must be whole and believable."""

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from funneldesk.contract.brands import Brand
from funneldesk.contract.markup import Block, scan, weights_problem
from funneldesk.contract.pages import STATUSES, TEMPLATE_TYPES, Page
from funneldesk.resources import resource

SAMPLE = resource("sample")
FILE_KEYS = {"title", "html", "css", "updated_hours_ago"}
PAGE_FIELDS = set(Page.model_fields) - {"id", "name", "brand_id", "created_at", "updated_at"}
BOOLEANS = {name for name, field in Page.model_fields.items() if field.annotation is bool}
TYPES = {*TEMPLATE_TYPES, "landing", "thankyou"}
AWKWARD = (2, "add-strength")
TESTS = {
    (1, "summer-bundle"): ["headline", "bundle price"],
    (1, "upsell-grinder"): ["upsell headline"],
    (1, "subscribe"): ["hero promise", "plan prices", "closing button"],
    (1, "checkout"): ["pay button"],
    (1, "which-coffee"): ["quiz question"],
    (1, "almanac"): ["almanac headline"],
    (2, "ten-weeks"): ["story headline"],
    (2, "find-your-plan"): ["quiz hero"],
    (2, "pacing-class"): ["class title"],
    (2, "join"): ["hero block", "price frame"],
    (2, "add-strength"): ["strength offer"],
    (2, "route-atlas"): ["atlas hero"],
}


class Sheet(HTMLParser):
    """Collects what a page asks a browser to do: elements, attributes, and what loads."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def having(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of every element of that name."""
        return [attributes for name, attributes in self.elements if name == tag]


@cache
def brands() -> list[dict[str, Any]]:
    """The brands of the manifest, in order."""
    found: list[dict[str, Any]] = json.loads((SAMPLE / "brands.json").read_text("utf-8"))
    return found


@cache
def pages() -> dict[tuple[int, str], dict[str, Any]]:
    """Every page's entry in its brand's manifest, by brand number and slug, in order."""
    return {
        (brand["id"], entry["slug"]): entry
        for brand in brands()
        for entry in json.loads((folder(brand["id"]) / "pages.json").read_text("utf-8"))
    }


def folder(brand: int) -> Path:
    """The folder that holds the content of a brand."""
    name: str = next(b["folder"] for b in brands() if b["id"] == brand)
    return SAMPLE / name


@cache
def source(brand: int, file: str) -> str:
    """The text of a page's file, every character as stored."""
    return (folder(brand) / "pages" / file).read_bytes().decode("utf-8")


def html(key: tuple[int, str]) -> str:
    return source(key[0], pages()[key]["html"])


def texts(key: tuple[int, str]) -> list[str]:
    """The html of a page, its stylesheet, and the code that its settings carry."""
    entry = pages()[key]
    settings = [entry.get(name, "") for name in ("custom_javascript", "custom_header_code")]
    return [html(key), *([source(key[0], entry["css"])] if "css" in entry else []), *settings]


def shown(block: Block) -> list[tuple[str, float | None]]:
    return [(variant.name, variant.weight) for variant in block.variants]


EVERY_PAGE = pytest.mark.parametrize("key", list(pages()), ids=lambda key: f"{key[0]}-{key[1]}")


def test_brands_are_described_in_the_documents_fields() -> None:
    for brand in brands():
        assert set(brand) - {"folder"} <= set(Brand.model_fields)
    assert [brand["name"] for brand in brands()] == ["Harbor & Pine", "Tenth Mile"]
    assert len({brand["currency"] for brand in brands()}) == 2


@EVERY_PAGE
def test_a_page_is_described_in_the_documents_fields(key: tuple[int, str]) -> None:
    entry = pages()[key]
    assert set(entry) <= PAGE_FIELDS | FILE_KEYS
    assert {type(entry[name]) for name in BOOLEANS & set(entry)} <= {bool}
    assert entry["title"].strip()
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry["slug"])
    assert entry["status"] in STATUSES
    assert entry["type"] in TYPES
    assert ("password" in entry) == entry.get("requires_password", False)


def test_every_file_of_the_manifests_is_there_and_no_other() -> None:
    for brand in brands():
        entries = [entry for key, entry in pages().items() if key[0] == brand["id"]]
        named = {entry[kind] for entry in entries for kind in ("html", "css") if kind in entry}
        assert named == {path.name for path in (folder(brand["id"]) / "pages").iterdir()}


def test_a_brand_has_pages_of_many_kinds_in_a_believable_order() -> None:
    for brand, at_least in ((1, 10), (2, 9)):
        entries = [entry for key, entry in pages().items() if key[0] == brand]
        ages = [entry["updated_hours_ago"] for entry in entries]
        assert len(entries) >= at_least
        assert ages == sorted(ages)
        assert {entry["status"] for entry in entries} == set(STATUSES)
        assert {entry["type"] for entry in entries} == TYPES
        assert sum(entry.get("is_index", False) for entry in entries) == 1
        assert any(entry.get("requires_password") for entry in entries)
        assert any(entry.get("is_upsell_page") for entry in entries)
        assert any(entry.get("custom_javascript") for entry in entries)
    assert next(iter(pages())) == (1, "summer-bundle")


def test_pages_carry_the_split_tests_that_the_guides_speak_of() -> None:
    found = {key: [block.name for block in scan(html(key))] for key in pages()}
    assert {key: names for key, names in found.items() if names} == TESTS
    for brand in brands():
        assert sum(key[0] == brand["id"] for key in TESTS) >= 5
    assert shown(scan(html((1, "summer-bundle")))[0]) == [("calm", 70.0), ("bold", 30.0)]


def test_weights_make_100_but_on_the_awkward_page() -> None:
    troubled = {key for key in TESTS for block in scan(html(key)) if weights_problem(block)}
    assert troubled == {AWKWARD}


def test_the_awkward_page_is_awkward() -> None:
    text = html(AWKWARD)
    (block,) = scan(text)
    assert shown(block) == [("minutes", 55.0), ("price first", None), ("knees", 30.0)]
    assert len(re.findall("<inline-split-test", text, re.IGNORECASE)) > 5
    assert re.search(r"<!--(?:(?!-->).)*<inline-split-test", text)
    assert re.search(r"<textarea[^>]*>[^<]*<inline-split-test", text)
    assert "<INLINE-SPLIT-TEST\n" in text
    assert "<tm-minutes" in text[block.start : block.end]


@EVERY_PAGE
def test_stored_source_never_carries_a_visitors_wrapper(key: tuple[int, str]) -> None:
    """Quirk 28."""
    assert not re.search(r"data-[sc]id\b", html(key), re.IGNORECASE)


@EVERY_PAGE
def test_nothing_is_loaded_from_outside(key: tuple[int, str]) -> None:
    for text in texts(key):
        assert not re.search(r"(?i)https?:|@import|(?:src|srcset)\s*=\s*[\"']?//", text)
        assert all(
            place.startswith(f"/cdn/{key[0]}/assets/")
            for place in re.findall(r"url\(\s*[\"']?([^\"')]+)", text)
        )
    sheet = Sheet(html(key))
    assert not {name for name, _ in sheet.elements} & {"iframe", "object", "embed", "base"}
    for attributes in [*sheet.having("img"), *sheet.having("script"), *sheet.having("link")]:
        place = attributes.get("src") or attributes.get("href")
        assert place is None or place.startswith(f"/cdn/{key[0]}/assets/")


def test_every_asset_of_a_page_is_there() -> None:
    """What lies outside ``img`` is for looking around in the files: no page needs it."""
    for brand in brands():
        number = brand["id"]
        used = {
            place
            for key in pages()
            if key[0] == number
            for text in texts(key)
            for place in re.findall(rf"/cdn/{number}/assets/([\w./-]+)", text)
        }
        assets = folder(number) / "assets"
        there = {p.relative_to(assets).as_posix() for p in assets.rglob("*") if p.is_file()}
        assert used <= there
        assert not [path for path in there - used if path.startswith("img/")]


@pytest.mark.parametrize("path", sorted(SAMPLE.rglob("*.svg")), ids=lambda path: path.stem)
def test_artwork_is_inert(path: Path) -> None:
    drawing = path.read_text("utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"(?i)<script|<foreignObject|\son\w+\s*=|https?:|href\s*=", drawing)


@EVERY_PAGE
def test_links_and_forms_lead_to_pages_of_the_same_brand(key: tuple[int, str]) -> None:
    sheet = Sheet(html(key))
    anchors = {a.get("id") or a.get("name") for _, a in sheet.elements}
    targets = [a["href"] for a in sheet.having("a") if "href" in a]
    targets += [form["action"] for form in sheet.having("form")]
    for target in targets:
        assert target
        if target.startswith("#"):
            assert target[1:] in anchors
        elif not target.startswith("mailto:"):
            assert (key[0], target) in pages()


@EVERY_PAGE
def test_every_field_of_a_form_has_a_label(key: tuple[int, str]) -> None:
    text = html(key)
    labels = re.findall(r"(?is)<label\b.*?</label>", text)
    inside = "".join(labels)
    named = set(re.findall(r"(?i)<label[^>]*\bfor=[\"']?([\w-]+)", text))
    for tag in ("input", "select", "textarea"):
        for field in Sheet(text).having(tag):
            if field.get("type") == "hidden":
                continue
            assert field.get("id") in named or f"name={field['name']}" in inside.replace('"', "")


def test_pictures_are_described_but_for_three_that_the_problems_list_finds() -> None:
    missing = [
        (key, image["src"].rsplit("/", 1)[1])
        for key in pages()
        for image in Sheet(html(key)).having("img")
        if "alt" not in image and image["src"]
    ]
    assert missing == [
        ((1, "summer-bundle"), "hero.jpg"),
        ((1, "old-home"), "harbor.svg"),
        ((2, "start-here"), "mark.svg"),
    ]


@EVERY_PAGE
def test_copy_is_finished(key: tuple[int, str]) -> None:
    for text in texts(key):
        assert not re.search(r"(?i)\blorem\b|\bipsum\b|\btodo\b|\btbd\b|@@|placeholder text", text)


def test_both_whole_documents_and_fragments_are_stored() -> None:
    whole = {"<html" in html(key).lower() for key in pages()}
    assert whole == {True, False}
    assert sum("css" in entry for entry in pages().values()) >= 3


def test_custom_javascript_keeps_to_the_documents_rule() -> None:
    """Quirk 25: script tags, comments and noscript only."""
    for entry in pages().values():
        elements = {name for name, _ in Sheet(entry.get("custom_javascript", "")).elements}
        assert elements <= {"script", "noscript"}


def test_one_page_is_large_and_one_is_a_single_line_of_a_megabyte() -> None:
    almanac = html((1, "almanac")).encode()
    atlas = html((2, "route-atlas")).encode()
    assert 190_000 <= len(almanac) <= 215_000
    assert 1_000_000 <= len(atlas) <= 1_100_000
    assert not re.search(rb"[\r\n]", atlas)


@pytest.mark.parametrize("large", [(1, "almanac"), (2, "route-atlas")])
def test_the_large_pages_do_not_read_as_a_loop(large: tuple[int, str]) -> None:
    cards = re.findall(r"(?s)<article\b.*?</article>", html(large))
    said = [
        re.sub(r"<[^>]*>", "", text) for card in cards for text in re.findall(r"<p>.*?</p>", card)
    ]
    assert len(said) >= 360
    assert len(set(said)) == len(said)


def test_awkward_characters_and_line_ends_are_kept() -> None:
    old = (folder(1) / "pages" / "old-home.html").read_bytes()
    assert old.count(b"\n") == old.count(b"\r\n") > 50
    assert old.count(b"\r") == old.count(b"\r\n")
    listing = html((1, "partners"))
    assert re.findall(r"[^\r]\r[^\n]", listing[listing.index("<pre>") : listing.index("</pre>")])
    assert "\r\n" not in listing
    assert "\u2028" in html((1, "which-coffee"))
    assert "\u00a0" in html((1, "subscribe"))
    assert "☕" in html((1, "thanks"))
    assert re.search("[\u0590-\u05ff]", html((2, "bring-a-friend")))


def test_git_never_touches_the_bytes() -> None:
    rules = (SAMPLE / ".gitattributes").read_text("utf-8").splitlines()
    assert "*.html -text" in rules


def test_the_whole_sample_stays_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLE.rglob("*") if path.is_file()) < 4_000_000
