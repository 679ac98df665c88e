"""The first screen of the click log: of a brand with a million clicks, and of one with a thousand.

Both are read from a server in a process of its own, page by page, as the window does. The control
reads the first hundred pages before it draws, as a log that is loaded whole would have to begin.
"""

import os
import sys
import time
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")
os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
sys.path.insert(0, str(Path(__file__).parents[2]))

from beside_platform import run_beside_platform
from heartbeat import until
from measure import Aim, Pairs, control, report, size
from sqlalchemy import text
from tests.desktop.support.declared_sections import add_clicks
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.window_bench import WindowBench

from funneldesk.client import Api
from funneldesk.desktop.parts.tracking.panel import TrackingPanel
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.db.counters import move
from funneldesk.server.parts.tracking.ingest import VISITS
from funneldesk.server.parts.tracking.tables import VisitRow

MANY, FEW, RUNS, PAGES = size(1_000_000, 5_000), 1_000, size(5, 1), size(100, 5)
TIMES = {"id": "v.id + n.i", "code": "'c' || n.i", "session_id": "'s' || v.brand_id || '-' || n.i"}


def filled(live: LivePlatform, count: int) -> LiveBrand:
    """A brand with so many clicks, made of one by the database itself."""
    brand = live.brand()
    add_clicks(brand, ["https://shop.example/mugs"])
    names = [each.name for each in VisitRow.__table__.columns]
    values = ", ".join(TIMES.get(name, f"v.{name}") for name in names)
    copies = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count) "
        f"INSERT INTO visits ({', '.join(names)}) SELECT {values} FROM visits v, n "
        "WHERE v.brand_id = :brand"
    )
    with brand.database.writing() as session:
        session.execute(text(copies), {"count": count - 1, "brand": brand.number})
        move(session, brand.number, VISITS, count - 1)
    return brand


async def first_screen(bench: WindowBench, workspace: Workspace) -> float:
    """Milliseconds until the newest clicks are painted."""
    panel = bench.own(TrackingPanel(workspace))
    panel.resize(1240, 820)
    started = time.perf_counter()
    panel.show()
    panel.refresh()
    await until(lambda: len(panel.list.table.rows.ids) >= 30)
    panel.repaint()
    took = (time.perf_counter() - started) * 1000
    panel.hide()
    return took


async def read(api: Api, page: int) -> object:
    return await api.tracking.list(page=page)


async def many_pages(workspace: Workspace) -> float:
    """Milliseconds for the pages of a log that would be read before it is shown."""
    started = time.perf_counter()
    for page in range(1, PAGES + 1):
        await workspace.run(partial(read, page=page))
    return (time.perf_counter() - started) * 1000


async def measured(live: LivePlatform, folder: Path) -> bool:
    """Whether every aim is met."""
    bench = WindowBench(folder)
    try:
        large = await bench.workspace(filled(live, MANY))
        small = await bench.workspace(filled(live, FEW))
        await first_screen(bench, small)
        pairs = [
            (await first_screen(bench, small), await first_screen(bench, large))
            for _ in range(RUNS)
        ]
        thousand, million = zip(*pairs, strict=True)
        names = (f"of {MANY:,} clicks", f"of {FEW:,} clicks")
        met = report(
            "First screen",
            Pairs(tuple(million), tuple(thousand)),
            unit="ms",
            names=names,
            aim=Aim(at_most=1.6),
            requests=1,
        )
        whole = await many_pages(large)
        lost = whole > 1.6 * min(million)
        return met and control(f"{PAGES} pages read first", lost=lost, what=f"{whole:.0f} ms")
    finally:
        await bench.end()


if __name__ == "__main__":
    sys.exit(run_beside_platform(measured))
