"""Notes tab of a split test: the hypothesis of this computer, and the notes on the server."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from funneldesk.contract.split_tests import SplitTestNote
from funneldesk.desktop.kit.controls.buttons import Button, column, line, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.export.file_dialog import ask_place
from funneldesk.desktop.kit.export.writing import CannotWrite, write_whole
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope, in_thread, uncut
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _, joined
from funneldesk.desktop.parts.split_tests.deeds.winner import PART
from funneldesk.desktop.parts.split_tests.notes.hypothesis import (
    NOTE,
    QUESTIONS,
    as_markdown,
    kept_under,
    read_answers,
)
from funneldesk.desktop.parts.split_tests.results.reading import Reading
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.sections.operations import confirmed, journaled, may_write, operation
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path

    from funneldesk.client import Api

KEEP_PAUSE = 0.3
ANSWER_HEIGHT, NOTE_HEIGHT = 72, 60
NOTICE = "split_tests/notes"
Body = Mapping[str, Any]


class NotesPage(RecordView):
    """Shows one test. ``changed`` carries the id of a test whose notes were written."""

    changed = Signal(str)

    def __init__(self, workspace: Workspace, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._workspace, self._formats = workspace, formats
        self.body: Body = {}
        self.reading = Reading()
        self._of = ""
        self._filling = False
        self.tasks = TaskScope(self)
        self._build()

    def _build(self) -> None:
        self.answers = {name: QPlainTextEdit() for name in QUESTIONS}
        whole = column(spacing=6, margins=(16, 12, 16, 16))
        head = row(Label(_("Hypothesis"), size="title"), None, spacing=8)
        self.copy_button = Button(_("Copy"), icon_name="copy", on_click=self._copy)
        self.export_button = Button(
            _("Export…"), icon_name="download", tip=_("The whole log as Markdown")
        )
        self.export_button.clicked.connect(lambda: self.tasks.latest("export", self._export()))
        head.addWidget(self.copy_button)
        head.addWidget(self.export_button)
        whole.addLayout(head)
        said = _("Kept on this computer as you type. Export it with the figures and the notes.")
        whole.addWidget(Label(said, size="small", tone="muted", wrap=True))
        for name, (title, hint) in QUESTIONS.items():
            field = self.answers[name]
            _prepare(field, title, hint, ANSWER_HEIGHT)
            field.textChanged.connect(self._typed)
            whole.addWidget(Label(title, size="label"))
            whole.addWidget(field)
        whole.addSpacing(8)
        whole.addWidget(line())
        self._build_notes(whole)
        inner = surface("surface")
        inner.setLayout(whole)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setAccessibleName(_("Notes"))
        self.area.setWidget(inner)
        self.setLayout(column(self.area, spacing=0))

    def _build_notes(self, whole: QVBoxLayout) -> None:
        self.new = QPlainTextEdit()
        _prepare(self.new, _("New note"), _("A note that everybody sees…"), NOTE_HEIGHT)
        self.add_button = Button(_("Add note"), on_click=self.add)
        self.add_button.setEnabled(False)
        self.new.textChanged.connect(
            lambda: self.add_button.setEnabled(bool(self.new.toPlainText().strip()))
        )
        self.new.textChanged.connect(self._typed)
        self.list = column(spacing=8)
        whole.addWidget(Label(_("Notes"), size="title"))
        whole.addWidget(self.new)
        whole.addLayout(row(None, self.add_button))
        whole.addLayout(self.list)
        whole.addStretch(1)

    def show_record(self, body: Body) -> None:
        test_id = str(body.get("id") or "")
        self.body = body
        if test_id != self._of:
            self._of = test_id
            self._fill({})
            self.tasks.latest("recall", self._recall(test_id))
        self._show_notes()

    # The hypothesis

    async def _recall(self, test_id: str) -> None:
        try:
            kept = await self._workspace.store.saved_work(kept_under(test_id), None)
        except LocalStoreProblem as problem:
            self._tell(problem)
            return
        if test_id == self._of:
            self._fill(read_answers(kept))

    def _fill(self, answers: Mapping[str, str]) -> None:
        self._filling = True
        for name, field in self.answers.items():
            field.setPlainText(answers.get(name, ""))
        self.new.setPlainText(answers.get(NOTE, ""))
        self._filling = False

    def _typed(self) -> None:
        if not self._filling and self._of:
            name, kept = kept_under(self._of), self._words()
            self.tasks.debounce(name, KEEP_PAUSE, lambda: self._keep(name, kept))

    def said(self) -> dict[str, str]:
        """The hypothesis as it stands."""
        return {name: field.toPlainText() for name, field in self.answers.items()}

    def _words(self) -> dict[str, str]:
        return {**self.said(), NOTE: self.new.toPlainText()}

    async def settle(self) -> None:
        """Make what was typed durable."""
        if self._of:
            await self._keep(kept_under(self._of), self._words())

    async def _keep(self, name: str, answers: Mapping[str, str]) -> None:
        try:
            await self._workspace.store.save_work(name, dict(answers))
        except LocalStoreProblem as problem:
            self._tell(problem)

    def _tell(self, problem: LocalStoreProblem) -> None:
        told = explain(problem, _("Keeping the hypothesis"))
        self._workspace.notifications.post(told.notice(NOTICE))

    def markdown(self) -> str:
        """The log of the open test."""
        return as_markdown(self.body, self.reading, self.said(), self._formats())

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.markdown())
        said = _("The log was copied as Markdown")
        self._workspace.notifications.post(Notice(said, key=NOTICE))

    async def _export(self) -> None:
        from pathlib import Path

        name = "".join(c if c.isalnum() else "-" for c in str(self.body.get("name") or "test"))
        start = Path.home() / f"{name[:60]}.md"
        path = await ask_place(self.window(), _("Export the log"), start)
        if path is not None:
            await self.write(path)

    async def write(self, path: "Path") -> None:
        """Write the log to a file, and tell how that went."""
        text = self.markdown()
        try:
            await in_thread(write_whole, path, lambda beside: beside.write_text(text, "utf-8"))
        except CannotWrite as problem:
            told = Notice(problem.what, f"{problem.so_what} {problem.now_what}", "danger")
        else:
            told = Notice(_("The log was exported"), _("To {name}").format(name=path.name))
        self._workspace.notifications.post(told)

    # The notes

    def _show_notes(self) -> None:
        while (item := self.list.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        notes = self.body.get("notes")
        for note in notes or ():
            self.list.addWidget(NoteCard(note, self._formats(), self._ask_to_delete))
        if not notes:
            none = _("No notes yet.") if notes is not None else _("The notes could not be read.")
            self.list.addWidget(Label(none, tone="muted"))

    def add(self) -> None:
        """Send the note that was typed."""
        content = self.new.toPlainText().strip()
        if content and self._of and may_write(self._workspace, PART, _("split tests")):
            self.add_button.setEnabled(False)
            self.tasks.in_turn("note", partial(self._add, self._of, content))

    async def _add(self, test_id: str, content: str) -> None:
        number, known = int(test_id), {note.get("id") for note in self.body.get("notes") or ()}

        async def look(api: "Api") -> SplitTestNote | None:
            listed = await api.split_tests.list_notes(number)
            fresh = [n for n in listed if n.id not in known and n.content == content]
            return fresh[0] if len(fresh) == 1 else None

        run, title = self._workspace.run, str(self.body.get("name") or "")
        with operation(self._workspace, _("Adding the note"), NOTICE) as asked:
            async with journaled(self._workspace, PART, title, _("Adding a note to"), test_id):
                call = run(lambda api: api.split_tests.create_note(number, content))
                await confirmed(call, lambda: run(look))
        typed = self.new.toPlainText().strip()
        if not asked.failed and test_id == self._of and typed == content:
            self.new.clear()
        self.add_button.setEnabled(bool(self.new.toPlainText().strip()))
        if not asked.failed:
            self.changed.emit(test_id)

    def _ask_to_delete(self, note_id: int) -> None:
        self.tasks.latest("delete", self._delete(self._of, note_id))

    async def _delete(self, test_id: str, note_id: int) -> None:
        if not may_write(self._workspace, PART, _("split tests")):
            return
        title, text = _("Delete this note?"), _("It goes for everybody, and can't be brought back.")
        if await confirm(self.window(), title, text, action=_("Delete note"), danger=True):
            number = int(test_id)
            with uncut(), operation(self._workspace, _("Deleting the note"), NOTICE) as asked:
                await self._workspace.run(lambda api: api.split_tests.delete_note(number, note_id))
            if not asked.failed:
                self.changed.emit(test_id)


class NoteCard(QWidget):
    """A note with its author and time."""

    def __init__(self, note: Body, formats: Formats, delete: Callable[[int], object]) -> None:
        super().__init__()
        surface("card", self)
        at, user, number = moment(note.get("created_at")), note.get("user"), note.get("id")
        who = str(user.get("name") or "") if isinstance(user, Mapping) else ""
        told = joined((who, formats.moment(at) if at else ""))
        head = row(Label(told, size="small", tone="muted"), None, spacing=4)
        remove = Button(kind="icon", icon_name="trash-2", tip=_("Delete this note"))
        if isinstance(number, int):
            remove.clicked.connect(lambda: delete(number))
        head.addWidget(remove)
        whole = column(spacing=2, margins=(12, 6, 8, 10))
        whole.addLayout(head)
        whole.addWidget(Label(str(note.get("content") or ""), wrap=True))
        self.setLayout(whole)


def _prepare(field: QPlainTextEdit, name: str, hint: str, height: int) -> None:
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    field.setFixedHeight(height)
    field.setTabChangesFocus(True)
