"""The brands' files as visitors fetch them."""

from pathlib import Path

import httpx
import pytest
from platform_process import BrandApi, NewBrand, Served, TestBrand


@pytest.fixture
def folder(platform: Served, brand: TestBrand) -> Path:
    """The brand's assets on the disk."""
    path = platform.place.data / "storage" / str(brand.id) / "assets"
    (path / "img").mkdir(parents=True)
    (path / "img" / "logo.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (path / "img" / "häfen & kiefer.png").write_bytes(b"\x89PNG")
    (path / "page.html").write_text("<script>alert(1)</script>")
    (path.parent / "private.txt").write_text("private")
    return path


@pytest.fixture
def cdn(brand: TestBrand) -> BrandApi:
    """The brand's public address for files."""
    return brand.client(f"{brand.base_url}/cdn/{brand.id}/assets")


def test_a_file_is_served_with_its_type(folder: Path, cdn: BrandApi) -> None:
    answer = cdn.get("/img/logo.svg")
    assert answer.content == (folder / "img" / "logo.svg").read_bytes()
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]
    answer = cdn.get("/img/h%C3%A4fen%20%26%20kiefer.png")
    assert answer.headers["content-type"] == "image/png"


def test_a_file_that_did_not_change_is_not_sent_again(folder: Path, cdn: BrandApi) -> None:
    first = cdn.get("/img/logo.svg")
    tag = {"If-None-Match": first.headers["etag"]}
    again = cdn.get("/img/logo.svg", headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    (folder / "img" / "logo.svg").write_text("<svg>another</svg>")
    changed = cdn.get("/img/logo.svg", headers=tag)
    assert changed.status_code == 200
    assert b"another" in changed.content


def test_what_a_page_could_not_have_uploaded_is_only_a_download(
    folder: Path, cdn: BrandApi
) -> None:
    answer = cdn.get("/page.html")
    assert folder.is_dir()
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"] == "attachment"


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "/img",
        "/img/",
        "/nothing.png",
        "/img/logo.svg/more",
        "/..%2fprivate.txt",
        "/img/..%2f..%2fprivate.txt",
        "/%2e%2e/private.txt",
        "/..%5cprivate.txt",
        "/%2fetc%2fpasswd",
        "//etc/passwd",
        "/img//logo.svg",
        "/img/logo.svg%00",
        "/C:%5cwindows",
        "/" + "x" * 5000,
    ],
)
def test_no_path_leads_out(folder: Path, cdn: BrandApi, platform: Served, path: str) -> None:
    assert folder.is_dir()
    raw = httpx.URL(cdn.root).copy_with(raw_path=f"{httpx.URL(cdn.root).path}{path}".encode())
    answer = cdn.client.get(raw)
    assert answer.status_code == 404
    assert "private" not in answer.text
    assert "failed" not in platform.log.read_text("utf-8")


def test_links_do_not_lead_out(folder: Path, cdn: BrandApi, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_text("private")
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    (folder / "up").symlink_to(tmp_path)
    for path in ("/link.png", "/up/secret.png"):
        assert cdn.get(path).status_code == 404


def test_a_brand_without_files_has_none(new_brand: NewBrand) -> None:
    brand = new_brand()
    assert brand.client(f"{brand.base_url}/cdn/{brand.id}/assets").get("/a.png").status_code == 404


def test_a_player_gets_the_part_that_it_asks_for(folder: Path, cdn: BrandApi) -> None:
    content = bytes(range(256)) * 8000
    (folder / "film.mp4").write_bytes(content)
    whole = cdn.get("/film.mp4")
    assert (whole.status_code, whole.content) == (200, content)
    assert whole.headers["accept-ranges"] == "bytes"
    size = len(content)
    for wanted, start, end in (
        ("bytes=0-9", 0, 10),
        ("bytes=100-", 100, size),
        ("bytes=-5", size - 5, size),
        ("bytes=5-999999999", 5, size),
        ("bytes=-999999999", 0, size),
    ):
        part = cdn.get("/film.mp4", headers={"Range": wanted})
        assert (part.status_code, part.content) == (206, content[start:end]), wanted
        assert part.headers["content-range"] == f"bytes {start}-{end - 1}/{size}"
    beyond = cdn.get("/film.mp4", headers={"Range": f"bytes={size}-"})
    assert (beyond.status_code, beyond.headers["content-range"]) == (416, f"bytes */{size}")


def test_ranges_that_make_no_sense_get_the_whole_file(folder: Path, cdn: BrandApi) -> None:
    (folder / "film.mp4").write_bytes(b"0123456789")
    for wanted in ("bytes=5-2", "bytes=", "bytes=a-b", "lines=1-2", "bytes=0-1,3-4", "bytes=-"):
        answer = cdn.get("/film.mp4", headers={"Range": wanted})
        assert (answer.status_code, answer.content) == (200, b"0123456789"), wanted


def test_a_part_of_another_version_is_not_mixed_in(folder: Path, cdn: BrandApi) -> None:
    (folder / "film.mp4").write_bytes(b"0123456789")
    tag = cdn.get("/film.mp4").headers["etag"]
    part = {"Range": "bytes=2-3", "If-Range": tag}
    assert cdn.get("/film.mp4", headers=part).content == b"23"
    (folder / "film.mp4").write_bytes(b"abcdefghij!")
    assert cdn.get("/film.mp4", headers=part).content == b"abcdefghij!"


def test_the_head_of_a_file_tells_its_size(folder: Path, cdn: BrandApi) -> None:
    (folder / "film.mp4").write_bytes(b"0" * 1_000_000)
    answer = cdn.request("HEAD", "/film.mp4")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == "1000000"
    assert answer.headers["content-type"] == "video/mp4"
    assert answer.headers["last-modified"].endswith("GMT")


def test_any_of_several_tags_will_do(folder: Path, cdn: BrandApi) -> None:
    assert folder.is_dir()
    tag = cdn.get("/img/logo.svg").headers["etag"]
    for shown in (f'"other", {tag}', f"W/{tag}", "*"):
        assert cdn.get("/img/logo.svg", headers={"If-None-Match": shown}).status_code == 304
    answer = cdn.get("/img/logo.svg", headers={"If-None-Match": '"other"'})
    assert answer.status_code == 200


def test_active_content_is_caged(folder: Path, cdn: BrandApi) -> None:
    for name in ("img/logo.svg", "page.html"):
        policy = cdn.get(f"/{name}").headers["content-security-policy"]
        assert "sandbox" in policy.split("; ")
        assert "script-src" not in policy
        assert "default-src 'none'" in policy
    assert folder.is_dir()
