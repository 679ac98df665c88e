"""Walks through Collections and Courses in a real window: each waits for what the program says, and
prints what a user would then know, as JSON. A walk may end the program with -9 in the middle."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import keyring
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from tests.desktop.support.collections_desk import table_of
from tests.desktop.support.staging_driver import type_in
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    said,
    shown_dialog,
    until,
)
from tests.e2e.sell_probe import click, section, told

from funneldesk.desktop.app.application import make_application
from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.lists.ordered_list import OrderedList
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import in_thread, make_loop
from funneldesk.desktop.local.connections.book import ConnectionBook
from funneldesk.desktop.parts.collections.form.page import FormPage
from funneldesk.desktop.parts.collections.panel import CollectionsPanel
from funneldesk.desktop.parts.collections.table import EntriesPanel
from funneldesk.desktop.parts.courses.frame import CoursesFrame
from funneldesk.desktop.records.entities.frame import SETUP
from funneldesk.desktop.records.importing.dialog import CHECK, COLUMNS, FILE, SEND, ImportDialog
from funneldesk.desktop.records.importing.job import OVER, ImportJob
from funneldesk.desktop.records.importing.queue import ImportQueue
from funneldesk.desktop.records.staging.review import ReviewDialog
from funneldesk.desktop.shell.brands.brand_dialogs import BrandEntry

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key
MENDED = 2
LONG = 600.0
"""Seconds that hundreds of writes may take on a busy machine."""
Where = dict[str, Any]


class KeyringOnDisk(MemoryKeyring):
    """Keys that the next life of a killed program finds again."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        if file.exists():
            self.kept = {(s, u): key for s, u, key in json.loads(file.read_text("utf-8"))}

    def set_password(self, service: str, username: str, password: str) -> None:
        super().set_password(service, username, password)
        known = [(s, u, key) for (s, u), key in self.kept.items()]
        self._file.write_text(json.dumps(known), "utf-8")


async def window(bench: WindowBench, where: Where) -> Session:
    """The program with the brand open: added to it, or known from the life before."""
    session = bench.session()
    session.window.resize(1440, 900)
    session.window.show()
    session.brands.book = await ConnectionBook.load(session.folders.connections_file)
    known = next((c for c in session.brands.connections() if not c.sample), None)
    if known is not None:
        await session.brands.show(known.id)
    else:
        entry = BrandEntry(where["base_url"], where["brand"], where["key"], "#3D57D6", False, False)
        assert await session.brands.check(entry) is None
    await until(lambda: session.window.panel() is not None and session.shown() is not None)
    await until(lambda: (shown := session.shown()) is not None and shown.api is not None)
    return session


# Collections


async def pasted(bench: WindowBench, where: Where) -> None:
    """What another program copied goes into the grid, is mended or left out, and sent."""
    session = await window(bench, where)
    panel = await section(session, "collections", CollectionsPanel)
    page = table_of(panel)
    table, staging = page.list.table, page.staging
    assert staging is not None
    await until(lambda: len(table.rows.ids) == where["rows"])
    at = [column.key for column in table.rows.columns].index("e_mail")
    table.setFocus()
    table.setCurrentIndex(table.rows.index(0, at))
    QTest.keyClick(table, Key.Key_V, CTRL)
    await until(lambda: staging.staged.cells and not staging.tasks.is_busy)
    told(bar=staging.bar.words.text(), entries=await addresses(page))
    await mend(page)
    await leave_out(page)
    told(bar=staging.bar.words.text())
    click(staging.bar.apply_button)
    await until(lambda: not staging.staged.cells and page.is_quiet, LONG)
    told(entries=await addresses(page), waits=staging.bar.isVisible())


async def mend(page: EntriesPanel) -> None:
    """Go from problem to problem and type what is meant."""
    staging, table = page.staging, page.list.table
    assert staging is not None
    for number in range(MENDED):
        click(staging.bar.next_button)
        reason = staging.bar.words.text()
        QTest.keyClick(table, Key.Key_F2)
        await until(lambda: staging.editing.editor is not None)
        type_in(staging, f"mended{number}@posta.example")
        told(reason=reason, after=staging.bar.reason)


async def leave_out(page: EntriesPanel) -> None:
    """Discard in the review what cannot be sent: it stands first."""
    staging = page.staging
    assert staging is not None
    wrong = sum(bool(cell.problem) for cell in staging.staged.cells.values())
    click(staging.bar.review_button)
    dialog: ReviewDialog = await shown_dialog(ReviewDialog)
    dialog.changes.setFocus()
    QTest.keyClick(dialog.changes, Key.Key_Home)
    for _step in range(wrong - 1):
        QTest.keyClick(dialog.changes, Key.Key_Down, SHIFT)
    chosen = dialog.changes.selectionModel().selectedIndexes()
    rows = [dialog.changes.rows.at(index.row()) for index in chosen]
    told(chips=dict(Counter(row.chip for row in rows)), about=said(dialog))
    click(dialog.discard_button)
    dialog.answer("")


async def addresses(page: EntriesPanel) -> dict[str, int]:
    """How many entries the server has of each kind of address, by the letters it begins with."""
    number = page.collection.id

    async def read(api: Any) -> list[str]:
        found = api.collections.iterate_entries(number)
        return [str(each.values["e_mail"]) async for each in found]

    listed = await page.workspace.run(read)
    return dict(Counter(each.partition("@")[0].rstrip("0123456789") for each in listed))


# Courses


async def dragged(bench: WindowBench, where: Where) -> None:
    """A field of a form and a module of a course are dragged before the first one, by the mouse of
    the screen."""
    session = await window(bench, where)
    panel = await section(session, "collections", CollectionsPanel)
    panel.show_page(SETUP)
    form = panel.page
    assert isinstance(form, FormPage)
    await until(lambda: form.fields.count() == 3 and not form.tasks.is_busy)
    await drag(form.fields, 2, 0)
    await until(lambda: form.collection and not form.tasks.is_busy)
    told(fields=[each.name for each in sorted(form.collection.fields, key=lambda f: f.order)])
    frame = await section(session, "courses", CoursesFrame)
    await until(lambda: frame.courses.list.table.rows.ids)
    frame.courses.open_record(frame.courses.list.table.rows.ids[0])
    outline = frame.courses.outline
    await until(lambda: frame.is_quiet and outline.modules)
    button = frame.courses.detail.tabs.button("outline")
    assert button is not None
    click(button)
    await drag(outline.list, 3, 0)
    await until(lambda: not outline.tasks.is_busy)
    told(outline=[outline.list.item(at).text() for at in range(outline.list.count())])


async def drag(rows: OrderedList, start: int, end: int) -> None:
    """Take a row and let go just above another one, until it stands elsewhere."""
    before = rows.ids
    await until(lambda: rows.isVisible() and rows.visualItemRect(rows.item(start)).height() > 1)
    boxes = [rows.visualItemRect(rows.item(at)) for at in (start, end)]
    held = rows.viewport().mapToGlobal(boxes[0].center())
    over = rows.viewport().mapToGlobal(QPoint(boxes[1].center().x(), boxes[1].top() + 2))
    steps = [held + (over - held) * part for part in (0.0, 0.1, 0.3, 0.6, 1.0, 1.0)]
    for number, step in enumerate(steps):
        await in_thread(hand, "mousemove", str(step.x()), str(step.y()))
        if number == 0:
            await in_thread(hand, "mousedown", "1")
        await asyncio.sleep(0.1)
    await in_thread(hand, "mouseup", "1")
    await until(lambda: rows.ids != before)


def hand(*words: str) -> None:
    """A move or a press of the screen's mouse; for a thread."""
    subprocess.run(["xdotool", *words], check=True, timeout=60)


async def enrolled(bench: WindowBench, where: Where) -> None:
    """People of a file are enrolled; the first life ends in the middle, the second goes on, and
    then enrolls everybody once more."""
    session = await window(bench, where)
    frame = await section(session, "courses", CoursesFrame)
    await until(lambda: frame.courses.list.table.rows.ids)
    queue = frame.workspace.shared(ImportQueue)
    if where["kill_at"]:
        await import_file(frame, where, "skip")
        await until(lambda: queue.jobs and queue.jobs[0].done >= where["kill_at"], LONG)
        os.kill(os.getpid(), signal.SIGKILL)
    await until(lambda: queue.jobs and queue.jobs[0].state == "ended", LONG)
    told(states=states(queue.jobs[0]))
    await import_file(frame, where, "create")
    await until(lambda: len(queue.jobs) == 2 and queue.jobs[1].state == "ended", LONG)
    again = queue.jobs[1]
    told(states=states(again), said=again.items[0].said[0], learners=frame.title.text())


def states(job: ImportJob) -> dict[str, int]:
    """How many rows came to each end."""
    assert all(item.state in OVER for item in job.items)
    return dict(Counter(item.state for item in job.items))


async def import_file(frame: CoursesFrame, where: Where, existing: str) -> None:
    """Open the learners of the first course, and lead a file through all steps."""
    if not frame.course_id:
        table = frame.courses.list.table
        table.setFocus()
        table.selectRow(0)
        QTest.keyClick(table, Key.Key_Return)
        await until(lambda: frame.courses.learners.isVisible() and frame.is_quiet)
        click(frame.courses.learners)
    await until(lambda: frame.course_id and frame.is_quiet)
    page = frame.page
    page.declared_actions.run(page.declared_actions["courses.import"])
    dialog: ImportDialog = await shown_dialog(ImportDialog)
    dialog.open_file(Path(where["source"]))
    for step in (FILE, COLUMNS, CHECK):
        await until(lambda s=step: dialog.step == s and dialog.forward.isEnabled())
        if step == COLUMNS:
            dialog.columns.existing.choose(existing)
        click(dialog.forward)
    await until(lambda: dialog.step == SEND)
    dialog.answer("")


WALKS: dict[str, Callable[[WindowBench, Where], Awaitable[None]]] = {
    each.__name__: each for each in (pasted, dragged, enrolled)
}


async def walk(name: str, where: Where) -> None:
    """One of the walks, ended whatever comes of it."""
    bench = WindowBench(Path(where["home"]))
    try:
        await WALKS[name](bench, where)
    finally:
        await bench.end()


def main() -> None:
    """Walk as the first word says; the second is JSON: home, base_url, brand, key and the rest."""
    where = json.loads(sys.argv[2])
    app = make_application([])
    theme.install(app, "light")
    theme.install_rest()
    keyring.set_keyring(KeyringOnDisk(Path(where["home"]) / "keys.json"))
    loop = make_loop(app)
    try:
        loop.run_until_complete(walk(sys.argv[1], where))
    finally:
        loop.close()
    sys.stdout.flush()
    os._exit(0)  # Qt's own threads outlive the window on some machines.


if __name__ == "__main__":
    main()
