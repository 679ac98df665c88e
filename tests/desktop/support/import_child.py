"""As ``upload_child``, for an import: ``source`` is a file of products, or of the records of a
``part``; ``once`` names what no two of them may have. The results are
[row, code or title, state, words].
"""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
sys.path.insert(1, str(Path(__file__).resolve().parents[3] / "packaging"))

from tests.desktop.support.killed_uploader import LONGEST_LIFE
from tests.desktop.support.product_import import IMPORTERS
from tests.desktop.support.upload_child import main, said, tell_the_first
from tests.desktop.support.window_bench import until

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.parts.collections.section import SECTION as COLLECTIONS
from funneldesk.desktop.parts.courses.section import SECTION as COURSES
from funneldesk.desktop.parts.crm.section import SECTION as CRM
from funneldesk.desktop.records.importing.check import ImportCheck
from funneldesk.desktop.records.importing.conventions import profiles
from funneldesk.desktop.records.importing.dialog import order_of
from funneldesk.desktop.records.importing.guessing import guess
from funneldesk.desktop.records.importing.job import OVER, ImportOrder
from funneldesk.desktop.records.importing.mapping import ImportPlan
from funneldesk.desktop.records.importing.queue import ImportQueue
from funneldesk.desktop.records.importing.table_file import Layout, TableReader
from funneldesk.desktop.workspace.workspace import Workspace, section_of


async def send(told: dict[str, Any]) -> None:
    """One life of the queue."""
    connection = Connection("c1", "Harbour Lane", told["base_url"], told["brand"], "#3D57D6")
    store = await LocalStore.open(Path(told["home"]) / "one.sqlite3")
    workspace = Workspace(connection, store, NotificationCenter())
    own = {each.name: each.imports for each in (COLLECTIONS, COURSES, CRM)}
    workspace.importers = {**IMPORTERS, **own}  # type: ignore[dict-item]
    await workspace.connect_to(told["base_url"], told["key"])
    queue = workspace.shared(ImportQueue)
    await queue.begin()
    first = not queue.jobs
    job = await queue.add(await _order(workspace, told)) if first else queue.jobs[0]
    before = sum(item.state in OVER for item in job.items)
    said(f"ready {before}")
    tell_the_first(job, lambda: job.done > before and job.state != "ended")
    await until(lambda: job.state == "ended", LONGEST_LIFE)
    shown = [
        [str(i.number), str(i.values.get("code") or i.title), i.state, i.outcome().text]
        for i in job.items
    ]
    said(f"results {json.dumps(shown)}")
    await workspace.close()


async def _order(workspace: Workspace, told: dict[str, Any]) -> ImportOrder:
    table = await TableReader(workspace).read(Path(told["source"]), Layout())
    part = str(told.get("part") or "products")
    declared = await workspace.importers[section_of(part)](workspace, part)
    columns = profiles(table)
    fields = guess(declared, table.titles)
    specs = declared.kind.draft.declared
    written = [
        next(iter(column.conventions(specs[name] if name else None)), "")
        for column, name in zip(columns, fields, strict=True)
    ]
    plan = ImportPlan(fields, tuple(written), keys=tuple(told.get("keys") or ["code"]))
    once = str(told.get("once") or "")
    known = await workspace.run(declared.listed) if once else {}
    check = ImportCheck(declared, table, plan, Formats("EUR"), known, once)
    check.run()
    return replace(order_of(check, table), once=once)


if __name__ == "__main__":
    main(send)
