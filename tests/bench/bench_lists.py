"""Long lists: words typed into the filter, and the first screen of the local copy.

The filter runs over 100,000 pages, letter by letter as one types, until the list knows every row
and its count, beside QSortFilterProxyModel over a list model in the same language, with the same
letters. The first screen is timed from asking the local copy to the first rows being drawn.
"""

import asyncio
import gc
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")

from heartbeat import until
from many_pages import START, title_of
from measure import Aim, Pairs, control, done, leave, machine, report, size, timed
from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit.lists.local_rows import LocalRows
from funneldesk.desktop.kit.lists.record_list import RecordList
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.tasks import make_loop
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.list.list_pane import PageListPane
from funneldesk.desktop.parts.pages.list.rows import PageRow
from funneldesk.desktop.records.library.library import HEAD_PAUSE
from funneldesk.desktop.workspace.workspace import Workspace

FILTERED = size(100_000, 5_000)
SMALL, LARGE = size(10_000, 1_000), size(1_000_000, 10_000)
TYPED = ("winter sale", "zebra", "checkout 77")
WHOLE = size(100_000, 5_000)
"""Pages of the control, which reads them all: a tenth of what the list opens."""
RUNS = size(3, 1)
Index = QModelIndex | QPersistentModelIndex


def summary(number: int) -> dict[str, object]:
    """A page as the list has it."""
    title = title_of(number)
    stamp = f"2026-{1 + number // 30_000 % 12:02}-{1 + number // 1_000 % 28:02}T10:00:00Z"
    return {
        "id": number,
        "name": title,
        "slug": title.lower().replace(" ", "-"),
        "status": "published",
        "updated_at": stamp,
        "created_at": START.isoformat(),
    }


class Plain(QAbstractListModel):
    """The rows as a Qt program in Python has them."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__()
        self._texts = texts

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802
        return 0 if parent.isValid() else len(self._texts)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return self._texts[index.row()] if role == Qt.ItemDataRole.DisplayRole else None


class Filters:
    """The list's own filter and Qt's, over the same rows."""

    def __init__(self, rows: dict[str, PageRow]) -> None:
        self.view = RecordList("Pages", lambda _: None)
        self.local: LocalRows[PageRow] = LocalRows(self.view, lambda: rows)
        self.plain = Plain([row.sought for row in rows.values()])
        self.proxy = QSortFilterProxyModel()
        self.proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.proxy.setSourceModel(self.plain)

    async def ours(self, word: str) -> float:
        """Seconds until every row is known after each letter; nothing is known from before."""
        local = self.local
        local.take_all()
        await until(lambda: local.settled)
        started = time.perf_counter()
        for end in range(1, len(word) + 1):
            local.narrow(word[:end])
            await until(lambda: local.settled, pause=0)
        return done(time.perf_counter() - started, keys=len(word))

    def theirs(self, word: str) -> float:
        """Seconds for the same letters. Raises RuntimeError when the list misses some."""
        self.proxy.setFilterFixedString("")
        started = time.perf_counter()
        for end in range(1, len(word) + 1):
            self.proxy.setFilterFixedString(word[:end])
        seconds = done(time.perf_counter() - started, rows=FILTERED, keys=len(word))
        # The list takes several words in any order, so that it may find more.
        if self.proxy.rowCount() > self.local.count:
            found = f"{self.proxy.rowCount()} rows there, {self.local.count} here"
            raise RuntimeError(f"{word}: {found}")
        return seconds


async def measure_filter(rows: dict[str, PageRow]) -> bool:
    """Each word typed letter by letter into both; True when the aim is met."""
    filters = Filters(rows)
    figures = []
    for word in TYPED * RUNS:
        mine = await filters.ours(word)
        figures.append((filters.theirs(word) * 1000, mine * 1000))
    pairs = Pairs(tuple(a for a, _ in figures), tuple(b for _, b in figures))
    met = report(
        f"A word typed letter by letter into the filter of {FILTERED:,} pages, all rows known",
        pairs,
        unit="ms",
        names=("QSortFilterProxyModel", "the list"),
        aim=Aim(at_least=100),
    )
    folded = timed(lambda: [row for row in rows.values() if "e" in row.sought.casefold()]) * 1000
    letters = statistics.median(len(word) for word in TYPED)
    lost = folded > 2 * statistics.median(pairs.theirs) / letters
    return control("folding every row at each key", lost=lost, what=f"{folded:.1f} ms") and met


FILL = """
INSERT INTO summaries (part, id, position, updated_at, summary)
WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?2),
pages(n, stamp) AS (SELECT n, strftime('%Y-%m-%dT%H:%M:%SZ', 1767225600 + n * 60, 'unixepoch')
                    FROM numbers)
SELECT ?1, n, n, stamp, json_object('id', n, 'name', 'Winter sale ' || n, 'slug',
    'winter-sale-' || n, 'status', 'published', 'updated_at', stamp, 'created_at', stamp)
FROM pages
"""


async def written(folder: Path, count: int) -> LocalStore:
    """A local copy with so many pages."""
    file = folder / f"{count}.sqlite3"
    await (await LocalStore.open(file)).close()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(FILL, (PART, count))
    return await LocalStore.open(file)


async def filled(folder: Path, count: int) -> LocalStore:
    """A local copy with so many pages, left as the program leaves it once it has shown them."""
    store = await written(folder, count)
    library = PageLibrary(opened(store))
    pane = PageListPane(library)
    await library.show_local()
    await until(lambda: pane.rows.settled and pane.rows.count == count, within=120)
    await asyncio.sleep(HEAD_PAUSE + 0.5)
    await ended(library, pane)
    return store


def opened(store: LocalStore) -> Workspace:
    """A brand that is not connected."""
    connection = Connection("c1", "Measured", "http://127.0.0.1:9", 1, "#3D57D6")
    return Workspace(connection, store, NotificationCenter())


async def ended(library: PageLibrary, pane: PageListPane) -> None:
    """Close a list and wait until its tasks have ended."""
    from funneldesk.desktop.kit.tasks import end_under

    for task in (*end_under(library), *end_under(pane)):
        await asyncio.gather(task, return_exceptions=True)
    pane.deleteLater()
    library.deleteLater()
    await asyncio.sleep(0.02)


async def first_screen(store: LocalStore, app: QApplication) -> float:
    """Milliseconds from asking the local copy to the first rows being drawn."""
    library = PageLibrary(opened(store))
    pane = PageListPane(library)
    pane.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    pane.resize(300, 800)
    pane.show()
    app.processEvents()
    started = time.perf_counter()
    asking = asyncio.ensure_future(library.show_local())
    await until(lambda: pane.rows.count, pause=0)
    pane.list.grab()
    seconds = done(time.perf_counter() - started, pictures=1)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await ended(library, pane)
    return seconds * 1000


async def whole_list(store: LocalStore) -> float:
    """Milliseconds until every summary was read: what a list without a head waits for."""
    started = time.perf_counter()
    rows = await store.listing(PART)
    return done(time.perf_counter() - started, rows=len(rows)) * 1000


async def measure_first_screen(app: QApplication, folder: Path) -> bool:
    """The first screen of very many rows beside that of few; True when the aim is met."""
    small, large = await filled(folder, SMALL), await filled(folder, LARGE)
    whole = await written(folder, WHOLE)
    gc.collect()
    gc.freeze()
    try:
        await in_turn(small, large, app)
        figures = [await in_turn(small, large, app) for _ in range(RUNS * 5)]
        read = await whole_list(whole)
    finally:
        for store in (small, large, whole):
            await store.close()
    met = report(
        "First screen from the local copy",
        Pairs(tuple(a for a, _ in figures), tuple(b for _, b in figures)),
        unit="ms",
        names=(f"{LARGE:,} pages", f"{SMALL:,} pages"),
        aim=Aim(at_most=1.2),
    )
    lost = read > 5 * statistics.median(large_one for large_one, _ in figures)
    what = f"{read:.0f} ms for {WHOLE:,}"
    return control("reading the whole list first", lost=lost, what=what) and met


async def in_turn(small: LocalStore, large: LocalStore, app: QApplication) -> tuple[float, float]:
    """The large one, then the small one."""
    large_one = await first_screen(large, app)
    return large_one, await first_screen(small, app)


def main() -> int:
    """Measure; 0 when every aim is met."""
    print(machine())
    gc.disable()  # As in the program: on another thread, the collector would end Qt's objects.
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    loop = make_loop(app)

    def run(work: Callable[[], Awaitable[bool]]) -> bool:
        return bool(loop.run_until_complete(work()))

    rows = {str(n): PageRow.of(summary(n)) for n in range(FILTERED)}
    met = run(lambda: measure_filter(rows))
    with tempfile.TemporaryDirectory(prefix="funneldesk-lists-") as name:
        met = run(lambda: measure_first_screen(app, Path(name))) and met
    leave(0 if met else 1)


if __name__ == "__main__":
    main()
