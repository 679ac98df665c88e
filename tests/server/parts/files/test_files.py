"""The file manager over HTTP (document: Endpoints, File manager; Errors; quirks 21, 33 to 37)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from file_samples import ALLOWED, REFUSED, SVG, png
from platform_process import BrandApi, NewBrand, Place, Served, TestBrand, served

from funneldesk.server.db.engine import Database

ROOT = "/api/brands/{brand}/file-manager"
FILES = "/file-manager"


def upload(api: BrandApi, name: str, content: bytes, **fields: str) -> httpx.Response:
    return api.post(f"{FILES}/upload-file", files={"file": (name, content)}, data=fields)


def bulk(api: BrandApi, files: list[tuple[str, bytes]], **fields: Any) -> httpx.Response:
    parts = [("files[]", one) for one in files]
    return api.post(f"{FILES}/bulk-upload-files", files=parts, data=fields)


def entries(api: BrandApi, **query: str) -> list[dict[str, Any]]:
    answer = api.get(f"{FILES}/files", params=query)
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()
    return found


def assets(api: BrandApi, **query: str) -> list[dict[str, Any]]:
    answer = api.get(f"{FILES}/assets", params=query)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


def refused(answer: httpx.Response, field: str) -> str:
    """The one sentence of a 422."""
    assert answer.status_code == 422, answer.text
    assert list(answer.json()["errors"]) == [field]
    return str(answer.json()["errors"][field])


def fetched(url: str) -> httpx.Response:
    return httpx.get(url, trust_env=False)


KEPT = ("products", "products/a", "Products", "PRODUCTS/a", "productS/a")
"""The folder of products, as systems that know no capital letters take it as well."""


@pytest.mark.endpoint(f"POST {ROOT}/upload-file", cites="Endpoints: File manager; quirk 34")
def test_a_single_upload_answers_201_without_the_url(api: BrandApi, brand: TestBrand) -> None:
    answer = upload(api, "logo.png", png(), path="img/brand")
    assert answer.status_code == 201
    body = answer.json()
    assert (body["HttpCode"], set(body)) == (201, {"HttpCode", "Message", "file_path"})
    assert body["file_path"] == f"{brand.id}/assets/img/brand/logo.png"
    found = fetched(f"{brand.base_url}/cdn/{body['file_path']}")
    assert (found.content, found.headers["content-type"]) == (png(), "image/png")


@pytest.mark.endpoint(f"POST {ROOT}/upload-file", cites="Endpoints: File manager; Limits")
def test_a_custom_name_takes_the_place_of_the_files_own(api: BrandApi) -> None:
    upload(api, "DSC_1.png", png(), custom_filename="héro.png")
    upload(api, "DSC_2.png", png(), custom_filename="mini", path="img")
    assert {one["file_path"] for one in assets(api)} == {"héro.png", "img/mini.png"}


@pytest.mark.parametrize("path", ["/img", "img/", "../x", "a//b", "a\\b", *KEPT])
@pytest.mark.endpoint(f"POST {ROOT}/upload-file", cites="Endpoints: File manager; quirk 36")
def test_a_folder_is_named_without_slashes_around_it(api: BrandApi, path: str) -> None:
    assert refused(upload(api, "a.png", png(), path=path), "path")


@pytest.mark.endpoint(f"POST {ROOT}/upload-file", cites="Errors; Limits; quirks 35 and 37")
def test_a_file_that_is_not_taken_is_a_422(api: BrandApi) -> None:
    assert "application/pdf" in refused(upload(api, "a.png", b"%PDF-1.7"), "file")
    assert "10 MB" in refused(upload(api, "a.css", b"a" * (10 * 1024 * 1024 + 1)), "file")
    assert "required" in refused(api.post(f"{FILES}/upload-file", data={"path": "x"}), "file")
    assert "required" in refused(api.post(f"{FILES}/upload-file", json={"file": "x"}), "file")
    assert refused(upload(api, "a.png", png(), custom_filename="a:b.png"), "file")
    assert entries(api) == []


@pytest.mark.parametrize("name", ALLOWED)
def test_each_allowed_type_is_taken(api: BrandApi, name: str, brand: TestBrand) -> None:
    """Limits: allowed upload MIME types; quirk 37."""
    kind, content = ALLOWED[name]
    (entry,) = bulk(api, [(name, content)]).json()["files"]
    assert (entry["status"], entry["mime_type"], entry["size"]) == ("uploaded", kind, len(content))
    shown = fetched(entry["url"])
    assert shown.content == content
    assert shown.headers["content-type"].partition(";")[0] == kind


@pytest.mark.endpoint(f"POST {ROOT}/bulk-upload-files", cites="Errors; Limits; quirks 35 and 37")
def test_a_disallowed_type_is_a_failure_inside_a_200(api: BrandApi) -> None:
    answer = bulk(api, [(name, content) for name, (_, content) in REFUSED.items()])
    assert answer.status_code == 200
    count = len(REFUSED)
    assert answer.json()["summary"] == {"total": count, "uploaded": 0, "failed": count}
    for entry, (name, (kind, _)) in zip(answer.json()["files"], REFUSED.items(), strict=True):
        assert set(entry) == {"filename", "status", "error"}
        assert (entry["filename"], entry["status"]) == (name, "failed")
        assert kind in entry["error"]


@pytest.mark.endpoint(f"POST {ROOT}/bulk-upload-files", cites="File asset; quirks 34, 35 and 37")
def test_bulk_answers_an_entry_for_each_file(api: BrandApi, brand: TestBrand) -> None:
    files = [("a.png", png(640, 480)), ("b.pdf", b"%PDF-1"), ("c.svg", SVG)]
    answer = bulk(api, files, path="img", **{"filenames[]": ["first.png", "", "drawn.svg"]})
    assert answer.json()["summary"] == {"total": 3, "uploaded": 2, "failed": 1}
    first, second, third = answer.json()["files"]
    assert first == {
        "filename": "first.png",
        "status": "uploaded",
        "url": f"{brand.base_url}/cdn/{brand.id}/assets/img/first.png",
        "size": len(files[0][1]),
        "mime_type": "image/png",
        "width": 640,
        "height": 480,
    }
    assert (second["filename"], second["status"]) == ("b.pdf", "failed")
    assert (third["filename"], third["width"], third["height"]) == ("drawn.svg", None, None)
    assert {one["file_path"] for one in assets(api)} == {"img/first.png", "img/drawn.svg"}


@pytest.mark.endpoint(f"POST {ROOT}/bulk-upload-files", cites="Limits; Errors; quirk 35")
def test_bulk_takes_twenty_files_of_ten_megabytes(api: BrandApi) -> None:
    many = [(f"{number}.css", b"a{}") for number in range(20)]
    assert bulk(api, many).json()["summary"]["uploaded"] == 20
    refused(bulk(api, [*many, ("one-more.css", b"a{}")]), "files")
    refused(api.post(f"{FILES}/bulk-upload-files", data={"path": "x"}), "files")
    full, over = b"a" * 10 * 1024 * 1024, b"a" * (10 * 1024 * 1024 + 1)
    answer = bulk(api, [("full.css", full), ("over.css", over), ("small.css", b"a{}")])
    assert [one["status"] for one in answer.json()["files"]] == ["uploaded", "failed", "uploaded"]
    assert "10 MB" in answer.json()["files"][1]["error"]
    refused(bulk(api, [("a.css", b"a{}")], path="../x"), "path")


@pytest.mark.endpoint(f"POST {ROOT}/bulk-upload-files", cites="quirk 35")
def test_a_file_of_the_same_name_is_replaced(api: BrandApi, brand: TestBrand) -> None:
    (first,) = bulk(api, [("a.css", b"one{}")]).json()["files"]
    (before,) = assets(api)
    bulk(api, [("a.css", b"another{}")])
    (after,) = assets(api)
    assert after["id"] == before["id"]
    assert after["updated_at"] > before["updated_at"]
    assert fetched(first["url"]).content == b"another{}"


@pytest.mark.endpoint(f"POST {ROOT}/file-exists", cites="Endpoints: File manager; quirk 35")
def test_whether_a_file_is_there(api: BrandApi) -> None:
    upload(api, "a.png", png(), path="img")

    def exists(**body: str) -> Any:
        return api.post(f"{FILES}/file-exists", json=body)

    assert exists(filename="a.png", path="img").json() == {"exists": True}
    assert exists(filename="a.png").json() == {"exists": False}
    assert exists(filename="img").json() == {"exists": False}
    refused(exists(path="img"), "filename")
    refused(exists(filename="../a.png"), "filename")
    refused(exists(filename="a.png", path="../img"), "path")


@pytest.mark.endpoint(f"GET {ROOT}/files", cites="File asset; Endpoints: File manager; quirk 33")
def test_a_listing_shows_what_lies_in_the_storage(api: BrandApi, brand: TestBrand) -> None:
    upload(api, "a.png", png(640, 480), path="img")
    folder, file = entries(api)
    assert (folder["ObjectName"], folder["IsDirectory"], folder["type"]) == ("img", True, "folder")
    assert folder["BrowsePath"] == "img"
    assert (file["ObjectName"], file["IsDirectory"], file["type"]) == ("a.png", False, "file")
    assert (file["BrowsePath"], file["sizeBytes"]) == ("img/a.png", len(png(640, 480)))
    assert file["Length"] == f"{len(png(640, 480))} B"
    assert file["src"] == f"{brand.base_url}/cdn/{brand.id}/assets/img/a.png"
    assert (file["width"], file["height"]) == (640, 480)
    assert file["src"] in file["srcset"]
    assert file["sizes"]
    assert datetime.now(UTC) - datetime.fromisoformat(file["LastChanged"]) < timedelta(minutes=1)
    upload(api, "b.css", b"a" * 1536)
    assert next(one for one in entries(api) if one["type"] == "file")["Length"] == "1.5 KB"


@pytest.mark.endpoint(f"GET {ROOT}/files", cites="Endpoints: File manager")
def test_a_listing_is_newest_first_and_folders_before_files(api: BrandApi) -> None:
    for name in ("old.css", "middle.css", "new.css"):
        upload(api, name, b"a{}")
    for name in ("one", "two"):
        api.post(f"{FILES}/create-folder", json={"path": "", "name": name})
    upload(api, "old.css", b"b{}")
    names = [one["ObjectName"] for one in entries(api)]
    assert names == ["two", "one", "old.css", "new.css", "middle.css"]


@pytest.mark.endpoint(f"GET {ROOT}/files", cites="Endpoints: File manager")
def test_a_listing_can_be_narrowed_to_endings(api: BrandApi) -> None:
    bulk(api, [("a.png", png()), ("b.PNG", png()), ("c.svg", SVG), ("d.css", b"")], path="x")
    for wanted, names in (("png", "ab"), (".SVG, css", "cd"), ("", "abcd"), ("pdf", "")):
        found = [one for one in entries(api, extensions=wanted) if one["type"] == "file"]
        assert {one["ObjectName"][0] for one in found} == set(names), wanted
        assert entries(api, extensions=wanted)[0]["type"] == "folder"


def test_a_file_without_a_record_is_listed_too(
    api: BrandApi, brand: TestBrand, platform: Served
) -> None:
    """Endpoints: ``/files`` reads the storage directly."""
    folder = platform.place.data / "storage" / str(brand.id) / "assets"
    folder.mkdir(parents=True)
    (folder / "copied.png").write_bytes(png())
    (file,) = entries(api)
    assert (file["BrowsePath"], file["width"]) == ("copied.png", None)
    assert assets(api) == []
    assert api.post(f"{FILES}/delete-file", json={"path": "copied.png"}).status_code == 200
    assert entries(api) == []


@pytest.mark.endpoint(f"GET {ROOT}/assets", cites="File asset; Endpoints: File manager")
def test_records_come_from_the_database(api: BrandApi) -> None:
    upload(api, "a.png", png(), path="img")
    (record,) = assets(api)
    assert set(record) == {"id", "file_name", "file_path", "updated_at"}
    assert (record["file_name"], record["file_path"]) == ("a.png", "img/a.png")


@pytest.mark.endpoint(f"GET {ROOT}/assets", cites="Endpoints: File manager, updated_after")
def test_records_that_changed_after_a_moment(api: BrandApi) -> None:
    upload(api, "a.css", b"a{}")
    moment = assets(api)[0]["updated_at"]
    assert assets(api, updated_after=moment) == []
    upload(api, "b.css", b"b{}")
    assert [one["file_name"] for one in assets(api, updated_after=moment)] == ["b.css"]
    shifted = datetime.fromisoformat(moment) - timedelta(seconds=5)
    for text in (shifted.isoformat(), shifted.isoformat().replace("+", " "), "2020-01-01"):
        assert len(assets(api, updated_after=text)) == 2, text
    for text in ("yesterday", "2020-13-01", "0001-01-01T00:00:00+23:59", "\x00"):
        refused(api.get(f"{FILES}/assets", params={"updated_after": text}), "updated_after")


@pytest.mark.endpoint(f"POST {ROOT}/delete-file", cites="Endpoints: File manager")
def test_deleting_a_file_removes_its_record_too(api: BrandApi, brand: TestBrand) -> None:
    url = bulk(api, [("a.png", png())], path="img").json()["files"][0]["url"]
    answer = api.post(f"{FILES}/delete-file", json={"path": "img/a.png"})
    assert (answer.status_code, answer.json()["HttpCode"]) == (200, 200)
    assert answer.json()["Message"]
    assert assets(api) == []
    assert fetched(url).status_code == 404


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("", "cannot delete the media folder"),
        ("media", "cannot delete the media folder"),
        ("media/", "cannot delete the media folder"),
        *((f"{path}", "cannot delete the media folder") for path in ("Media", *KEPT)),
        ("../other", "invalid path outside the brand assets folder"),
        ("/etc/passwd", "invalid path outside the brand assets folder"),
        ("img/../../x", "invalid path outside the brand assets folder"),
        ("media/../a.png", "invalid path outside the brand assets folder"),
        ("nothing.png", "file not found"),
        ("img/nothing.png", "file not found"),
    ],
)
@pytest.mark.endpoint(f"POST {ROOT}/delete-file", cites="Errors; Limits; quirks 21 and 36")
def test_a_deletion_that_fails_says_why(api: BrandApi, path: str, message: str) -> None:
    answer = api.post(f"{FILES}/delete-file", json={"path": path})
    assert (answer.status_code, answer.json()) == (422, {"errors": {"message": message}})
    refused(api.post(f"{FILES}/delete-file", json={}), "path")


def test_only_an_empty_folder_can_be_deleted(api: BrandApi) -> None:
    api.post(f"{FILES}/create-folder", json={"path": "", "name": "img"})
    upload(api, "a.png", png(), path="img")
    assert "not empty" in refused(api.post(f"{FILES}/delete-file", json={"path": "img"}), "message")
    api.post(f"{FILES}/delete-file", json={"path": "img/a.png"})
    assert api.post(f"{FILES}/delete-file", json={"path": "img"}).status_code == 200
    assert entries(api) == []


@pytest.mark.endpoint(f"POST {ROOT}/rename-file", cites="Endpoints: File manager; quirk 36")
def test_a_file_gets_another_name(api: BrandApi, brand: TestBrand) -> None:
    upload(api, "a.jpeg", ALLOWED["a.jpg"][1], path="img")
    answer = api.post(f"{FILES}/rename-file", json={"path": "img/a.jpeg", "new_name": "b ä.jpg"})
    assert answer.json() == {
        "success": True,
        "old_path": "img/a.jpeg",
        "new_path": "img/b ä.jpg",
        "url": f"{brand.base_url}/cdn/{brand.id}/assets/img/b%20%C3%A4.jpg",
    }
    assert fetched(answer.json()["url"]).status_code == 200
    assert [one["file_path"] for one in assets(api)] == ["img/b ä.jpg"]


@pytest.mark.parametrize(
    ("path", "new_name", "field"),
    [
        ("a.png", "b/c.png", "new_name"),
        ("a.png", "b\\c.png", "new_name"),
        ("a.png", "..", "new_name"),
        ("a.png", "", "new_name"),
        ("a.png", "taken.png", "new_name"),
        ("a.png", "a.css", "new_name"),
        ("nothing.png", "b.png", "path"),
        ("../a.png", "b.png", "path"),
        ("", "b", "path"),
        ("media", "b", "path"),
        *((f"{path}.png", "b.png", "path") for path in KEPT if "/" in path),
    ],
)
@pytest.mark.endpoint(f"POST {ROOT}/rename-file", cites="Errors; Limits; quirks 21 and 36")
def test_a_renaming_that_is_refused_changes_nothing(
    api: BrandApi, path: str, new_name: str, field: str
) -> None:
    bulk(api, [("a.png", png()), ("taken.png", png())])
    refused(api.post(f"{FILES}/rename-file", json={"path": path, "new_name": new_name}), field)
    assert {one["file_path"] for one in assets(api)} == {"a.png", "taken.png"}
    assert {one["BrowsePath"] for one in entries(api)} == {"a.png", "taken.png"}


@pytest.mark.endpoint(f"POST {ROOT}/rename-folder", cites="Errors, 501; quirk 36")
def test_a_folder_is_never_renamed(api: BrandApi) -> None:
    api.post(f"{FILES}/create-folder", json={"path": "", "name": "img"})
    for body in ({}, {"path": "img", "new_name": "pictures"}):
        assert api.post(f"{FILES}/rename-folder", json=body).status_code == 501
    assert [one["BrowsePath"] for one in entries(api)] == ["img"]


@pytest.mark.endpoint(f"POST {ROOT}/create-folder", cites="Endpoints: File manager; Limits")
def test_folders_are_made_within_each_other(api: BrandApi) -> None:
    for parent, name in (("", "img"), ("img", "icons_2"), ("img/icons_2", "dark-1")):
        answer = api.post(f"{FILES}/create-folder", json={"path": parent, "name": name})
        assert (answer.status_code, list(answer.json())) == (200, ["message"])
    paths = {one["BrowsePath"] for one in entries(api)}
    assert paths == {"img", "img/icons_2", "img/icons_2/dark-1"}


@pytest.mark.parametrize(
    ("parent", "name", "field"),
    [
        *[("", name, "name") for name in ("", "A", "a b", "a.b", "ä", "a/b", "..", "x\n", "con")],
        ("", "img", "name"),
        ("", "a" * 256, "name"),
        ("nowhere", "x", "path"),
        ("../up", "x", "path"),
        ("/img", "x", "path"),
        ("", "products", "name"),
        *((path, "x", "path") for path in KEPT),
        ("file.css", "x", "path"),
    ],
)
@pytest.mark.endpoint(f"POST {ROOT}/create-folder", cites="Errors; Limits; quirks 21 and 36")
def test_a_folder_that_cannot_be_made(api: BrandApi, parent: str, name: str, field: str) -> None:
    api.post(f"{FILES}/create-folder", json={"path": "", "name": "img"})
    upload(api, "file.css", b"a{}")
    refused(api.post(f"{FILES}/create-folder", json={"path": parent, "name": name}), field)
    refused(api.post(f"{FILES}/create-folder", json={"name": "x"}), "path")


def test_brands_do_not_meet(new_brand: NewBrand) -> None:
    mine, other = new_brand().api(), new_brand().api()
    upload(mine, "a.png", png())
    assert entries(other) == assets(other) == []
    exists = other.post(f"{FILES}/file-exists", json={"filename": "a.png"})
    assert exists.json() == {"exists": False}
    answer = other.post(f"{FILES}/delete-file", json={"path": "a.png"})
    assert answer.json() == {"errors": {"message": "file not found"}}
    assert len(entries(mine)) == 1


def test_addresses_begin_with_the_cdn_that_is_configured(place: Place) -> None:
    """File asset: ``{cdn_url}/{brand_id}/assets/{path}/{filename}``."""
    with served(place, "--cdn-url", "https://cdn.example/x/") as platform:
        database = Database(place.url)
        brand = NewBrand(platform.base_url, database)()
        (entry,) = bulk(brand.api(), [("a b.css", b"a{}")]).json()["files"]
        brand.clients[0].close()
        database.close()
    assert entry["url"] == f"https://cdn.example/x/{brand.id}/assets/a%20b.css"
