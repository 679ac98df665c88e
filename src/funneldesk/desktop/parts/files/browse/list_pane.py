"""List pane: the files of a folder, or search results of all folders."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.assets.grid.folder_cover import FACES
from funneldesk.desktop.assets.grid.grid import AssetGrid
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.order import AssetFilter, filter_words
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import ElidedLabel
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.head import FilesHead
from funneldesk.desktop.sections.first_load import FirstLoad
from funneldesk.desktop.workspace.workspace import Workspace

TYPING_PAUSE = 0.12
GATHER_MILLISECONDS = 30
"""In that time changes of the selection, and of single files, are gathered and taken as one."""
MOST_ONE_BY_ONE = 8
SIDE_STEP = 40
WEIGHED_AT_ONCE = 5_000


class FilesListPane(QWidget):
    """``folder`` is shown, or what ``grid.query`` leaves of all folders."""

    folder_chosen = Signal(str)
    selection_changed = Signal()
    asked_to_upload = Signal()
    asked_to_refresh = Signal()

    def __init__(self, workspace: Workspace, library: AssetLibrary) -> None:
        super().__init__()
        self.library = library
        self.folder = ""
        self.tasks = TaskScope(self)
        self._changed: set[str] = set()
        self._weight = 0
        self._here = ("", 0, 0)
        self._problem: Explanation | None = None
        self._gather = QTimer(self, singleShot=True, interval=GATHER_MILLISECONDS)
        self._settle = QTimer(self, singleShot=True, interval=GATHER_MILLISECONDS)
        self._build(workspace)
        self._wire()

    def _build(self, workspace: Workspace) -> None:
        surface("surface", self)
        self.head = FilesHead()
        self.grid = AssetGrid(workspace)
        self.grid.model_rows.held = lambda each: self.library.held(each.path)
        self.grid.model_rows.samples = lambda each: self.library.samples(each.path, FACES)
        self.grid.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._build_states()
        self.views = QStackedWidget()
        for view in (self.first_load, self.grid, *self._states()):
            self.views.addWidget(view)
        self.count = ElidedLabel("", size="small", tone="muted")
        self.clear = Button(_("Show everything"), kind="link", on_click=self.show_everything)
        self.clear.hide()
        foot = surface("foot")
        foot.setFixedHeight(30)
        line = row(spacing=8, margins=(14, 0, 6, 0))
        line.addWidget(self.count, 1)
        line.addWidget(self.clear)
        foot.setLayout(line)
        whole = column(self.head, spacing=0)
        whole.addWidget(self.views, 1)
        whole.addWidget(foot)
        self.setLayout(whole)

    def _build_states(self) -> None:
        self.upload = Button(
            _("Upload files"), icon_name="upload", on_click=self.asked_to_upload.emit
        )
        self.empty = EmptyState(
            "image",
            _("Everything your pages show"),
            _(
                "Images, videos, fonts, styles and scripts of this brand. Drop files or whole "
                "folders here, or choose them."
            ),
            self.upload,
        )
        self.empty_folder = EmptyState(
            "folder-open", _("This folder is empty"), _("Drop files here to put them into it.")
        )
        self.nothing = EmptyState(
            "search",
            _("No file fits"),
            "",
            Button(_("Show everything"), on_click=self.show_everything),
        )
        self.first_load = FirstLoad(self.library.workspace, "files")
        again = Button(_("Try again"), on_click=self.asked_to_refresh.emit)
        self.refused = EmptyState("shield-alert", "", "", again)

    def _states(self) -> tuple[EmptyState, ...]:
        return (self.empty, self.empty_folder, self.nothing, self.refused)

    def _wire(self) -> None:
        head, grid, library = self.head, self.grid, self.library
        head.text_changed.connect(self._typed)
        head.search.left_downwards.connect(self.enter)
        head.chosen.connect(self.choose)
        head.sort_chosen.connect(lambda key: self.set_query(self.query.sorted_by(key)))
        head.shape_chosen.connect(self.show_as)
        head.side_chosen.connect(grid.set_side)
        head.crumbs.chosen.connect(self.folder_chosen)
        grid.asked_to_sort.connect(lambda key: self.set_query(self.query.sorted_by(key)))
        grid.selection_changed.connect(self._settle.start)
        grid.shown.connect(self.say_what_is_shown)
        self._settle.timeout.connect(self._selection_settled)
        self._gather.timeout.connect(self._take_changed)
        library.replaced.connect(self._take_all)
        library.row_changed.connect(self._row_changed)
        library.updated.connect(self.say_what_is_shown)
        grid.show_records(self._records)
        head.show_filter(self.query)

    # What is shown

    @property
    def query(self) -> AssetFilter:
        """Filter and order of the view."""
        return self.grid.query

    def set_query(self, query: AssetFilter) -> None:
        """Narrow and order anew."""
        searching = query.narrows
        self.grid.header.show_folders(searching)
        self.grid.order(query)
        self.head.show_filter(query)
        self.head.crumbs.show_search(searching)
        self.say_what_is_shown()

    def show_folder(self, folder: str) -> None:
        """Show what lies in a folder; a search ends."""
        self.tasks.cancel("typed")
        moved = folder != self.folder
        self.folder = folder
        self.head.crumbs.show_folder(folder)
        if self.query.narrows:
            self.set_query(self.query.cleared())
        if moved:
            self.grid.clearSelection()
            self.grid.local.take_all()
            self.grid.verticalScrollBar().setValue(0)
            self.tasks.latest("hasten", self.library.hasten(folder))
            self.tasks.latest("here", self._weigh_folder())
        self.say_what_is_shown()

    def show_everything(self) -> None:
        """Drop the words and the filter, keep the order."""
        self.set_query(self.query.cleared())

    def choose(self, name: str, value: str) -> None:
        """Set one choice of the filter; without a name all are taken back."""
        chosen: dict[str, Any] = {name: value}
        self.set_query(replace(self.query, **chosen) if name else self.query.cleared())

    def show_as(self, shape: str) -> None:
        """``grid`` or ``list``."""
        self.grid.show_as(shape)
        self.head.show_shape(shape, self.grid.side)

    def set_side(self, side: int) -> None:
        """Width of an image in the grid."""
        self.grid.set_side(side)
        self.head.show_shape(self.grid.shape, self.grid.side)

    def enlarge(self) -> None:
        """Larger images."""
        self.set_side(self.grid.side + SIDE_STEP)

    def reduce(self) -> None:
        """Smaller images."""
        self.set_side(self.grid.side - SIDE_STEP)

    def enter(self) -> None:
        """Give the keyboard to the files."""
        self.grid.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.grid.currentIndex().isValid() and self.grid.count():
            self.grid.setCurrentIndex(self.grid.rows.index(0))

    def show_problem(self, explanation: Explanation | None) -> None:
        """The list could not be read: say so where there is nothing else to show."""
        self._problem = explanation
        if explanation is not None:
            self.refused.say(explanation.what, f"{explanation.so_what} {explanation.now_what}")
        self.say_what_is_shown()

    def _records(self) -> Mapping[str, AssetRow]:
        return self.library.rows if self.query.narrows else self.library.inside(self.folder)

    # Changes

    def _typed(self, text: str) -> None:
        if text == self.query.text:
            return

        async def seek() -> None:
            self.set_query(replace(self.query, text=text))

        if text.strip() and self.query.text:
            self.tasks.debounce("typed", TYPING_PAUSE, seek)
        else:
            self.tasks.cancel("typed")
            self.set_query(replace(self.query, text=text))

    def _take_all(self) -> None:
        self._changed.clear()
        self.tasks.latest("here", self._weigh_folder())
        self.grid.local.take_all()

    def _row_changed(self, path: str) -> None:
        self._changed.add(path)
        if not self._gather.isActive():
            self._gather.start()

    def _take_changed(self) -> None:
        changed, self._changed = self._changed, set()
        records = self._records()
        self.tasks.latest("here", self._weigh_folder())
        here = [path for path in changed if self._concerns(path, records)]
        if len(here) > MOST_ONE_BY_ONE:
            self.grid.local.take_all()
        else:
            for path in here:
                self.grid.local.take(path)
        self.say_what_is_shown()

    def _concerns(self, path: str, records: Mapping[str, AssetRow]) -> bool:
        return path in records or path.rpartition("/")[0] == self.folder or self.query.narrows

    def _selection_settled(self) -> None:
        self._weight = 0
        self.tasks.latest("weigh", self._weigh_selected())
        self.say_what_is_shown()
        self.selection_changed.emit()

    # What is said

    def say_what_is_shown(self) -> None:
        """Count what is shown and selected, and say why there is nothing."""
        self.count.setText(self._count_words())
        if not self.query.narrows and self.grid.local.settled and self.library.loaded:
            self.library.remember_head(self.folder, self.grid.rows.ids)
        view = self._view()
        self.clear.setVisible(self.query.narrows and view is not self.nothing)
        if view is self.nothing:
            words = self.query.text.strip()
            why = _("Change the filter, or show everything.")
            if words:
                why = _("Nothing in any folder is called “{words}”.").format(words=words[:60])
            self.nothing.say(_("No file fits"), why)
        self.views.setCurrentWidget(view)

    def _view(self) -> QWidget:
        if not self.library.loaded:
            return self.refused if self._problem is not None else self.first_load
        if self.grid.local.count or not self.grid.local.settled:
            return self.grid
        if self.query.narrows:
            return self.nothing
        return self.empty_folder if self.folder or self.library.rows else self.empty

    async def _weigh_selected(self) -> None:
        _files_there, self._weight = await self._weigh(self.grid.selected_ids())
        self.say_what_is_shown()

    async def _weigh_folder(self) -> None:
        self._here = self.folder, *await self._weigh(list(self.library.inside(self.folder)))
        self.say_what_is_shown()

    async def _weigh(self, paths: Sequence[str]) -> tuple[int, int]:
        """Number and bytes of files; very many in slices."""
        files = weight = 0
        for start in range(0, len(paths), WEIGHED_AT_ONCE):
            found = map(self.library.rows.get, paths[start : start + WEIGHED_AT_ONCE])
            sizes = [row.size for row in found if row is not None and not row.is_folder]
            files, weight = files + len(sizes), weight + sum(sizes)
            await asyncio.sleep(0)
        return files, weight

    def _here_words(self) -> str:
        """Content of the folder that is shown; for the assets folder, of all of it."""
        library = self.library
        if not self.folder:
            return f"{counted(library.file_count, 'file')} · {size_words(library.byte_count)}"
        inner = len(library.subfolders(self.folder))
        folders = [counted(inner, "folder")] if inner else []
        place, files, weight = self._here
        known = (
            [counted(files, "file"), size_words(weight)] if place == self.folder and files else []
        )
        return " · ".join((*folders, *known)) or (_("Nothing here") if place == self.folder else "")

    def _count_words(self) -> str:
        if not self.library.loaded:
            return ""
        if self.query.narrows:
            shown = _("{files} of {total:,}").format(
                files=counted(self.grid.local.count, "file"), total=self.library.file_count
            )
            shown = " · ".join((shown, *filter_words(self.query)))
        else:
            shown = self._here_words()
        count = self.grid.selected_count()
        if not count:
            return shown
        selected = _("{count:,} selected").format(count=count)
        if self._weight:
            selected = _("{count:,} selected, {size}").format(
                count=count, size=size_words(self._weight)
            )
        return f"{shown} · {selected}"
