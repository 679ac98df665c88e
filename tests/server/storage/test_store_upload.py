"""Files of other parts: a product's picture, a quiz's preview (document: Product, image)."""

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from file_samples import SVG, png

from funneldesk.server.settings import Settings
from funneldesk.server.storage.storage import Storage
from funneldesk.server.storage.uploads import store_upload
from funneldesk.server.web.errors import Refused


def platform(data: Path, cdn_url: str | None = None) -> Any:
    settings = Settings(data, cdn_url=cdn_url)
    return SimpleNamespace(settings=settings, storage=Storage.open(settings))


def sent(name: str, content: bytes) -> Any:
    return SimpleNamespace(filename=name, file=io.BytesIO(content))


def test_a_picture_is_stored_under_a_name_of_its_own(tmp_path: Path) -> None:
    made = platform(tmp_path)
    urls = {store_upload(made, 7, "products", sent("a b.png", png())) for _ in range(2)}
    assert len(urls) == 2
    assert all(url.startswith("/cdn/7/assets/products/a%20b-") for url in urls)
    stored = made.storage.tree(7).files
    assert len(stored) == 2
    assert b"".join(made.storage.get(7, stored[0].path).chunks) == png()


def test_its_address_begins_with_the_cdn(tmp_path: Path) -> None:
    made = platform(tmp_path, "https://cdn.example")
    url = store_upload(made, 7, "", sent("x.svg", SVG))
    assert url.startswith("https://cdn.example/7/assets/x-")


@pytest.mark.parametrize(
    ("folder", "name", "content"),
    [
        ("products", "a.png", b"%PDF-1"),
        ("products", "a.png", SVG),
        ("products", "a\0.png", png()),
        ("../x", "a.png", png()),
        ("products", "a.css", b"a" * 11_000_000),
    ],
)
def test_what_is_not_taken_is_a_422_at_its_field(
    tmp_path: Path, folder: str, name: str, content: bytes
) -> None:
    made = platform(tmp_path)
    with pytest.raises(Refused) as caught:
        store_upload(made, 7, folder, sent(name, content), field="image")
    assert (caught.value.status, list(caught.value.body["errors"])) == (422, ["image"])
    assert made.storage.tree(7).files == ()


@pytest.mark.parametrize("name", ["x" * 240 + ".png", "ü" * 120 + ".png", "a. .png"])
def test_a_long_or_odd_name_fits(tmp_path: Path, name: str) -> None:
    url = store_upload(platform(tmp_path), 7, "products", sent(name, png()))
    assert url.endswith(".png")
