"""The folder of the server that an upload goes to: typed, or chosen among those there are."""

from collections.abc import Iterable

from PySide6.QtCore import QStringListModel, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.contract.file_names import BadPath, clean_folder, folders_above
from funneldesk.contract.files import is_in_products
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.upload_review.plan.names import is_folder_name
from funneldesk.desktop.kit.controls.buttons import column, row
from funneldesk.desktop.kit.controls.completing import offer_words
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.local.texts import _

MOST_SHOWN = 12


class TargetField(QWidget):
    """``chosen`` carries a folder that may be sent to, "" for the assets folder itself."""

    chosen = Signal(str)

    def __init__(self, library: AssetLibrary, folder: str) -> None:
        super().__init__()
        self._library = library
        self.field = QLineEdit(folder)
        self.field.setPlaceholderText(_("Files (the top)"))
        self.field.setAccessibleName(_("Folder on the server"))
        self.problem = Label(size="small", tone="danger")
        self.problem.hide()
        self._names = QStringListModel(self)
        completer = offer_words(self.field, self._names)
        completer.setMaxVisibleItems(MOST_SHOWN)
        completer.activated.connect(lambda _: self._take())
        self.field.textEdited.connect(lambda _: self._judge())
        self.field.editingFinished.connect(self._take)
        line = row(Label(_("To"), size="small", tone="muted"), self.field, spacing=8)
        line.setStretch(1, 1)
        whole = column(spacing=2)
        whole.addLayout(line)
        whole.addWidget(self.problem)
        self.setLayout(whole)

    def offer_folders(self) -> None:
        """Offer the folders that are on the server now."""
        self._names.setStringList(sorted(filter(None, self._library.folders)))

    @property
    def folder(self) -> str:
        """The typed text, without slashes at its ends."""
        return self.field.text().strip().strip("/")

    def _judge(self) -> str:
        problem = target_problem(self.folder, self._library.folders)
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        return problem

    def _take(self) -> None:
        if not self._judge():
            self.chosen.emit(self.folder)


def target_problem(folder: str, folders: Iterable[str]) -> str:
    """Why nothing can be sent to a folder; empty when it can."""
    try:
        if clean_folder(folder) != folder:
            return _("It has to be in Unicode's form C.")
    except BadPath as problem:
        return str(problem)
    if is_in_products(folder):
        return _("The folder products is kept by the server itself.")
    known = set(folders)
    steps = (*folders_above(folder), folder) if folder else ()
    if any(step not in known and not is_folder_name(step.rpartition("/")[2]) for step in steps):
        return _("A new folder's name has small letters a to z, digits, _ and - only.")
    return ""
