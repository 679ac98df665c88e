"""Replies on their way: no reply twice and none lost, whatever the line and the program do."""

import asyncio
import random
from pathlib import Path

import pytest
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
from tests.desktop.support.killed_uploader import Uploader
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.ticket_desk import sent, stored, thread, write_again, write_in
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench, in_the_window, until

from funneldesk.contract.tickets import TicketMessage
from funneldesk.desktop.local.connections.book import ConnectionBook
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.parts.tickets.reply import outbox as module
from funneldesk.desktop.parts.tickets.reply.outbox import KEPT, Outbox
from funneldesk.desktop.parts.tickets.reply.reply import Reply
from funneldesk.desktop.workspace.workspace import Workspace

CHILD = Path(__file__).parents[3] / "support" / "reply_child.py"
POST = r"/tickets/[^/]+/messages"


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AGAIN", 0.2)


async def begun(workspace: Workspace) -> Outbox:
    outbox = workspace.shared(Outbox)
    await outbox.begin()
    outbox.delay = 0
    return outbox


WAYS = [
    *((kind, True) for kind in (RESET_BEFORE, *CUT_SHORT, NOT_JSON, UNAVAILABLE)),
    *((kind, False) for kind in (RESET_BEFORE, NOT_JSON, UNAVAILABLE)),
]
"""How a line fails, and whether the server heard the request all the same."""


@pytest.mark.usefixtures("three_seconds")
@pytest.mark.parametrize(("kind", "reaches"), WAYS)
@in_the_window
async def test_a_reply_arrives_once_however_the_line_fails(
    bench: WindowBench, brand: LiveBrand, kind: str, reaches: bool
) -> None:
    code = write_in(brand, "Where is it?")
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    workspace = await bench.workspace(brand, base_url=line.base_url)
    outbox = await begun(workspace)
    await line.hurt_requests(kind, "POST", POST, reaches=reaches, times=1)
    await outbox.put(Reply(code, "Ana", "It is on its way.", "closed", seen=1))
    await until(lambda: not outbox.replies)
    assert await sent(brand, code) == ["<p>It is on its way.</p>"]
    assert (await stored(brand, code)).status == "closed"
    assert line.hurt == 1


@pytest.mark.usefixtures("three_seconds")
@pytest.mark.parametrize("kind", [RESET_BEFORE, *CUT_SHORT[:2], UNAVAILABLE])
@in_the_window
async def test_a_status_that_failed_is_set_without_a_second_reply(
    bench: WindowBench, brand: LiveBrand, kind: str
) -> None:
    code = write_in(brand, "Where is it?")
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    outbox = await begun(await bench.workspace(brand, base_url=line.base_url))
    await line.hurt_requests(kind, "POST", "/set-status/", times=1)
    await outbox.put(Reply(code, "Ana", "Done.", "resolved", seen=1))
    await until(lambda: not outbox.replies)
    assert await sent(brand, code) == ["<p>Done.</p>"]
    assert (await stored(brand, code)).status == "resolved"


@pytest.mark.parametrize("kind", [LOGIN, KEY_REFUSED, SLOW_DOWN])
@in_the_window
async def test_what_is_refused_is_held_or_waits_and_never_lost(
    bench: WindowBench, brand: LiveBrand, kind: str
) -> None:
    code = write_in(brand, "Where is it?")
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    workspace = await bench.workspace(brand, base_url=line.base_url)
    outbox = await begun(workspace)
    await line.hurt_requests(kind, "POST", POST, times=1)
    await outbox.put(Reply(code, "Ana", "It is on its way.", seen=1))
    await until(lambda: not outbox.replies or outbox.replies[0].state == "held")
    kept = await workspace.store.saved_work(KEPT)
    assert len(await sent(brand, code)) + len(kept) == 1


@in_the_window
async def test_replies_go_out_in_their_order(bench: WindowBench, brand: LiveBrand) -> None:
    codes = [write_in(brand, f"Ticket {number}") for number in range(5)]
    outbox = await begun(await bench.workspace(brand))
    for code in codes:
        await outbox.put(Reply(code, "Ana", f"Answer {code}", seen=1))
    await until(lambda: not outbox.replies)
    moments = [(await thread(brand, code))[-1].created_at for code in codes]
    assert moments == sorted(filter(None, moments))


@in_the_window
async def test_two_agents_on_one_ticket_see_each_other_before_they_answer(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Where is it?")
    first = await begun(await bench.workspace(brand))
    second = await begun(await bench.workspace(brand))
    await first.put(Reply(code, "Ana", "From me", seen=1))
    await until(lambda: not first.replies)
    await second.put(Reply(code, "Ana", "From me as well", seen=1))
    await until(lambda: second.replies and second.replies[0].state == "held")
    assert "wrote meanwhile" in second.replies[0].why
    assert await sent(brand, code) == ["<p>From me</p>"]


@pytest.mark.usefixtures("three_seconds")
@pytest.mark.parametrize(
    ("kind", "reaches"),
    [
        pytest.param(*way, marks=[pytest.mark.deep] if way[0] in (STALLED, DRIPPING) else [])
        for way in WAYS
    ],
)
@in_the_window
async def test_two_agents_answer_once_and_lose_nothing_however_the_line_fails(
    bench: WindowBench,
    brand: LiveBrand,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    reaches: bool,
) -> None:
    monkeypatch.setattr(module, "AGAIN", 60.0)
    code = write_in(brand, "Where is it?")
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    first_program = await bench.workspace(brand, base_url=line.base_url)
    first = await begun(first_program)
    second = await begun(await bench.workspace(brand))
    await line.hurt_requests(kind, "POST", POST, reaches=reaches, times=1)
    await first.put(Reply(code, "Ana", "From me", seen=1))
    await until(lambda: first.put_off or not first.replies)
    await second.put(Reply(code, "Ana", "From me as well", seen=1))
    await until(lambda: not second.replies or second.replies[0].state == "held")
    for reply in first.replies:  # What was put off is tried again now.
        reply.due = 0.0
    first_program.connection_changed.emit()
    await until(lambda: not first.replies or first.replies[0].state == "held")
    held = [each.text for each in (*first.replies, *second.replies)]
    assert held == ["From me as well" if reaches else "From me"]
    assert await sent(brand, code) == [f"<p>{'From me' if reaches else 'From me as well'}</p>"]


@in_the_window
async def test_the_same_words_of_before_are_no_proof(bench: WindowBench, brand: LiveBrand) -> None:
    code = write_in(brand, "Where is it?")
    outbox = await begun(await bench.workspace(brand))
    await outbox.put(Reply(code, "Ana", "Thank you.", seen=1))
    await until(lambda: not outbox.replies)
    write_again(brand, code, "<p>And now?</p>")
    await outbox.put(Reply(code, "Ana", "Thank you.", seen=3))
    await until(lambda: not outbox.replies)
    assert await sent(brand, code) == ["<p>Thank you.</p>"] * 2


def test_a_reply_is_found_by_its_words_whatever_tags_the_server_writes() -> None:
    reply = Reply("T1", "Ana", "Hello <Ana> & all,\nsee https://a.example/x.", seen=1)
    first = TicketMessage(message=reply.html, type="agent_message")
    rewritten = reply.html.replace("<p>", '<p dir="auto">').replace("<br>", "<br />\n")
    other = TicketMessage(message="<p>Hello Ana</p>", type="agent_message")
    assert not reply.is_in([first])
    assert not reply.is_in([first, other])
    assert reply.is_in([first, other, TicketMessage(message=rewritten, type="agent_message")])
    assert not reply.is_in([first, TicketMessage(message=reply.html)])


@pytest.mark.parametrize(
    "kept", [None, 7, [], [{}], [{"code": "A", "text": ""}], [{"code": 1, "text": "x"}], "x"]
)
@in_the_window
async def test_what_was_kept_by_nobody_is_passed_over(
    bench: WindowBench, brand: LiveBrand, kept: object
) -> None:
    workspace = await bench.workspace(brand)
    await workspace.store.save_work(KEPT, kept)
    assert (await begun(workspace)).replies == []


@pytest.mark.parametrize(
    ("count", "kills"),
    [
        pytest.param(6, 3, id="small"),
        pytest.param(40, 30, id="many", marks=[pytest.mark.deep, pytest.mark.timeout(600)]),
    ],
)
def test_a_killed_program_sends_every_reply_once(
    brand: LiveBrand, tmp_path: Path, count: int, kills: int
) -> None:
    codes = [write_in(brand, f"Ticket {number}") for number in range(count)]

    async def live() -> int:
        where = {
            "home": str(tmp_path),
            "base_url": brand.base_url,
            "brand": brand.number,
            "key": brand.key(),
            "source": " ".join(codes),
        }
        program = Uploader(where, CHILD)
        try:
            return (await program.live(kills, random.Random(3), 0.3)).kills
        finally:
            await program.end()

    assert asyncio.run(live()) >= 1
    for code in codes:
        assert asyncio.run(sent(brand, code)) == [f"<p>Answer to {code}</p>"]
        assert asyncio.run(stored(brand, code)).status == "closed"


@in_the_window
async def test_a_reply_left_by_a_killed_program_goes_out_before_tickets_is_opened(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    code = write_in(brand, "Where is it?")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    connection = panel.workspace.connection
    left = Reply(code, "Ana", "It is on its way.", seen=1)
    await panel.workspace.store.save_work(KEPT, [left.kept()])
    await bench.quit(session)
    again = bench.session()
    again.brands.book = await ConnectionBook.load(again.folders.connections_file)
    await again.brands.show(connection.id)
    notices = again.notifications
    await until(lambda: [each for each in notices.notices if "was sent" in each.title])
    assert await sent(brand, code) == ["<p>It is on its way.</p>"]
    assert isinstance(again.window.panel(), PagesPanel)
