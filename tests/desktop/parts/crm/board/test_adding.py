"""Quick add on the board: made once whatever the line does, and nothing typed is lost."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support import faulty_line as faults
from tests.desktop.support.crm_desk import board, entity_of, stage_ids
from tests.desktop.support.faulty_line import FaultLine
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.client import api as clients
from funneldesk.client import calls, retries
from funneldesk.client.call import Timeouts
from funneldesk.contract.crm import CrmEntity, CrmFieldDraft
from funneldesk.desktop.parts.crm.board.page import BoardPage
from funneldesk.desktop.parts.crm.panel import CrmPanel
from funneldesk.desktop.workspace import workspace as workspaces

ENTRIES = r"/entries"
WAYS = [
    (faults.RESET_BEFORE, False),
    (faults.RESET_AFTER, True),
    pytest.param(faults.TRUNCATED, True, marks=pytest.mark.deep),
    pytest.param(faults.STALLED, True, marks=pytest.mark.deep),
    pytest.param(faults.UNAVAILABLE, False, marks=pytest.mark.deep),
]
"""(how the line fails, whether the server hears of it)."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rules with shorter waits."""
    short = Timeouts(connect=0.5, read=0.7, write=0.2, whole=0.7)
    monkeypatch.setattr(clients, "Timeouts", lambda: short)
    monkeypatch.setattr(retries, "BACKOFF", 0.01)
    monkeypatch.setattr(calls, "REPEATS", 1)
    monkeypatch.setattr(workspaces, "FIRST_RETRY", 0.05)


async def made(brand: LiveBrand, entity: CrmEntity) -> list[str]:
    """The titles that the server has."""
    async with brand.api() as api:
        return [entry.title async for entry in api.crm.iterate_entries(entity.id)]


def type_in(page: BoardPage, key: str, title: str) -> None:
    add = page.board.columns[key].add
    add.begin()
    QTest.keyClicks(add.field, title)
    QTest.keyClick(add.field, Qt.Key.Key_Return)


@pytest.mark.parametrize(("kind", "reaches"), WAYS)
@in_the_window
async def test_a_title_is_made_once_and_stays_until_it_is(
    bench: WindowBench, brand: LiveBrand, kind: str, reaches: bool
) -> None:
    deals = await entity_of(brand, fields=())
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    page = await board(bench, await bench.workspace(brand, base_url=line.base_url))
    key = str(stage_ids(deals)[1])
    await line.hurt_requests(kind, "POST", ENTRIES, reaches=reaches, times=1)
    type_in(page, key, "Hotel Miramar")
    await until(lambda: line.hurt and not page.adding.tasks.is_busy)
    add = page.board.columns[key].add
    there = await made(brand, deals)
    assert there == (["Hotel Miramar"] if reaches else [])
    assert add.text() == ("" if there else "Hotel Miramar")
    if not there:
        await until(lambda: page.is_quiet)
        QTest.keyClick(add.field, Qt.Key.Key_Return)
        await until(lambda: not add.text())
        assert await made(brand, deals) == ["Hotel Miramar"]


@in_the_window
async def test_what_is_typed_is_there_again_at_the_next_start(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=())
    key = str(stage_ids(deals)[0])
    workspace = await bench.workspace(brand, place="one")
    page = await board(bench, workspace)
    page.board.columns[key].add.begin()
    QTest.keyClicks(page.board.columns[key].add.field, "Bakery Olive")
    await page.settle()
    await bench.close(workspace)
    again = await board(bench, await bench.workspace(brand, place="one"))
    await until(lambda: again.board.columns[key].add.text() == "Bakery Olive")
    assert await made(brand, deals) == []


@in_the_window
async def test_a_title_is_made_once_when_the_program_ends_before_the_answer(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    deals = await entity_of(brand, fields=())
    key = str(stage_ids(deals)[0])
    workspace = await bench.workspace(brand, base_url=relay.base_url, place="one")
    page = await board(bench, workspace)
    async with relay.held("POST"):
        type_in(page, key, "Hotel Miramar")
        await until(relay.writes)
        there: list[str] = []
        while not there:
            there = await made(brand, deals)
        await bench.close(workspace)
    again = await board(bench, await bench.workspace(brand, place="one"))
    add = again.board.columns[key].add
    await until(lambda: add.text() == "Hotel Miramar")
    QTest.keyClick(add.field, Qt.Key.Key_Return)
    await until(lambda: not add.text())
    assert await made(brand, deals) == ["Hotel Miramar"]


@in_the_window
async def test_where_more_than_a_title_is_needed_a_form_is_offered(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=())
    async with brand.api() as api:
        need = CrmFieldDraft(name="Company", key="company", type="text", required=True)
        await api.crm.create_field(deals.id, need)
    page = await board(bench, await bench.workspace(brand))
    adds = [column.add.button for column in page.board.columns.values()]
    await until(lambda: adds and not any(button.isEnabled() for button in adds))
    panel = page.host.parent()
    assert isinstance(panel, CrmPanel)
    panel.new()
    await until(lambda: panel.page_key == "table")
