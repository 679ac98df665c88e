"""Deeds on a bad line and in a killed program: never done twice, and told what became of them."""

import asyncio
import sys
from pathlib import Path

import pytest
from tests.desktop.support.customer_desk import (
    EMAIL,
    deeds_of,
    enter,
    order,
    pane,
    press,
    sheet,
    stored_order,
    stored_subscription,
    subscribe,
)
from tests.desktop.support.faulty_line import (
    CUT_SHORT,
    DRIPPING,
    KEY_REFUSED,
    LOGIN,
    NOT_JSON,
    RESET_BEFORE,
    SLOW_DOWN,
    STALLED,
    UNAVAILABLE,
    FaultLine,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.desktop.people.deeds.opening import settle_deeds

CHILD = Path(__file__).parents[1] / "support" / "refunding_child.py"
ROOT = Path(__file__).parents[3]
UNCLEAR = (RESET_BEFORE, *CUT_SHORT, NOT_JSON, UNAVAILABLE)
SKIP = r"/subscriptions/[^/]+/skip"


pytestmark = pytest.mark.usefixtures("three_seconds")


@pytest.fixture
def line(loop: asyncio.AbstractEventLoop, bench: WindowBench, brand: LiveBrand) -> FaultLine:
    made = FaultLine(brand.base_url)
    bench.at_end.append(made.close)
    loop.run_until_complete(made.listen())
    return made


@pytest.mark.parametrize(
    ("kind", "reaches"),
    [
        *((kind, True) for kind in UNCLEAR if kind != DRIPPING),
        pytest.param(DRIPPING, True, marks=pytest.mark.deep),
        *((kind, False) for kind in (RESET_BEFORE, STALLED, NOT_JSON, UNAVAILABLE)),
    ],
)
@in_the_window
async def test_a_refund_is_made_once_or_not_at_all_and_that_is_said(
    bench: WindowBench, brand: LiveBrand, line: FaultLine, kind: str, reaches: bool
) -> None:
    order(brand, "HP77120")
    workspace = await bench.workspace(brand, base_url=line.base_url)
    view = await pane(bench, workspace)
    opened = await sheet(view, "orders", "refund")
    enter(opened, "amount", "10")
    await line.hurt_requests(kind, "POST", "/refund", reaches=reaches)
    await press(view, opened)
    assert line.hurt == 1, "sent once, whatever became of it"
    assert (await stored_order(brand, "HP77120")).refunded_amount == (10 if reaches else 0)
    state, words = ("done", "done") if reaches else ("missed", "not carried out")
    assert await deeds_of(workspace) == [("refund", state)]
    assert bench.notice(f"Refund of $10.00 for order HP77120: {words}")
    assert bool(view.sentence.text()) == reaches, "nobody is told of what was not done"
    opened = await sheet(view, "orders", "refund")
    assert "Refund of $10.00 for order HP77120" in opened.warning.text()
    opened.answer("")


@pytest.mark.parametrize("kind", [LOGIN, SLOW_DOWN, KEY_REFUSED])
@in_the_window
async def test_what_the_server_refused_is_no_deed(
    bench: WindowBench, brand: LiveBrand, line: FaultLine, kind: str
) -> None:
    order(brand, "HP77120")
    workspace = await bench.workspace(brand, base_url=line.base_url)
    view = await pane(bench, workspace)
    opened = await sheet(view, "orders", "refund")
    await line.hurt_requests(kind, "POST", "/refund", times=9)
    await press(view, opened)
    assert (await stored_order(brand, "HP77120")).refunded_amount == 0
    assert await deeds_of(workspace) == [("refund", "refused")]
    assert "Refused" in said(view.views["done"])


@pytest.mark.parametrize("reaches", [True, False])
@in_the_window
async def test_a_charge_is_skipped_once_or_not_at_all(
    bench: WindowBench, brand: LiveBrand, line: FaultLine, reaches: bool
) -> None:
    subscribe(brand)
    before = await stored_subscription(brand, "tx-1")
    workspace = await bench.workspace(brand, base_url=line.base_url)
    view = await pane(bench, workspace)
    opened = await sheet(view, "subscriptions", "skip")
    await line.hurt_requests(RESET_BEFORE, "POST", SKIP, reaches=reaches)
    await press(view, opened)
    after = await stored_subscription(brand, "tx-1")
    has_moved = after.subscription_next_charge_at != before.subscription_next_charge_at
    assert has_moved == reaches
    assert await deeds_of(workspace) == [("skip", "done" if reaches else "missed")]


@in_the_window
async def test_what_cannot_be_seen_is_not_claimed_and_is_looked_for_once_it_can_be(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    order(brand, "HP77120")
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    view = await pane(bench, workspace)
    opened = await sheet(view, "orders", "refund")
    relay.vanish_after = "POST"
    await press(view, opened)
    assert await deeds_of(workspace) == [("refund", "unknown")]
    notice = bench.notice("Refund of $38.00 for order HP77120: not confirmed")
    assert notice
    assert "Check HP77120 on the server before you repeat it." in notice.text
    assert not view.sentence.text()
    await relay.listen()
    await until(lambda: bench.notice("Refund of $38.00 for order HP77120: done"))
    assert await deeds_of(workspace) == [("refund", "done")]
    assert len([seen for seen in relay.writes() if seen.path.endswith("/refund")]) == 1


@pytest.mark.parametrize("reaches", [True, False])
@in_the_window
async def test_what_a_killed_program_had_sent_is_found_out_at_the_next_start(
    bench: WindowBench, brand: LiveBrand, line: FaultLine, reaches: bool
) -> None:
    order(brand, "HP77120")
    await line.hurt_requests(STALLED, "POST", "/refund", reaches=reaches)
    store = str(bench.folder / "killed.sqlite3")
    words = [store, line.base_url, str(brand.number), brand.key(), "HP77120", "12.50"]
    child = await asyncio.create_subprocess_exec(sys.executable, str(CHILD), *words, cwd=ROOT)
    try:
        await until(lambda: line.hurt and (not reaches or "POST" in line.reached))
    finally:
        child.kill()
        await child.wait()
    workspace = await bench.workspace(brand, place="killed")
    assert await deeds_of(workspace) == [("refund", "sent")]
    await settle_deeds(workspace)
    words_of = "done" if reaches else "not carried out"
    await until(lambda: bench.notice(f"Refund of $12.50 for order HP77120: {words_of}"))
    notice = bench.notice("Refund of $12.50")
    assert notice
    assert notice.lasting
    assert await deeds_of(workspace) == [("refund", "done" if reaches else "missed")]
    assert (await stored_order(brand, "HP77120")).refunded_amount == (12.5 if reaches else 0)
    bench.notifications.notices.clear()
    await settle_deeds(workspace)
    assert bench.notifications.notices == [], "told once"
    view = await pane(bench, workspace, EMAIL)
    assert "Refund of $12.50 for order HP77120" in said(view.views["done"])
