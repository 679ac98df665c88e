"""The shapes of 404 and 422 (document: Errors; quirk 21)."""

import pytest
from platform_process import TestBrand


def test_an_unknown_path_is_404(brand: TestBrand) -> None:
    for path in ("/nothing", "/pages/all/more", "/pages/", "/componentry"):
        answer = brand.api().get(path)
        assert answer.status_code == 404, path
        assert answer.json() == {"message": "not found"}


def test_a_method_that_a_path_does_not_take_is_405(brand: TestBrand) -> None:
    answer = brand.api().delete("")
    assert answer.status_code == 405
    assert "method" in answer.json()["message"]


@pytest.mark.parametrize("page", ["1", "0", "99999999999999999999999", "9223372036854775807"])
def test_a_missing_page_is_404_with_its_model(brand: TestBrand, page: str) -> None:
    api = brand.api()
    for method in ("GET", "PUT", "DELETE"):
        body = {"title": "x"} if method == "PUT" else None
        answer = api.request(method, f"/pages/{page}", json=body)
        assert answer.status_code == 404
        assert answer.json() == {"message": "no query results for the page model"}


def test_quirk_21_each_wrong_field_is_named(brand: TestBrand) -> None:
    body = {
        "title": 5,
        "status": "live",
        "domain_id": "seven",
        "is_index": "perhaps",
        "seo_title": "x" * 256,
        "html": ["<p>"],
        "redirect_url": "javascript:alert(1)",
        "type": "landing",
        "page_type": "builder",
    }
    answer = brand.api().post("/pages", json=body)
    assert answer.status_code == 422
    assert set(answer.json()) == {"errors"}
    errors = answer.json()["errors"]
    assert set(errors) == set(body)
    for name, messages in errors.items():
        assert isinstance(messages, list)
        assert messages
        assert all(message.endswith(".") for message in messages), name
    assert errors["title"] == ["The title field must be a string."]
    assert errors["seo_title"] == ["The seo_title field must not be longer than 255 characters."]
    assert "'published'" in errors["status"][0]


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"",
        b"[]",
        b'"title"',
        b"null",
        b"5",
        b'{"title": "\xff"}',
        b"[" * 100_000,
        b"nonsense",
    ],
)
def test_quirk_21_a_body_that_is_no_object_is_422(brand: TestBrand, content: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = brand.api().post("/pages", content=content, headers=headers)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["body"]
    assert brand.api().get("/pages/all").json() == {"data": []}


def test_a_body_of_another_kind_is_422(brand: TestBrand) -> None:
    answer = brand.api().post("/pages", data={"title": "A form"})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["body"]


@pytest.mark.parametrize(
    "field", ["title", "html", "css", "seo_title", "custom_javascript", "slug"]
)
def test_nul_is_422_at_its_field(brand: TestBrand, field: str) -> None:
    body = {"title": "Title", field: "a\0b"}
    answer = brand.api().post("/pages", json=body)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]


@pytest.mark.parametrize("field", ["title", "html", "password"])
def test_half_a_surrogate_pair_is_422_at_its_field(brand: TestBrand, field: str) -> None:
    content = b'{"title": "Title", "%s": "a\\ud800b"}' % field.encode()
    headers = {"Content-Type": "application/json"}
    answer = brand.api().post("/pages", content=content, headers=headers)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]


def test_a_huge_body_is_refused(brand: TestBrand) -> None:
    content = b'{"title": "x", "html": "' + b"y" * (33 * 1024 * 1024) + b'"}'
    headers = {"Content-Type": "application/json"}
    answer = brand.api().post("/pages", content=content, headers=headers)
    assert answer.status_code == 413
    assert brand.api().get("/pages/all").json() == {"data": []}


def test_keys_that_no_field_has_are_ignored(brand: TestBrand) -> None:
    answer = brand.api().post(
        "/pages", json={"title": "x", "id": 77, "brand_id": 1, "colour": "red"}
    )
    assert answer.status_code == 200
    page = answer.json()["page"]
    assert page["brand_id"] == brand.id
    assert page["id"] != 77
    assert "colour" not in page
