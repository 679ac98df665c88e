"""Charges of many subscriptions: each skipped or moved once, and told truthfully, on any line."""

import asyncio
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.desktop.support.customer_desk import stored_subscription, subscribe
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.planned_line import KINDS, PlannedLine, trouble
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.people.cycles import following
from funneldesk.desktop.people.deeds.charges import SKIP, next_charge
from funneldesk.desktop.people.deeds.doing import DONE, MISSED, REFUSED, UNKNOWN, Deeds
from funneldesk.desktop.people.deeds.opening import settle_deeds
from funneldesk.desktop.people.queues.charges import ChargeItem, ChargeQueue
from funneldesk.desktop.people.queues.item import WAITING
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.parts.subscriptions.cycles import advanced

pytestmark = pytest.mark.usefixtures("three_seconds")


@pytest.fixture
def line(loop: asyncio.AbstractEventLoop, bench: WindowBench, brand: LiveBrand) -> PlannedLine:
    made = PlannedLine(brand.base_url)
    bench.at_end.append(made.close)
    loop.run_until_complete(made.listen())
    return made


async def items_of(
    workspace: Workspace, ids: Sequence[str], *, by: timedelta | None
) -> list[ChargeItem]:
    """Subscriptions as the dialog reads them; skipped without ``by``."""
    bodies = [await workspace.run(lambda api, i=each: SKIP.read(api, i)) for each in ids]
    first = [next_charge(body) for body in bodies]
    return [
        ChargeItem(body, None if by is None or at is None else at + by)
        for body, at in zip(bodies, first, strict=True)
    ]


async def judge(brand: LiveBrand, items: Sequence[ChargeItem]) -> None:
    """What is said of each is what the server has, and no charge was skipped twice."""
    for item in items:
        at = (await stored_subscription(brand, item.record_id)).subscription_next_charge_at
        assert at in (item.before, item.to or following(item.body)), item.record_id
        if item.state == DONE:
            assert at == item.after, item.record_id
        elif item.state in (REFUSED, MISSED):
            assert at == item.before, (item.record_id, item.state, item.said)
        else:
            assert item.state in (UNKNOWN, WAITING), item.state


@pytest.mark.parametrize("seed", range(4))
@in_the_window
async def test_whatever_the_line_does_each_is_changed_once(
    bench: WindowBench, brand: LiveBrand, line: PlannedLine, seed: int
) -> None:
    chance = random.Random(seed)
    ids = [subscribe(brand, f"tx-{seed}-{n}") for n in range(4)]
    workspace = await bench.workspace(brand, base_url=line.base_url)
    items = await items_of(workspace, ids, by=chance.choice((None, timedelta(days=9))))
    faults = [
        trouble(chance.choice(KINDS), reaches=chance.random() < 0.6)
        if chance.random() < 0.5
        else None
        for _ in range(20)
    ]
    line.expect(faults[:8], faults[8:])
    queue = workspace.shared(ChargeQueue)
    await queue.begin(items)
    await until(lambda: queue.is_free or queue.is_paused)
    await judge(brand, items)
    assert queue.is_free
    assert await workspace.store.saved_work("subscriptions.charges") is None


@in_the_window
async def test_what_a_killed_program_left_goes_on_when_the_user_says_so(
    bench: WindowBench, brand: LiveBrand, line: PlannedLine
) -> None:
    ids = [subscribe(brand, f"tx-{n}") for n in range(3)]
    workspace = await bench.workspace(brand, place="a", base_url=line.base_url)
    items = await items_of(workspace, ids, by=None)
    queue = workspace.shared(ChargeQueue)
    workspace.shared(Deeds).changed.connect(lambda _person: queue.pause())
    await queue.begin(items)
    await until(lambda: items[0].state == DONE)
    await workspace.close()
    again = await bench.workspace(brand, place="a", base_url=line.base_url)
    await settle_deeds(again)
    queue = again.shared(ChargeQueue)
    assert bench.notice("Changes of coming charges are paused: 2 subscriptions left")
    assert queue.is_paused
    queue.resume()
    await until(lambda: queue.is_free)
    assert sorted(line.sent) == sorted(ids), "each sent once"
    await judge(brand, queue.items)
    assert {item.state for item in queue.items} == {DONE}


MOMENTS = st.datetimes(
    datetime(2020, 1, 1),
    datetime(2040, 1, 1),
    timezones=st.just(UTC),
)
UNITS = st.sampled_from(["day", "week", "month", "year"])


@given(MOMENTS, st.integers(1, 24), UNITS)
def test_a_dry_run_reckons_as_the_server_does(at: datetime, count: int, unit: str) -> None:
    body = {"next_charge_at": at.isoformat(), "frequency": count, "frequency_unit": unit}
    assert following(body) == advanced(at, count, unit, at.day)


@given(MOMENTS, st.none() | MOMENTS, st.sampled_from([WAITING, DONE, UNKNOWN]))
def test_an_item_is_the_same_when_it_was_kept(
    at: datetime, to: datetime | None, state: str
) -> None:
    item = ChargeItem({"transaction_id": "a", "next_charge_at": at.isoformat()}, to, to, state)
    again = ChargeItem.of(item.kept())
    assert again == item
    assert again.request() == item.request()
