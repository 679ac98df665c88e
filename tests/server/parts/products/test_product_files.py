"""Files of products: uploads, what is derived from them, what stays inside (document: Product)."""

import hashlib
import io
import itertools
import json
import struct
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from platform_process import BrandApi, TestBrand

from funneldesk.contract.products import FILE_KINDS
from funneldesk.server.parts.products.kinds import extension_of, file_kind
from funneldesk.server.parts.products.paginator import page_numbers, paginated
from funneldesk.server.parts.products.rules import copy_title
from funneldesk.server.parts.products.tables import ProductFileRow
from funneldesk.server.web.listing import Paging

REQUIRED = {
    "code": "HP-1",
    "title": "Whole beans",
    "price": "14.5",
    "type": "digital",
    "classification": "main",
}


def png(width: int = 3, height: int = 2) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + check

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\0" * 3 * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def upload(name: str = "beans.png", content: bytes | None = None) -> Any:
    return name, io.BytesIO(png() if content is None else content), "image/png"


def create(api: BrandApi, files: Any = None, **fields: Any) -> dict[str, Any]:
    body = {**REQUIRED, **fields}
    answer = api.post("/products", **({"data": body, "files": files} if files else {"json": body}))
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


def test_quirk_38_an_image_comes_as_an_upload(brand: TestBrand) -> None:
    api = brand.api()
    made = create(api, {"image": upload()})
    assert made["image"] == made["image_link"]
    assert made["image"].startswith(f"{brand.base_url}/cdn/{brand.id}/assets/products/beans-")
    shown = brand.client("").get(made["image"])
    assert (shown.status_code, shown.content) == (200, png())
    path = f"/products/{made['id']}"
    other = api.post(path, files={"image": upload("other.png", png(9, 9))}, data={"title": "New"})
    assert (other.status_code, other.json()["title"]) == (200, "New")
    read = api.get(path).json()
    assert "/other-" in read["image"]
    assert api.put(path, json={"title": "Same"}).status_code == 200
    assert api.get(path).json()["image"] == read["image"]
    assert api.get("/products").json()["data"][0]["image"] == read["image"]
    refused(api.put(path, json={"image": read["image"]}), "image")
    assert api.put(path, json={"image": ""}).status_code == 200
    assert api.get(path).json()["image"] is None


def test_quirk_36_product_files_lie_in_the_protected_folder(brand: TestBrand) -> None:
    api = brand.api()
    made = create(api, {"image": upload()})
    stored = made["image"].partition("/assets/")[2]
    answer = api.post("/file-manager/delete-file", json={"path": stored, "file_path": stored})
    assert answer.status_code != 200
    assert brand.client("").get(made["image"]).status_code == 200


@pytest.mark.parametrize(
    ("name", "content"),
    [("evil.png", b"<html><script>"), ("a.exe", b"MZ\x90\0"), ("beans.jpg", png()), ("", b"")],
)
def test_an_image_is_judged_by_its_content(api: BrandApi, name: str, content: bytes) -> None:
    """Limits: allowed upload types."""
    files = {"image": upload(name or "empty.png", content)}
    refused(api.post("/products", data=REQUIRED, files=files), "image")
    assert api.get("/products").json()["total"] == 0


def test_fields_of_a_form_are_read_as_those_of_json(api: BrandApi) -> None:
    form = {
        **REQUIRED,
        "is_subscription": "1",
        "subscription_frequency": "2",
        "custom_attributes[0][key]": "lot",
        "custom_attributes[0][value]": "7",
        "merchant_product_ids[cais]": "cp_1",
        "product_files[0][file]": "https://a.example/guide.PDF?x=1",
        "product_files[0][title]": "Guide",
    }
    made = api.post("/products", data=form, files={"image": upload()}).json()
    assert (made["price"], made["is_subscription"], made["subscription_frequency"]) == (
        *(14.5, True, 2),
    )
    assert made["custom_attributes"] == [{"key": "lot", "value": "7"}]
    assert made["merchant_product_ids"] == {"cais": "cp_1"}
    assert [(one["title"], one["kind"]) for one in made["product_files"]] == [("Guide", "document")]


def test_a_row_of_files_as_the_document_has_it(api: BrandApi) -> None:
    """Product: product_files row; metadata has four keys only."""
    rows = [
        {
            "purpose": "digital",
            "title": "Almanac",
            "description": "A year",
            "image": "https://a.example/t.png",
            "file": "https://a.example/almanac.Epub#top",
            "kind": "video",
            "metadata": {"mime_type": "application/epub+zip", "size": "12", "storage": "secret"},
            "storage_path": "../../etc",
        },
        {"purpose": "bonus", "file": "https://a.example/talk", "metadata": {"extension": ".MP3"}},
        {"purpose": "digital", "file": "/cdn/1/assets/a.zip", "is_primary": True},
    ]
    made = create(api, product_files=rows)
    first, third, second = made["product_files"]
    assert first == {
        "purpose": "digital",
        "title": "Almanac",
        "description": "A year",
        "image": "https://a.example/t.png",
        "file": "https://a.example/almanac.Epub#top",
        "kind": "document",
        "is_primary": False,
        "sort_order": 0,
        "metadata": {
            "mime_type": "application/epub+zip",
            "size": 12,
            "checksum": None,
            "extension": "epub",
        },
    }
    assert (second["purpose"], second["kind"], second["is_primary"]) == ("bonus", "audio", True)
    assert (second["metadata"]["extension"], second["metadata"]["size"]) == ("mp3", None)
    assert (third["kind"], third["is_primary"]) == ("archive", True)


def test_a_list_of_files_replaces_the_one_before(brand: TestBrand) -> None:
    api = brand.api()
    form = {"product_files[0][title]": "Poster", "product_files[0][purpose]": "bonus"}
    made = create(api, {"product_files[0][file]": upload("poster.png")}, **form)
    (poster,) = made["product_files"]
    assert (poster["title"], poster["kind"], poster["is_primary"]) == ("Poster", "image", True)
    assert poster["metadata"] == {
        "mime_type": "image/png",
        "size": len(png()),
        "checksum": hashlib.sha256(png()).hexdigest(),
        "extension": "png",
    }
    assert "storage" not in json.dumps(made)
    path = f"/products/{made['id']}"
    guide = {"file": "https://a.example/guide.pdf"}
    api.put(path, json={"product_files": [guide, poster]})
    read = api.get(path).json()["product_files"]
    assert [one["metadata"]["extension"] for one in read] == ["pdf", "png"]
    with brand.database.reading() as session:
        rows = {
            row.extension: row for row in session.query(ProductFileRow) if row.brand_id == brand.id
        }
    assert rows["png"].file.startswith(f"/cdn/{brand.id}/assets/products/")
    assert rows["png"].storage_path == rows["png"].file.partition("/assets/")[2]
    assert rows["pdf"].storage_path is None
    api.put(path, json={"title": "Same files"})
    assert len(api.get(path).json()["product_files"]) == 2
    api.put(path, json={"product_files": []})
    assert api.get(path).json()["product_files"] == []


def test_one_file_of_a_purpose_is_the_primary_one(api: BrandApi) -> None:
    file = {"file": "https://a.example/a.pdf"}
    rows = [{**file, "sort_order": 5}, {**file, "sort_order": 1}, {**file, "purpose": "bonus"}]
    made = create(api, product_files=rows)
    found = [
        (one["purpose"], one["sort_order"], one["is_primary"]) for one in made["product_files"]
    ]
    assert found == [("digital", 1, True), ("digital", 5, False), ("bonus", 2, True)]
    twice = {"product_files": [{**file, "is_primary": 1}, {**file, "is_primary": 1}]}
    path = f"/products/{made['id']}"
    refused(api.put(path, json=twice), "product_files.1.is_primary")
    assert len(api.get(path).json()["product_files"]) == 3


def test_an_upload_that_is_refused_changes_nothing(api: BrandApi) -> None:
    made = create(api)
    files = {"product_files[0][file]": upload("a.png", b"no image")}
    answer = api.post(f"/products/{made['id']}", data={"title": "New"}, files=files)
    refused(answer, "product_files.0.file")
    assert api.get(f"/products/{made['id']}").json() == made


@pytest.mark.parametrize(
    ("extension", "mime_type", "kind"),
    [
        ("mp3", None, "audio"),
        ("mp3", "video/mp4", "video"),
        ("", "application/pdf; charset=x", "document"),
        ("zip", None, "archive"),
        ("", "application/x-7z-compressed", "archive"),
        ("docx", "application/octet-stream", "document"),
        ("png", "", "image"),
        ("", "text/plain", "document"),
        ("exe", "application/x-msdownload", "file"),
        ("", None, "file"),
    ],
)
def test_the_kind_of_a_file(extension: str, mime_type: str | None, kind: str) -> None:
    assert file_kind(extension, mime_type) == kind


@given(st.text(), st.none() | st.text())
def test_every_file_has_a_kind(extension: str, mime_type: str | None) -> None:
    assert file_kind(extension, mime_type) in FILE_KINDS


@given(st.text())
def test_an_extension_is_lower_case_without_a_dot(address: str) -> None:
    found = extension_of(address)
    assert found == found.lower()
    assert "." not in found


@pytest.mark.parametrize(
    ("address", "extension"),
    [
        ("https://a.example/b.PDF?x=.exe", "pdf"),
        ("https://a.example/b.tar.gz", "gz"),
        ("https://a.example/", ""),
        ("https://a.example/b%2Epng", "png"),
        ("https://[", ""),
        ("/cdn/1/assets/.hidden", "hidden"),
        ("file", ""),
    ],
)
def test_the_extension_of_an_address(address: str, extension: str) -> None:
    assert extension_of(address) == extension


@given(st.integers(1, 60), st.data())
def test_page_numbers_are_in_order_and_hold_the_ends(last: int, data: st.DataObject) -> None:
    page = data.draw(st.integers(1, last))
    numbers = page_numbers(page, last)
    known = [number for number in numbers if number]
    assert known == sorted(set(known))
    assert {1, page, last} <= set(known)
    assert len(numbers) <= 13
    for before, after in itertools.pairwise(numbers):
        assert before is None or after is None or after == before + 1
    assert (None in numbers) == (len(known) < last)


def test_links_of_many_pages_leave_some_out() -> None:
    answer = paginated("http://x/products", Paging(10, 25), 500, [1])
    labels = [link["label"] for link in answer["links"]]
    numbers = ["1", "2", "...", "7", "8", "9", "10", "11", "12", "13", "...", "19", "20"]
    assert labels == ["« Previous", *numbers, "Next »"]
    assert answer["prev_page_url"] == "http://x/products?per_page=25&page=9"


def test_a_copys_title_has_its_limit() -> None:
    assert len(copy_title("x" * 255)) == 255
