"""The comparison: variants by widths side by side and scrolled together, or one over another."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from funneldesk.desktop.assets.preview.choice import CombinationsDialog
from funneldesk.desktop.assets.preview.combinations import Combination, combinations, follow
from funneldesk.desktop.assets.preview.compare_head import COMBINATIONS, OVERLAY, CompareHead
from funneldesk.desktop.assets.preview.drawing import (
    WIDTH_NAMES,
    WIDTHS,
    Drawing,
    PageSource,
    View,
    combination_name,
    variant_views,
)
from funneldesk.desktop.kit.controls.buttons import Button, surface
from funneldesk.desktop.kit.dialogs.front_window import first_size
from funneldesk.desktop.kit.dialogs.tab_order import step
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.preview.preview import Layout

MOST_AT_ONCE = 12
SIZE = QSize(1320, 860)


class CompareWindow(QWidget):
    """A window of its own beside the section; it follows what is typed there."""

    asked_for_pictures = Signal()
    picked = Signal(int, int)
    """An element was clicked: the range of the html that it came from."""

    def __init__(self, owner: QWidget, workspace: Workspace) -> None:
        super().__init__(owner, Qt.WindowType.Window)
        self.tasks = TaskScope(self)
        self.drawing = Drawing(workspace, self)
        self.drawing.picked.connect(self.picked)
        self.page_title = ""
        self.scripts = False
        self._combination = Combination()
        self._chosen: list[Combination] = []
        self._build()
        self._wire()

    def _build(self) -> None:
        surface("app", self)
        self.resize(first_size(SIZE))
        self.setMinimumSize(640, 420)
        self.head = CompareHead()
        self.pictures = Button(_("Save images…"), icon_name="download")
        self.head.add(self.pictures)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        self.body.addWidget(self.head)
        self.place = QWidget()
        self.body.addWidget(self.place, 1)

    def _wire(self) -> None:
        self.head.changed.connect(self.draw_soon)
        self.head.asked_to_choose.connect(lambda: self.tasks.latest("choose", self._choose()))
        self.pictures.clicked.connect(self.asked_for_pictures)
        for keys in ("Esc", "Ctrl+W"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.close)

    def show_page(
        self, title: str, source: PageSource, combination: Combination, scripts: bool
    ) -> None:
        """Compare this source from now on; what was chosen stays as far as it still exists."""
        self.page_title, self.scripts = title, scripts
        self.setWindowTitle(_("Compare: {title}").format(title=title) if title else _("Compare"))
        self.drawing.source = source
        self._combination = follow(combination, source.blocks)
        self._chosen = [follow(each, source.blocks) for each in self._chosen]
        self.head.offer(source.blocks)
        self.draw_soon()

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step(self, forward)

    def hideEvent(self, event: QHideEvent) -> None:
        """Pages that nobody sees are let go."""
        super().hideEvent(event)
        if self.drawing.stage is not None and not event.spontaneous():
            self.drawing.stage.set_frames([])

    def draw_soon(self) -> None:
        """Draw what is wanted now; only the newest is drawn."""
        if self.isVisible():
            self.tasks.latest("draw", self._draw())

    def columns(self) -> list[View]:
        """The variants or combinations that are compared, at no particular width."""
        blocks = self.drawing.source.blocks
        test = self.head.test
        place = int(test) if test.isdecimal() else -1
        if test != COMBINATIONS and self._combination.index(place) is not None:
            return variant_views(blocks, place, self._combination, 0, MOST_AT_ONCE)
        wanted = self._combinations() if test == COMBINATIONS else [self._combination]
        return [
            View(f"c{number}", combination_name(blocks, each), "", each, 0)
            for number, each in enumerate(wanted)
        ]

    def views(self) -> list[View]:
        """Each of them at each width that is wanted; two at one width for the overlay."""
        found = self.columns()
        widths = self.head.widths()
        if self.head.mode == OVERLAY and len(found) > 1:
            found = [found[number] for number in self.head.pair(len(found))]
            widths = widths[:1]
        return [
            replace(
                view,
                key=f"{view.key}.{width}",
                width=WIDTHS[width],
                note=_("{name}, {width} px").format(name=WIDTH_NAMES[width], width=WIDTHS[width]),
            )
            for view in found
            for width in widths
        ]

    def _combinations(self) -> list[Combination]:
        blocks = self.drawing.source.blocks
        if not self._chosen:
            self._chosen = combinations(blocks, MOST_AT_ONCE)
        return list(dict.fromkeys(self._chosen))

    def _layout(self, views: Sequence[View]) -> "Layout":
        from funneldesk.desktop.kit.web.preview.preview import Layout

        linked = self.head.linked and not self.scripts
        if self.head.mode == OVERLAY and len(views) == 2:
            return Layout("fade" if self.head.fades else "wipe", linked=True)
        widths = len(self.head.widths())
        if widths == 1:
            return Layout("flow", lazy=True, linked=linked)
        return Layout("grid", widths, lazy=True, linked=linked)

    async def _draw(self) -> None:
        made = self.drawing.stage is None
        stage = await self.drawing.ready_stage()
        if made:
            self.body.replaceWidget(self.place, stage)
            self.place.hide()
            stage.setAccessibleName(_("Comparison of variants and widths"))
            stage.setFocus(Qt.FocusReason.OtherFocusReason)
        self.head.name_columns([(view.title, view.chip) for view in self.columns()])
        views = self.views()
        frames = await self.drawing.frames(views)
        stage.allow_scripts(self.scripts)
        stage.set_layout(self._layout(views))
        await stage.show_frames(frames)
        self.drawing.show_cursor()

    async def _choose(self) -> None:
        dialog = CombinationsDialog(
            self, self.drawing.source.blocks, self._combinations(), MOST_AT_ONCE
        )
        if await dialog.ask() == "show":
            self._chosen = dialog.chosen()
            self.draw_soon()
