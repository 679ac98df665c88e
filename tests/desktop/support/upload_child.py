"""A program of its own that uploads by the real queue, until it is killed or done.

It waits with everything imported and lives a life for each line on its standard input (JSON: home,
base_url, brand, key, source). The first life takes the order over, the later ones go on by
themselves. It says ``pid``, ``ready`` once the queue has begun, ``moved`` when the first file of
this life is over, and at the end ``results`` with a JSON list of [shown, path, state, words].
"""

import json
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.desktop.support.transfer_trees import plain_order

from funneldesk.client import Api
from funneldesk.desktop.app.application import make_application
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.tasks import make_loop
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.workspace.workspace import Workspace

LOADED = (Api,)


async def upload(told: dict[str, Any]) -> None:
    """One life of the queue."""
    connection = Connection("c1", "Harbour Lane", told["base_url"], told["brand"], "#3D57D6")
    store = await LocalStore.open(Path(told["home"]) / "one.sqlite3")
    workspace = Workspace(connection, store, NotificationCenter())
    await workspace.connect_to(told["base_url"], told["key"])
    queue = workspace.shared(TransferQueue)
    await queue.begin()
    job = queue.jobs[0] if queue.jobs else await queue.upload(plain_order(Path(told["source"])))
    await job.load()
    before = sum(item.is_ended for item in job.items)
    said(f"ready {before}")
    tell_the_first(job, lambda: job.done > before and job.state != "ended")
    await job.finished()
    shown = [[one.shown, one.path, one.state, one.words] for one in job.results()]
    said(f"results {json.dumps(shown)}")
    await workspace.close()


def tell_the_first(job: Job, moved: Callable[[], bool]) -> None:
    """Say ``moved`` when the first item of this life is over."""

    def tell() -> None:
        if moved():
            job.changed.disconnect(tell)
            said("moved")

    job.changed.connect(tell)


def said(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def main(life: Callable[[dict[str, Any]], Coroutine[Any, Any, None]] = upload) -> None:
    """A life for each line."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            app = make_application([])
            make_loop(app).run_until_complete(life(json.loads(line)))
            os._exit(0)
        said(f"pid {child}")
        os.waitpid(child, 0)
        said("gone")


if __name__ == "__main__":
    main()
