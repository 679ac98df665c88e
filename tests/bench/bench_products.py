"""The grid of products: a key among 10,000 to the painted selection, and 1,000 staged prices.

A key is timed beside Down in Qt's own table of the same texts; a paste of 1,000 prices, to the
painted marks, beside Qt's item model that takes and draws them. The controls work out every margin
for a key, and stage the prices one by one.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")
sys.path.insert(0, str(Path(__file__).parents[2]))

from heartbeat import until
from measure import Aim, Pairs, control, leave, machine, report, size
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.tasks import make_loop
from funneldesk.desktop.local.cache.records import CachedRow
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.parts.products.panel import ProductsPanel
from funneldesk.desktop.parts.products.products import PRODUCTS
from funneldesk.desktop.records.staging.paste import paste
from funneldesk.desktop.workspace.workspace import Workspace

MANY, STAGED, KEYS, RUNS = size(10_000, 500), size(1_000, 100), size(60, 6), size(7, 3)
ONE_BY_ONE = 40
KEY_MS, STAGED_MS = 16, 100


def product(number: int) -> dict[str, object]:
    """A product as the list has it."""
    return {
        "id": number,
        "code": f"P-{number:05}",
        "title": f"Roast {number}, 340 g",
        "type": "digital" if number % 5 == 0 else "physical",
        "classification": ("main", "upsell", "bump")[number % 3],
        "price": number % 900 / 10 + 1,
        "retail_price": number % 900 / 10 + 3,
        "unit_cost": number % 700 / 100,
        "fulfillment_cost": 1.2,
        "packaging_cost": 0.35,
        "unit_weight_oz": 12.5,
        "sku": f"R-{number % 90}",
        "updated_at": "2026-11-20T10:00:00Z",
        "created_at": "2026-11-20T10:00:00Z",
    }


async def opened(folder: Path) -> ProductsPanel:
    """The section with all products from this computer's copy."""
    connection = Connection("c1", "Harbour Lane", "http://127.0.0.1:9", 1, "#3D57D6")
    store = await LocalStore.open(folder / "products.sqlite3")
    rows = [
        CachedRow(str(n), product(n), "2026-11-20T10:00:00Z", {"title": f"Roast {n}, 340 g"})
        for n in range(MANY)
    ]
    await store.replace_listing("products", rows)
    panel = ProductsPanel(Workspace(connection, store, NotificationCenter()), PRODUCTS)
    panel.resize(1_440, 900)
    panel.show()
    await panel.source.begin()
    await until(lambda: panel.list.source is not None and panel.list.source.total == MANY)
    return panel


def reference(panel: ProductsPanel) -> QTableView:
    """Qt's own table of the same texts."""
    rows, shown = panel.list.table.rows, panel.list.table.shown_columns()
    model = QStandardItemModel(0, len(shown))
    for row in range(rows.rowCount()):
        model.appendRow([QStandardItem(str(rows.index(row, at).data())) for at in shown])
    plain = QTableView()
    plain.setModel(model)
    plain.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    plain.resize(panel.list.table.size())
    plain.show()
    return plain


def painted(
    view: QTableView,
    deed: Callable[[], object],
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Milliseconds of a deed to what it shows."""
    started = clock()
    deed()
    QCoreApplication.sendPostedEvents(view.window(), QEvent.Type.UpdateRequest.value)
    return (clock() - started) * 1_000


def keys(panel: ProductsPanel, plain: QTableView) -> bool:
    """Down in both; True when the aim is met and the control lost."""
    table, key = panel.list.table, Qt.Key.Key_Down
    for view in (table, plain):
        view.setCurrentIndex(view.model().index(0, 0))
        view.viewport().repaint()
    figures, slow = [], []
    margins = panel.list.table.rows.columns[4].value
    for step in range(KEYS):
        ours = painted(table, lambda: QTest.keyClick(table, key))
        figures.append((ours, painted(plain, lambda: QTest.keyClick(plain, key))))
        if step % 10 == 0:
            rows = list(panel.list.rows.values())
            slow.append(painted(table, lambda rows=rows: [margins(each) for each in rows]))
    pairs = Pairs(tuple(a for a, _ in figures[3:]), tuple(b for _, b in figures[3:]))
    report(
        f"A key among {MANY:,} products, to the painted selection",
        pairs,
        unit="ms",
        names=("Down in the grid", "Down in Qt's own table"),
        aim=Aim(at_most=12),
        keys=1,
        digits=2,
    )
    median, worse = statistics.median(pairs.ours), statistics.median(slow)
    met = median <= KEY_MS
    print(f"  median {median:.2f} ms (aim at most {KEY_MS}): {'PASS' if met else 'BELOW'}")
    return (
        control("every margin for a key", lost=worse > 2 * median, what=f"{worse:.0f} ms") and met
    )


async def staged(panel: ProductsPanel, plain: QTableView) -> bool:
    """The same prices into both; True when the aim is met and the control lost.

    Milliseconds of the processor, all threads: whatever else runs on the machine takes none.
    """
    table, staging = panel.list.table, panel.staging
    assert staging is not None
    price = next(at for at, each in enumerate(table.rows.columns) if each.key == "price")
    ours, theirs, slow = [], [], []
    for run in range(RUNS):
        QApplication.clipboard().setText("\n".join([f"{77 + run}.50"] * STAGED))
        table.setCurrentIndex(table.rows.index(0, price))
        started = time.process_time()
        await paste(staging.table)
        QCoreApplication.sendPostedEvents(table.window(), QEvent.Type.UpdateRequest.value)
        ours.append((time.process_time() - started) * 1_000)
        put = partial(_put, plain, f"{77 + run}.50")
        theirs.append(painted(plain, put, time.process_time))
        cells = dict(staging.staged.cells)
        staging.staged.drop(tuple(cells))
        if run < 2:
            started = time.process_time()
            for place, cell in list(cells.items())[:ONE_BY_ONE]:
                staging.staged.put({place: cell})
                table.viewport().repaint()
            slow.append((time.process_time() - started) * 1_000 * STAGED / ONE_BY_ONE)
            staging.staged.drop(tuple(cells))
    pairs = Pairs(tuple(ours[1:]), tuple(theirs[1:]))
    report(
        f"{STAGED:,} prices pasted, to the painted marks",
        pairs,
        unit="ms",
        names=("staged in the grid", "set in Qt's item model"),
        aim=Aim(at_most=120),
        rows=STAGED,
        digits=1,
    )
    median, worse = statistics.median(ours), statistics.median(slow)
    met = median <= STAGED_MS
    print(f"  median {median:.1f} ms (aim at most {STAGED_MS}): {'PASS' if met else 'BELOW'}")
    return control("staged one by one", lost=worse > 2 * median, what=f"{worse:.0f} ms") and met


def _put(plain: QTableView, text: str) -> None:
    model = plain.model()
    for row in range(STAGED):
        model.setData(model.index(row, 2), text)


async def main() -> bool:
    print(machine())
    with tempfile.TemporaryDirectory(prefix="funneldesk-bench-") as folder:
        panel = await opened(Path(folder))
        plain = reference(panel)
        await asyncio.sleep(1)
        met = keys(panel, plain)
        met = await staged(panel, plain) and met
        await panel.workspace.close()
    return met


if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    loop = make_loop(application)
    leave(0 if loop.run_until_complete(main()) else 1)
