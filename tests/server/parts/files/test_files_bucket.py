"""The file manager with its files in a bucket (document: File manager; quirks 33 to 37)."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import httpx
import pytest
from bucket import NAME, s3_service, variables
from file_samples import SVG, png
from platform_process import BrandApi, NewBrand, Place, Served, TestBrand, new_place, served

from funneldesk.server.db.engine import Database


@pytest.fixture(scope="module")
def in_bucket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, TestBrand]]:
    """A platform that keeps its files in a bucket, and a brand on it."""
    with (
        s3_service() as endpoint,
        pytest.MonkeyPatch.context() as environment,
        new_place(tmp_path_factory.mktemp("bucket")) as place,
    ):
        for name, value in variables(endpoint).items():
            environment.setenv(name, value)
        with served(place, "--storage", f"s3://{NAME}/platform") as platform:
            database = Database(place.url)
            brand = NewBrand(platform.base_url, database)()
            yield platform, brand
            for client in brand.clients:
                client.close()
            database.close()


@pytest.fixture
def files(in_bucket: tuple[Served, TestBrand]) -> BrandApi:
    """The brand's file manager, with nothing in it."""
    api = in_bucket[1].api()
    files = BrandApi(f"{api.root}/file-manager", api.client)
    for entry in sorted(files.get("/files").json(), key=lambda one: -len(one["BrowsePath"])):
        files.post("/delete-file", json={"path": entry["BrowsePath"]})
    assert files.get("/files").json() == []
    return files


def bulk(files: BrandApi, *named: tuple[str, bytes], **fields: str) -> list[dict[str, Any]]:
    parts = [("files[]", one) for one in named]
    answer = files.post("/bulk-upload-files", files=parts, data=fields)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["files"]
    return found


def test_files_are_stored_listed_and_served(files: BrandApi) -> None:
    first, second = bulk(files, ("ä b.png", png(64, 48)), ("c.svg", SVG), path="img")
    assert (first["status"], second["status"]) == ("uploaded", "uploaded")
    served_file = httpx.get(first["url"], trust_env=False)
    assert (served_file.content, served_file.headers["content-type"]) == (png(64, 48), "image/png")
    tag = {"If-None-Match": served_file.headers["etag"]}
    assert httpx.get(first["url"], headers=tag, trust_env=False).status_code == 304
    part = httpx.get(first["url"], headers={"Range": "bytes=1-3"}, trust_env=False)
    assert (part.status_code, part.content) == (206, b"PNG")
    folder, *rest = files.get("/files").json()
    assert (folder["BrowsePath"], folder["type"]) == ("img", "folder")
    assert {one["BrowsePath"]: one["width"] for one in rest} == {
        "img/ä b.png": 64,
        "img/c.svg": None,
    }


def test_a_large_film_goes_in_parts_and_comes_in_parts(files: BrandApi) -> None:
    film = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + bytes(range(256)) * 38_000
    (entry,) = bulk(files, ("film.mp4", film))
    assert entry["size"] == len(film)
    assert httpx.get(entry["url"], trust_env=False).content == film
    assert httpx.head(entry["url"], trust_env=False).headers["content-length"] == str(len(film))


def test_the_same_name_replaces_and_a_renaming_moves(files: BrandApi) -> None:
    (entry,) = bulk(files, ("a.css", b"one{}"))
    bulk(files, ("a.css", b"two{}"))
    assert httpx.get(entry["url"], trust_env=False).content == b"two{}"
    renamed = files.post("/rename-file", json={"path": "a.css", "new_name": "b.css"}).json()
    assert httpx.get(renamed["url"], trust_env=False).content == b"two{}"
    assert httpx.get(entry["url"], trust_env=False).status_code == 404
    assert [one["file_path"] for one in files.get("/assets").json()] == ["b.css"]
    assert files.post("/file-exists", json={"filename": "b.css"}).json() == {"exists": True}
    assert files.post("/delete-file", json={"path": "b.css"}).status_code == 200
    assert files.get("/files").json() == files.get("/assets").json() == []


def test_folders_exist_without_files(files: BrandApi) -> None:
    for parent, name in (("", "img"), ("img", "icons")):
        assert files.post("/create-folder", json={"path": parent, "name": name}).status_code == 200
    again = files.post("/create-folder", json={"path": "", "name": "img"})
    assert (again.status_code, list(again.json()["errors"])) == (422, ["name"])
    assert {one["BrowsePath"] for one in files.get("/files").json()} == {"img", "img/icons"}
    bulk(files, ("a.css", b"a{}"), path="img/icons")
    assert files.post("/delete-file", json={"path": "img/icons"}).status_code == 422
    assert files.post("/delete-file", json={"path": "img/icons/a.css"}).status_code == 200
    assert files.post("/delete-file", json={"path": "img/icons"}).status_code == 200


def together(*work: Callable[[], None]) -> None:
    """Do everything at the same time. Raises what one of them raised."""
    with ThreadPoolExecutor(len(work)) as pool:
        for done in [pool.submit(one) for one in work]:
            done.result()


def test_uploads_at_once_lose_nothing(files: BrandApi, in_bucket: tuple[Served, TestBrand]) -> None:
    brand = in_bucket[1]
    apis = [brand.api() for _ in range(4)]
    senders = [BrandApi(f"{api.root}/file-manager", api.client) for api in apis]

    def send(number: int) -> None:
        for turn in range(5):
            named = (f"{number}-{turn}.css", b"a{}"), ("shared.css", b"b%d{}" % number)
            entries = bulk(senders[number], *named)
            assert [one["status"] for one in entries] == ["uploaded", "uploaded"]

    together(*(partial(send, number) for number in range(4)))
    listed = {one["BrowsePath"] for one in files.get("/files").json()}
    assert listed == {one["file_path"] for one in files.get("/assets").json()}
    assert len(listed) == 21


def test_two_platforms_on_one_bucket_agree(
    files: BrandApi, in_bucket: tuple[Served, TestBrand]
) -> None:
    """Files and their records stay together, whoever writes, renames and deletes."""
    platform, brand = in_bucket
    if platform.place.database is None:
        pytest.skip("two platforms share a database on PostgreSQL only")
    with served(platform.place, "--storage", f"s3://{NAME}/platform") as second:
        roots = [f"{one.base_url}/api/brands/{brand.id}/file-manager" for one in (platform, second)]
        users = [brand.client(root, brand.key()) for root in roots * 2]

        def work(number: int) -> None:
            api = users[number]
            for turn in range(8):
                bulk(api, ("shared.css", b"%d%d" % (number, turn)), (f"{number}.css", b"x"))
                api.post("/rename-file", json={"path": "shared.css", "new_name": "other.css"})
                api.post("/delete-file", json={"path": "other.css"})

        together(*(partial(work, number) for number in range(4)))
        for log in (platform.log, second.log):
            assert "failed" not in log.read_text("utf-8")
    listed = {one["BrowsePath"]: one["sizeBytes"] for one in files.get("/files").json()}
    assert set(listed) == {one["file_path"] for one in files.get("/assets").json()}
    assert {f"{number}.css" for number in range(4)} <= set(listed)


def test_a_bucket_that_is_away_is_no_lost_answer(place: Place) -> None:
    """The platform says that it failed; it neither hangs nor pretends."""
    with pytest.MonkeyPatch.context() as environment:
        for name, value in variables("http://127.0.0.1:9").items():
            environment.setenv(name, value)
        with served(place, "--storage", f"s3://{NAME}") as platform:
            database = Database(place.url)
            brand = NewBrand(platform.base_url, database)()
            api = brand.api()
            answer = api.post("/file-manager/upload-file", files={"file": ("a.css", b"a{}")})
            assert answer.status_code == 503
            assert "storage" in answer.json()["message"]
            assert api.get("/file-manager/files").status_code == 503
            assert api.get("/file-manager/assets").json() == []
            for client in brand.clients:
                client.close()
            database.close()
