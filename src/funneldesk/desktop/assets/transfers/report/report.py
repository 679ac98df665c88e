"""Report of a transfer, file by file: to read, filter, copy, save, repeat and undo."""

from collections.abc import Sequence
from functools import partial

import shiboken6
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.desktop.assets.addresses import FORMS, Addressed, Form, absolute, addresses
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.transfers.downloads.runner import DOWNLOAD, target_of
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.transfers.report.rows import (
    Group,
    Sorted,
    done_word,
    row_of,
    table_of_results,
    word_of,
)
from funneldesk.desktop.assets.transfers.report.undo import TransferUndo
from funneldesk.desktop.assets.transfers.result import ItemResult
from funneldesk.desktop.kit.controls.buttons import Button, Segments, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, choose
from funneldesk.desktop.kit.dialogs.front_window import front_window
from funneldesk.desktop.kit.export.file_dialog import ask_save_path, write_table
from funneldesk.desktop.kit.jobs.labels import progress_words
from funneldesk.desktop.kit.lists.check_list import framed
from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.show_in_folder import show_in_folder
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _, ngettext

WIDTH, LIST_HEIGHT = 720, 380
DRAW_MILLISECONDS = 400
"""Between two drawings while the transfer is still going on."""

MANY = 3_000
"""Files from which on they are counted and ordered off the window's thread."""


def open_report(job: TransferJob) -> None:
    """Show the report over the window in front."""
    if not shiboken6.isValid(job):
        return
    queue, over = job.parent(), front_window()
    if isinstance(queue, TransferQueue) and over is not None:
        queue.tasks.start(_show(job, queue, over))


async def _show(job: TransferJob, queue: TransferQueue, over: QWidget) -> None:
    try:
        await job.load()
    except LocalStoreProblem as problem:
        explanation = problem.explanation
        text = f"{explanation.meaning} {explanation.advice}"
        queue.workspace.notifications.post(
            Notice(explanation.happened, text, "warning", key="transfers")
        )
        return
    await TransferReport(over, job, queue).ask()


class TransferReport(Dialog):
    """The report of one transfer; it follows one that is still going on."""

    def __init__(self, parent: QWidget, job: TransferJob, queue: TransferQueue) -> None:
        super().__init__(parent, job.title, width=WIDTH)
        self.job = job
        self.tasks = TaskScope(self)
        self._queue = queue
        self._download = job.kind == DOWNLOAD
        self._done = done_word(job)
        self._results: Sequence[ItemResult] = ()
        self._counts: dict[Group, int] = {}
        self._soon = QTimer(self, singleShot=True, interval=DRAW_MILLISECONDS)
        self.undo = TransferUndo(self, job, queue)
        self._build()
        self._wire()
        self._draw()

    def _build(self) -> None:
        self.sentence = Label("", tone="muted", wrap=True)
        self.groups = Segments("chip")
        self.list = RecordList(_("What became of each file"), self._row)
        self.list.setFixedHeight(LIST_HEIGHT)
        self.said = Label("", size="small", tone="muted", wrap=True)
        self.said.setMinimumHeight(36)
        self.go = Button(_("Show in Files"), kind="plain", icon_name="folder-open")
        self.body.addWidget(self.sentence)
        self.body.addLayout(row(self.groups, None))
        self.body.addWidget(framed(self.list))
        line = row()
        line.addWidget(self.said, 1)
        line.addWidget(self.go)
        self.body.addLayout(line)
        self.save = Button(_("Save as CSV…"), kind="plain", icon_name="download")
        self.take_back = Button(_("Undo…"), kind="plain", icon_name="undo-2")
        self._foot.insertWidget(0, self.save)
        self._foot.insertWidget(1, self.take_back)
        self.close_button = self.add_button("", _("Close"))
        self.again = Button("", icon_name="rotate-ccw")
        self.copy = Button(_("Copy addresses"), icon_name="copy")
        self.show_folder = Button(_("Show in folder"), icon_name="folder-open")
        for button in (self.copy, self.show_folder, self.again):
            self._foot.addWidget(button)
        self.list.setFocus()

    def _wire(self) -> None:
        self.groups.chosen.connect(lambda _: self._draw())
        self.list.selectionModel().selectionChanged.connect(self._tell)
        self.list.doubleClicked.connect(self.show_file)
        self.go.clicked.connect(self.show_file)
        self.save.clicked.connect(lambda: self.tasks.latest("save", self._save()))
        self.take_back.clicked.connect(self.undo.ask)
        self.undo.said.connect(self.said.setText)
        self.again.clicked.connect(lambda: self.tasks.latest("again", self._again()))
        self.copy.clicked.connect(self._ask_form)
        self.show_folder.clicked.connect(lambda: show_in_folder(target_of(self.job)))
        self._soon.timeout.connect(self._draw)
        self.job.changed.connect(self._changed)

    def _changed(self) -> None:
        if not self._soon.isActive():
            self._soon.start()

    # What it shows

    def _draw(self) -> None:
        results = self.job.results()
        if len(results) < MANY:
            self._show(Sorted.of(results, self.groups.current()))
        else:
            self.tasks.latest("draw", self._draw_many(results))

    async def _draw_many(self, results: Sequence[ItemResult]) -> None:
        self._show(await in_thread(Sorted.of, results, self.groups.current()))

    def _show(self, found: Sorted) -> None:
        self._results = found.results
        self.sentence.setText(progress_words(self.job))
        if found.counts != self._counts or not self.groups.current():
            self._counts = found.counts
            self._draw_groups(found.counts)
        self._arrange(found.ids)
        self._draw_buttons(found.counts)

    def _draw_groups(self, counts: dict[Group, int]) -> None:
        chosen = self.groups.current()
        shown = [
            (group, f"{count:,} {word_of(group, self._done).lower()}", "")
            for group, count in counts.items()
        ]
        self.groups.set_choices(
            [("all", _("All {count:,}").format(count=len(self._results)), ""), *shown]
        )
        self.groups.choose(chosen if chosen in counts else "all")

    def _draw_buttons(self, counts: dict[Group, int]) -> None:
        """One accent button: what one most likely does next."""
        ended = self.job.state == "ended"
        failed = counts.get("failed", 0) + counts.get("unknown", 0)
        repeat = ended and bool(failed)
        self.again.setText(_("Try {failed:,} again").format(failed=failed))
        self.again.setVisible(repeat)
        stored = bool(counts.get("new") or counts.get("replaced")) and not self._download
        self.copy.setVisible(stored)
        self.show_folder.setVisible(self._download)
        self.take_back.setVisible(ended and stored and self.undo.count > 0)
        next_step = self.again if repeat else self.show_folder if self._download else self.copy
        for button in (self.again, self.copy, self.show_folder):
            button.set_kind("primary" if button is next_step else "")
            button.setDefault(button is next_step)

    def _arrange(self, ids: list[str]) -> None:
        if ids != self.list.rows.ids:
            self.list.arrange(ids)
        else:
            self.list.rows.tell_changed()
        if ids and not self.list.selectionModel().hasSelection():
            self.list.setCurrentIndex(self.list.rows.index(0))
        self._tell()

    def _row(self, record_id: str) -> ListRow | None:
        place = int(record_id)
        if place >= len(self._results):
            return None
        return row_of(place, self._results[place], self._done)

    def _tell(self) -> None:
        """The sentence of the one that is selected, whole, or how many are."""
        chosen = self._selected()
        if len(chosen) == 1:
            self.said.setText(chosen[0].words or chosen[0].path)
        else:
            self.said.setText(
                _("{files} selected.").format(files=counted(len(chosen), "file")) if chosen else ""
            )
        self.go.setVisible(self._lies_there(chosen))

    def _selected(self) -> list[ItemResult]:
        return [self._results[int(each)] for each in self.list.selected_ids()]

    def _lies_there(self, chosen: Sequence[ItemResult]) -> bool:
        """Whether one file is meant, and it came to lie on the server."""
        return len(chosen) == 1 and chosen[0].state == "done" and not self._download

    # What can be done

    def show_file(self) -> None:
        """Leave for the selected file in its folder."""
        chosen = self._selected()
        if self._lies_there(chosen):
            self.answer("")
            self._queue.workspace.go("files", chosen[0].path)

    def _ask_form(self) -> None:
        menu = QMenu(self)
        menu.setAccessibleName(_("Copy addresses as"))
        for form, words in FORMS:
            menu.addAction(words, partial(self.copy_addresses, form))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.copy.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 4)))

    def copy_addresses(self, form: Form) -> None:
        """Put the addresses of the selected files on the clipboard; of all shown ones when no more
        than one is selected."""
        chosen = self._selected()
        if len(chosen) < 2:
            chosen = [self._results[int(each)] for each in self.list.rows.ids]
        files = [self._addressed(result) for result in chosen if result.state == "done"]
        QGuiApplication.clipboard().setText(addresses(form, files))
        count = len(files)
        told = ngettext(
            "{count:,} address is on the clipboard.",
            "{count:,} addresses are on the clipboard.",
            count,
        )
        self.said.setText(told.format(count=count))

    def _addressed(self, result: ItemResult) -> Addressed:
        workspace = self._queue.workspace
        known = workspace.shared(AssetLibrary).rows.get(result.path)
        src = absolute(result.src, workspace.base_url)
        srcset = known.srcset if known is not None else ""
        return Addressed(result.path, src, result.width, result.height, srcset)

    async def _save(self) -> None:
        path = await ask_save_path(self, _("Save the report"), "report.csv", "csv")
        if path is not None:
            told = await write_table(path, table_of_results(self._results, self._done))
            self.said.setText(f"{told.title}. {told.text}")

    async def _again(self) -> None:
        """Only what failed; a file whose name was taken meanwhile is asked about."""
        failed = [r for r in self._results if r.state in ("failed", "unknown")]
        taken = sum(result.taken for result in failed)
        answer = "others"
        if taken:
            others = (
                "others",
                _("Try the other {count:,} only").format(count=len(failed) - taken),
                "",
            )
            answer = await choose(
                self,
                _("Replace {files} that came there meanwhile?").format(
                    files=counted(taken, "file")
                ),
                _(
                    "Someone else put files of the same names there after you had decided. "
                    "What they put there would be gone."
                ),
                (
                    ("", _("Cancel"), ""),
                    *((others,) if len(failed) > taken else ()),
                    ("replace", _("Replace"), "danger"),
                ),
            )
        if answer:
            self._queue.retry(self.job, replace_taken=answer == "replace")
