"""What a search found, as a tree that can be ticked: records, and under each its hits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.search_replace.hits import Snippet
from funneldesk.desktop.records.search_replace.search import Found

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
ENTRY = int(Qt.ItemDataRole.UserRole)
CHECKED, PARTLY, UNCHECKED = (
    Qt.CheckState.Checked,
    Qt.CheckState.PartiallyChecked,
    Qt.CheckState.Unchecked,
)


@dataclass(frozen=True, slots=True)
class Heading:
    """What is shown of a record. ``note`` tells why it cannot be changed; empty when it can."""

    title: str
    subtitle: str = ""
    note: str = ""


@dataclass(slots=True)
class Entry:
    """A record in the tree; ``left_out`` are places of its hits, counted over its fields."""

    found: Found
    heading: Heading
    ticked: bool = True
    left_out: set[int] = field(default_factory=set)

    @property
    def more(self) -> int:
        """How many hits are counted but not shown one by one."""
        return self.found.total - len(self.found.snippets)

    @property
    def chosen(self) -> int:
        """How many hits are to be replaced."""
        return self.found.total - len(self.left_out) if self.ticked else 0

    @property
    def check(self) -> Qt.CheckState:
        """All, some or none of its hits."""
        if not self.chosen:
            return UNCHECKED
        return PARTLY if self.left_out else CHECKED


@dataclass(frozen=True, slots=True)
class HitRow:
    """A hit in the tree: ``snippet`` None stands for those that are only counted."""

    entry: Entry
    place: int
    snippet: Snippet | None


class Results(QAbstractItemModel):
    """Records in the order in which they were found. ``ticked`` tells that the choice changed.

    ``hits`` were found in all; of ``chosen_entries`` records at least one is to be replaced.
    """

    ticked = Signal()

    def __init__(self, heading: Callable[[str], Heading], field_names: dict[str, str]) -> None:
        super().__init__()
        self.entries: list[Entry] = []
        self.hits = 0
        self.chosen_entries = 0
        self.field_names = field_names
        self.may_tick = False
        self._heading = heading

    def chosen(self) -> list[Entry]:
        """The records of which at least one hit is to be replaced."""
        return [entry for entry in self.entries if entry.chosen]

    def clear(self) -> None:
        """Forget everything."""
        self.beginResetModel()
        self.entries = []
        self.hits = self.chosen_entries = 0
        self.endResetModel()

    def add(self, found: list[Found]) -> None:
        """Show further records below."""
        start = len(self.entries)
        self.beginInsertRows(NO_INDEX, start, start + len(found) - 1)
        for each in found:
            heading = self._heading(each.id)
            self.entries.append(Entry(each, heading, ticked=not heading.note))
            self.hits += each.total
            self.chosen_entries += not heading.note
        self.endInsertRows()

    def set_may_tick(self, on: bool) -> None:
        """Whether hits can be chosen."""
        if on != self.may_tick:
            self.may_tick = on
            self.layoutChanged.emit()

    def tick_all(self, on: bool) -> None:
        """Choose every hit that may be replaced, or none."""
        for entry in self.entries:
            entry.ticked = on and not entry.heading.note
            entry.left_out.clear()
        self._changed(0, len(self.entries) - 1)

    def entry_at(self, index: Index) -> Entry | None:
        """The record of a row, be it the record's own or one of its hits'."""
        shown = self.data(index, ENTRY) if index.isValid() else None
        return shown.entry if isinstance(shown, HitRow) else shown

    def hit_at(self, index: Index) -> HitRow | None:
        """The hit of a row; None for a record's own row."""
        shown = self.data(index, ENTRY) if index.isValid() else None
        return shown if isinstance(shown, HitRow) else None

    def toggle(self, index: Index) -> None:
        """Choose a row's hits, or leave them out."""
        entry, hit = self.entry_at(index), self.hit_at(index)
        if entry is None or entry.heading.note or not self.may_tick:
            return
        if hit is None or hit.snippet is None:
            entry.ticked = entry.check is not CHECKED
            entry.left_out.clear()
        elif not entry.ticked:
            entry.ticked = True
            entry.left_out = set(range(len(entry.found.snippets))) - {hit.place}
        else:
            entry.left_out ^= {hit.place}
        row = self.entries.index(entry)
        self._changed(row, row)

    def is_chosen(self, hit: HitRow) -> bool:
        """Whether a hit is to be replaced."""
        return hit.entry.ticked and hit.place not in hit.entry.left_out

    # Qt's side

    def index(self, row: int, column: int, parent: Index = NO_INDEX) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, child: Index = NO_INDEX) -> Any:
        record = int(child.internalId()) if child.isValid() else 0
        return self.createIndex(record - 1, 0, 0) if record else QModelIndex()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        if not parent.isValid():
            return len(self.entries)
        if parent.internalId() or parent.row() >= len(self.entries):
            return 0
        entry = self.entries[parent.row()]
        return len(entry.found.snippets) + (entry.more > 0)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        record = int(index.internalId())
        entry = self.entries[record - 1 if record else index.row()]
        shown: Entry | HitRow = entry
        if record:
            snippets = entry.found.snippets
            place = index.row()
            shown = HitRow(entry, place, snippets[place] if place < len(snippets) else None)
        if role == ENTRY:
            return shown
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(shown)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(shown, HitRow):
            return plain_tip(self._words(shown))
        return None

    def _words(self, shown: Entry | HitRow) -> str:
        """A row as it is read out."""
        if isinstance(shown, Entry):
            state = {CHECKED: _("selected"), PARTLY: _("partly selected")}.get(
                shown.check, _("not selected")
            )
            total = shown.found.total
            said = ngettext("{title}, {total} match", "{title}, {total} matches", total)
            said = said.format(title=shown.heading.title, total=total)
            note = (shown.heading.note or state) if self.may_tick else ""
            return f"{said}, {note}" if note else said
        if shown.snippet is None:
            more = ngettext("{more:,} more match", "{more:,} more matches", shown.entry.more)
            return more.format(more=shown.entry.more)
        snippet = shown.snippet
        field = self.field_names.get(snippet.field, snippet.field)
        where = _("{field}, line {line}").format(field=field, line=snippet.line)
        return f"{where}: {snippet.before}{snippet.match}{snippet.after}"

    def _changed(self, first: int, last: int) -> None:
        self.chosen_entries = sum(bool(entry.chosen) for entry in self.entries)
        if last >= first:
            self.dataChanged.emit(self.index(first, 0), self.index(last, 0))
            for row in range(first, min(last, first + 200) + 1):
                record = self.index(row, 0)
                count = self.rowCount(record)
                if count:
                    low, high = self.index(0, 0, record), self.index(count - 1, 0, record)
                    self.dataChanged.emit(low, high)
        self.ticked.emit()
