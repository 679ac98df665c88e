"""As ``upload_child``, for replies to tickets: ``source`` names the tickets. The
results are [number, number, state, ""]."""

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
sys.path.insert(1, str(Path(__file__).resolve().parents[3] / "packaging"))

from tests.desktop.support.upload_child import main, said
from tests.desktop.support.window_bench import until

from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.parts.tickets.reply.outbox import Outbox
from funneldesk.desktop.parts.tickets.reply.reply import Reply
from funneldesk.desktop.workspace.workspace import Workspace


async def answer(told: dict[str, Any]) -> None:
    """One life of the outbox."""
    connection = Connection("c1", "Harbour Lane", told["base_url"], told["brand"], "#3D57D6")
    store = await LocalStore.open(Path(told["home"]) / "one.sqlite3")
    workspace = Workspace(connection, store, NotificationCenter())
    outbox = workspace.shared(Outbox)
    await workspace.connect_to(told["base_url"], told["key"])
    await outbox.begin()
    outbox.delay = 0
    codes = str(told["source"]).split()
    first = not await store.value("begun", False)
    said(f"ready {len(codes) - len(outbox.replies)}")
    if first:
        for code in codes:
            await outbox.put(Reply(code, "Ana", f"Answer to {code}", "closed", seen=1))
        await store.put_value("begun", True)
    left = len(outbox.replies)
    await until(lambda: len(outbox.replies) < max(left, 1))
    said("moved")
    await until(lambda: not outbox.replies)
    said(f"results {json.dumps([[code, code, 'done', ''] for code in codes])}")
    await workspace.close()


if __name__ == "__main__":
    main(answer)
