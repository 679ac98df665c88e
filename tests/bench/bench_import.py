"""The window's thread while a file of 12,000 products is read, checked, shown and corrected.

Judged is what that thread itself computes between two beats, which neighbours on the machine do
not change. Control: the same check on the window's thread, as a program without threads has it.
"""

import asyncio
import csv
import os
import sys
import tempfile
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from heartbeat import Heartbeat, Phase, table
from measure import control, machine, size
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.desktop.support.product_import import PRODUCTS, TITLES, product_rows

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.tasks import end_under, in_thread, make_loop
from funneldesk.desktop.records.importing.check import ImportCheck, checked
from funneldesk.desktop.records.importing.check_step import CheckStep
from funneldesk.desktop.records.importing.guessing import guess
from funneldesk.desktop.records.importing.mapping import ImportPlan
from funneldesk.desktop.records.importing.table_file import Layout, Table, TableReader

ROWS, WRONG_EVERY = size(12_000, 400), 100
MOST_MILLISECONDS = 50.0


def written(folder: Path) -> Path:
    """The file: each hundredth price is none."""
    rows = product_rows(ROWS)
    for row in rows[::WRONG_EVERY]:
        row[2] = "much"
    path = folder / "products.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([TITLES, *rows])
    return path


def check_of(read: Table) -> ImportCheck:
    """The check, done."""
    plan = ImportPlan(guess(PRODUCTS, read.titles), keys=("code",))
    return checked(partial(ImportCheck, PRODUCTS, read, plan, Formats("EUR"), {}))


async def measure(path: Path) -> list[Phase]:
    """Each step as the dialog takes it, and the control."""
    heart, owner, step = Heartbeat(), QObject(), CheckStep()
    reader = TableReader(owner)
    await reader.look(path, Layout())
    step.resize(780, 380)
    step.show()
    heart.enter("reading 12,000 rows")
    read = await reader.read(path, Layout())
    heart.enter("checking them in a thread")
    check = await in_thread(lambda: check_of(read))
    heart.enter("showing them")
    step.show_check(check)
    await asyncio.sleep(0.3)
    heart.enter("correcting one of them")
    await in_thread(check.correct, "2", "price", "3")
    await asyncio.sleep(0.1)
    heart.enter("control: checking on the window's thread")
    check_of(read)
    await asyncio.sleep(0.1)
    heart.stop()
    found = check.counts.troubled
    if found != ROWS // WRONG_EVERY - 1:
        raise RuntimeError(f"{found} rows with problems were found")
    await asyncio.gather(*end_under(owner), *end_under(step), return_exceptions=True)
    step.deleteLater()
    return heart.phases


def main() -> int:
    """0 when no step holds the window's thread up for longer than ``MOST_MILLISECONDS``."""
    print(machine())
    loop = make_loop(QApplication([]))
    with tempfile.TemporaryDirectory() as folder:
        *ours, theirs = loop.run_until_complete(measure(written(Path(folder))))
    loop.close()
    table([*ours, theirs])
    most = max(phase.most_worked for phase in ours)
    print(f"  most work in one: {most:.1f} ms; aim: at most {MOST_MILLISECONDS:.0f} ms")
    lost = theirs.most_worked > 4 * most
    what = f"{theirs.most_worked:.0f} ms"
    return (
        0
        if control("on the window's thread", lost=lost, what=what) and most <= MOST_MILLISECONDS
        else 1
    )


if __name__ == "__main__":
    sys.exit(main())
