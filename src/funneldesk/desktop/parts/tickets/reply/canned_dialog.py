"""The library of canned replies: found as one types, written, brought and taken along."""

from functools import partial

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QFileDialog, QGridLayout, QLineEdit, QVBoxLayout, QWidget

from funneldesk.contract.folding import fold
from funneldesk.desktop.kit.controls.buttons import Button, SearchField, column, row
from funneldesk.desktop.kit.controls.completing import offer_words
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.forms.choice_field import CalmCombo
from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList
from funneldesk.desktop.kit.rich_text.blocks import of_text
from funneldesk.desktop.kit.rich_text.editor import RichTextEdit
from funneldesk.desktop.kit.rich_text.read import from_html
from funneldesk.desktop.kit.rich_text.toolbar import FormToolbar
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.cache.matching import holds, words_of
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tickets.reply.canned import (
    LONGEST_FOLDER,
    PLACES,
    CannedReplies,
    CannedReply,
)
from funneldesk.desktop.parts.tickets.reply.canned_files import read_file, write_file

LIST_WIDTH = 280
KEEP_PAUSE = 0.25
"""Seconds after a key in which what was typed is on the disk."""
KINDS = "JSON (*.json);;CSV (*.csv)"  # not shown


class CannedDialog(Dialog):
    """Answers "insert" with ``chosen``."""

    def __init__(self, parent: QWidget, replies: CannedReplies) -> None:
        title, text = _("Canned replies"), _("Type /code in a reply to put one in.")
        super().__init__(parent, title, text, width=820)
        self.replies = replies
        self.tasks = TaskScope(self)
        self._code = ""
        self.search = SearchField(_("Code, title or text"))
        self.folders = CalmCombo()
        self.folders.setAccessibleName(_("Folder that is shown"))
        self.list = RecordList(title, self._line)
        self.code, self.title_field, self.folder = QLineEdit(), QLineEdit(), QLineEdit()
        self.folder.setMaxLength(LONGEST_FOLDER)
        self._known_folders = QStringListModel(self)
        self.text = RichTextEdit()
        self.forms = FormToolbar(self.text)
        self.forms.plain.hide()
        lines = (self.code, self.title_field, self.folder)
        self.fields: tuple[QWidget, ...] = (*lines, self.text)
        self._is_dirty = False
        for line in lines:
            line.textChanged.connect(self._edited)
        self.text.textChanged.connect(self._edited)
        self.said = Label("", size="small", tone="muted", wrap=True)
        self.said.setMinimumHeight(18)
        self._build()
        replies.changed.connect(self._replies_changed)
        self._show()
        first = self.search if list(replies) else self.code
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def chosen(self) -> CannedReply | None:
        """The reply that is shown."""
        return self.replies.get(self._code)

    def _form(self) -> QVBoxLayout:
        fields = QGridLayout()
        for place, (label, field) in enumerate(
            (
                (_("Code"), self.code),
                (_("Title"), self.title_field),
                (_("Folder"), self.folder),
                (_("Text"), self.text),
            )
        ):
            field.setAccessibleName(label)
            fields.addWidget(Label(label, size="label"), place, 0, Qt.AlignmentFlag.AlignTop)
            fields.addWidget(field, place, 1)
        fields.addWidget(self.forms, 4, 1)
        offer_words(self.folder, self._known_folders)
        known = ", ".join(f"{{{{{place}}}}}" for place in PLACES)
        said = _("Filled in by itself: {places}").format(places=known)
        hint = Label(said, size="small", tone="muted", wrap=True)
        self.remove = Button(_("Delete"), on_click=self._remove)
        right = column(spacing=8)
        right.addLayout(fields)
        right.addWidget(hint)
        right.addWidget(self.said)
        right.addLayout(row(self.remove, None, spacing=8))
        return right

    def _build(self) -> None:
        self.list.setFixedWidth(LIST_WIDTH)
        self.list.setMinimumHeight(320)
        # Each column is read by itself: Tab goes down one before it goes to the other.
        left, right = QWidget(), QWidget()
        left.setLayout(column(self.search, self.folders, self.list, spacing=8))
        right.setLayout(self._form())
        both = row(left, right, spacing=16)
        both.setStretch(1, 1)
        self.body.addLayout(both)
        for words, act in (
            (_("Export…"), self._export),
            (_("Import…"), self._import),
            (_("New"), self._new),
        ):
            self.add_to_foot(Button(words, on_click=act))
        self.add_button("", _("Close"))
        self.insert = self.add_button("insert", _("Insert"), "primary")
        self.search.textChanged.connect(lambda _text: self._show())
        self.folders.currentIndexChanged.connect(self._folder_chosen)
        self.search.left_downwards.connect(self.list.setFocus)
        self.list.selectionModel().currentRowChanged.connect(lambda *_: self._open_current())
        self.list.opened.connect(lambda _code: self.answer("insert"))

    def _line(self, code: str) -> ListRow | None:
        reply = self.replies.get(code)
        if reply is None:
            return None
        used = f"{reply.used:,}×" if reply.used else ""
        return ListRow(code, reply.label, f"/{code}", used, reply.folder, "muted")

    def _replies_changed(self) -> None:
        """What is open stays in the list, whatever is typed into it."""
        self._show(self._code)

    def _folder_chosen(self, _place: int) -> None:
        self._show()

    def _show(self, kept: str = "") -> None:
        self._offer_folders()
        words, folder = words_of(self.search.text()), self.folders.currentData()
        found = [
            r.code
            for r in self.replies
            if r.code == kept or (folder in (None, r.folder) and holds(fold(_searched(r)), words))
        ]
        self.list.arrange(found)
        if found and self._code not in found:
            self.list.select(found[0])
        self._open(self._code if self._code in found else found[0] if found else "")

    def _offer_folders(self) -> None:
        """Those there are by now; the one that is shown stays as long as it has a reply."""
        known, shown = self.replies.folders, self.folders.currentData()
        if known != self._known_folders.stringList() or not self.folders.count():
            self._known_folders.setStringList(known)
            self.folders.blockSignals(True)
            self.folders.clear()
            self.folders.addItem(_("All folders"), None)
            for name in known:
                self.folders.addItem(name, name)
            self.folders.addItem(_("Without a folder"), "")
            self.folders.setCurrentIndex(max(0, self.folders.findData(shown)))
            self.folders.blockSignals(False)
        self.folders.setVisible(bool(known))

    def _open_current(self) -> None:
        at = self.list.currentIndex().row()
        if 0 <= at < len(self.list.rows.ids):
            self._open(self.list.rows.ids[at])

    def _open(self, code: str, *, anew: bool = False) -> None:
        """Show a reply; what was typed into the one before is kept."""
        if code != self._code or anew:
            made, before, was_dirty = self._made(), self._code, self._is_dirty
            self._code, self._is_dirty = code, False
            self._fill(self.replies.get(code))
            if was_dirty and not made.problem():
                self.replies.put(made, before)
        self.insert.setEnabled(self.chosen is not None)
        self.remove.setEnabled(self.chosen is not None)

    def _fill(self, reply: CannedReply | None) -> None:
        for field in self.fields:
            field.blockSignals(True)
        self.code.setText(reply.code if reply is not None else "")
        self.title_field.setText(reply.title if reply is not None else "")
        shown = self.folders.currentData() or ""  # A new one belongs where one looks.
        self.folder.setText(reply.folder if reply is not None else shown)
        formed = from_html(reply.html) if reply is not None and reply.html else []
        self.text.set_blocks(formed or of_text(reply.text if reply is not None else ""))
        for field in self.fields:
            field.blockSignals(False)

    def _new(self) -> None:
        self.list.clearSelection()
        self._open("", anew=True)
        self.said.setText("")
        self.code.setFocus(Qt.FocusReason.OtherFocusReason)

    def _edited(self) -> None:
        self._is_dirty = True
        self.tasks.debounce("save", KEEP_PAUSE, self._settle_soon)

    async def _settle_soon(self) -> None:
        self.settle()

    def settle(self) -> None:
        """Keep what was typed, as soon as it is a reply."""
        made, before = self._made(), self._code
        taken = made.code != before and self.replies.get(made.code) is not None
        said = made.problem() or (_("There is a reply with this code.") if taken else "")
        self.said.setText(said)
        if self._is_dirty and not said:
            self._is_dirty, self._code = False, made.code
            self.replies.put(made, before)
            self.said.setText(_("Saved."))

    def _made(self) -> CannedReply:
        known = self.replies.get(self._code)
        code, title = self.code.text().strip().lower(), self.title_field.text().strip()
        used = known.used if known is not None else 0
        folder = " ".join(self.folder.text().split())
        return CannedReply(code, title, self.text.words, used, self.text.html, folder)

    def _remove(self) -> None:
        code, self._is_dirty = self._code, False
        self._open("", anew=True)
        self.replies.remove(code)

    # Files

    def _import(self) -> None:
        dialog = QFileDialog(self, _("Import canned replies"), "", KINDS)
        dialog.fileSelected.connect(lambda name: self.tasks.start(self._imported(name)))
        dialog.open()

    async def _imported(self, name: str) -> None:
        try:
            found = await in_thread(partial(read_file, name))
        except (OSError, ValueError) as problem:
            self.said.setText(_("This file can't be read: {why}").format(why=problem))
            return
        count = self.replies.add(found)
        said = _("{replies} imported.").format(replies=counted(count, "reply"))
        self.said.setText(said if count else _("There are no replies in this file."))

    def _export(self) -> None:
        dialog = QFileDialog(self, _("Export canned replies"), "replies.json", KINDS)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.fileSelected.connect(lambda name: self.tasks.start(self._exported(name)))
        dialog.open()

    async def _exported(self, name: str) -> None:
        try:
            await in_thread(partial(write_file, name, list(self.replies)))
        except OSError as problem:
            self.said.setText(_("This file can't be written: {why}").format(why=problem))
        else:
            self.said.setText(_("Saved."))


def _searched(reply: CannedReply) -> str:
    return f"{reply.code} {reply.title} {reply.folder} {reply.text}"
