"""The real platform in a process of its own, with a fresh brand for every test."""

import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from funneldesk.client import Api
from funneldesk.client.call import Timeouts
from funneldesk.contract.pages import Page, PageDraft, PagePatch
from funneldesk.contract.split_tests import SplitTestFilter, SplitTestPatch, WinnerDraft
from funneldesk.server.db.engine import Database
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.settings import Settings
from funneldesk.server.web.keys import issue, member, revoke
from funneldesk.server.web.roles import Role

_NUMBERS = itertools.count(500)


@dataclass
class LiveBrand:
    """A brand on the running platform. Its key is not shown when a test fails."""

    base_url: str
    number: int
    database: Database = field(repr=False)
    keys: dict[str, str] = field(default_factory=dict, repr=False)

    def key(self, role: str = "owner") -> str:
        """The key of a role; the same one at every call."""
        if role not in self.keys:
            self.keys[role] = self.new_key(role)
        return self.keys[role]

    def new_key(self, role: str = "owner") -> str:
        """Another key of a role."""
        with self.database.writing() as session:
            user = member(session, self.number, f"{role} of {self.number}", Role(role))
            return issue(session, self.number, user).secret_text

    def revoke(self, role: str = "owner") -> None:
        """End the key of a role, as someone who makes a new one on the platform does."""
        key = self.keys.pop(role)
        with self.database.writing() as session:
            assert revoke(session, self.number, int(key.split("_")[1]))

    def api(self, role: str = "owner") -> Api:
        """A client of someone else, with the usual patience: a test may shorten the window's own,
        and what it only prepares must not fail on a busy machine."""
        return Api(self.base_url, self.number, self.key(role), timeouts=Timeouts())

    async def add(self, title: str, **fields: Any) -> Page:
        """A page that somebody made before."""
        async with self.api() as api:
            return await api.pages.create(PageDraft(title=title, **fields))

    async def change(self, page: Page, **fields: Any) -> Page:
        """A change by somebody else."""
        async with self.api() as api:
            return await api.pages.update(page.id, PagePatch(**{"title": page.name, **fields}))

    async def stored(self, page_id: int) -> Page:
        """The page as the platform has it now."""
        async with self.api() as api:
            return await api.pages.get(page_id)

    async def split_tests(self, page_id: int) -> list[int]:
        """The ids of all tests that were ever started for a page, the oldest first."""
        async with self.api() as api:
            found = [t async for t in api.split_tests.iterate(SplitTestFilter(per_page=100))]
        return sorted(test.id for test in found if test.page_id == page_id)

    async def titles(self) -> list[str]:
        """The titles of all pages, in the alphabet's order."""
        async with self.api() as api:
            return sorted(page.name for page in await api.pages.list())

    async def visits(self, slug: str, count: int = 12) -> list[str]:
        """What so many new visitors get of a published page."""
        found = []
        for _number in range(count):
            async with httpx.AsyncClient() as visitor:
                answer = await visitor.get(f"{self.base_url}/p/{self.number}/{slug}")
            assert answer.status_code == 200
            found.append(answer.text)
        return found

    async def states(self, page_id: int) -> dict[int, str]:
        """The states of all tests that were ever started for a page, deleted ones too."""
        async with self.api() as api:
            return {
                test.id: test.status
                for status in (None, "deleted")
                async for test in api.split_tests.iterate(
                    SplitTestFilter(per_page=100, status=status)
                )
                if test.page_id == page_id
            }

    async def end_test(self, test_id: int, status: str) -> None:
        """Somebody else gives a test a state; a finalized one is won by its last variant."""
        async with self.api() as api:
            if status == "finalized":
                item = (await api.split_tests.node_codes(test_id))[-1]
                winner = WinnerDraft(winner_node_code=item.code, variant_name=item.name)
                await api.split_tests.declare_winner(test_id, winner)
            elif status == "deleted":
                await api.split_tests.delete(test_id)
            elif status != "running":
                await api.split_tests.update(test_id, SplitTestPatch(status=status))

    def set_time(self, page: Page) -> None:
        """Give the stored page the time that ``page`` had, as a platform with coarse times does."""
        with self.database.writing() as session:
            row = session.get(PageRow, (self.number, page.id))
            assert row is not None
            assert page.updated_at is not None
            row.updated_at = page.updated_at

    async def delete(self, page: Page) -> None:
        """Somebody else deletes a page."""
        async with self.api() as api:
            await api.pages.delete(page.id)


@dataclass(frozen=True)
class LivePlatform:
    """A running platform."""

    base_url: str
    database: Database
    pid: int = 0

    def brand(self, name: str = "Harbour Lane") -> LiveBrand:
        """A brand without pages, with a number that no other has."""
        number = next(_NUMBERS)
        with self.database.writing() as session:
            session.add(BrandRow(id=number, name=name, subdomain=f"b{number}"))
        return LiveBrand(self.base_url, number, self.database)


@contextmanager
def live_platform(data: Path, *words: str) -> Iterator[LivePlatform]:
    """Start it, with more words on its command line, and end it with the block."""
    program = [sys.executable, "-m", "funneldesk", "serve", "--data", str(data), *words]
    with (data.parent / "platform.log").open("wb") as log:
        process = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=log)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, (data.parent / "platform.log").read_text("utf-8")
        database = Database(Settings(data).database_url)
        yield LivePlatform(json.loads(line)["base_url"], database, process.pid)
        database.close()
    finally:
        process.terminate()
        process.communicate(timeout=60)
