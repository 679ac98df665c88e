"""Breadcrumbs: the path of the current folder."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.local.texts import _

ROOT = _("Files")
LONGEST_NAME = 180
"""Pixels of one name at most."""


class Crumbs(QWidget):
    """``chosen`` carries a folder's path. What has no room is behind the dots."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._folder = ""
        self._searching = False
        self._drawn: tuple[str, int] | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(80)
        self.setAccessibleName(_("Where you are"))
        self._draw()

    def show_folder(self, folder: str) -> None:
        """Show the way to a folder."""
        self._folder = folder
        self._draw()

    def show_search(self, on: bool) -> None:
        """Files of all folders are shown, or those of one again."""
        if on != self._searching:
            self._searching = on
            self._drawn = None
            self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw()

    def _draw(self) -> None:
        steps = self._folder.split("/") if self._folder and not self._searching else []
        ways = ["", *("/".join(steps[: at + 1]) for at in range(len(steps)))]
        kept = self._fitting(ways)
        if self._drawn == (self._folder, kept):
            return
        self._drawn = (self._folder, kept)
        while (item := self._row.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        hidden = ways[:-kept] if kept < len(ways) else []
        if hidden:
            dots = Button("…", kind="name", name=_("Folders on the way"))
            dots.clicked.connect(lambda: self._open_menu(dots, hidden))
            self._row.addWidget(dots)
        for way in ways[-kept:]:
            if self._row.count():
                self._row.addWidget(Label("/", tone="muted"))
            here = way == self._folder and not self._searching
            self._row.addWidget(self._crumb(way, here=here))
        if self._searching:
            self._row.addWidget(Label("/", tone="muted"))
            self._row.addWidget(Label("  " + _("Found in all folders"), size="strong"))

    def _fitting(self, ways: list[str]) -> int:
        """Number of the last steps that fit."""
        room = self.width() - 40
        for kept, way in enumerate(reversed(ways)):
            room -= min(LONGEST_NAME, self.fontMetrics().horizontalAdvance(_name(way))) + 22
            if room < 0:
                return max(1, kept)
        return len(ways)

    def _crumb(self, way: str, *, here: bool) -> Button:
        cut = self.fontMetrics().elidedText(
            _name(way), Qt.TextElideMode.ElideMiddle, min(LONGEST_NAME, max(60, self.width() - 80))
        )
        crumb = Button(
            cut.replace("&", "&&"),
            kind="strong-name" if here else "name",
            name=_name(way),
            tip=way or ROOT,
        )
        crumb.clicked.connect(lambda: self.chosen.emit(way))
        return crumb

    def _open_menu(self, dots: Button, ways: list[str]) -> None:
        menu = passing_menu(self)
        for way in ways:
            action = menu.addAction(_name(way).replace("&", "&&"))
            action.triggered.connect(lambda _=False, way=way: self.chosen.emit(way))
        pop_up_below(menu, dots)


def _name(way: str) -> str:
    return way.rpartition("/")[2] or ROOT
