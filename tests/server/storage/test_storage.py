"""The brands' files in a folder and in a bucket: the same in both (document: File asset)."""

import io
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from bucket import NAME, s3_service, variables
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from funneldesk.contract.file_names import BadPath
from funneldesk.server.settings import CannotStart, Settings
from funneldesk.server.storage.storage import InTheWay, Storage


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    with s3_service() as endpoint:
        yield endpoint


@pytest.fixture(params=["folder", "bucket"])
def storage(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Storage:
    """An empty storage of either kind."""
    if request.param == "folder":
        return Storage.open(Settings(tmp_path))
    for name, value in variables(request.getfixturevalue("service")).items():
        monkeypatch.setenv(name, value)
    prefix = f"s3://{NAME}/tests/{os.urandom(8).hex()}"
    return Storage.open(Settings(tmp_path, storage_url=prefix))


def put(storage: Storage, path: str, content: bytes = b"content", brand: int = 1) -> None:
    storage.put(brand, path, io.BytesIO(content))


def read(storage: Storage, path: str, *window: int, brand: int = 1) -> bytes:
    return b"".join(storage.get(brand, path, *window).chunks)


def paths(storage: Storage, brand: int = 1) -> set[str]:
    return {one.path for one in storage.tree(brand).files}


def test_a_file_comes_back_as_it_was(storage: Storage) -> None:
    content = os.urandom(3_000_000)
    put(storage, "img/häfen & kiefer %20#.png", content)
    assert read(storage, "img/häfen & kiefer %20#.png") == content
    known = storage.head(1, "img/häfen & kiefer %20#.png")
    assert known is not None
    assert known.size == len(content)
    assert known.etag.startswith('"')
    assert storage.head(1, "img") is None
    assert storage.head(2, "img/häfen & kiefer %20#.png") is None


def test_a_large_file_goes_in_parts(storage: Storage) -> None:
    content = os.urandom(10_000_000)
    put(storage, "big.mp4", content)
    assert read(storage, "big.mp4") == content
    assert read(storage, "big.mp4", 9_000_000, 9_000_010) == content[9_000_000:9_000_010]


def test_a_file_of_the_same_path_is_replaced(storage: Storage) -> None:
    put(storage, "a.css", b"one")
    before = storage.head(1, "a.css")
    put(storage, "a.css", b"another")
    after = storage.head(1, "a.css")
    assert read(storage, "a.css") == b"another"
    assert before is not None
    assert after is not None
    assert before.etag != after.etag


def test_what_is_staged_is_nowhere_until_it_is_published(storage: Storage) -> None:
    with storage.staged(1, io.BytesIO(b"new")) as staged:
        assert paths(storage) == set()
        staged.publish("a.css")
    assert paths(storage) == {"a.css"}
    with storage.staged(1, io.BytesIO(b"never")):
        pass
    assert paths(storage) == {"a.css"}
    if storage.root is not None:
        assert not list((storage.root / "1" / "incoming").iterdir())


def test_files_are_moved_copied_and_deleted(storage: Storage) -> None:
    put(storage, "a.css", b"a")
    storage.move(1, "a.css", "css/b.css")
    assert paths(storage) == {"css/b.css"}
    storage.copy(1, "css/b.css", 2, "copy.css")
    assert read(storage, "copy.css", brand=2) == b"a"
    assert storage.delete(1, "css/b.css")
    assert not storage.delete(1, "css/b.css")
    assert paths(storage) == set()
    with pytest.raises(FileNotFoundError):
        storage.move(1, "css/b.css", "c.css")
    with pytest.raises(FileNotFoundError):
        storage.get(1, "css/b.css")


def test_folders_exist_even_when_empty(storage: Storage) -> None:
    assert storage.is_folder(1, "")
    storage.make_folder(1, "img")
    storage.make_folder(1, "img/icons")
    put(storage, "img/a.png")
    assert storage.is_folder(1, "img/icons")
    assert not storage.is_folder(1, "im")
    assert not storage.is_folder(1, "img/a.png")
    assert set(storage.tree(1).folders) == {"img", "img/icons"}
    assert paths(storage) == {"img/a.png"}
    assert storage.is_empty(1, "img/icons")
    assert not storage.is_empty(1, "img")
    storage.delete_folder(1, "img/icons")
    assert set(storage.tree(1).folders) == {"img"}


def test_a_file_is_no_folder_and_a_folder_no_file(storage: Storage) -> None:
    put(storage, "a")
    storage.make_folder(1, "b")
    for path in ("a/b.png", "a/b/c.png", "b"):
        with pytest.raises(InTheWay):
            put(storage, path)
    with pytest.raises(InTheWay):
        storage.make_folder(1, "a/b")
    with pytest.raises(InTheWay):
        storage.move(1, "a", "b")
    assert paths(storage) == {"a"}


@pytest.mark.parametrize(
    "path", ["../2/assets/x", "/etc/passwd", "a/../../x", "a\0", "", "a\\..\\b"]
)
def test_no_method_takes_a_path_that_leads_out(storage: Storage, path: str) -> None:
    put(storage, "x", brand=2)
    put(storage, "mine")
    calls = (
        lambda: storage.head(1, path),
        lambda: storage.get(1, path),
        lambda: put(storage, path),
        lambda: storage.delete(1, path),
        lambda: storage.move(1, path, "y"),
        lambda: storage.move(1, "mine", path),
        lambda: storage.copy(1, path, 1, "y"),
        lambda: storage.copy(1, "mine", 2, path),
        lambda: storage.make_folder(1, path),
        lambda: storage.delete_folder(1, path),
    )
    for call in calls:
        with pytest.raises(BadPath):
            call()
    assert paths(storage, 2) == {"x"}
    assert paths(storage) == {"mine"}


def test_writers_of_one_file_leave_one_whole_file(storage: Storage) -> None:
    contents = [bytes([number]) * 300_000 for number in range(6)]
    threads = [threading.Thread(target=put, args=(storage, "a", one)) for one in contents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert read(storage, "a") in contents


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text("ab", min_size=1, max_size=2), min_size=1, max_size=4), st.binary())
def test_what_was_put_is_what_is_found(storage: Storage, names: list[str], content: bytes) -> None:
    path = "/".join(names)
    try:
        put(storage, path, content, brand=9)
    except InTheWay:
        assert storage.is_folder(9, path) or any(
            storage.head(9, "/".join(names[:n])) for n in (1, 2, 3)
        )
        return
    assert read(storage, path, brand=9) == content
    assert path in paths(storage, 9)


def test_links_are_not_followed(tmp_path: Path) -> None:
    storage = Storage.open(Settings(tmp_path / "data"))
    put(storage, "a")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_text("secret")
    assert storage.root is not None
    assets = storage.root / "1" / "assets"
    (assets / "link").symlink_to(outside / "secret")
    (assets / "up").symlink_to(outside)
    (assets / "circle").symlink_to(assets)
    assert paths(storage) == {"a"}
    assert storage.tree(1).folders == {}
    for path in ("link", "up/secret", "up/new"):
        with pytest.raises(BadPath):
            storage.head(1, path)
        with pytest.raises(BadPath):
            put(storage, path)
    assert [path.name for path in outside.iterdir()] == ["secret"]


@pytest.mark.parametrize(
    "url", ["", "bucket", "http://x/y", "s3://", "s3://key:secret@bucket", "s3://b?x"]
)
def test_an_address_of_no_bucket_is_explained(tmp_path: Path, url: str) -> None:
    with pytest.raises(CannotStart, match="s3://bucket/prefix") as caught:
        Storage.open(Settings(tmp_path, storage_url=url))
    assert "secret" not in str(caught.value)
