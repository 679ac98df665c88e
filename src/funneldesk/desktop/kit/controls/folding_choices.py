"""Choices side by side where there is room, else one button with a menu."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout

from funneldesk.desktop.kit.controls.buttons import Button, Segments
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below

LEAST_WIDTH = 96
MOST_SIDE_BY_SIDE = 5


class FoldingSegments(Segments):
    """As ``Segments``; never cuts a word: what does not fit is chosen from a menu."""

    def __init__(
        self, what: str, most: int = MOST_SIDE_BY_SIDE, kind: str = "chip", spacing: int = 4
    ) -> None:
        """``what`` names the choice for a screen reader: "Tests". ``most`` stand side by side."""
        super().__init__(kind, spacing)
        self._most = most
        self._titles: dict[str, str] = {}
        self._what = what
        self.fold = Button("", kind="chip", icon_name="chevron-down")
        self.fold.setProperty("on", True)
        self.fold.clicked.connect(self.open_menu)
        self.fold.hide()
        self._row.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        self._row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)

    def set_choices(self, choices: Sequence[tuple[str, str, str]]) -> None:
        super().set_choices(choices)
        self._titles = {key: text for key, text, _ in choices}
        self.updateGeometry()
        self._fit()

    def choose(self, key: str) -> None:
        super().choose(key)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(self._whole_width(), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(min(LEAST_WIDTH, self._whole_width()), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def open_menu(self) -> None:
        """Offer every choice that is not to be seen beside it."""
        menu = passing_menu(self)
        for key, title in self._offered():
            action = menu.addAction(title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(key == self.current())
            action.triggered.connect(lambda _=False, key=key: self._taken(key))
        pop_up_below(menu, self.fold)

    def _offered(self) -> list[tuple[str, str]]:
        return list(self._titles.items())

    def _taken(self, key: str) -> None:
        self.choose(key)
        self.chosen.emit(key)

    def _whole_width(self) -> int:
        widths = [button.sizeHint().width() for button in self._buttons.values()]
        return sum(widths) + self._row.spacing() * max(0, len(widths) - 1)

    def _fit(self) -> None:
        too_many = len(self._buttons) > self._most
        folded = too_many or self._whole_width() > self.width()
        title = self._titles.get(self.current(), "")
        room = max(LEAST_WIDTH, self.width()) - 44
        elide = self.fold.fontMetrics().elidedText
        shown = elide(title, Qt.TextElideMode.ElideRight, room)
        self.fold.setText(shown.replace("&", "&&"))
        set_tip(self.fold, "" if shown == title else title)
        self.fold.setAccessibleName(f"{self._what}: {title}")
        self._show_fold(folded and bool(self._buttons))
        for button in self._buttons.values():
            button.setVisible(not folded)

    def _show_fold(self, on: bool) -> None:
        self.fold.setVisible(on)
        if not on and self.fold.isVisible():
            # Hidden while its parent came up, Qt believes that it is gone and shows it.
            self.fold.setVisible(True)
            self.fold.setVisible(False)


class OverflowTabs(FoldingSegments):
    """Tabs as far as there is room; the rest of them in a menu at the end. The one that is shown
    is never among the rest."""

    def __init__(self, what: str) -> None:
        super().__init__(what, kind="tab", spacing=0)
        self.fold.set_kind("icon")
        self.fold.set_icon("ellipsis")
        self.fold.setProperty("on", None)
        self.fold.setAccessibleName(what)
        set_tip(self.fold, what)

    def set_choices(self, choices: Sequence[tuple[str, str, str]]) -> None:
        super().set_choices(choices)
        self._row.addWidget(self.fold)  # A menu of the rest stands at the end.

    def _offered(self) -> list[tuple[str, str]]:
        return [(key, self._titles[key]) for key, tab in self._buttons.items() if tab.isHidden()]

    def _fit(self) -> None:
        room = self.width()
        folded = self._whole_width() > room
        if folded:
            room -= self.fold.sizeHint().width()
        current = self.current()
        if current:
            room -= self._buttons[current].sizeHint().width()
        full = False
        for key, tab in self._buttons.items():
            if key != current:
                full = full or tab.sizeHint().width() > room
                room -= tab.sizeHint().width()
            tab.setVisible(key == current or not (folded and full))
        self._show_fold(folded)
