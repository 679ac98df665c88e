"""A program of its own that watches a folder by the real watcher, until it is killed.

Its argument is JSON: home, base_url, brand, key, root. It says ``ready`` once it watches, and
``sent`` with the number of files that are known to be sent whenever that changes.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from funneldesk.desktop.app.application import make_application
from funneldesk.desktop.assets.watched_folders.folders import WatchedFolders
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.tasks import make_loop
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.workspace.workspace import Workspace


async def watch(told: dict[str, Any]) -> None:
    """Watch for ever."""
    connection = Connection("c1", "Harbour Lane", told["base_url"], told["brand"], "#3D57D6")
    store = await LocalStore.open(Path(told["home"]) / "one.sqlite3")
    workspace = Workspace(connection, store, NotificationCenter())
    await workspace.connect_to(told["base_url"], told["key"])
    folders = workspace.shared(WatchedFolders)
    folders.settle = 0.1
    await folders.begin()
    if not folders.watchers:
        await folders.add(Path(told["root"]), "site")
    said("ready")
    while True:
        files = folders.watchers[0].files.values()
        said(f"sent {sum(file.state == 'sent' for file in files)}")
        await asyncio.sleep(0.02)


def said(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    make_loop(make_application([])).run_until_complete(watch(json.loads(sys.argv[1])))
