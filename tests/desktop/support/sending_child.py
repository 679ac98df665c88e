"""A program of its own that creates a page and waits for an answer, until it is killed.

Arguments: the store, the address, the brand, the key.
"""

import asyncio
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from funneldesk.contract.pages import PageDraft
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.parts.pages.list.copies import page_maker
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.workspace.workspace import Workspace


async def send(path: Path, base_url: str, brand: int, key: str) -> None:
    """Create a page as a run over many does."""
    connection = Connection("c1", "Harbour Lane", base_url, brand, "#3D57D6")
    workspace = Workspace(connection, await LocalStore.open(path), NotificationCenter())
    await workspace.connect_to(base_url, key)
    draft = PageDraft(title="Spring sale (copy)")
    await page_maker(workspace, ()).make(BulkItem("7", "Spring sale"), draft, None)


if __name__ == "__main__":
    application = QCoreApplication(sys.argv[:1])
    _, store, address, number, secret = sys.argv
    asyncio.run(send(Path(store), address, int(number), secret))
