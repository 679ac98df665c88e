"""The columns of the detailed list, and the header above it."""

from dataclasses import dataclass
from datetime import UTC, datetime

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QWidget

from funneldesk.desktop.assets.grid.rows import KIND_WORD
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.lists.record_list import ago
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _

Index = QModelIndex | QPersistentModelIndex
LEAST_WIDTH, FOLDER_WIDTH = 56, 150
SPELLED = {"webp": "WebP", "jpg": "JPEG"}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Column:
    """``width`` in device-independent pixels, 0: what is left. ``need`` is the width of the whole
    list from which on the column is shown."""

    key: str
    title: str
    width: int
    need: int = 0
    numeric: bool = False


COLUMNS = (
    Column("name", _("Name"), 0),
    Column("folder", _("Folder"), FOLDER_WIDTH),
    Column("kind", _("Kind"), 104, 480),
    Column("dimensions", _("Dimensions"), 112, 580, numeric=True),
    Column("size", _("Size"), 84, numeric=True),
    Column("changed", _("Changed"), 104, 360),
)


def cell_words(row: AssetRow, key: str, held: int) -> str:
    """Text of a column for a file or folder."""
    if key == "folder":
        return row.folder or _("Files")
    if key == "kind":
        return _("Folder") if row.is_folder else _kind(row)
    if key == "dimensions":
        return f"{row.width:,} × {row.height:,}" if row.width and row.height else ""
    if key == "size":
        return counted(held, "item") if row.is_folder else size_words(row.size)
    return ago(_moment(row), datetime.now(UTC)) if key == "changed" else row.name


def _moment(row: AssetRow) -> datetime | None:
    try:
        return datetime.fromtimestamp(row.changed, UTC) if row.changed > 0 else None
    except (OverflowError, ValueError, OSError):
        return None


def _kind(row: AssetRow) -> str:
    word = KIND_WORD[row.kind].capitalize()
    shown = SPELLED.get(row.ending, row.ending.upper())
    return f"{shown} {word.lower()}" if row.kind in ("image", "font") else word


class _Titles(QAbstractTableModel):
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if COLUMNS[section].numeric else _LEFT
        return None


class ListHeader(QHeaderView):
    """Titles of the columns. ``asked_to_sort`` carries a column's key, ``resized`` tells that the
    cells have to be drawn anew."""

    asked_to_sort = Signal(str)
    resized = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._with_folder = False
        self.setModel(_Titles(self))
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSortIndicatorShown(True)
        self.setMinimumSectionSize(LEAST_WIDTH)
        self.setAccessibleName(_("Columns"))
        for place, column in enumerate(COLUMNS):
            stretch = QHeaderView.ResizeMode.Stretch
            if column.width:
                self.resizeSection(place, column.width)
            else:
                self.setSectionResizeMode(place, stretch)
        self.sectionClicked.connect(lambda place: self.asked_to_sort.emit(COLUMNS[place].key))
        self.sectionResized.connect(lambda *_: self.resized.emit())
        self.fit(0)

    def show_sort(self, key: str, descending: bool) -> None:
        """Show by which column the list is ordered."""
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self.setSortIndicator([column.key for column in COLUMNS].index(key), order)

    def show_folders(self, on: bool) -> None:
        """Tell of each file where it lies."""
        self._with_folder = on
        self.fit(self.width())

    def fit(self, width: int) -> None:
        """Show the columns for which there is room."""
        room = width - (FOLDER_WIDTH if self._with_folder else 0)
        for place, column in enumerate(COLUMNS):
            wanted = self._with_folder if column.key == "folder" else True
            self.setSectionHidden(place, not wanted or (width > 0 and room < column.need))

    def columns(self) -> list[tuple[Column, int, int]]:
        """Each shown column with its width, and how far from the first one it begins."""
        shown = (place for place in range(len(COLUMNS)) if not self.isSectionHidden(place))
        return [
            (COLUMNS[place], self.sectionPosition(place) - self.offset(), self.sectionSize(place))
            for place in shown
        ]

    def widths(self) -> dict[str, int]:
        """The widths that the user can set, by column."""
        return {c.key: self.sectionSize(place) for place, c in enumerate(COLUMNS) if c.width}

    def set_widths(self, widths: object) -> None:
        """Take widths that ``widths`` gave once; nonsense is ignored."""
        known = widths if isinstance(widths, dict) else {}
        for place, column in enumerate(COLUMNS):
            width = known.get(column.key)
            if column.width and type(width) is int and LEAST_WIDTH <= width <= 600:
                self.resizeSection(place, width)
