"""Place of the user in a view of records: what is selected, and which row stands at the top."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, Protocol

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
)
from PySide6.QtWidgets import QAbstractItemView, QScrollBar

from funneldesk.desktop.kit.lists.id_rows import NO_INDEX
from funneldesk.desktop.kit.lists.row_view import runs_of

Flag = QItemSelectionModel.SelectionFlag


class RecordsView(Protocol):
    """View whose rows are of one height."""

    @property
    def rows(self) -> Any: ...

    def row_height(self) -> int: ...

    def model(self) -> QAbstractItemModel: ...

    def currentIndex(self) -> QModelIndex: ...

    def selectionModel(self) -> QItemSelectionModel: ...

    def verticalScrollBar(self) -> QScrollBar: ...

    def executeDelayedItemsLayout(self) -> None: ...


def selected_in(view: RecordsView) -> list[str]:
    """The ids of the selected records, in the view's order."""
    ids, runs = view.rows.ids, runs_of(view.selectionModel().selection())
    return [each for first, last in runs for each in ids[first : last + 1]]


def go_to(view: QAbstractItemView, index: QModelIndex) -> None:
    """Select one row alone and bring it into view, whatever keys are held: Qt's own
    ``setCurrentIndex`` would take a Ctrl that is meant for something else for a choice of more."""
    view.selectionModel().setCurrentIndex(index, Flag.ClearAndSelect | Flag.Rows)
    view.scrollTo(index)


@dataclass(frozen=True, slots=True)
class ViewPlace:
    """Taken before other rows are shown, given back after."""

    selected: Sequence[str]
    current: str
    top: str
    beyond: int

    @classmethod
    def of(cls, view: RecordsView) -> "ViewPlace":
        """Where the user is now."""
        ids, height = view.rows.ids, view.row_height()
        offset = view.verticalScrollBar().value()
        current, first = view.currentIndex().row(), offset // height
        return cls(
            selected_in(view),
            ids[current] if 0 <= current < len(ids) else "",
            ids[first] if offset and first < len(ids) else "",
            offset % height,
        )

    def restore(self, view: RecordsView) -> None:
        """Bring the user back; records that are gone are passed over."""
        if not view.selectionModel().hasSelection() and self.selected:
            self._select(view)
        view.executeDelayedItemsLayout()
        first = view.rows.row_of(self.top) if self.top else -1
        if first >= 0:
            view.verticalScrollBar().setValue(first * view.row_height() + self.beyond)

    def _select(self, view: RecordsView) -> None:
        model, rows = view.model(), view.rows
        last_column = model.columnCount(NO_INDEX) - 1
        current = rows.row_of(self.current)
        if current >= 0:
            view.selectionModel().setCurrentIndex(model.index(current, 0), Flag.NoUpdate)
        chosen = QItemSelection()
        for first, last in runs_among(rows.ids, set(self.selected)):
            chosen.append(
                QItemSelectionRange(model.index(first, 0), model.index(last, last_column))
            )
        view.selectionModel().select(chosen, Flag.Select)


def runs_among(ids: Sequence[str], wanted: set[str]) -> Iterator[tuple[int, int]]:
    """The first and the last place of each run of wanted ids."""
    first = last = -2
    for place in compress(range(len(ids)), map(wanted.__contains__, ids)):
        if place != last + 1:
            if first >= 0:
                yield first, last
            first = place
        last = place
    if first >= 0:
        yield first, last
