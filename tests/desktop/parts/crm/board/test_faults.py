"""Every way in which a line fails while a card is moved: the board shows what the server has."""

import pytest
from tests.desktop.support import faulty_line as faults
from tests.desktop.support.crm_desk import (
    board,
    entity_of,
    entries_in,
    entry_in,
    stage_ids,
    stored,
)
from tests.desktop.support.faulty_line import FaultLine
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.client import api, calls, retries
from funneldesk.client.call import Timeouts
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.parts.crm.board.page import BoardPage
from funneldesk.desktop.parts.crm.panel import CrmPanel
from funneldesk.desktop.workspace import workspace as workspaces

MOVE = r"/stage"
USUAL = ((faults.RESET_BEFORE, False), (faults.RESET_AFTER, True), (faults.UNAVAILABLE, False))
RARE = (
    *((kind, True) for kind in (*faults.CUT_SHORT, faults.RESET_BEFORE, faults.NOT_JSON)),
    *((kind, False) for kind in (faults.LOGIN, faults.KEY_REFUSED, faults.SLOW_DOWN)),
    (faults.STALLED, False),
)
WAYS = [*USUAL, *(pytest.param(*way, marks=pytest.mark.deep) for way in RARE if way not in USUAL)]
"""(how the line fails, whether the server hears of it)."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rules with shorter waits."""
    short = Timeouts(connect=0.5, read=0.7, write=0.2, whole=0.7)
    monkeypatch.setattr(api, "Timeouts", lambda: short)
    monkeypatch.setattr(retries, "BACKOFF", 0.01)
    monkeypatch.setattr(calls, "REPEATS", 1)
    monkeypatch.setattr(workspaces, "FIRST_RETRY", 0.05)


def told(bench: WindowBench) -> list[Notice]:
    """What the program told."""
    return list(bench.notifications.notices)


@pytest.mark.parametrize("times", [1, -1])
@pytest.mark.parametrize(("kind", "reaches"), WAYS)
@in_the_window
async def test_a_card_is_shown_where_the_server_has_it(
    bench: WindowBench, brand: LiveBrand, kind: str, reaches: bool, times: int
) -> None:
    deals = await entity_of(brand, fields=())
    entry, stages = await entry_in(brand, deals, "Café Turin"), stage_ids(deals)
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    page = await board(bench, await bench.workspace(brand, base_url=line.base_url))
    await until(lambda: page.board.cards.column_of(entry.id) == str(stages[0]))
    await line.hurt_requests(kind, "PUT", MOVE, reaches=reaches, times=times)
    page.moves.move([entry.id], stages[1])
    assert page.board.cards.column_of(entry.id) == str(stages[1])
    await until(lambda: line.hurt and not page.moves.on_their_way())
    await line.heal()
    await until(lambda: page.is_quiet)
    there = (await stored(brand, entry.id)).stage_id
    assert there == stages[1] or not reaches
    await until(lambda: page.board.cards.column_of(entry.id) == str(there))
    assert page.moves.can_undo is (there == stages[1])
    back = [each.text.startswith("The card is back in “New”.") for each in told(bench)]
    assert any(back) is (there == stages[0])


@pytest.mark.parametrize("stage", [0, 2], ids=["back", "on"])
@pytest.mark.parametrize(
    ("kind", "reaches"),
    [
        (faults.STALLED, True),
        (faults.STALLED, False),
        pytest.param(faults.DRIPPING, True, marks=pytest.mark.deep),
    ],
)
@in_the_window
async def test_what_somebody_else_did_meanwhile_is_not_undone_by_trying_again(
    bench: WindowBench, brand: LiveBrand, kind: str, reaches: bool, stage: int
) -> None:
    deals = await entity_of(brand, fields=())
    entry, stages = await entry_in(brand, deals, "Café Turin"), stage_ids(deals)
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    mine = await board(bench, await bench.workspace(brand, base_url=line.base_url))
    theirs = await board(bench, await bench.workspace(brand))
    for page in (mine, theirs):
        await until(lambda p=page: p.board.cards.column_of(entry.id) == str(stages[0]))
    await line.hurt_requests(kind, "PUT", MOVE, reaches=reaches, times=1)
    mine.moves.move([entry.id], stages[1])
    await until(lambda: line.hurt)
    async with brand.api() as api:
        while reaches and (await api.crm.get_entry(entry.id)).stage_id != stages[1]:
            pass
        # There and back again, or on: the entry is not as the first program saw it.
        await api.crm.move_entry(entry.id, stages[2])
        await api.crm.move_entry(entry.id, stages[stage])
    await until(lambda: not mine.moves.on_their_way())
    await line.heal()
    await until(lambda: mine.is_quiet)
    assert (await stored(brand, entry.id)).stage_id == stages[stage]
    await until(lambda: mine.board.cards.column_of(entry.id) == str(stages[stage]))
    assert not mine.moves.can_undo

    theirs.moves.move([entry.id], stages[1])
    await until(lambda: theirs.is_quiet)
    there = (await stored(brand, entry.id)).stage_id
    assert there == (stages[1] if stage == 0 else stages[2]), "seen as it was, or left"


@in_the_window
async def test_the_tops_of_the_columns_are_there_before_all_is_copied(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deals = await entity_of(brand, fields=())
    ids, stages = entries_in(brand, deals, (f"Deal {n:03}" for n in range(450))), stage_ids(deals)
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    listing = r"entries\?(?!.*stage_id)(.*&)?page=4(&.*)?"
    await line.hurt_requests(faults.STALLED, "GET", listing, reaches=True)
    panel = bench.own(CrmPanel(await bench.workspace(brand, base_url=line.base_url)))
    panel.show()
    panel.refresh()
    await until(lambda: isinstance(panel.page, BoardPage))
    page = panel.page
    assert isinstance(page, BoardPage)
    shown = lambda key: page.rows.columns()[key]  # noqa: E731
    await until(lambda: len(shown(stages[0])) == 100)
    assert page.board.columns[str(stages[0])].head.text().startswith("New, 450")
    page.moves.move([ids[-1]], stages[1])
    await until(lambda: line.hurt and not page.moves.on_their_way())
    await line.heal()
    panel.refresh()
    await until(lambda: page.rows.is_whole)
    assert [len(shown(key)) for key in stages] == [449, 1, 0]
