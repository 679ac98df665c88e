"""Hands on the cells of a table of products."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from tests.desktop.support import declared_products as products
from tests.desktop.support.window_bench import (
    WindowBench,
    until,
)

from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.staging.staging import Staging
from funneldesk.desktop.workspace.workspace import Workspace

Key = Qt.Key
COLUMNS = [column.key for column in products.SECTION.columns]


async def opened(workspace: Workspace, bench: WindowBench) -> tuple[RecordsPanel, Staging]:
    panel = bench.own(RecordsPanel(workspace, products.SECTION))
    panel.setWindowTitle("Products")
    panel.resize(1500, 600)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet and panel.list.table.rows.ids)
    assert panel.staging is not None
    panel.activateWindow()
    panel.list.table.setFocus()
    return panel, panel.staging


def go_to(panel: RecordsPanel, row: int, column: str) -> None:
    """Put the keyboard on a cell."""
    table = panel.list.table
    table.setCurrentIndex(table.rows.index(row, COLUMNS.index(column)))


def text_at(panel: RecordsPanel, row: int, column: str) -> str:
    return str(panel.list.table.rows.index(row, COLUMNS.index(column)).data())


def tip_at(panel: RecordsPanel, row: int, column: str) -> str:
    index = panel.list.table.rows.index(row, COLUMNS.index(column))
    return str(index.data(Qt.ItemDataRole.AccessibleDescriptionRole) or "")


def type_in(staging: Staging, text: str, key: Key = Key.Key_Return) -> None:
    assert staging.editing.editor is not None
    line = staging.editing.editor.input.target
    assert isinstance(line, QLineEdit)
    QTest.keyClicks(line, text)
    if not text:
        QTest.keyClick(line, Key.Key_Delete)
    QTest.keyClick(line, key)


def change(panel: RecordsPanel, row: int, column: str, text: str) -> None:
    assert panel.staging is not None
    go_to(panel, row, column)
    QTest.keyClick(panel.list.table, Key.Key_F2)
    type_in(panel.staging, text)


async def paste(panel: RecordsPanel, row: int, column: str, text: str) -> None:
    go_to(panel, row, column)
    QApplication.clipboard().setText(text)
    QTest.keyClick(panel.list.table, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: not panel.staging.tasks.is_busy)  # type: ignore[union-attr]
