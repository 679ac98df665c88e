"""Walks through Products in a real window: by mouse, keys and what a file manager drops."""

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from tests.desktop.support.image_samples import picture
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.products_desk import at_cell, product, staging_of, stored
from tests.desktop.support.window_bench import WindowBench, shown_dialog, turns, until
from tests.e2e.walking import CTRL, Walk, click, press_button, section, start, told, window

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.jobs.tray import JobTray
from funneldesk.desktop.parts.products.panel import ProductsPanel
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.staging.review import ReviewDialog
from funneldesk.desktop.shell.notices.toasts import NoticeCard

RAISED = 40


def at(panel: ProductsPanel, record_id: int, column: str) -> None:
    """Click a cell, which is brought into sight first."""
    table, index = panel.list.table, at_cell(panel, record_id, column)
    table.scrollTo(index)
    click(table.viewport(), table.visualRect(index).center())


async def put_code(panel: ProductsPanel, record_id: int, code: str) -> None:
    """Type another code into a product's cell."""
    at(panel, record_id, "code")
    QTest.keyClick(panel.list.table, Qt.Key.Key_F2)
    editing = staging_of(panel).editing
    await until(lambda: editing.editor is not None)
    editor = editing.editor
    assert editor is not None
    typing = editor.input.target
    QTest.keySequence(typing, "Ctrl+A")
    QTest.keyClicks(typing, code)
    QTest.keyClick(typing, Qt.Key.Key_Return)
    await until(lambda: staging_of(panel).staged.cells.get((str(record_id), "code")))


async def report_of_the_first_run(session: Session) -> ReportDialog:
    """From the tray of jobs: the oldest stands last."""
    click(session.window.top.jobs)
    await until(lambda: any(each.isVisible() for each in trays()))
    (tray,) = [each for each in trays() if each.isVisible()]
    await until(lambda: len(tray.cards) > 1)
    click(tray.cards[-1].buttons["open"])
    shown: ReportDialog = await shown_dialog(ReportDialog)
    return shown


def trays() -> list[JobTray]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, JobTray)]


async def paste_prices(panel: ProductsPanel) -> None:
    """A price for each row, as a spreadsheet puts them on the clipboard."""
    await until(lambda: len(panel.list.table.rows.ids) == RAISED)
    at(panel, int(panel.list.table.rows.ids[0]), "price")
    QApplication.clipboard().setText("\n".join(["12.50"] * RAISED))
    QTest.keyClick(panel.list.table, Qt.Key.Key_V, CTRL)
    await until(lambda: len(staging_of(panel).staged.cells) == RAISED)


async def raised(bench: WindowBench, brand: LiveBrand) -> None:
    """Forty prices are pasted, looked at and sent; one is refused, mended, and all are undone."""
    made = [await product(brand, f"tea-{n:02}", price=9.9) for n in range(RAISED)]
    session = await window(bench, brand)
    panel = await section(session, "products", ProductsPanel)
    staging = staging_of(panel)
    await paste_prices(panel)
    wrong = made[7]
    await put_code(panel, wrong.id, made[3].code or "")
    waiting = staging.bar.words.text()
    press_button(staging.bar, "Review")
    review: ReviewDialog = await shown_dialog(ReviewDialog)
    checked = [review.changes.rows.at(row).text for row in range(review.changes.rows.rowCount())]
    click(review.button("apply"))
    await until(lambda: bench.notice("39 products changed"))
    left = [(await stored(brand, each)).price for each in made]

    await until(lambda: session.window.findChildren(NoticeCard) and panel.is_quiet)
    press_button(session.window, "Show the report")
    report: ReportDialog = await shown_dialog(ReportDialog)
    refused = report.list.rows.at(0).text
    press_button(report, "Close")
    await until(lambda: not report.isVisible())
    await put_code(panel, wrong.id, "tea-new")
    press_button(staging.bar, "Apply")
    await until(lambda: bench.notice("1 product changed") and panel.is_quiet)
    mended = await stored(brand, wrong)

    report = await report_of_the_first_run(session)
    press_button(report, "Undo")
    await until(lambda: bench.notice("39 products undone") and panel.is_quiet)
    told(
        waiting=waiting,
        checked=len(checked),
        before_and_after=sum("→ $12.50" in each for each in checked),
        raised=left.count(12.5),
        refused=refused,
        mended=[mended.price, mended.code],
        undone=[(await stored(brand, each)).price for each in made if each is not wrong],
    )


async def drop(session: Session, place: QWidget, files: Sequence[Path]) -> None:
    """Have a file manager drop files on a place, while the window goes on."""
    await turns()  # It stands where it will only after the tab was laid out.
    assert place.isVisible()
    where = place.mapToGlobal(place.rect().center())
    told_where = map(str, (int(session.window.winId()), where.x(), where.y(), *files))
    words = [sys.executable, "-m", "tests.e2e.dragging", *told_where]
    await asyncio.to_thread(subprocess.run, words, check=True)


def fill(panel: ProductsPanel, name: str, text: str) -> None:
    """Click a field of the form and type."""
    row = panel.pane.form.form.row(name)
    panel.pane.form.form.reveal(name)
    target = row.input.target
    target.setFocus()
    QTest.keySequence(target, "Ctrl+A")
    QTest.keyClicks(target, text)


async def dropped(bench: WindowBench, brand: LiveBrand) -> None:
    """A new product is typed and saved; its picture and its files are dropped."""
    await product(brand, "other")
    session = await window(bench, brand)
    panel = await section(session, "products", ProductsPanel)
    await until(lambda: panel.list.table.rows.ids)
    click(panel.list.new_button)
    await until(lambda: panel.session.draft is not None and panel.session.draft.is_new)
    await until(lambda: panel.is_quiet)
    for name, text in (("title", "Brew guide"), ("code", "GUIDE"), ("price", "9.90")):
        fill(panel, name, text)
    press_button(panel.pane, "Save")
    await until(lambda: panel.session.draft is not None and not panel.session.draft.is_new)
    await until(lambda: panel.is_quiet)
    number = int(panel.session.record_id)

    tabs = panel.detail.tabs
    click(tabs.button("files"))
    await until(lambda: panel.files.picture.isVisible())
    photo = bench.folder / "cover.jpg"
    photo.write_bytes(picture(2_400, 1_600, form="JPEG"))
    await drop(session, panel.files.picture, [photo])
    await until(lambda: panel.session.draft and panel.session.draft.base.get("image"))
    papers = [bench.folder / name for name in ("first.png", "second.png")]
    for wide, path in enumerate(papers, 40):
        path.write_bytes(picture(wide, 40))
    await drop(session, panel.files.files, papers)
    await until(lambda: panel.files.list.rows.rowCount() == 2)
    async with brand.api() as api:
        made = await api.products.get(number)
        seen = QImage.fromData(await api.fetch_asset(str(made.image)))
    told(
        title=made.title,
        price=made.price,
        picture=[seen.width(), seen.height()],
        files=[each.title for each in made.product_files or []],
        listed=[panel.files.list.rows.at(row).title for row in range(2)],
        clean=not panel.session.is_dirty,
    )


WALKS: dict[str, Walk] = {each.__name__: each for each in (raised, dropped)}

if __name__ == "__main__":
    start(WALKS, sys.argv[1:])
