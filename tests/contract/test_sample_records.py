"""What lives in the sample brands: every name leads somewhere, and every text is finished."""

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from funneldesk.contract.automations import Automation
from funneldesk.contract.blogs import Blog
from funneldesk.contract.collections import Collection
from funneldesk.contract.component_references import references
from funneldesk.contract.courses import Course
from funneldesk.contract.crm import CrmEntity
from funneldesk.contract.products import Product
from funneldesk.resources import resource

SAMPLE = resource("sample")
BRANDS = ("harbor-pine", "tenth-mile")
FOLDERS = pytest.mark.parametrize("folder", BRANDS)
CLASSES = {"main", "upsell", "downsell", "bump", "bonus"}
LANGUAGES = {"en", "pt", "es", "fr", "de", "it", "nl", "he", "ar", "ja"}


@cache
def _text(folder: str, name: str) -> str:
    return (SAMPLE / folder / "life" / f"{name}.json").read_text("utf-8")


def life(folder: str, name: str) -> Any:
    """A file of what lives in a brand."""
    return json.loads(_text(folder, name))


def slugs(folder: str) -> set[str]:
    """The pages of a brand."""
    pages = json.loads((SAMPLE / folder / "pages.json").read_text("utf-8"))
    return {page["slug"] for page in pages}


def codes(folder: str) -> dict[str, Any]:
    """The products of a brand by code."""
    return {product["code"]: product for product in life(folder, "products")}


def all_texts(value: Any) -> Iterator[str]:
    """Every text within a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from all_texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from all_texts(each)


@FOLDERS
def test_every_file_is_json_that_ends_with_a_line(folder: str) -> None:
    files = sorted((SAMPLE / folder / "life").glob("*.json"))
    assert len(files) >= 14
    for path in files:
        json.loads(path.read_text("utf-8"))


@FOLDERS
def test_records_are_written_in_the_documents_fields(folder: str) -> None:
    own = {"picture"}
    for product in life(folder, "products"):
        assert set(product) - own <= set(Product.model_fields), product["code"]
    wanted = {"name", "title", "slug"}
    for file, inner, record in (
        ("collections", "collection", Collection),
        ("crm", "entity", CrmEntity),
        ("courses", "course", Course),
        ("blogs", "blog", Blog),
    ):
        for each in life(folder, file):
            assert set(each[inner]) <= set(record.model_fields), each[inner]
            assert wanted & set(each[inner])
    assert {"title", "postback_code"} <= set(Automation.model_fields)


@FOLDERS
def test_traffic_leads_to_pages_and_products_that_exist(folder: str) -> None:
    traffic, pages, products = life(folder, "traffic"), slugs(folder), codes(folder)
    named = {page for source in traffic["sources"] for page in source["entry"]}
    named |= set(traffic["paths"]) | {to for ways in traffic["paths"].values() for to in ways}
    named |= {traffic[f"{word}_page"] for word in ("checkout", "upsell", "thanks")}
    named |= set(traffic["offers"]) | set(traffic["seconds"]) | set(traffic["video"])
    assert named <= pages
    offered = {code: "main" for rows in traffic["offers"].values() for code, _share in rows}
    for kind in ("bump", "upsell", "downsell"):
        offered |= {code: kind for code, _share in traffic[f"{kind}s"]}
    for code, kind in offered.items():
        assert products[code]["classification"] == kind
    for ways in traffic["paths"].values():
        assert sum(ways.values()) < 1


@FOLDERS
def test_funnels_tests_and_forms_name_what_exists(folder: str) -> None:
    pages, products = slugs(folder), codes(folder)
    forms = {each["collection"]["name"] for each in life(folder, "collections")}
    joined = [page for funnel in life(folder, "funnels") for page in funnel["pages"]]
    assert set(joined) <= pages
    assert len(joined) == len(set(joined)), "a page is in one funnel"
    for each in life(folder, "split_tests"):
        html = (SAMPLE / folder / "pages" / f"{each['page']}.html").read_text("utf-8")
        assert f'<inline-split-test name="{each["test"]}">' in html
        for variant in {*each["served"], *each["will"]}:
            assert f'<variant name="{variant}"' in html
    for each in life(folder, "automations"):
        assert each.get("collection") is None or each["collection"] in forms
    for each in life(folder, "quizzes"):
        assert each["page"] is None or each["page"] in pages
        places = range(len(each["screens"]))
        assert all(edge[0] in places and edge[1] in places for edge in each["edges"])
    for product in products.values():
        assert set(product.get("bonuses", ())) <= set(products)
        assert product["classification"] in CLASSES
    leads = life(folder, "traffic")["leads_at"].values()
    assert set(leads) <= {each["code"] for each in life(folder, "collections")}


def test_pages_hold_components_that_exist() -> None:
    there = {
        f"custom-{each['code']}" for each in life("harbor-pine", "components") if "code" in each
    }
    found = {
        reference.code
        for path in (SAMPLE / "harbor-pine" / "pages").glob("*.html")
        for reference in references(path.read_text("utf-8"))
    }
    assert found == {"custom-guarantee", "custom-roast-countdown"}
    assert found <= there


@FOLDERS
def test_retention_offers_name_merchants_and_products_that_exist(folder: str) -> None:
    merchants = {str(number) for number, _share in life(folder, "traffic")["merchants"]}
    found = life(folder, "retention")
    assert set(found) <= merchants
    for each in found.values():
        for offer in each["offers"]:
            code = offer.get("offer_product_code")
            assert code is None or codes(folder)[code]["is_subscription"]


def test_conversations_are_held_in_many_languages_and_moods() -> None:
    threads = life("harbor-pine", "tickets")["threads"]
    assert len(threads) >= 40
    assert {thread["language"] for thread in threads} == LANGUAGES
    assert {thread["mood"] for thread in threads} >= {"calm", "rude", "hostile", "spam"}
    assert sum(len(thread["thread"]) >= 3 for thread in threads) >= 12
    hostile = " ".join(all_texts([t for t in threads if t["mood"] == "hostile"]))
    for word in ("<script", "onerror=", "javascript:", "<iframe", "<form", "@import", "=cmd|"):
        assert word in hostile
    written = "".join(all_texts(threads))
    directions = {unicodedata.bidirectional(letter) for letter in written}
    assert {"R", "AL"} <= directions


def test_products_cover_what_a_shop_can_sell() -> None:
    products = codes("harbor-pine").values()
    assert {product["classification"] for product in products} == CLASSES
    assert {product["type"] for product in products} == {"physical", "digital"}
    assert {"week", "month", "day", "year"} == {
        product["subscription_frequency_unit"]
        for product in products
        if product.get("is_subscription")
    }
    assert any(product.get("subscription_trial_days") for product in products)
    assert any(product["price"] == 0 for product in products)
    assert max(len(product["title"]) for product in products) == 255
    assert any(product.get("product_files") for product in products)


def test_pictures_of_products_are_artwork_of_the_brand() -> None:
    for product in codes("harbor-pine").values():
        if "picture" in product:
            assert (SAMPLE / "harbor-pine" / "assets" / "img" / product["picture"]).is_file()


def test_awkward_records_are_there() -> None:
    texts = list(all_texts(life("harbor-pine", "awkward")))
    assert "" in texts
    assert max(map(len, texts)) > 10_000
    assert any(len(text) == 255 for text in texts)
    assert any("\u202e" in text or "\u200f" in text for text in texts)
    currencies = {order.get("currency") for order in life("harbor-pine", "awkward")["orders"]}
    assert {"JPY", "HUF"} <= currencies


@FOLDERS
def test_every_host_is_nobodys(folder: str) -> None:
    """Names end in ``.example``, so that no click and no look-up reaches anyone."""
    for path in sorted((SAMPLE / folder / "life").glob("*.json")):
        if path.stem == "traffic":
            continue
        for host in re.findall(r"https?://([^/\"\s;'\\)<]+)", path.read_text("utf-8")):
            assert host.endswith(".example"), (path.name, host)
        for host in re.findall(r"[\w.+-]@([\w.-]+)", path.read_text("utf-8")):
            assert host.endswith(".example") or host == "example.com", (path.name, host)


@FOLDERS
def test_texts_are_finished(folder: str) -> None:
    for path in sorted((SAMPLE / folder / "life").glob("*.json")):
        for text in all_texts(json.loads(path.read_text("utf-8"))):
            assert not re.search(r"(?i:\blorem\b|\bipsum\b)|\bTODO\b|\bTBD\b", text), path.name
            assert text.count("[[") == text.count("]]")


def test_the_samples_domains_stand_in_the_zone() -> None:
    zone = json.loads((SAMPLE / "dns-zone.json").read_text("utf-8"))
    for folder in BRANDS:
        domains = life(folder, "domains")
        for each in [*domains["domains"], *domains["tracking"]]:
            if each.get("dedicated_domain", True) and each["reaches"] != "pending-cname":
                assert "cname" in zone[each["domain"]], each
    assert "cname" not in zone["cafe-do-cais.example"]
