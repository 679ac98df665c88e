"""Moves by the keys of the table over a line that fails: each made once, nobody overruled."""

from collections.abc import Awaitable, Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support import faulty_line as faults
from tests.desktop.support.crm_desk import crm, entity_of, entry_in, stage_ids, stored, table_of
from tests.desktop.support.faulty_line import FaultLine
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.client import api, calls, retries
from funneldesk.client.call import Timeouts
from funneldesk.contract.crm import CrmEntry
from funneldesk.desktop.parts.crm.table import EntriesPanel

Moving = tuple[EntriesPanel, FaultLine, CrmEntry, list[int]]
Begun = Callable[[str, bool], Awaitable[Moving]]


@pytest.fixture
def begun(bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch) -> Begun:
    """Press the keys that move an entry on, over a line that fails in this way."""
    short = Timeouts(connect=0.5, read=0.7, write=0.2, whole=0.7)
    monkeypatch.setattr(api, "Timeouts", lambda: short)
    monkeypatch.setattr(retries, "BACKOFF", 0.01)
    monkeypatch.setattr(calls, "REPEATS", 1)

    async def begin(kind: str, reaches: bool) -> Moving:
        deals = await entity_of(brand, fields=())
        entry = await entry_in(brand, deals, "Café Turin")
        line = FaultLine(brand.base_url)
        bench.at_end.append(line.close)
        await line.listen()
        panel = await crm(bench, await bench.workspace(brand, base_url=line.base_url))
        await line.hurt_requests(kind, "PUT", r"/stage", reaches=reaches, times=1)
        view = table_of(panel).list.table
        view.select(entry.id)
        view.setFocus()
        held = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier
        QTest.keyClick(view, Qt.Key.Key_Right, held)
        await until(lambda: line.hurt)
        return table_of(panel), line, entry, stage_ids(deals)

    return begin


@pytest.mark.parametrize("reaches", [True, False])
@in_the_window
async def test_a_move_whose_answer_is_lost_is_made_once(
    bench: WindowBench, brand: LiveBrand, begun: Begun, reaches: bool
) -> None:
    _table, line, entry, stages = await begun(faults.RESET_BEFORE, reaches)
    await until(lambda: bench.notice("1 entry moved to “Talking”"))
    assert (await stored(brand, entry.id)).stage_id == stages[1]
    moves = [each for each in line.reached if each == "PUT"]
    assert len(moves) == 1, moves
    notice = bench.notice("1 entry moved")
    assert notice is not None
    assert notice.action is not None
    notice.action.run()
    await until(lambda: bench.notice("1 entry undone"))
    assert (await stored(brand, entry.id)).stage_id == stages[0]


@pytest.mark.parametrize(
    ("stage", "said"), [(0, "may have been carried out"), (2, "“Won” in the meantime")]
)
@in_the_window
async def test_what_somebody_else_did_meanwhile_is_not_undone_by_trying_again(
    bench: WindowBench, brand: LiveBrand, begun: Begun, stage: int, said: str
) -> None:
    table, _line, entry, stages = await begun(faults.STALLED, True)
    async with brand.api() as calls:
        while (await calls.crm.get_entry(entry.id)).stage_id != stages[1]:
            pass
        await calls.crm.move_entry(entry.id, stages[2])
        await calls.crm.move_entry(entry.id, stages[stage])
    assert table.staging is not None
    runs = table.staging.runs
    await until(lambda: runs.current is None and table.is_quiet)
    assert (await stored(brand, entry.id)).stage_id == stages[stage]
    assert bench.notice(said)
    assert not bench.notice("1 entry moved")
