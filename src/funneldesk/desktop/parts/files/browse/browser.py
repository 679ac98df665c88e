"""File browser: folders, their content, the selection."""

import time
from typing import Any

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.shortcuts import keymap, with_keys
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.list_pane import FilesListPane
from funneldesk.desktop.parts.files.browse.tree import FolderTree
from funneldesk.desktop.parts.files.properties.context import ContextPane
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import ONLINE, Change, Workspace

ROOT_TITLE = _("All folders")
WRITES = "file-manager"
"""Name of the files among the permissions."""
LOOK_MILLISECONDS, LOOK_PAUSE = 60_000, 2.0
WHOLE_SECONDS = 1_800.0
"""After that time the whole list is read again while the section is shown."""
TREE_WIDTH, CONTEXT_WIDTH = 210, 270
FOLD_CONTEXT_AT, FOLD_TREE_AT = 860, 620
NO_RIGHT = _("Your role can look at files here, not change them.")


class FilesBrowser(Panel):
    """``folder`` is the one that is shown, "" the assets folder itself.

    The ``asked_…`` signals and the drops are for the features: ``files_dropped`` tells of what
    comes from outside and the folder it was dropped on, ``assets_dropped`` of files of this brand.
    The data is good for that moment only.
    """

    files_dropped = Signal(QMimeData, str)
    assets_dropped = Signal(QMimeData, str)
    asked_to_upload = Signal()
    asked_for_look = Signal(object)
    asked_to_delete = Signal(list)
    asked_to_rename = Signal(object)
    asked_to_copy = Signal(list)
    asked_to_move = Signal(list)
    asked_for_folder = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.library = workspace.shared(AssetLibrary)
        self.alone = False
        self.requested = ""
        self._context_requested = True
        self._minute = QTimer(self, interval=LOOK_MILLISECONDS)
        self._build()
        self._wire()
        self._show_rights()

    def _build(self) -> None:
        self.tree = FolderTree(self.library)
        self.list = FilesListPane(self.workspace, self.library)
        self.context = ContextPane()
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        for widget in (self.tree, self.list, self.context):
            self.split.addWidget(widget)
        self.tree.setMinimumWidth(140)
        self.list.setMinimumWidth(300)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes([TREE_WIDTH, 730, CONTEXT_WIDTH])
        self.setLayout(row(self.split, spacing=0))
        self.upload_button = Button(
            _("Upload"), kind="primary", icon_name="upload", on_click=self.asked_to_upload.emit
        )
        self.folder_button = Button(
            kind="icon", icon_name="folder-plus", on_click=self.asked_for_folder.emit
        )
        self.context_button = Button(
            kind="icon", icon_name="panel-right", tip=_("Details of the selection")
        )
        self.more_button = Button(kind="icon", icon_name="ellipsis", tip=_("More about all files"))
        self.context_button.setCheckable(True)
        self.buttons = QWidget()
        self.buttons.setLayout(
            row(
                self.folder_button,
                self.more_button,
                self.context_button,
                self.upload_button,
                spacing=4,
            )
        )

    def _wire(self) -> None:
        pane, grid, tree = self.list, self.list.grid, self.tree
        pane.folder_chosen.connect(self.show_folder)
        pane.asked_to_refresh.connect(self.refresh)
        pane.asked_to_upload.connect(self.asked_to_upload)
        tree.folder_chosen.connect(self.show_folder)
        grid.opened.connect(self.open)
        grid.looked_at.connect(self.asked_for_look)
        grid.asked_to_copy.connect(lambda: self._ask(self.asked_to_copy))
        grid.asked_to_delete.connect(lambda: self._ask(self.asked_to_delete))
        grid.asked_to_rename.connect(self._ask_to_rename)
        self.context_button.clicked.connect(self._toggle_context)
        self._minute.timeout.connect(self._minute_passed)
        self.workspace.changed.connect(self._changed_elsewhere)
        self.workspace.connection_changed.connect(self._connection_changed)
        keymap.changed.connect(self._show_rights)

    # Reading

    async def load(self) -> None:
        await self.library.show_local(self._requested_folder())
        self._go_to_requested()
        with operation(
            self.workspace,
            _("Reading the files"),
            "files/load",
            retry=self.refresh,
            tell=self.list.show_problem,
            progress=self.list.head.show_progress,
        ):
            await self.library.refresh(join=True)
            self.list.show_problem(None)
        self._go_to_requested()
        self._tell_what_is_gone()

    def refresh(self) -> None:
        self.list.grid.thumbnails.forget_failures()
        super().refresh()

    # Where one is

    @property
    def folder(self) -> str:
        """The folder that is shown."""
        return self.list.folder

    def show_folder(self, path: str) -> None:
        """Show a folder, as a click on it does."""
        self.requested = path
        self.list.show_folder(path)
        self.tree.show_folder(path)
        # The way to it stands above the files; a window of its own has no other title.
        self.titled.emit((path or ROOT_TITLE) if self.alone else "")

    def show_parent(self) -> None:
        """Go to the folder around the one that is shown, with this one selected."""
        here = self.folder
        if self.list.query.narrows:
            self.list.show_everything()
        elif here:
            self.show_folder(here.rpartition("/")[0])
            self.select(here)
            self.list.enter()

    def select(self, path: str) -> bool:
        """Select a file or folder that is shown, and bring it into view."""
        return self.list.grid.select(path)

    def selected(self) -> list[AssetRow]:
        """The selected files and folders, in the order shown."""
        return self.list.grid.selected()

    def shown_rows(self) -> list[AssetRow]:
        """Everything that is shown, in its order."""
        return self.list.grid.shown_rows()

    def open_record(self, record_id: str) -> None:
        self.requested = record_id.strip("/")
        self._go_to_requested()

    def _go_to_requested(self) -> None:
        """Show what was asked for, as soon as it is known."""
        requested, library = self.requested, self.library
        if not library.loaded:
            return
        if library.has_folder(requested):
            if requested != self.folder:
                self.show_folder(requested)
        elif requested in library.rows:
            if self.folder != library.rows[requested].folder or self.list.query.narrows:
                self.show_folder(library.rows[requested].folder)
            self.select(requested)
            self.requested = self.folder
        elif self.list.folder and not library.has_folder(self.folder):
            self.show_folder("")

    def _tell_what_is_gone(self) -> None:
        """Report that the requested file is not on the server any more."""
        requested = self.requested
        if not self.library.refreshed or requested == self.folder or requested in self.library.rows:
            return
        self.requested = self.folder
        told = Notice(
            _("“{name}” is not there any more.").format(name=requested.rpartition("/")[2]),
            _("Someone renamed or deleted it. Here is what the folder holds now."),
            key="files/gone",
        )
        self.workspace.notifications.post(told)

    def _requested_folder(self) -> str:
        """The folder to be read first: before anything is known, a name with a dot is a file."""
        folder, _slash, name = self.requested.rpartition("/")
        return folder if "." in name else self.requested

    def open(self, asset: AssetRow) -> None:
        """Show a folder, look at a file."""
        if asset.is_folder:
            self.show_folder(asset.path)
            self.list.enter()
        else:
            self.asked_for_look.emit(asset)

    # What is asked for

    @property
    def may_write(self) -> bool:
        """Whether changes are worth offering."""
        return self.workspace.may_write(WRITES)

    def _ask(self, signal: Any) -> None:
        rows = self.selected()
        if rows:
            signal.emit(rows)

    def _ask_to_rename(self) -> None:
        rows = self.selected()
        if len(rows) == 1:
            self.asked_to_rename.emit(rows[0])

    def new(self) -> None:
        if self.may_write:
            self.asked_to_upload.emit()

    def first_list(self) -> QWidget:
        return self.list.grid

    def seek(self) -> None:
        self.list.head.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.list.head.search.selectAll()

    def back(self) -> None:
        if self.list.query.narrows:
            self.list.show_everything()
        self.list.enter()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        if event.key() == Qt.Key.Key_Backspace or (alt and event.key() == Qt.Key.Key_Up):
            self.show_parent()
        else:
            super().keyPressEvent(event)

    # The frame

    def top_actions(self) -> QWidget | None:
        return self.buttons

    def show_context(self, on: bool) -> None:
        """Show or fold the pane on the right; in a narrow window the tree gives way to it."""
        self._context_requested = on
        self._fit(asked=on)

    @property
    def context_requested(self) -> bool:
        """Whether the pane on the right is shown where there is room."""
        return self._context_requested

    def _toggle_context(self) -> None:
        self.show_context(not self.context.isVisible())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self, *, asked: bool = False) -> None:
        """Show the panes that fit; ``asked``: the user wants the pane on the right in any case."""
        width = self.width()
        wide = width >= FOLD_CONTEXT_AT
        with_context = (wide and self._context_requested and not self.alone) or asked
        self.context.setVisible(with_context)
        self.tree.setVisible(width >= FOLD_TREE_AT and (wide or not with_context))
        self.context_button.setChecked(with_context)

    def _changed_elsewhere(self, change: Change) -> None:
        # Who writes files puts them into the library as well: only what others did is left.
        if change.part == "files" and change.source is not self:
            self.tasks.steadily("look", LOOK_PAUSE, self._look)

    async def _look(self) -> None:
        """Ask quietly what changed; the line to the server tells for itself when it is down."""
        if not self.library.loaded or self.workspace.connection_state != ONLINE:
            return
        doing = _("Looking for changed files")
        with operation(self.workspace, doing, "files/load", retry=self.refresh):
            await self.library.look()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._minute.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._minute.stop()

    def _minute_passed(self) -> None:
        """Others work as well; what they deleted shows only in the whole list."""
        if time.monotonic() - self.library.refreshed > WHOLE_SECONDS:
            self.refresh()
        else:
            self.tasks.latest("look", self._look())

    def _connection_changed(self) -> None:
        self._show_rights()
        if self.workspace.connection_state == ONLINE:
            self.refresh()

    def _show_rights(self) -> None:
        may = self.may_write
        for button, words in (
            (
                self.upload_button,
                with_keys(_("Choose files to upload, or drop them here"), "Ctrl+N"),
            ),
            (self.folder_button, with_keys(_("New folder"), "Ctrl+Shift+N")),
            (self.list.upload, ""),
        ):
            button.setEnabled(may)
            set_tip(button, words if may else NO_RIGHT)
