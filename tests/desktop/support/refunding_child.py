"""A program of its own that refunds a part of an order and waits for an answer, until it is killed.

Arguments: the store, the address, the brand, the key, the order, the amount.
"""

import asyncio
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.people.deeds.doing import Deeds
from funneldesk.desktop.people.deeds.refund import REFUND
from funneldesk.desktop.workspace.workspace import Workspace


async def refund(path: Path, base_url: str, brand: int, key: str, code: str, amount: str) -> None:
    """Refund as the sheet does once its button is pressed."""
    connection = Connection("c1", "Harbour Lane", base_url, brand, "#3D57D6")
    workspace = Workspace(connection, await LocalStore.open(path), NotificationCenter())
    await workspace.connect_to(base_url, key)
    body = await workspace.run(lambda api: REFUND.read(api, code))
    request = REFUND.request(body, {"amount": amount})
    await workspace.shared(Deeds).do(REFUND, body, request, str(body["customer_email"]))


if __name__ == "__main__":
    application = QCoreApplication(sys.argv[:1])
    _, store, address, number, secret, order, much = sys.argv
    asyncio.run(refund(Path(store), address, int(number), secret, order, much))
