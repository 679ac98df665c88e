"""Choosing files of the brand: by folder or by search, with their images."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QStackedWidget, QWidget

from funneldesk.desktop.assets.grid.grid import AssetGrid
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.controls.buttons import Button, SearchField, Segments, row
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label, set_tip
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.lists.check_list import framed
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, joined
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

WIDTH, GRID_HEIGHT, SIDE = 760, 400, 120
TYPING_PAUSE = 0.08
KINDS = (
    ("", _("All")),
    ("image", _("Images")),
    ("vector", "SVG"),
    ("video", _("Videos")),
    ("font", _("Fonts")),
    ("text", _("Code")),
)
FOLDER = "files.picker"
"""Where the folder is kept that was shown last."""


PICTURES = ("image", "vector")


class AssetPicker(Dialog):
    """``await choose()`` gives the chosen files in the order shown, none when it was dismissed.

    With ``pictures`` one picture is chosen, and nothing else is offered.
    """

    def __init__(self, parent: QWidget, workspace: Workspace, *, pictures: bool = False) -> None:
        title = _("Choose a picture") if pictures else _("Insert a file")
        super().__init__(parent, title, width=WIDTH)
        self._pictures = pictures
        self.workspace = workspace
        self.library = workspace.shared(AssetLibrary)
        self.tasks = TaskScope(self)
        self.folder = ""
        self.grid = AssetGrid(workspace)
        self._build()
        self._wire()

    def _build(self) -> None:
        self.search = SearchField(_("Search all folders"))
        self.kinds = Segments()
        kinds = [kind for kind in KINDS if not self._pictures or kind[0] in ("", *PICTURES)]
        self.kinds.set_choices([(key, words, "") for key, words in kinds])
        self.up = Button(
            kind="icon", icon_name="corner-left-up", name=_("The folder around this one")
        )
        set_tip(self.up, _("The folder around this one (Backspace)"))
        self.where = ElidedLabel(_("Files"), size="strong")
        self.body.addLayout(row(self.search, self.kinds, spacing=8))
        line = row(self.up, spacing=8)
        line.addWidget(self.where, 1)
        self.body.addLayout(line)
        self.grid.set_side(SIDE)
        self.grid.model_rows.held = lambda row: self.library.held(row.path)
        self.empty = EmptyState("image", "", "")
        self.views = QStackedWidget()
        self.views.addWidget(self.grid)
        self.views.addWidget(self.empty)
        self.views.setFixedHeight(GRID_HEIGHT)
        self.body.addWidget(framed(self.views))
        self.chosen = Label("", size="small", tone="muted")
        self._foot.insertWidget(0, self.chosen)
        self.add_button("", _("Cancel"))
        self._insert_words = _("Choose picture") if self._pictures else _("Insert")
        self.insert = self.add_button("insert", self._insert_words, "primary")
        if self._pictures:
            self.grid.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.insert.setEnabled(False)

    def _wire(self) -> None:
        grid, library = self.grid, self.library
        self.search.textChanged.connect(
            lambda: self.tasks.debounce("search", TYPING_PAUSE, self._narrow)
        )
        self.search.left_downwards.connect(self._enter_grid)
        self.kinds.chosen.connect(lambda _: self.tasks.latest("search", self._narrow()))
        self.up.clicked.connect(self.go_up)
        grid.opened.connect(self._opened)
        grid.selection_changed.connect(self._say_chosen)
        grid.shown.connect(self._say_shown)
        library.replaced.connect(self._show_changed_files)
        library.row_changed.connect(self._show_changed_files)
        grid.show_records(self._records)

    def _show_changed_files(self, _path: str = "") -> None:
        """Show the files of the folder anew: the library outlives this dialog."""
        self.grid.local.take_all()

    async def choose(self) -> list[AssetRow]:
        """Come up, wait for the answer."""
        self.tasks.start(self._read())
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        answer = await self.ask()
        rows = self.files() if answer == "insert" else []
        if answer == "insert":
            await self.workspace.store.put_value(FOLDER, self.folder)
        return rows

    def files(self) -> list[AssetRow]:
        """The selected files, without folders."""
        return [row for row in self.grid.selected() if not row.is_folder]

    def show_folder(self, path: str) -> None:
        """Show what lies in a folder."""
        self.folder = path if self.library.has_folder(path) else ""
        self.where.setText(joined(self.folder.split("/"), " / ") or _("Files"))
        self.up.setEnabled(bool(self.folder))
        self.grid.local.take_all()
        self.tasks.latest("hasten", self.library.hasten(self.folder))

    def go_up(self) -> None:
        """Show the folder around this one, with this one selected."""
        here = self.folder
        if here:
            self.show_folder(here.rpartition("/")[0])
            self.grid.select(here)

    async def _read(self) -> None:
        await self.library.show_local()
        remembered = await self.workspace.store.value(FOLDER)
        self._show_first(remembered)
        if self.library.refreshed:
            return
        with operation(
            self.workspace, _("Reading the files"), tell=lambda told: self.chosen.setText(told.what)
        ):
            await self.library.refresh()
        if not self.folder:
            self._show_first(remembered)
        self._say_shown()

    def _show_first(self, remembered: str | None) -> None:
        """Where files were picked last; at first behind folders that hold nothing but one."""
        folder = remembered or ""
        inside = self.library.inside(folder)
        while remembered is None and len(inside) == 1:
            (only,) = inside.values()
            if not only.is_folder:
                break
            folder, inside = only.path, self.library.inside(only.path)
        self.show_folder(folder)

    def _records(self) -> Mapping[str, AssetRow]:
        narrows = self.grid.query.narrows
        found = self.library.rows if narrows else self.library.inside(self.folder)
        if not self._pictures:
            return found
        return {path: row for path, row in found.items() if row.is_folder or row.kind in PICTURES}

    async def _narrow(self) -> None:
        query = replace(self.grid.query, text=self.search.text().strip(), kind=self.kinds.current())
        self.grid.order(query)
        self.where.setText(
            _("All folders")
            if query.narrows
            else joined(self.folder.split("/"), " / ") or _("Files")
        )
        self.up.setEnabled(bool(self.folder) and not query.narrows)

    def _enter_grid(self) -> None:
        self.grid.setFocus(Qt.FocusReason.OtherFocusReason)
        ids = self.grid.rows.ids
        if ids and not self.grid.selected():
            self.grid.select(ids[0])

    def _opened(self, asset: AssetRow) -> None:
        if asset.is_folder:
            self.search.clear()
            self.kinds.choose("")
            self.grid.order(replace(self.grid.query, text="", kind=""))
            self.show_folder(asset.path)
        else:
            self.answer("insert")

    def _say_chosen(self) -> None:
        files = self.files()
        self.insert.setEnabled(bool(files))
        self.insert.setText(
            _("Insert {files}").format(files=counted(len(files), "file"))
            if len(files) > 1
            else self._insert_words
        )
        self.chosen.setText(files[0].path if len(files) == 1 else "")

    def _say_shown(self) -> None:
        if self.grid.local.count or not self.grid.local.settled:
            self.views.setCurrentWidget(self.grid)
            return
        self.views.setCurrentWidget(self.empty)
        if self.grid.query.narrows:
            self.empty.say(_("No file fits"), _("Change the words, or choose all kinds."))
        elif self.folder and self._pictures:
            self.empty.say(_("No pictures in this folder"), _("Choose another one."))
        elif self.folder:
            self.empty.say(_("This folder is empty"), _("Choose another one."))
        elif self._pictures:
            self.empty.say(_("No pictures yet"), _("Upload some in Files, then choose one here."))
        else:
            self.empty.say(
                _("No files yet"), _("Drop a file into the page: it goes up and is inserted.")
            )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and self.grid.hasFocus():
            self.go_up()
            return
        super().keyPressEvent(event)
