"""Bar above the files: breadcrumbs, search, filters, order and view."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QProgressBar, QSlider, QWidget

from funneldesk.desktop.assets.grid.grid import GRID, LEAST_SIDE, LIST, MOST_SIDE, USUAL_SIDE
from funneldesk.desktop.assets.library.order import AGES, SIZES, SORTS, AssetFilter
from funneldesk.desktop.assets.library.row import KIND_WORDS, KINDS
from funneldesk.desktop.kit.controls.buttons import (
    Button,
    SearchField,
    Segments,
    column,
    row,
    surface,
)
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.crumbs import Crumbs

SLIDER_FROM, SEARCH_WIDTH = 620, 220
"""Width from which the slider has room."""
SORT_WORDS = dict(SORTS)


class FilesHead(QWidget):
    """``chosen`` carries (what, value) of the filter; ``sort_chosen`` a key of ``SORTS``."""

    text_changed = Signal(str)
    chosen = Signal(str, str)
    sort_chosen = Signal(str)
    shape_chosen = Signal(str)
    side_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        surface("top", self)
        self._query = AssetFilter()
        self._grid = True
        self._build()
        self._wire()

    def _build(self) -> None:
        self.crumbs = Crumbs()
        self.search = SearchField(_("Search all folders"))
        self.search.setMinimumWidth(110)
        self.search.setMaximumWidth(SEARCH_WIDTH)
        self.filter = Button(
            kind="icon", icon_name="filter", tip=_("Show only some files"), checkable=True
        )
        self.sort = Button(kind="icon", icon_name="arrow-up-down", tip=_("Order"))
        self.shapes = Segments(kind="icon", spacing=0)
        self.shapes.set_choices(
            [(GRID, _("As images"), "layout-grid"), (LIST, _("As a list"), "list")]
        )
        self.side = QSlider(Qt.Orientation.Horizontal)
        self.side.setRange(LEAST_SIDE, MOST_SIDE)
        self.side.setSingleStep(20)
        self.side.setPageStep(60)
        self.side.setValue(USUAL_SIDE)
        self.side.setFixedWidth(96)
        self.side.setAccessibleName(_("Size of the images"))
        set_tip(self.side, _("Size of the images (Ctrl+Plus, Ctrl+Minus)"))
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(2)
        self.progress.setAccessibleName(_("Refreshing"))
        line = row(spacing=4, margins=(12, 8, 8, 7))
        line.addWidget(self.crumbs, 3)
        line.addWidget(self.search, 2)
        for widget in (self.filter, self.sort, self.shapes, self.side):
            line.addWidget(widget)
        whole = column(spacing=0)
        whole.addLayout(line)
        whole.addWidget(self.progress)
        self.setLayout(whole)
        self.show_progress(False)

    def _wire(self) -> None:
        self.search.textChanged.connect(self.text_changed)
        self.filter.clicked.connect(self._open_filters)
        self.sort.clicked.connect(self._open_sorts)
        self.shapes.chosen.connect(self.shape_chosen)
        self.side.valueChanged.connect(self.side_chosen)

    def show_filter(self, query: AssetFilter) -> None:
        """Show what the view is narrowed to."""
        self._query = query
        self.filter.setChecked(bool(query.kind or query.size or query.age))
        if query.text != self.search.text():
            self.search.setText(query.text)
        said = (
            _("Ordered by {field}, descending")
            if query.descending
            else _("Ordered by {field}, ascending")
        )
        field = SORT_WORDS.get(query.sort, _("Name")).lower()
        set_tip(self.sort, said.format(field=field))

    def show_shape(self, shape: str, side: int) -> None:
        """Show how files are shown, without telling it back."""
        self._grid = shape == GRID
        self.shapes.choose(shape)
        before = self.side.blockSignals(True)
        self.side.setValue(side)
        self.side.blockSignals(before)
        self._fit()

    def show_progress(self, on: bool) -> None:
        """The thin line while the list is refreshed; its place is kept."""
        self.progress.setRange(0, 0 if on else 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.side.setVisible(self._grid and self.width() >= SLIDER_FROM)

    def _open_filters(self) -> None:
        self.show_filter(self._query)
        menu = passing_menu(self)
        self._add_choices(menu, "kind", [(kind, KIND_WORDS[kind]) for kind in KINDS])
        menu.addSeparator()
        self._add_choices(menu, "size", [(key, words) for key, words, _range in SIZES])
        menu.addSeparator()
        self._add_choices(menu, "age", [(key, words) for key, words, _days in AGES])
        menu.addSeparator()
        clear = menu.addAction(_("Show everything"))
        clear.setEnabled(self._query.narrows)
        clear.triggered.connect(lambda: self.chosen.emit("", ""))
        pop_up_below(menu, self.filter)

    def _add_choices(self, menu: QMenu, name: str, choices: list[tuple[str, str]]) -> None:
        now = getattr(self._query, name)
        for key, words in choices:
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(key == now)
            # Chosen once more, it is taken back.
            value = "" if key == now else key
            action.triggered.connect(lambda _=False, value=value: self.chosen.emit(name, value))

    def _open_sorts(self) -> None:
        menu = passing_menu(self)
        for key, words in SORTS:
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(key == self._query.sort)
            action.triggered.connect(lambda _=False, key=key: self.sort_chosen.emit(key))
        pop_up_below(menu, self.sort)
