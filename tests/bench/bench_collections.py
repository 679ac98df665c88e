"""Entries of a collection and learners of a course: a key among 100,000 entries, a paste of 10,000
rows of 12 cells, and a frame of 5,000 learners by 200 lessons.

All times are those that a thread computes itself, so that others on the machine do not count.
A key is timed beside Down in Qt's own table of as many rows; the check of a paste beside splitting
the same text in Python; a frame of the grid beside Qt's own item delegate over the same cells.
"""

import asyncio
import gc
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")
sys.path.insert(0, str(Path(__file__).parents[2]))

from heartbeat import Heartbeat, until
from measure import Aim, Pairs, control, leave, machine, report, size
from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QEvent, QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QStyledItemDelegate, QTableView

from funneldesk.contract.collections import Collection, CollectionField
from funneldesk.desktop.kit.matrix.rows import MatrixColumn
from funneldesk.desktop.kit.matrix.view import MatrixView
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.tasks import make_loop
from funneldesk.desktop.local.cache.records import CachedRow
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.parts.collections.entries import entries_section
from funneldesk.desktop.parts.collections.kind import part_of
from funneldesk.desktop.parts.collections.table import EntriesPanel
from funneldesk.desktop.records.staging.clipboard_cells import lines_of, read_cells
from funneldesk.desktop.records.staging.paste import paste
from funneldesk.desktop.workspace.workspace import Workspace

MANY, PASTED, COLUMNS, LEARNERS, LESSONS, KEYS, RUNS = (
    *(size(100_000, 1_000), size(10_000, 500), 12, size(5_000, 500), size(200, 50)),
    *(size(50, 5), size(7, 2)),
)
KEY_MS, CHECKED_MS, BEAT_MS, FRAME_MS = 16, 300, 50, 16.7
TYPES = ("text", "email", "number", "select")
FIELDS = [
    CollectionField(
        id=at + 1,
        code=f"f{at}",
        name=f"Field {at}",
        type=TYPES[at % 4],
        order=at,
        options=["Fish", "Meat"] if at % 4 == 3 else None,
    )
    for at in range(COLUMNS)
]
COLLECTION = Collection(id=1, name="Guests", code="guests", fields=FIELDS)


def value(at: int, row: int) -> str:
    """What a cell holds: few words, many addresses, some of which are none."""
    kind = TYPES[at % 4]
    if kind == "email":
        return "nobody" if row % 97 == 0 else f"guest{row}-{at}@posta.example"
    return {"text": f"Guest {row % 700}", "number": f"{row % 90}.5", "select": "Fish"}[kind]


def entry(row: int) -> dict[str, Any]:
    """An entry as the list has it."""
    values = {f"f{at}": value(at, row) for at in range(COLUMNS)}
    moment = "2026-11-20T10:00:00Z"
    return {"id": f"{row:024x}", "title": f"Guest {row}", "created_at": moment, **values}


async def opened(folder: Path) -> EntriesPanel:
    """The table with all entries from this computer's copy."""
    connection = Connection("c1", "Harbour Lane", "http://127.0.0.1:9", 1, "#3D57D6")
    store = await LocalStore.open(folder / "entries.sqlite3")
    rows = (CachedRow(f"{n:024x}", entry(n), "", {"title": f"Guest {n}"}) for n in range(MANY))
    await store.replace_listing(part_of(1), list(rows))
    workspace = Workspace(connection, store, NotificationCenter())
    panel = EntriesPanel(workspace, entries_section(COLLECTION), COLLECTION)
    panel.resize(1_440, 900)
    panel.show()
    await panel.source.begin()
    await until(lambda: panel.list.source is not None and panel.list.source.total == MANY)
    return panel


class Plain(QAbstractTableModel):
    """Texts for Qt's own table."""

    def __init__(self, rows: int, columns: int, text: Callable[[int, int], str]) -> None:
        super().__init__()
        self._size, self._text = (rows, columns), text

    def rowCount(self, _parent: Any = QModelIndex()) -> int:  # noqa: B008, N802 - Qt’s
        return self._size[0]

    def columnCount(self, _parent: Any = QModelIndex()) -> int:  # noqa: B008, N802
        return self._size[1]

    def data(self, index: Any, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index.row(), index.column())
        return None


def plain_table(model: Plain, like: QTableView) -> QTableView:
    """Qt's own table over a model, as large as another one."""
    made = QTableView()
    made.setModel(model)
    made.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    made.resize(like.size())
    made.show()
    QTest.qWaitForWindowExposed(made)  # What is not on the screen yet paints nothing.
    return made


def painted(view: QTableView, deed: Callable[[], object]) -> float:
    """Milliseconds that the window's thread worked, from a deed to what it shows."""
    started = time.thread_time()
    deed()
    QCoreApplication.sendPostedEvents(view.window(), QEvent.Type.UpdateRequest.value)
    return (time.thread_time() - started) * 1_000


def keys(panel: EntriesPanel) -> bool:
    """Down in both; True when the aim is met and the control lost."""
    table, key = panel.list.table, Qt.Key.Key_Down
    plain = plain_table(Plain(MANY, 7, lambda row, at: value(at, row)), table)
    for view in (table, plain):
        view.setCurrentIndex(view.model().index(MANY // 2, 0))
        view.viewport().repaint()
    figures, slow = [], []
    text = table.rows.columns[0].value
    for step in range(KEYS):
        ours = painted(table, lambda: QTest.keyClick(table, key))
        figures.append((ours, painted(plain, lambda: QTest.keyClick(plain, key))))
        if step % 20 == 0:
            rows = list(panel.list.rows.values())
            slow.append(painted(table, lambda rows=rows: [text(each) for each in rows]))
    pairs = Pairs(tuple(a for a, _ in figures[3:]), tuple(b for _, b in figures[3:]))
    title = f"A key among {MANY:,} entries, to the painted selection"
    names = ("Down in the grid", "Down in Qt's own table")
    report(title, pairs, unit="ms", names=names, aim=Aim(at_most=12), digits=2, keys=1)
    median, worse = statistics.median(pairs.ours), statistics.median(slow)
    met = median <= KEY_MS
    print(f"  median {median:.2f} ms (aim at most {KEY_MS}): {'PASS' if met else 'BELOW'}")
    lost = worse > 2 * median
    return control("a text of every row for a key", lost=lost, what=f"{worse:.0f} ms") and met


async def pasted(panel: EntriesPanel) -> bool:
    """The check of a whole sheet, then the paste of it while the heart beats."""
    staging, table = panel.staging, panel.list.table
    assert staging is not None
    text = "\n".join(
        "\t".join(value(at, row + 1) for at in range(COLUMNS)) for row in range(PASTED)
    )
    fields = [staging.staged.fields[f"f{at}"] for at in range(COLUMNS)]
    columns, ids = [(each.title, each) for each in fields], list(table.rows.ids[:PASTED])
    anew = [(each.title, replace(each, checks_alone=False)) for each in fields]
    figures, slow = [], []
    for run in range(RUNS):
        started = time.thread_time()
        read_cells(lines_of(text), ids, columns, lambda _: {})
        ours = (time.thread_time() - started) * 1_000
        started = time.thread_time()
        [line.split("\t") for line in text.split("\n")]
        figures.append((ours, (time.thread_time() - started) * 1_000))
        if run < 2:
            started = time.thread_time()
            read_cells(lines_of(text), ids, anew, lambda _: {})
            slow.append((time.thread_time() - started) * 1_000)
    pairs = Pairs(tuple(a for a, _ in figures[1:]), tuple(b for _, b in figures[1:]))
    title = f"{PASTED:,} rows of {COLUMNS} cells split and checked"
    names = ("every cell as the server will", "the text split in Python")
    report(title, pairs, unit="ms", names=names, aim=Aim(at_most=60), digits=1, rows=PASTED)
    median, worse = statistics.median(pairs.ours), statistics.median(slow)
    met = median <= CHECKED_MS
    print(f"  median {median:.1f} ms (aim at most {CHECKED_MS}): {'PASS' if met else 'BELOW'}")
    met = control("each cell anew", lost=worse > median, what=f"{worse:.0f} ms") and met
    QApplication.clipboard().setText(text)
    table.setCurrentIndex(table.rows.index(0, 0))
    return await beaten(panel) and met


async def beaten(panel: EntriesPanel) -> bool:
    """The paste of what is on the clipboard, while the heart beats."""
    staging, heart = panel.staging, Heartbeat()
    assert staging is not None
    heart.enter("paste")
    await paste(staging.table)
    heart.stop()
    work = max(phase.most_worked for phase in heart.phases)
    beats = work <= BEAT_MS
    verdict = "PASS" if beats else "BELOW"
    print(f"  most work of the window at once {work:.0f} ms (aim {BEAT_MS}): {verdict}")
    staging.staged.drop(tuple(staging.staged.cells))
    await asyncio.sleep(0.1)
    return beats


def frames() -> bool:
    """A frame of the grid of progress, scrolled by a row each time."""
    lessons = [MatrixColumn(at, f"1.{at}", f"Lesson {at}") for at in range(LESSONS)]
    grid = MatrixView("Progress", str, lambda key: range(int(key) * 7 % LESSONS))
    grid.show_columns(lessons)
    grid.arrange([str(each) for each in range(LEARNERS)])
    grid.resize(1_440, 900)
    grid.show()
    model = Plain(LEARNERS, LESSONS, lambda row, at: "✓" if at < row * 7 % LESSONS else "")
    plain = plain_table(model, grid)
    plain.setItemDelegate(QStyledItemDelegate(plain))
    for header in (plain.horizontalHeader(), plain.verticalHeader()):
        header.setDefaultSectionSize(36 if header is plain.horizontalHeader() else 32)

    def frame(view: QTableView, at: int) -> float:
        def scroll() -> None:
            view.verticalScrollBar().setValue(at * 320)
            view.viewport().update()

        return painted(view, scroll)

    QApplication.processEvents()
    found = [(frame(grid, at), frame(plain, at)) for at in range(40)][5:]
    pairs = Pairs(tuple(a for a, _ in found), tuple(b for _, b in found))
    title = f"A frame of {LEARNERS:,} learners by {LESSONS} lessons"
    names = ("the grid of progress", "Qt's own delegate")
    report(title, pairs, unit="ms", names=names, aim=Aim(at_most=1), digits=1, pictures=1)
    median, worse = statistics.median(pairs.ours), statistics.median(pairs.theirs)
    met = median <= FRAME_MS
    print(f"  median {median:.1f} ms (aim at most {FRAME_MS}): {'PASS' if met else 'BELOW'}")
    return control("Qt's own delegate", lost=worse > median, what=f"{worse:.1f} ms") and met


async def main() -> bool:
    print(machine())
    with tempfile.TemporaryDirectory(prefix="funneldesk-bench-") as folder:
        panel = await opened(Path(folder))
        await asyncio.sleep(1)
        gc.disable()  # As the program has it: garbage is collected between two turns.
        met = keys(panel)
        met = await pasted(panel) and met
        met = frames() and met
        await panel.workspace.close()
    return met


if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    loop = make_loop(application)
    leave(0 if loop.run_until_complete(main()) else 1)
