"""Kills a platform with -9 under writes, and looks whether what it acknowledged is there."""

import hashlib
import itertools
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from platform_process import Place, api_headers, run_keys, served

BRAND = 1
LONGEST_LIFE_SECONDS = 0.4
"""The platform is killed within this time after its first acknowledged write."""


@dataclass
class Acknowledged:
    """What the platform said that it did; ``unsure`` is what was under way when it died."""

    pages: dict[int, str] = field(default_factory=dict)
    unsure: dict[int, set[str]] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    entries: set[str] = field(default_factory=set)
    entries_unsure: int = 0


class Writers:
    """Four threads that write for as long as the platform answers."""

    def __init__(self, base_url: str, key: str, collection: int, known: Acknowledged) -> None:
        self._root = f"{base_url}/api/brands/{BRAND}"
        self._headers = api_headers(key)
        self._collection = collection
        self._known = known
        self.first = threading.Event()
        works = (self._create_pages, self._update_pages, self._upload, self._enter)
        self._threads = [threading.Thread(target=self._run, args=(work,)) for work in works]

    def start(self) -> None:
        """Begin to write."""
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        """Wait until all noticed that the platform is gone."""
        for thread in self._threads:
            thread.join(30)
            assert not thread.is_alive(), "a writer hangs"

    def _run(self, work: Callable[[httpx.Client, int], None]) -> None:
        with httpx.Client(headers=self._headers, trust_env=False, timeout=20) as client:
            try:
                for number in itertools.count():
                    work(client, number)
                    if self._known.pages:
                        self.first.set()
            except httpx.HTTPError:
                return

    def _create_pages(self, client: httpx.Client, number: int) -> None:
        html = f"<p>{number} {random.random()}</p>" + "x" * random.randrange(20_000)
        answer = client.post(f"{self._root}/pages", json={"title": "Made", "html": html})
        self._known.pages[_good(answer)["page"]["id"]] = html

    def _update_pages(self, client: httpx.Client, number: int) -> None:
        ids = list(self._known.pages)
        if not ids:
            _good(client.get(f"{self._root}/pages/all"))  # so that it notices when nobody answers
            return
        page = random.choice(ids)
        html = f"<p>changed {number} {random.random()}</p>"
        self._known.unsure.setdefault(page, set()).add(html)
        _good(client.put(f"{self._root}/pages/{page}", json={"title": "Changed", "html": html}))
        self._known.pages[page] = html
        del self._known.unsure[page]

    def _upload(self, client: httpx.Client, number: int) -> None:
        name = f"{time.time_ns()}.css"
        content = f"/* {number} */\n".encode() + b"a{}\n" * random.randrange(50_000)
        files = {"file": (name, content, "text/css")}
        _good(client.post(f"{self._root}/file-manager/upload-file", files=files))
        self._known.files[name] = hashlib.sha256(content).hexdigest()

    def _enter(self, client: httpx.Client, number: int) -> None:
        address = f"{self._root}/collections/{self._collection}/entries"
        self._known.entries_unsure += 1
        answer = client.post(address, json={"email": f"a{number}@example.com"})
        self._known.entries.add(_good(answer)["id"])
        self._known.entries_unsure -= 1


def kill_again_and_again(
    place: Place, rounds: int, seed: int, made_up: Mapping[int, str] | None = None
) -> Acknowledged:
    """Kill at ``rounds`` random moments and check after each; gives all that was acknowledged.

    ``made_up`` are pages that were never sent, to see that the check notices.
    """
    chance = random.Random(seed)
    known = Acknowledged(pages=dict(made_up or {}))
    key = run_keys(
        place, "create", "--brand", str(BRAND), "--role", "owner", "--new-brand", "Killed"
    ).stdout.split()[-1]
    collection = 0
    for _ in range(rounds):
        with served(place) as running:
            collection = collection or _new_collection(running.base_url, key)
            _check(running.base_url, key, collection, known)
            writers = Writers(running.base_url, key, collection, known)
            writers.start()
            assert writers.first.wait(20)
            time.sleep(chance.random() * LONGEST_LIFE_SECONDS)
            running.process.kill()
            writers.join()
    with served(place) as running:
        _check(running.base_url, key, collection, known, everything=True)
        halves = list(place.data.glob("storage/*/incoming/*"))
        assert not halves, f"{len(halves)} halves of uploads were left behind"
    return known


def _check(
    base_url: str, key: str, collection: int, known: Acknowledged, *, everything: bool = False
) -> None:
    root = f"{base_url}/api/brands/{BRAND}"
    with httpx.Client(headers=api_headers(key), trust_env=False, timeout=20) as client:
        ids = list(known.pages) if everything else list(known.pages)[-30:]
        for page in {*ids, *known.unsure}:
            html = _good(client.get(f"{root}/pages/{page}"))["html"]
            possible = {known.pages[page], *known.unsure.get(page, ())}
            assert html in possible, f"page {page} lost an acknowledged write"
            known.pages[page] = html
        known.unsure.clear()
        names = list(known.files) if everything else list(known.files)[-10:]
        for name in names:
            content = client.get(f"{base_url}/cdn/{BRAND}/assets/{name}").content
            assert hashlib.sha256(content).hexdigest() == known.files[name], name
        _check_entries(client, f"{root}/collections", collection, known)


def _check_entries(
    client: httpx.Client, collections: str, collection: int, known: Acknowledged
) -> None:
    """Each entry is there, and the counter tells how many there are."""
    found = {entry["id"] for entry in _all_entries(client, f"{collections}/{collection}/entries")}
    assert known.entries <= found, "an acknowledged entry is lost"
    assert len(found) <= len(known.entries) + known.entries_unsure, "an entry came twice"
    total = _good(client.get(f"{collections}/{collection}"))["total_entries"]
    assert total == len(found), "the counter is wrong"


def _all_entries(client: httpx.Client, address: str) -> Iterator[dict[str, Any]]:
    for page in itertools.count(1):
        listed = _good(client.get(address, params={"page": page, "per_page": 100}))["data"]
        yield from listed
        if len(listed) < 100:
            return


def _new_collection(base_url: str, key: str) -> int:
    with _client(key) as client:
        body = {"name": "Form", "fields": [{"name": "email", "type": "email"}]}
        answer = client.post(f"{base_url}/api/brands/{BRAND}/collections", json=body)
        number: int = _good(answer)["id"]
        return number


@contextmanager
def _client(key: str) -> Iterator[httpx.Client]:
    with httpx.Client(headers=api_headers(key), trust_env=False, timeout=20) as client:
        yield client


def _good(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code in (200, 201), answer.text[:300]
    body: dict[str, Any] = answer.json()
    return body
