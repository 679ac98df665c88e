"""The dialog for a new page: from a template type, or from an HTML file on disk."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from funneldesk.contract.pages import TEMPLATE_TYPES
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.forms.choice_field import CalmCombo
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.list.starters import TYPE_WORDS, starter_html
from funneldesk.desktop.records.making.html_file import (
    ImportedFile,
    ImportProblem,
    read_html_file,
)

FILES = _("Web pages (*.html *.htm *.xhtml);;All files (*)")


@dataclass(frozen=True, slots=True)
class NewPage:
    """What the user wants to begin with."""

    title: str
    slug: str
    type: str
    html: str
    notes: tuple[str, ...] = ()


class NewPageDialog(Dialog):
    """Answers "create" with ``page`` set."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(
            parent,
            _("New page"),
            _("It starts as a draft: visitors see nothing of it until you publish."),
            width=580,
        )
        self.tasks = TaskScope(self)
        self.page: NewPage | None = None
        self._file: ImportedFile | None = None
        self.title = QLineEdit()
        self.title.setPlaceholderText(_("Summer advertorial"))
        self.title.setAccessibleName(_("Title"))
        self.type = CalmCombo()
        self.type.setAccessibleName(_("Start from"))
        for key in TEMPLATE_TYPES:
            self.type.addItem(TYPE_WORDS[key], key)
        self.file_name = ElidedLabel("", size="small", tone="muted")
        self.note = Label("", size="small", tone="warning", wrap=True)
        self.note.hide()
        self._build()

    def _build(self) -> None:
        self.choose = Button(_("Use an HTML file…"), icon_name="file-up", on_click=self._choose)
        self.body.addLayout(column(Label(_("Title"), size="small"), self.title, spacing=4))
        start = row(self.type, self.choose, spacing=8)
        start.setStretch(0, 1)
        self.body.addWidget(Label(_("Start from"), size="small"))
        self.body.addLayout(start)
        self.body.addWidget(self.file_name)
        self.body.addWidget(self.note)
        self.add_button("", _("Cancel"))
        self.create_button = Button(_("Create draft"), kind="primary", on_click=self._create)
        self.create_button.setDefault(True)
        self.create_button.setEnabled(False)
        self._foot.addWidget(self.create_button)
        self.title.textChanged.connect(
            lambda text: self.create_button.setEnabled(bool(text.strip()) and len(text) <= 255)
        )
        self.title.setFocus()

    def take_file(self, path: Path) -> None:
        """Read a file off the window's thread and show what came of it."""
        self.tasks.latest("read", self._read(path))

    def _choose(self) -> None:
        picker = QFileDialog(self, _("Use an HTML file"), "", FILES)
        picker.setFileMode(QFileDialog.FileMode.ExistingFile)
        picker.fileSelected.connect(lambda name: self.take_file(Path(name)))
        picker.finished.connect(picker.deleteLater)
        picker.open()

    async def _read(self, path: Path) -> None:
        try:
            self._file = await in_thread(read_html_file, path)
        except ImportProblem as problem:
            self._say(str(problem))
            return
        except OSError as error:
            self._say(
                _("{name} could not be read. {details}").format(
                    name=path.name, details=explain(error).details
                )
            )
            return
        self.file_name.setText(
            _("{name} · {count:,} characters").format(name=path.name, count=len(self._file.html))
        )
        self._say(" ".join(self._file.notes))
        if not self.title.text().strip():
            self.title.setText(self._file.title[:255])
        # Enter creates the draft: on the button it would choose a file again.
        self.title.setFocus(Qt.FocusReason.OtherFocusReason)

    def _say(self, text: str) -> None:
        self.note.setText(text)
        self.note.setVisible(bool(text))
        self.adjustSize()

    def _create(self) -> None:
        title = self.title.text().strip()
        kind = str(self.type.currentData())
        if self._file is not None:
            # A file is a page of its own making, not one of a template.
            self.page = NewPage(title, self._file.slug, "", self._file.html, self._file.notes)
        else:
            self.page = NewPage(title, "", kind, starter_html(kind, title))
        self.answer("create")
