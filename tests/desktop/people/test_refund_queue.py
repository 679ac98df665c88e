"""Refunds of many orders: whatever the line does, none goes out twice, and each outcome is true."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.desktop.support.customer_desk import order, stored_order
from tests.desktop.support.faulty_line import Trouble
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.planned_line import KINDS, LOST, PlannedLine, trouble
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.client import calls
from funneldesk.desktop.kit.forms.amounts import exact
from funneldesk.desktop.people.deeds.asking import with_own
from funneldesk.desktop.people.deeds.doing import DONE, MISSED, REFUSED, SEEN, UNKNOWN, Deeds
from funneldesk.desktop.people.deeds.opening import settle_deeds
from funneldesk.desktop.people.deeds.refund import REFUND
from funneldesk.desktop.people.queues import queue as queues
from funneldesk.desktop.people.queues.item import WAITING
from funneldesk.desktop.people.queues.refunds import RefundItem, RefundQueue, totals
from funneldesk.desktop.workspace import workspace as workspaces
from funneldesk.desktop.workspace.workspace import Workspace

TOTAL = Decimal(38)
Schedule = Callable[["Programs", int], Awaitable[None]]
pytestmark = pytest.mark.usefixtures("three_seconds")


@pytest.fixture
def line(loop: asyncio.AbstractEventLoop, bench: WindowBench, brand: LiveBrand) -> PlannedLine:
    made = PlannedLine(brand.base_url)
    bench.at_end.append(made.close)
    loop.run_until_complete(made.listen())
    return made


async def read(workspace: Workspace, code: str, amount: str = "") -> RefundItem:
    """An order as the dialog reads it, with what is given back of it."""
    body = await workspace.run(lambda api: REFUND.read(api, code))
    known = with_own(body, await workspace.store.deeds(record_id=code))
    return RefundItem(known, Decimal(amount) if amount else None, "Damaged")


async def items_of(workspace: Workspace, codes: Sequence[str], amount: str) -> list[RefundItem]:
    return [await read(workspace, code, amount) for code in codes]


async def ended(queue: RefundQueue) -> None:
    await until(lambda: queue.is_free or queue.is_paused)


async def judge(brand: LiveBrand, line: PlannedLine, items: Sequence[RefundItem]) -> None:
    """What is said of each order is what the server has, and nothing went out twice."""
    for item in items:
        given_back = (await stored_order(brand, item.code)).refunded_amount
        assert given_back in (0, float(item.due)), item.code
        if item.state == DONE:
            assert given_back == float(item.due), item.code
        elif item.state in (REFUSED, MISSED):
            assert given_back == 0, (item.code, item.state, item.said)
        else:
            assert item.state in (UNKNOWN, WAITING), item.state


@in_the_window
async def test_twelve_orders_of_which_one_answers_after_its_line_broke(
    bench: WindowBench, brand: LiveBrand, line: PlannedLine
) -> None:
    codes = [order(brand, f"HP{n:05}") for n in range(12)]
    workspace = await bench.workspace(brand, base_url=line.base_url)
    items = await items_of(workspace, codes, "10")
    items[3].amount = None
    line.expect([None] * 6 + [trouble(LOST[0], reaches=True)], [])
    queue = workspace.shared(RefundQueue)
    await queue.begin(items)
    await ended(queue)
    assert {item.state for item in items} == {DONE}
    assert sorted(line.sent) == codes, "each sent once"
    assert totals(items) == {"USD": Decimal(11 * 10) + TOTAL}
    await judge(brand, line, items)
    assert bench.notice("Refunds: 12 done")
    assert queue.job is not None
    assert queue.job.state == "ended"
    assert await workspace.store.saved_work("conversions.refunds") is None


@in_the_window
async def test_a_pause_sends_nothing_more_and_a_stop_leaves_the_rest(
    bench: WindowBench, brand: LiveBrand, line: PlannedLine
) -> None:
    codes = [order(brand, f"HP{n:05}") for n in range(5)]
    workspace = await bench.workspace(brand, base_url=line.base_url)
    items = await items_of(workspace, codes, "10")
    queue = workspace.shared(RefundQueue)
    await queue.begin(items)
    await until(lambda: items[0].state == DONE)
    queue.pause()
    await until(lambda: not queue._deeds._under_way)
    sent = len(line.sent)
    assert sent < 5
    assert queue.job is not None
    assert queue.job.state == "paused"
    await workspace.run(lambda api: api.conversions.list())
    assert len(line.sent) == sent
    queue.job.acts["resume"]()
    await until(lambda: len(line.sent) > sent)
    queue.stop()
    await ended(queue)
    assert queue.is_free
    await judge(brand, line, items)
    left = [item for item in items if item.state == WAITING]
    assert all(item.outcome().kind == "not_started" for item in left)
    assert sorted({*line.sent}) == sorted(line.sent)


@in_the_window
async def test_who_may_not_refund_is_told_once_and_the_rest_waits(
    bench: WindowBench, brand: LiveBrand, line: PlannedLine
) -> None:
    codes = [order(brand, f"HP{n:05}") for n in range(3)]
    workspace = await bench.workspace(brand, role="editor", base_url=line.base_url)
    items = await items_of(workspace, codes, "10")
    queue = workspace.shared(RefundQueue)
    await queue.begin(items)
    await ended(queue)
    assert queue.is_paused
    assert len(line.sent) == 1
    await judge(brand, line, items)


@in_the_window
async def test_two_programs_never_give_back_more_than_an_order_came_to(
    bench: WindowBench, brand: LiveBrand, line: PlannedLine
) -> None:
    codes = [order(brand, f"HP{n:05}") for n in range(5)]
    both = [await bench.workspace(brand, place=p, base_url=line.base_url) for p in ("a", "b")]
    queues = [each.shared(RefundQueue) for each in both]
    sets = [await items_of(each, codes, "25") for each in both]
    line.expect([trouble(LOST[2], reaches=True), None, trouble(LOST[3], reaches=False)], [])
    await asyncio.gather(*(q.begin(s) for q, s in zip(queues, sets, strict=True)))
    for queue in queues:
        await ended(queue)
    for code, *pair in zip(codes, *sets, strict=True):
        given_back = (await stored_order(brand, code)).refunded_amount or 0
        assert given_back <= float(TOTAL)
        # An answer that was lost may be what the other program did: it is then not claimed.
        assert sum(item.state == DONE for item in pair) <= 2
        if all(item.state in (REFUSED, MISSED) for item in pair):
            assert given_back == 0


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits before another try does so for moments: by the same rules, only sooner."""
    monkeypatch.setattr(calls, "pause_before", lambda turn: turn / 1000)
    monkeypatch.setattr(workspaces, "FIRST_RETRY", 0.01)
    monkeypatch.setattr(queues, "FIRST_REST", 0.01)
    monkeypatch.setattr(queues, "REST", 0.01)


@dataclass
class Programs:
    """Programs that stay open from schedule to schedule, by the place of their files."""

    bench: WindowBench
    brand: LiveBrand
    line: PlannedLine
    open: dict[str, Workspace] = field(default_factory=dict)

    async def at(self, place: str) -> Workspace:
        if place not in self.open:
            self.open[place] = await self.bench.workspace(
                self.brand, place=place, base_url=self.line.base_url
            )
        return self.open[place]

    async def restarted(self, place: str) -> Workspace:
        await self.bench.close(self.open.pop(place))
        return await self.at(place)


def by_chance(chance: random.Random, count: int) -> list[Trouble | None]:
    """What a line does, one time after the other; every second time it is sound."""
    return [
        trouble(chance.choice(KINDS), reaches=chance.random() < 0.6)
        if chance.random() < 0.5
        else None
        for _ in range(count)
    ]


async def one_schedule(programs: Programs, seed: int) -> None:
    """Four orders, faults by chance, a pause, a stop or another start of the program within."""
    chance, brand, line = random.Random(seed), programs.brand, programs.line
    line.expect((), ())
    codes = [order(brand, f"S{seed}-{n}") for n in range(4)]
    workspace = await programs.at("queue")
    items = await items_of(workspace, codes, str(chance.choice((1, 10, "12.5", 38))))
    line.expect(by_chance(chance, 8), by_chance(chance, 12))
    queue = workspace.shared(RefundQueue)
    await queue.begin(items)
    what = chance.choice(("run", "pause", "stop", "restart"))
    after = chance.randrange(3)
    if what != "run":
        await until(lambda: queue.is_free or sum(i.state != WAITING for i in items) >= after)
    if what == "pause":
        queue.pause()
        await until(lambda: queue.is_free or not queue._deeds._under_way)
        queue.resume()
    elif what == "stop":
        queue.stop()
    elif what == "restart":
        workspace = await programs.restarted("queue")
        queue = workspace.shared(RefundQueue)
        await settle_deeds(workspace)
        items = queue.items or items
        queue.resume()
    await ended(queue)
    await judge(brand, line, items)


async def ten_at_once(programs: Programs, seed: int) -> None:
    """Two programs that both saw the order whole, five refunds each, all at once: what is given
    back never exceeds the order, and is what the outcomes say."""
    chance, brand, line = random.Random(seed), programs.brand, programs.line
    line.expect((), ())
    code = order(brand, f"T{seed}")
    both = [await programs.at(place) for place in ("a", "b")]
    amounts = [str(chance.choice((1, "7.6", 15, 25, 38))) for _ in range(10)]
    items = [await read(both[at % 2], code, amount) for at, amount in enumerate(amounts)]
    line.expect(by_chance(chance, 4), by_chance(chance, 12))
    outcomes = await asyncio.gather(
        *(
            both[at % 2].shared(Deeds).do(REFUND, i.body, i.request(), i.person, quiet=True)
            for at, i in enumerate(items)
        )
    )
    given_back = exact((await stored_order(brand, code)).refunded_amount) or Decimal(0)
    assert given_back <= TOTAL, seed
    told = list(zip(items, outcomes, strict=True))
    sure = sum((i.due for i, o in told if o.state == DONE and not o.said), Decimal(0))
    most = sum((i.due for i, o in told if o.state in (DONE, UNKNOWN)), Decimal(0))
    assert sure <= given_back <= most, (seed, [(i.due, o.state, o.said) for i, o in told])
    for item, outcome in told:
        if outcome.state == DONE:
            assert given_back >= item.due, seed
            assert outcome.said in ("", SEEN), seed
        else:
            assert outcome.said, "each is told"


@pytest.mark.parametrize("one", [one_schedule, ten_at_once])
@pytest.mark.usefixtures("hasty")
@in_the_window
async def test_schedules_of_faults(
    bench: WindowBench, brand: LiveBrand, line: PlannedLine, one: Schedule
) -> None:
    programs = Programs(bench, brand, line)
    for seed in range(12):
        await one(programs, seed)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("one", [one_schedule, ten_at_once])
@pytest.mark.parametrize("first", range(0, 1_000, 25))
@pytest.mark.usefixtures("hasty")
@in_the_window
async def test_a_thousand_schedules_of_faults(
    bench: WindowBench, brand: LiveBrand, line: PlannedLine, first: int, one: Schedule
) -> None:
    programs = Programs(bench, brand, line)
    for seed in range(first, first + 25):
        await one(programs, 10_000 + seed)


ORDERS = st.builds(
    lambda n, total, currency, part: RefundItem(
        {"code": str(n), "total": total, "currency": currency, "status": "completed"},
        part,
    ),
    st.integers(0, 999),
    st.sampled_from([38, 9.9, 0.1, "12.345", 1000]),
    st.sampled_from(["EUR", "usd", "JPY", "KWD", "", None]),
    st.none() | st.decimals("0.01", 9, places=2),
)


@given(st.lists(ORDERS, max_size=30))
def test_totals_are_exact_and_never_across_currencies(items: list[RefundItem]) -> None:
    sums = totals(items)
    for currency, amount in sums.items():
        same = [item.due for item in items if item.currency == currency]
        assert amount == sum(same, Decimal(0))
    assert sum(sums.values(), Decimal(0)) == sum((item.due for item in items), Decimal(0))


@given(ORDERS)
def test_an_item_is_the_same_when_it_was_kept(item: RefundItem) -> None:
    again = RefundItem.of(item.kept())
    assert again.kept() == item.kept()
    assert (again.due, again.currency, again.request()) == (item.due, item.currency, item.request())
