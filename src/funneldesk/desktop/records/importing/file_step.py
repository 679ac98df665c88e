"""First step of an import: the file, and how it is read."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.forms.choice_field import CalmCombo
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.importing.table_file import (
    CannotRead,
    Layout,
    Table,
    TableReader,
)
from funneldesk.desktop.records.nouns import noun

KINDS = _("CSV and Excel") + " (*.csv *.tsv *.txt *.xlsx *.xlsm);;" + _("All files") + " (*)"
ENCODINGS = (
    ("utf-8", _("Unicode (UTF-8)")),
    ("cp1252", _("Western (Windows-1252)")),
    ("iso8859_15", _("Western (ISO 8859-15)")),
    ("cp1250", _("Central European (Windows-1250)")),
    ("cp1251", _("Cyrillic (Windows-1251)")),
    ("mac_roman", _("Western (Mac)")),
    ("utf-16", _("Unicode (UTF-16)")),
)
SEPARATORS = ((",", _("Comma")), (";", _("Semicolon")), ("\t", _("Tab")), ("|", _("Vertical bar")))
COLUMN_WIDTH = 130
LETTERS = {"encoding": 20, "header": 28}
"""For so many letters there is room where the choices are long."""


class FileStep(QWidget):
    """``table`` is what the file looks like now; ``changed`` tells of another one, or of none."""

    changed = Signal()

    def __init__(self, reader: TableReader, units: str) -> None:
        super().__init__()
        self.table: Table | None = None
        self.tasks = TaskScope(self)
        self._reader = reader
        self._path: Path | None = None
        self._rows: dict[str, list[str]] = {}
        self._build(units)
        self.setAcceptDrops(True)

    def open(self, path: Path) -> None:
        """Take a file."""
        self._path = path
        self.name.setText(path.name)
        self._look(Layout())

    def _build(self, units: str) -> None:
        choose = Button(_("Choose file…"), kind="primary", on_click=self._choose)
        self.empty = EmptyState(
            "upload",
            _("Choose a CSV or Excel file"),
            _("Or drop one here. Each row is one of the {units}.").format(units=noun(units)),
            choose,
        )
        self.name = ElidedLabel("", size="strong")
        self.combos = {key: CalmCombo() for key in ("encoding", "separator", "sheet", "header")}
        titles = (_("Encoding"), _("Separator"), _("Sheet"), _("Titles are in"))
        self._fields = dict(zip(self.combos, map(self._field, self.combos, titles), strict=True))
        self.progress, self.problem = ProgressLine(), Banner(closable=False)
        self.place = QVBoxLayout()
        head = row(self.name, Button(_("Choose another…"), kind="link", on_click=self._choose))
        head.setStretch(0, 1)
        whole = column(spacing=8)
        whole.addLayout(head)
        whole.addLayout(row(*self._fields.values(), None, spacing=12))
        for widget in (self.progress, self.problem):
            whole.addWidget(widget)
        whole.addLayout(self.place, 1)
        self.chosen = QWidget()
        self.chosen.setLayout(whole)
        self.views = QStackedWidget()
        self.views.addWidget(self.empty)
        self.views.addWidget(self.chosen)
        self.setLayout(column(self.views))

    def _field(self, key: str, title: str) -> QWidget:
        field, combo = QWidget(), self.combos[key]
        combo.setAccessibleName(title)
        combo.setMinimumContentsLength(LETTERS.get(key, 12))
        combo.activated.connect(lambda _: self._look(self._layout(key)))
        field.setLayout(column(Label(title, size="small", tone="muted"), combo, spacing=2))
        return field

    def _choose(self) -> None:
        dialog = QFileDialog(self, _("Choose a file to import"), "", KINDS)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.open(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # Reading

    def _layout(self, changed: str) -> Layout:
        """As chosen; what depends on the choice that changed is found anew."""
        values = {key: combo.currentData() for key, combo in self.combos.items()}
        header = values.pop("header") if changed == "header" else None
        return Layout(**{key: str(value or "") for key, value in values.items()}, header=header)

    def _look(self, layout: Layout) -> None:
        if self._path is not None:
            self.tasks.latest("look", self._show(self._path, layout))

    async def _show(self, path: Path, layout: Layout) -> None:
        self.views.setCurrentWidget(self.chosen)
        self.progress.set_on(True)
        self.table = None
        self.changed.emit()
        try:
            self.table = await self._reader.look(path, layout)
            self.problem.clear()
            self._show_table(self.table)
        except CannotRead as problem:
            self.problem.say(_("This file can't be imported"), str(problem), "warning")
            self._put(None)
        finally:
            self.progress.set_on(False)
        self.changed.emit()

    def _show_table(self, table: Table) -> None:
        found = table.layout
        heads = [(0, _("No row: the columns have no titles"))]
        row_words = _("Row {number}: {words}")
        heads += [(n, row_words.format(number=n, words=words)) for n, words in table.head]
        self._offer("encoding", ENCODINGS, found.encoding)
        self._offer("separator", SEPARATORS, found.separator)
        self._offer("sheet", [(name, name) for name in table.sheets], found.sheet)
        self._offer("header", heads, found.header)
        self._rows = {
            str(n): [table.cell(cells, at) for at in range(len(table.titles))]
            for n, cells in table.rows
        }
        columns = [_column(at, title) for at, title in enumerate(table.titles)]
        view = TableView(_("First rows of the file"), columns, self._rows.get)
        for at in range(len(columns)):
            view.horizontalHeader().resizeSection(at, COLUMN_WIDTH)
        view.arrange(list(self._rows))
        self._put(view)

    def _put(self, view: TableView | None) -> None:
        while (item := self.place.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        if view is not None:
            self.place.addWidget(view)

    def _offer(self, key: str, choices: Sequence[tuple[Any, str]], chosen: Any) -> None:
        combo, known = self.combos[key], list(choices)
        combo.clear()
        self._fields[key].setVisible(bool(chosen) or key == "header")
        if chosen not in [value for value, _words in known]:
            known.append((chosen, str(chosen).removesuffix("-sig").upper()))
        for value, words in known:
            combo.addItem(words, value)
        combo.setCurrentIndex([value for value, _words in known].index(chosen))

    # Drops

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        local = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if local:
            event.acceptProposedAction()
            self.open(Path(local[0]))


def _column(at: int, title: str) -> Column[list[str]]:
    return Column(str(at), title, lambda cells: cells[at], width=COLUMN_WIDTH)
