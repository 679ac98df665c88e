"""What the user made in any section is still there when the cache is thrown away."""

from collections.abc import Awaitable, Callable
from decimal import Decimal

import pytest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, turns

from funneldesk.desktop.local.database.database_kinds import work_path
from funneldesk.desktop.parts.quizzes.flow.keeping import KeptFlows
from funneldesk.desktop.parts.tickets.reply.canned import CannedReplies, CannedReply
from funneldesk.desktop.parts.tickets.reply.outbox import Outbox
from funneldesk.desktop.parts.tickets.reply.reply import Reply
from funneldesk.desktop.parts.tracking.links.registry import Link, LinkRegistry
from funneldesk.desktop.people.queues.refunds import RefundItem, RefundQueue
from funneldesk.desktop.workspace.workspace import Workspace

FLOW = {"screens": [{"id": 1, "title": "Harbour"}]}
LINK = Link("abc", "https://a.example/abc", "https://a.example/summer")


async def put_reply(workspace: Workspace) -> None:
    outbox = workspace.shared(Outbox)
    await outbox.begin()
    await outbox.put(Reply("T1", "Ana", "It is on its way.", seen=1))


async def replies(workspace: Workspace) -> object:
    outbox = workspace.shared(Outbox)
    await outbox.begin()
    return [(each.code, each.text) for each in outbox.replies]


async def put_refund(workspace: Workspace) -> None:
    order = {"code": "A1", "total": "38.00", "currency": "EUR", "status": "completed"}
    queue = workspace.shared(RefundQueue)
    await queue.begin([RefundItem(order, Decimal("9.50"), "Damaged")])


async def refunds(workspace: Workspace) -> object:
    queue = workspace.shared(RefundQueue)
    await queue.take_up()
    return [(each.code, each.amount, each.reason) for each in queue.items]


async def draw_flow(workspace: Workspace) -> None:
    await KeptFlows(workspace).keep(7, FLOW, {})


async def flow(workspace: Workspace) -> object:
    return await KeptFlows(workspace).draft(7)


async def add_link(workspace: Workspace) -> None:
    await workspace.shared(LinkRegistry).add(LINK)


async def links(workspace: Workspace) -> object:
    registry = workspace.shared(LinkRegistry)
    await registry.recall()
    return registry.links


async def add_canned(workspace: Workspace) -> None:
    canned = workspace.shared(CannedReplies)
    await canned.read()
    canned.put(CannedReply("thanks", "Thanks", "Thank you!"))


async def canned(workspace: Workspace) -> object:
    replies = workspace.shared(CannedReplies)
    await replies.read()
    return replies.get("thanks")


KINDS = {
    "replies": (put_reply, replies, [("T1", "It is on its way.")]),
    "refunds": (put_refund, refunds, [("A1", Decimal("9.50"), "Damaged")]),
    "flows": (draw_flow, flow, (FLOW, {})),
    "short links": (add_link, links, (LINK,)),
    "canned replies": (add_canned, canned, CannedReply("thanks", "Thanks", "Thank you!")),
}


@pytest.mark.parametrize("lost", ["cache", "work"])
@pytest.mark.parametrize("kind", KINDS)
@in_the_window
async def test_work_survives_the_loss_of_a_file(
    bench: WindowBench, brand: LiveBrand, kind: str, lost: str
) -> None:
    make: Callable[[Workspace], Awaitable[None]]
    read: Callable[[Workspace], Awaitable[object]]
    make, read, made = KINDS[kind]
    workspace = await bench.workspace(brand, connected=False, place="one")
    await make(workspace)
    await turns()
    path = workspace.store.path
    await workspace.close()
    name = path.name if lost == "cache" else work_path(path).name
    for file in [each for each in path.parent.iterdir() if each.name.startswith(name)]:
        file.unlink()
    again = await bench.workspace(brand, connected=False, place="one")
    assert await read(again) == made
