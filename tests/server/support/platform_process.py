"""Runs the platform as everyone does: in a process of its own, over HTTP."""

import atexit
import io
import itertools
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import create_engine, make_url, text

from funneldesk.server.cli import main
from funneldesk.server.db.engine import Database
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.settings import Settings
from funneldesk.server.web.keys import issue, member
from funneldesk.server.web.roles import Role

DATABASE_VARIABLE = "FUNNELDESK_TEST_DATABASE"
SAMPLE_VARIABLE = "FUNNELDESK_TEST_SAMPLE"
"""Names the folder of a platform with the small sample, made once for a run of the tests."""
_BRAND_IDS = itertools.count(100)
PROGRAM = (sys.executable, "-m", "funneldesk")


@dataclass(frozen=True)
class Place:
    """Where a platform keeps its things: a folder and, on PostgreSQL, a database of its own."""

    data: Path
    database: str | None

    @property
    def words(self) -> list[str]:
        """The place on the command line."""
        return ["--data", str(self.data), *(["--database", self.database] if self.database else [])]

    @property
    def url(self) -> str:
        """The address of the database."""
        return Settings(self.data, database=self.database).database_url


@contextmanager
def new_place(data: Path) -> Iterator[Place]:
    """An empty place, on the kind of database that the tests run on."""
    base = os.environ.get(DATABASE_VARIABLE)
    if not base:
        yield Place(data, None)
        return
    name = f"test_{secrets.token_hex(8)}"
    engine = create_engine(base, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        address = make_url(base).set(database=name)
        yield Place(data, address.render_as_string(hide_password=False))
    finally:
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        engine.dispose()


@cache
def _sample() -> Path:
    """The folder of a platform with the small sample, whole: that of the run, or one of our own."""
    kept = os.environ.get(SAMPLE_VARIABLE)
    if kept:
        return Path(kept)
    folder = Path(tempfile.mkdtemp(prefix="funneldesk-sample-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with served(Place(folder, None), "--sample", "small") as running:
        running.process.terminate()
        running.process.wait()
    return folder


def sampled(place: Place) -> Place:
    """An empty place with a copy of the small sample, which takes ten seconds to make.

    On PostgreSQL the platform makes it at its start.
    """
    if place.database is None:
        shutil.copytree(_sample(), place.data, dirs_exist_ok=True)
    return place


@contextmanager
def served(
    place: Place,
    *words: str,
    stdin: int = subprocess.DEVNULL,
    program: Sequence[str] = PROGRAM,
) -> Iterator["Served"]:
    """A running platform; ended with the block if it has not ended by itself."""
    place.data.mkdir(parents=True, exist_ok=True)
    log = place.data / "stderr.log"
    with log.open("ab") as errors:
        process = subprocess.Popen(
            [*program, "serve", *place.words, *words],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, f"the platform did not start: {log.read_text('utf-8')}"
        yield Served(place, process, json.loads(line), log)
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


@dataclass(frozen=True)
class Served:
    """A running platform and the line with which it reported for work."""

    place: Place
    process: subprocess.Popen[bytes]
    ready: dict[str, Any]
    log: Path

    @property
    def base_url(self) -> str:
        """The address of the interface."""
        address: str = self.ready["base_url"]
        return address

    def key(self, role: str = "owner", brand: int = 1) -> str:
        """The sample key of a role."""
        keys = self.ready["keys"]
        found: str = next(k["key"] for k in keys if (k["role"], k["brand"]) == (role, brand))
        return found


def keys_words(place: Place, *words: str) -> list[str]:
    """``keys …`` in a place."""
    action, *rest = words
    return ["keys", action, *place.words, *rest]


def run_keys(place: Place, *words: str) -> subprocess.CompletedProcess[str]:
    """``funneldesk keys …`` in a place, without a process of its own: that takes two seconds."""
    out, errors = io.StringIO(), io.StringIO()
    told = keys_words(place, *words)
    with redirect_stdout(out), redirect_stderr(errors):
        try:
            code = main(told)
        except SystemExit as end:
            code = int(end.code or 0)
    return subprocess.CompletedProcess(told, code, out.getvalue(), errors.getvalue())


def api_headers(key: str) -> dict[str, str]:
    """What a program sends with each call."""
    return {"SVC-Access-Key": key, "Accept": "application/json"}


@dataclass(frozen=True)
class BrandApi:
    """The paths below one address, exactly as they are written."""

    root: str
    client: httpx.Client

    def request(self, method: str, path: str, **words: Any) -> httpx.Response:
        """One call."""
        return self.client.request(method, f"{self.root}{path}", **words)

    def get(self, path: str, **words: Any) -> httpx.Response:
        """Read."""
        return self.request("GET", path, **words)

    def post(self, path: str, **words: Any) -> httpx.Response:
        """Create."""
        return self.request("POST", path, **words)

    def put(self, path: str, **words: Any) -> httpx.Response:
        """Update."""
        return self.request("PUT", path, **words)

    def delete(self, path: str, **words: Any) -> httpx.Response:
        """Remove."""
        return self.request("DELETE", path, **words)


@dataclass
class TestBrand:
    """A brand made for one test, with a client for each role."""

    __test__ = False

    id: int
    base_url: str
    database: Database
    clients: list[httpx.Client] = field(default_factory=list)

    def key(self, role: str = "owner", **wishes: Any) -> str:
        """A new key of the brand's owner, admin, editor or viewer."""
        with self.database.writing() as session:
            user = wishes.pop("user", f"{role} {self.id}")
            user_id = member(session, self.id, user, Role(role))
            return issue(session, self.id, user_id, **wishes).secret_text

    def api(self, role: str = "owner", **wishes: Any) -> BrandApi:
        """The brand's paths, with a new key of this role."""
        return self.client(f"{self.base_url}/api/brands/{self.id}", self.key(role, **wishes))

    def visitor(self) -> BrandApi:
        """The brand's pages as someone meets them who has never been here."""
        return self.client(f"{self.base_url}/p/{self.id}")

    def client(self, root: str, key: str | None = None) -> BrandApi:
        """The paths below an address; the connection is closed with the test."""
        headers = api_headers(key) if key else {}
        client = httpx.Client(headers=headers, trust_env=False, timeout=30)
        self.clients.append(client)
        return BrandApi(root, client)

    def page(self, **fields: Any) -> dict[str, Any]:
        """A page, created over HTTP and, where it must be, updated; published by default."""
        api = self.api()
        body = {"title": "A page", "status": "published", **fields}
        created = api.post("/pages", json=body)
        assert created.status_code == 200, created.text
        page: dict[str, Any] = created.json()["page"]
        updated = api.put(f"/pages/{page['id']}", json=body)
        assert updated.status_code == 200, updated.text
        return page


class NewBrand:
    """Makes a brand at each call."""

    def __init__(self, base_url: str, database: Database) -> None:
        self.base_url = base_url
        self.database = database
        self.made: list[TestBrand] = []

    def __call__(self) -> TestBrand:
        """A brand with a number that no other has."""
        brand = TestBrand(next(_BRAND_IDS), self.base_url, self.database)
        with self.database.writing() as session:
            name = f"Brand {brand.id}"
            session.add(BrandRow(id=brand.id, name=name, subdomain=f"b{brand.id}"))
        self.made.append(brand)
        return brand
