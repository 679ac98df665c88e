"""The report of a bulk run: what became of each record, to read, copy, keep and act on."""

from collections.abc import Callable
from datetime import tzinfo
from functools import partial

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import Chip, Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.export.file_dialog import ask_save_path, write_table
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow, framed
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.outcome import (
    KIND_COUNTS,
    KIND_TONES,
    KIND_WORDS,
    KINDS,
    BulkItem,
    Outcome,
    Report,
)

WIDTH, LIST_HEIGHT = 640, 340


class ReportDialog(Dialog):
    """Answers "again" (what failed, is not known or was not started), "undo" (what was done), or
    nothing. ``can_repeat`` and ``can_undo`` say whether these are offered at all; ``taken_back`` is
    how many can be undone, where that is not told by the outcomes themselves.

    ``on_open`` shows a record of the report; the dialog closes first. ``file`` gives what is saved,
    where that is more than the report.
    """

    def __init__(
        self,
        parent: QWidget,
        title: str,
        report: Report,
        *,
        can_repeat: bool = True,
        can_undo: bool = True,
        taken_back: int = 0,
        on_open: Callable[[str], object] | None = None,
        zone: tzinfo | None = None,
        width: int = WIDTH,
        file: Callable[[], Table] | None = None,
    ) -> None:
        super().__init__(parent, title, _sentence(report), width=width)
        self.report = report
        self.tasks = TaskScope(self)
        self._zone = zone
        self._on_open = on_open
        self._file = file or (lambda: report_table(report))
        self._again = report.again if can_repeat else ()
        self._undo = taken_back or (len(report.undoable) if can_undo else 0)
        self.list = TickList(_("What became of each"))
        self.only_open = CheckBox(_("Only skipped and failed"))
        self.said = Label("", size="small", tone="muted", wrap=True)
        self._build()
        self._fill()

    def _build(self) -> None:
        chips = row(spacing=8)
        for kind in ("done", *KINDS[:-1]):
            count = self.report.count(kind)
            if count:
                chips.addWidget(Chip(KIND_COUNTS[kind].format(count=count), KIND_TONES[kind]))
        chips.addStretch(1)
        whole = self.report.is_whole
        self.only_open.setVisible(not whole and bool(self.report.count("done")))
        self.only_open.setChecked(not whole)
        self.only_open.toggled.connect(self._fill)
        chips.addWidget(self.only_open)
        self.body.addLayout(chips)
        self.list.setFixedHeight(LIST_HEIGHT)
        self.list.opened.connect(self._open)
        self.list.selectionModel().currentChanged.connect(self._tell)
        self.body.addWidget(framed(self.list))
        self.said.setMinimumHeight(36)
        self.body.addWidget(self.said)
        self._build_foot()

    def _build_foot(self) -> None:
        copy = Button(_("Copy"), kind="plain", icon_name="copy", on_click=self.copy)
        self._foot.insertWidget(0, copy)
        for at, (kind, words) in enumerate((("csv", _("Save as CSV…")), ("xlsx", _("Excel…")))):
            save = Button(words, kind="plain", on_click=partial(self._save, kind))
            self._foot.insertWidget(at + 1, save)
        if self._undo:
            self.add_button("undo", _("Undo {count:,}").format(count=self._undo))
        if self._again:
            self.add_button("", _("Close"))
            self.add_button(
                "again", _("Try {count:,} again").format(count=len(self._again)), "primary"
            )
        else:
            self.add_button("", _("Close"), "primary")
        self.list.setFocus()

    def _fill(self) -> None:
        hide_done = self.only_open.isChecked()
        order = {kind: place for place, kind in enumerate(KINDS)}
        rows = [pair for pair in self.report.rows if not (hide_done and pair[1].kind == "done")]
        rows.sort(key=lambda pair: order[pair[1].kind])
        self.list.rows.set_rows([_shown(item, outcome) for item, outcome in rows])
        if rows:
            self.list.setCurrentIndex(self.list.rows.index(0))

    def _tell(self) -> None:
        """The sentences of the current row, whole."""
        index = self.list.currentIndex()
        if index.isValid():
            self.said.setText(self.list.rows.at(index.row()).text)

    def copy(self) -> None:
        """Put the report on the clipboard, a line for each record, separated by tabs."""
        table = report_table(self.report)
        lines = [table.titles, *table.rows]
        text = "\n".join("\t".join(_one_line(str(cell)) for cell in cells) for cells in lines)
        QGuiApplication.clipboard().setText(text)
        self.said.setText(_("The report is on the clipboard."))

    def _save(self, kind: str) -> None:
        self.tasks.latest("save", self._save_file(kind))

    async def _save_file(self, kind: str) -> None:
        path = await ask_save_path(self, _("Save the report"), f"report.{kind}", kind)
        if path is not None:
            told: Notice = await write_table(path, self._file(), self._zone)
            self.said.setText(f"{told.title} {told.text}".strip())

    def _open(self, record_id: str) -> None:
        if self._on_open is not None:
            self.answer("")
            self._on_open(record_id)


def report_table(report: Report) -> Table:
    """The report for a file."""
    rows = [
        (item.title, item.id, KIND_WORDS[o.kind], o.what, o.so_what, o.now_what)
        for item, o in report.rows
    ]
    titles = (
        _("Title"),
        _("ID"),
        _("Outcome"),
        _("What happened"),
        _("What it means"),
        _("What to do"),
    )
    return Table(_("Report"), titles, rows)


def _sentence(report: Report) -> str:
    if report.is_whole:
        return _("All was done.")
    if report.count("failed") or report.count("unknown"):
        return _("Not all was done. Each line says why; nothing else was touched.")
    return _("Some were skipped. Each line says why.")


def _shown(item: BulkItem, outcome: Outcome) -> TickRow:
    return TickRow(
        item.id,
        item.title or item.id,
        outcome.text,
        KIND_WORDS[outcome.kind],
        KIND_TONES[outcome.kind],
        hover=f"{item.title}\n{outcome.text}".strip(),
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())
