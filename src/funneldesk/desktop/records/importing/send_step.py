"""Last step of an import: the job that sends, and what became of each row."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.controls.thin_bar import ThinBar
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.dialogs.front_window import front_window
from funneldesk.desktop.kit.export.file_dialog import ask_save_path, write_table
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.jobs.labels import progress_words, state_words
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.importing.job import ROW, ImportJob
from funneldesk.desktop.records.importing.mapping import REASON
from funneldesk.desktop.records.importing.queue import ImportQueue
from funneldesk.desktop.workspace.brand_facts import BrandFacts

WIDTH = 780


class SendStep(QWidget):
    """Follows a job; pause, cancel and report are here as well as in the tray."""

    def __init__(self) -> None:
        super().__init__()
        self.job: ImportJob | None = None
        self.bar = ThinBar()
        self.title = Label("", size="title", wrap=True)
        self.words = Label("")
        self.said = Label("", tone="muted", wrap=True)
        self.pause = Button(
            _("Pause"),
            on_click=lambda: self._act("resume" if self.job and self.job.pausing else "pause"),
        )
        self.stop = Button(_("Cancel import"), on_click=lambda: self._act("cancel"))
        self.report = Button(_("Show report"), kind="primary", on_click=lambda: self._act("open"))
        whole = column(None, self.title, self.bar, self.words, self.said, spacing=12)
        whole.addLayout(row(self.pause, self.stop, self.report, None))
        whole.addStretch(2)
        self.setLayout(whole)

    def follow(self, queue: ImportQueue, job: ImportJob) -> None:
        """Show how a job gets on."""
        self.job = job
        job.changed.connect(self._show)
        self._show()

    def _act(self, name: str) -> None:
        act = self.job.acts.get(name) if self.job is not None else None  # type: ignore[call-overload]
        if act is not None:
            act()

    def _show(self) -> None:
        job = self.job
        if job is None:
            return
        over = job.state == "ended"
        self.title.setText(job.title)
        self.bar.set_share(job.share, waiting=job.state in ("paused", "away"))
        self.words.setText(progress_words(job))
        rest = _("You can close this: the import goes on, also after a restart.")
        self.said.setText("" if over else state_words(job) or rest)
        self.pause.setText(_("Resume") if job.pausing else _("Pause"))
        for button in (self.pause, self.stop):
            button.setVisible(not over)
        self.report.setVisible(over)


def open_report(queue: ImportQueue, job: ImportJob) -> None:
    """Show what became of each row, over the window in front."""
    parent = front_window()
    if parent is not None:
        queue.tasks.start(_report(parent, queue, job))


async def _report(parent: QWidget, queue: ImportQueue, job: ImportJob) -> None:
    report = await queue.report(job)
    workspace, made = queue.workspace, len(report.undoable)
    dialog = ReportDialog(
        parent,
        job.title,
        report,
        width=WIDTH,
        zone=workspace.shared(BrandFacts).zone,
        on_open=lambda each: None if each.startswith(ROW) else workspace.go(job.part, each),
    )
    if not report.is_whole:
        save = Button(_("Save rows not imported…"), kind="plain", icon_name="download")
        save.clicked.connect(lambda: dialog.tasks.latest("save", _save(dialog, job)))
        dialog.add_to_foot(save)
    answer = await dialog.ask()
    if answer == "again":
        await queue.again(job)
    elif answer == "undo" and await confirm(
        parent,
        _("Delete {records}?").format(records=counted(made, job.unit)),
        _("They are deleted from the server. Those that someone changed since stay."),
        action=_("Delete"),
        danger=True,
    ):
        await queue.undo(job)


async def _save(dialog: ReportDialog, job: ImportJob) -> None:
    path: Path | None = await ask_save_path(
        dialog, _("Save rows not imported"), "not-imported.csv", "csv"
    )
    if path is not None:
        told = await write_table(path, failed_rows(job))
        dialog.said.setText(f"{told.title} {told.text}".strip())


def failed_rows(job: ImportJob) -> Table:
    """Every row that was not created as it stood in the file, with the reason."""
    given = [str(title) for title in job.about.get("titles") or ()]
    # A file that was mended has the reasons of the time before.
    kept = [at for at, title in enumerate(given) if title != REASON]
    titles = tuple(given[at] for at in kept)
    rows = [
        [*(item.cells[at] if at < len(item.cells) else "" for at in kept), item.outcome().text]
        for item in job.items
        if item.state not in ("done", "undone")
    ]
    return Table(_("Not imported"), (*titles, REASON), rows)
