"""Two platform processes on one PostgreSQL and one bucket: nothing lost, nothing done twice."""

import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import httpx
import pytest
from awaited import eventually
from bucket import NAME, s3_service, variables
from platform_process import BrandApi, NewBrand, Place, Served, TestBrand, new_place, served

from funneldesk.server.db.engine import Database

WRITERS = 8
EACH = 12
EXPORTS = 24


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    """Two platforms that share database and bucket, each with a folder of its own."""
    folder = tmp_path_factory.mktemp("pair")
    with ExitStack() as stack:
        place = stack.enter_context(new_place(folder / "one"))
        if place.database is None:
            pytest.skip("a SQLite database has one platform (tests/server/test_serve.py)")
        endpoint = stack.enter_context(s3_service())
        environment = stack.enter_context(pytest.MonkeyPatch.context())
        for name, value in variables(endpoint).items():
            environment.setenv(name, value)
        words = ("--storage", f"s3://{NAME}/both")
        one = stack.enter_context(served(place, *words))
        two = stack.enter_context(served(Place(folder / "two", place.database), *words))
        yield one, two


@pytest.fixture
def both(pair: tuple[Served, Served]) -> Iterator[tuple[BrandApi, BrandApi]]:
    """One brand's paths on either platform."""
    database = Database(pair[0].place.url)
    brand = NewBrand(pair[0].base_url, database)()
    other = TestBrand(brand.id, pair[1].base_url, database)
    yield brand.api(), other.api()
    for client in (*brand.clients, *other.clients):
        client.close()
    database.close()


def at_once(both: tuple[BrandApi, BrandApi], work: Any) -> list[Any]:
    """``work(api, number)`` many times, half on each platform, eight at a time."""
    with ThreadPoolExecutor(WRITERS) as pool:
        numbers = range(WRITERS * EACH)
        return list(pool.map(lambda number: work(both[number % 2], number), numbers))


def good(answer: httpx.Response) -> Any:
    """The body of a success."""
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def test_pages_made_at_once_on_both_have_slugs_of_their_own(
    both: tuple[BrandApi, BrandApi],
) -> None:
    made = at_once(both, lambda api, _: good(api.post("/pages", json={"title": "Same"}))["page"])
    assert len({page["id"] for page in made}) == WRITERS * EACH
    assert len({page["slug"] for page in made}) == WRITERS * EACH
    listed = good(both[1].get("/pages/all"))["data"]
    assert {page["id"] for page in listed} == {page["id"] for page in made}


def test_fields_edited_at_once_are_all_kept(both: tuple[BrandApi, BrandApi]) -> None:
    page = good(both[0].post("/pages", json={"title": "Edited"}))["page"]["id"]
    fields = ("css", "html", "seo_title", "seo_description", "seo_blur_title", "template_id")

    def edit(api: BrandApi, number: int) -> None:
        body = {"title": "Edited", fields[number % len(fields)]: f"value {number}"}
        good(api.put(f"/pages/{page}", json=body))

    at_once(both, edit)
    kept = good(both[1].get(f"/pages/{page}"))
    for place, field in enumerate(fields):
        number = int(kept[field].removeprefix("value "))
        assert number % len(fields) == place, f"{field} holds {kept[field]}"


def test_entries_made_and_deleted_at_once_are_counted_right(
    both: tuple[BrandApi, BrandApi],
) -> None:
    body = {"name": "Form", "fields": [{"name": "note", "type": "text"}]}
    path = f"/collections/{good(both[0].post('/collections', json=body))['id']}"

    def enter(api: BrandApi, number: int) -> str | None:
        entry: str = good(api.post(f"{path}/entries", json={"note": str(number)}))["id"]
        if number % 3:
            return entry
        good(api.delete(f"{path}/entries/{entry}"))
        return None

    kept = {entry for entry in at_once(both, enter) if entry}
    for api in both:
        assert good(api.get(path))["total_entries"] == len(kept)
    listed = good(both[0].get(f"{path}/entries?per_page=100"))
    assert {entry["id"] for entry in listed["data"]} == kept


def test_files_sent_to_either_are_served_by_both(
    both: tuple[BrandApi, BrandApi], pair: tuple[Served, Served]
) -> None:
    def send(api: BrandApi, number: int) -> tuple[str, str]:
        content = f"/* {number} */ p {{ order: {number} }}\n".encode() * 400
        files = {"file": (f"style-{number}.css", content, "text/css")}
        good(api.post("/file-manager/upload-file", files=files))
        return f"style-{number}.css", hashlib.sha256(content).hexdigest()

    sent = dict(at_once(both, send))
    brand = both[0].root.rpartition("/")[2]
    for served_by in pair:
        for name, digest in sent.items():
            address = f"{served_by.base_url}/cdn/{brand}/assets/{name}"
            content = httpx.get(address, trust_env=False).content
            assert hashlib.sha256(content).hexdigest() == digest, name
    assert {asset["file_name"] for asset in good(both[1].get("/file-manager/assets"))} == set(sent)


def test_each_export_is_made_and_sent_once(
    both: tuple[BrandApi, BrandApi], pair: tuple[Served, Served]
) -> None:
    body = {"name": "Form", "fields": [{"name": "note", "type": "text"}]}
    path = f"/collections/{good(both[0].post('/collections', json=body))['id']}"
    good(both[0].post(f"{path}/entries", json={"note": "kept"}))
    wanted = {f"number-{number}@example.com" for number in range(EXPORTS)}
    for number in range(EXPORTS):
        words = {"email": f"number-{number}@example.com", "fields": ["note"]}
        good(both[number % 2].post(f"{path}/export", json=words))
    letters = arrived([running.place.data for running in pair], "number-", EXPORTS)
    assert sorted(letter["To"] for letter in letters) == sorted(wanted)
    for letter in letters:
        (attached,) = [part for part in letter.walk() if part.get_filename()]
        assert b"kept" in attached.get_payload(decode=True)  # type: ignore[operator]


def test_a_killed_platform_s_work_is_taken_over(
    both: tuple[BrandApi, BrandApi], pair: tuple[Served, Served], tmp_path: Path
) -> None:
    body = {"name": "Form", "fields": [{"name": "note", "type": "text"}]}
    path = f"/collections/{good(both[0].post('/collections', json=body))['id']}"
    words = ("--storage", f"s3://{NAME}/both")
    third = Place(tmp_path / "third", pair[0].place.database)
    with served(third, *words) as doomed:
        api = BrandApi(both[0].root.replace(pair[0].base_url, doomed.base_url), both[0].client)
        for number in range(EXPORTS):
            email = f"taken-{number}@example.com"
            good(api.post(f"{path}/export", json={"email": email, "fields": ["note"]}))
        doomed.process.kill()
        doomed.process.wait()
    folders = [*(running.place.data for running in pair), third.data]
    letters = arrived(folders, "taken-", EXPORTS)
    assert len({letter["To"] for letter in letters}) == len(letters) == EXPORTS


def arrived(folders: list[Path], prefix: str, count: int) -> list[Message]:
    """The letters to addresses that begin so, from all outboxes, once there are so many."""

    def letters() -> list[Message]:
        files = [file for folder in folders for file in (folder / "outbox").glob("*.eml")]
        every = [message_from_bytes(file.read_bytes()) for file in files]
        return [letter for letter in every if letter["To"].startswith(prefix)]

    found: list[Message] = eventually(letters, lambda some: len(some) >= count, "all letters")
    return found
