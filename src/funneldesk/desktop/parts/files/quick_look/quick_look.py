"""Quick look: Space shows the selected file large, over the section, and the next ones after it."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import shiboken6

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.downloads.flow import download_as
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.sections.actions import Action, Place, Takes

if TYPE_CHECKING:
    from funneldesk.desktop.parts.files.quick_look.window import LookWindow


class QuickLook(FilesFeature):
    """Holds the window while it is open. What is selected in the section is what it shows."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        self.window: LookWindow | None = None
        self._files: list[AssetRow] = []
        self._places: dict[str, int] = {}
        panel.asked_for_look.connect(self.toggle)
        panel.library.row_changed.connect(self._row_changed)

    def declare(self) -> Iterable[Action]:
        yield Action(
            "files.quick-look",
            _("Quick look"),
            self.on_row(self.toggle),
            icon="eye",
            told_keys="Space",
            places=Place.PALETTE | Place.RECORD_MENU,
            takes=Takes.ONE,
            offered=self.is_file,
            tip=_("Look at the file"),
        )

    def shortcuts(self) -> Iterable[tuple[str, str]]:
        yield _("Arrows, in the quick look"), _("The file before and the next one")
        yield _("+ - 0 1, in the quick look"), _("Larger, smaller, fitting, full size")
        yield _("K J L M, in the quick look"), _("Play or pause, back, on, without sound")

    def selection_changed(self, rows: Sequence[AssetRow]) -> None:
        """While it is open it follows: arrows in the grid turn over to the next file."""
        window = self._open_window()
        if window is None or len(rows) != 1 or rows[0].is_folder:
            return
        if window.row is None or window.row.path != rows[0].path:
            self.show(rows[0])

    def toggle(self, row: AssetRow) -> None:
        """Space: look at the file, or stop looking."""
        window = self._open_window()
        if window is not None and window.row is not None and window.row.path == row.path:
            window.close()
        elif not row.is_folder:
            self.show(row)

    def show(self, row: AssetRow) -> None:
        """Look at a file."""
        from funneldesk.desktop.parts.files.quick_look.window import LookWindow

        window = self._open_window()
        if window is None:
            self._files = []
            window = LookWindow(self.panel)
            window.turned.connect(self._turn)
            window.asked_to_download.connect(self._download)
            window.closed.connect(self.panel.list.enter)
            self.window = window
        place = self._place(row.path)
        window.show_file(row, place, len(self._files))
        window.come_forward()

    def end(self) -> None:
        window = self._open_window()
        if window is not None:
            window.close()

    def _open_window(self) -> "LookWindow | None":
        window = self.window
        return window if window is not None and shiboken6.isValid(window) else None

    def _place(self, path: str) -> int:
        """Which of the files it is; they are counted anew when it is none of them."""
        place = self._places.get(path, -1) if self._files else -1
        if place < 0:
            chosen = [row for row in self.panel.selected() if not row.is_folder]
            shown = chosen if len(chosen) > 1 else self.panel.shown_rows()
            self._files = [row for row in shown if not row.is_folder]
            self._places = {row.path: place for place, row in enumerate(self._files)}
            place = self._places.get(path, 0)
        return place

    def _turn(self, step: int) -> None:
        window = self._open_window()
        if window is None or window.row is None or not self._files:
            return
        place = self._place(window.row.path) + step
        if 0 <= place < len(self._files):
            row = self._files[place]
            self.show(self.panel.library.rows.get(row.path, row))
            if len(self.panel.selected()) < 2:
                self.panel.select(row.path)

    def _download(self) -> None:
        window, panel = self._open_window(), self.panel
        if window is not None and window.row is not None:
            panel.tasks.latest("download", download_as(window, panel.workspace, window.row))

    def _row_changed(self, path: str) -> None:
        window = self._open_window()
        if window is None or window.row is None or window.row.path != path:
            return
        row = self.panel.library.rows.get(path)
        if row is None:
            window.close()
        elif _differ(row, window.row):
            window.show_file(row, self._place(path), len(self._files))


def _differ(row: AssetRow, other: AssetRow) -> bool:
    """Whether there is another content; what tells of a file may differ in parts of a second."""
    moved = abs(row.changed - other.changed) >= 1
    return moved or (row.size, row.src) != (other.size, other.src)
