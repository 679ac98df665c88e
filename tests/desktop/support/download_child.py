"""As ``upload_child``, for a download: ``source`` is the folder on this computer that all files of
the brand come to."""

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.desktop.support.upload_child import main, said, tell_the_first

from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.downloads.order import DownloadOrder
from funneldesk.desktop.assets.transfers.downloads.plan import order_for
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.workspace.workspace import Workspace


async def download(told: dict[str, Any]) -> None:
    """One life of the queue."""
    connection = Connection("c1", "Harbour Lane", told["base_url"], told["brand"], "#3D57D6")
    store = await LocalStore.open(Path(told["home"]) / "one.sqlite3")
    workspace = Workspace(connection, store, NotificationCenter())
    await workspace.connect_to(told["base_url"], told["key"])
    queue = workspace.shared(TransferQueue)
    await queue.begin()
    first = not queue.jobs
    job = await queue.download(await _order(workspace, told)) if first else queue.jobs[0]
    await job.load()
    before = sum(item.is_ended for item in job.items)
    said(f"ready {before}")
    tell_the_first(job, lambda: job.done > before and job.state != "ended")
    await job.finished()
    shown = [[one.shown, one.path, one.state, one.words] for one in job.results()]
    said(f"results {json.dumps(shown)}")
    await workspace.close()


async def _order(workspace: Workspace, told: dict[str, Any]) -> DownloadOrder:
    library = workspace.shared(AssetLibrary)
    await library.refresh()
    return order_for([AssetRow("", True)], library.rows, Path(told["source"]))


if __name__ == "__main__":
    main(download)
