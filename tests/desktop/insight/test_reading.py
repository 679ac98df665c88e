"""Reading: from here at once, then anew; six at a time, the urgent first; late answers pass by."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, turns, until

from funneldesk.desktop.insight.questions import Question
from funneldesk.desktop.insight.reading import MOST, Reader, Slot


class Server:
    """Answers when it is told to, in any order."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.waiting: dict[str, asyncio.Future[Any]] = {}
        self.most = 0

    async def answer(self, name: str) -> Any:
        self.asked.append(name)
        self.waiting[name] = asyncio.get_running_loop().create_future()
        self.most = max(self.most, len(self.waiting))
        return await self.waiting[name]

    def give(self, name: str, value: Any) -> None:
        self.waiting.pop(name).set_result(value)


@dataclass(frozen=True, slots=True)
class Asked(Question):
    """A question to it."""

    name: str
    server: Server = field(compare=False)

    @property
    def key(self) -> str:
        return self.name

    async def read(self, api: Any) -> Any:
        return await self.server.answer(self.name)

    def decode(self, body: Any) -> Any:
        return body


@in_the_window
async def test_a_late_answer_to_an_old_question_never_overwrites_a_newer_one(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace, server = await bench.workspace(brand), Server()
    reader, owner = Reader(workspace), QObject()
    slot = Slot(reader, owner)
    for name in ("old", "new"):
        slot.ask(Asked(name, server))
        await until(lambda name=name: name in server.waiting)
    server.give("new", 2)
    await until(lambda: slot.answer == 2)
    server.give("old", 1)
    await until(lambda: reader.is_quiet)
    await turns()
    assert slot.answer == 2
    slot.ask(Asked("old", server))
    assert slot.answer == 1, "what came late is there at once when it is asked for again"


@in_the_window
async def test_six_are_under_way_at_most_and_the_urgent_go_first(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace, server = await bench.workspace(brand), Server()
    reader, owner = Reader(workspace), QObject()
    slots = [Slot(reader, owner, urgency=2) for _ in range(12)]
    for at, slot in enumerate(slots):
        slot.ask(Asked(f"some {at}", server))
    await until(lambda: len(server.waiting) == MOST)
    urgent = Slot(reader, owner, urgency=0)
    urgent.ask(Asked("urgent", server))
    waits = next(at for at in range(12) if f"some {at}" not in server.asked)
    slots[waits].ask(None)
    await turns()
    server.give(server.asked[0], server.asked[0])
    await until(lambda: len(server.asked) == MOST + 1)
    assert server.asked[MOST] == "urgent"
    while server.waiting or not reader.is_quiet:
        for name in list(server.waiting):
            server.give(name, name)
        await turns()
    assert server.most == MOST
    assert f"some {waits}" not in server.asked, "what nobody shows any more is not asked"
    shown = [f"some {at}" if at != waits else None for at in range(12)]
    assert [slot.answer for slot in slots] == shown


@in_the_window
async def test_one_question_of_two_places_is_asked_once(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace, server = await bench.workspace(brand), Server()
    reader, owner = Reader(workspace), QObject()
    one, two = Slot(reader, owner), Slot(reader, owner)
    one.ask(Asked("same", server))
    await until(lambda: "same" in server.waiting)
    two.ask(Asked("same", server))
    await turns()
    server.give("same", 5)
    await until(lambda: one.answer == two.answer == 5)
    assert server.asked == ["same"]


@in_the_window
async def test_what_was_read_is_there_at_once_after_a_new_start(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace, server = await bench.workspace(brand), Server()
    first, owner = Reader(workspace), QObject()
    slot = Slot(first, owner)
    slot.ask(Asked("kept", server))
    await until(lambda: "kept" in server.waiting)
    server.give("kept", {"rows": [1]})
    await until(lambda: first.is_quiet)
    again = Slot(Reader(workspace), owner)
    again.ask(Asked("kept", server), anew=True)
    await until(lambda: again.answer is not None)
    assert again.answer == {"rows": [1]}
    assert again.read_at == slot.read_at or again.read_at is not None
    assert again.is_reading, "it is read again"
    await until(lambda: "kept" in server.waiting)
    server.give("kept", {"rows": [2]})
    await until(lambda: again.answer == {"rows": [2]})


@in_the_window
async def test_a_lost_line_leaves_what_is_known_and_says_so(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    from funneldesk.desktop.insight.brand_insight import BrandInsight

    workspace = await bench.workspace(brand, base_url=relay.base_url)
    insight = workspace.shared(BrandInsight)
    await insight.learn()
    await until(lambda: insight.is_known and insight.reader.is_quiet)
    await relay.vanish()
    insight.definitions.ask(insight.definitions.question, anew=True)
    await until(lambda: insight.definitions.problem is not None)
    assert "revenue" in insight.catalogue
    assert not insight.definitions.is_reading
