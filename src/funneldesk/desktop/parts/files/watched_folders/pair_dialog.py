"""Dialog for a pair: the watched folder of this computer, and its target on the server."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.assets.upload_review.dialog.target_field import TargetField
from funneldesk.desktop.assets.upload_review.plan.names import allowed_folder
from funneldesk.desktop.assets.watched_folders.folders import CannotWatch, WatchedFolders
from funneldesk.desktop.assets.watched_folders.refusals import clean_name
from funneldesk.desktop.assets.watched_folders.scan import RootGone, TooMany, scan
from funneldesk.desktop.assets.watched_folders.watcher import MANY
from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label, set_tip
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.export.file_dialog import ask_folder
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.organise.fit import make_room

TEXT = _(
    "Its files are uploaded now, and later whenever they change. Nothing is deleted on the server,"
    " and files that others changed there aren't replaced without asking."
)


class WatchPairDialog(Dialog):
    """Answers "watch" once the folder is watched. ``folder`` is that of the server to begin
    with; None: one of the chosen folder's name."""

    def __init__(self, parent: QWidget, panel: FilesBrowser, folder: str | None) -> None:
        super().__init__(parent, _("Watch a folder"), TEXT, width=520)
        self.tasks = TaskScope(self)
        self.root: Path | None = None
        self._panel = panel
        self._folders = panel.workspace.shared(WatchedFolders)
        self._own_target = folder is not None
        self.place = ElidedLabel(_("No folder chosen yet"), tone="muted")
        self.choose_button = Button(_("Choose…"), icon_name="folder", on_click=self._choose)
        self.counted = Label(size="small", tone="muted", wrap=True)
        self.target = TargetField(panel.library, folder or "")
        self.target.offer_folders()
        self.deep = CheckBox(_("With the folders in it"))
        self.problem = Label(size="small", tone="danger", wrap=True)
        self._build()

    def _build(self) -> None:
        self.deep.setChecked(True)
        line = row(self.place, self.choose_button, spacing=8)
        line.setStretch(0, 1)
        self.body.addWidget(Label(_("Folder on this computer"), size="label"))
        self.body.addLayout(line)
        self.body.addWidget(self.counted)
        self.body.addWidget(Label(_("Folder on the server"), size="label"))
        self.body.addWidget(self.target)
        self.body.addWidget(self.deep)
        self.body.addWidget(self.problem)
        self.counted.hide()
        self.problem.hide()
        self.add_button("", _("Cancel"))
        self.go_button = Button(_("Watch"), kind="primary", on_click=self._go)
        self.go_button.setDefault(True)
        self.go_button.setEnabled(False)
        self._foot.addWidget(self.go_button)
        self.target.field.textEdited.connect(self._target_typed)
        self.target.field.textChanged.connect(lambda _: self._show_problem(""))
        self.deep.toggled.connect(self._look_again)
        self.choose_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def take(self, root: Path) -> None:
        """This folder is to be watched."""
        self.root = root
        self.place.setText(clean_name(root))
        self.place.set_tone("")
        set_tip(self.place, clean_name(root.parent) + "/" + clean_name(root))
        if not self._own_target:
            self.target.field.setText(allowed_folder(root.name))
        self.go_button.setEnabled(True)
        self.go_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_problem("")
        self._look_again()

    def _choose(self) -> None:
        self.tasks.latest("choose", self._chosen())

    async def _chosen(self) -> None:
        root = await ask_folder(self, _("A folder to watch"))
        if root is not None:
            self.take(root)

    def _target_typed(self) -> None:
        self._own_target = True

    def _look_again(self) -> None:
        if self.root is not None:
            self.tasks.latest("look", self._look(self.root))

    async def _look(self, root: Path) -> None:
        """Say how much goes up now."""
        deep = self.deep.isChecked()
        try:
            seen = await in_thread(partial(scan, root, deep=deep))
        except TooMany:
            self._show_problem(MANY)
            return
        except RootGone:
            self._show_problem(_("This folder cannot be read."))
            return
        size = sum(mark.size for mark in seen.files.values())
        words = f"{counted(len(seen.files), 'file')}, {size_words(size)}."
        self.counted.setText(words if seen.files else _("There is no file in it yet."))
        self.counted.show()
        make_room(self)

    def _go(self) -> None:
        if self.root is not None and self.target.problem.text() == "":
            self.tasks.latest("go", self._watch(self.root))

    async def _watch(self, root: Path) -> None:
        self.go_button.setEnabled(False)
        try:
            await self._folders.add(root, self.target.folder, deep=self.deep.isChecked())
        except CannotWatch as problem:
            self._show_problem(str(problem))
        except LocalStoreProblem as problem:
            explanation = explain(problem, _("Watching the folder"))
            self._show_problem(f"{explanation.what} {explanation.now_what}")
        else:
            self.answer("watch")
            return
        self.go_button.setEnabled(True)

    def _show_problem(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        make_room(self)
