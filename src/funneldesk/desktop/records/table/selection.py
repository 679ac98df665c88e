"""Selection of a table: the rows that are chosen, or all records that match its query."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from funneldesk.desktop.kit.controls.selection_bar import SelectionBar
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.sources.source import RecordSource
from funneldesk.desktop.sections.actions import Ids
from funneldesk.desktop.sections.matching import AllMatching


class TableSelection(QObject):
    """``bar`` tells of it, and offers all that match once every row that was read is chosen.

    All that match are let go of by a choice of fewer, and by another query (``keep_rows``).
    """

    changed = Signal()

    def __init__(self, table: TableView, unit: str, fill: Callable[[QMenu, Ids], object]) -> None:
        """``fill`` puts into a menu what can be done with the selection."""
        super().__init__(table)
        self.is_all = False
        self.bar = SelectionBar(lambda menu: fill(menu, self.ids()))
        self._table, self._unit = table, unit
        self._source: RecordSource | None = None
        self._held: frozenset[str] = frozenset()
        table.selectionModel().selectionChanged.connect(self._chosen)
        table.more_to_select.connect(self.take_all)

    def use(self, source: RecordSource) -> None:
        """Rows come from here from now on."""
        self._source = source
        self.keep_rows()
        source.shown.connect(self._came)

    def ids(self) -> Ids:
        """What an action works on."""
        chosen = self._table.selected_ids()
        return AllMatching(chosen, self._total) if self.is_all else chosen

    def take_all(self) -> None:
        """Choose all that match, read or not."""
        if self._more:
            self.is_all = True
            self._select_rows()

    def keep_rows(self) -> None:
        """Let go of what has not been read; the rows stay chosen."""
        self.is_all = False
        self._show()

    @property
    def _total(self) -> int:
        return (self._source.total or 0) if self._source is not None else 0

    @property
    def _more(self) -> bool:
        """Whether the query has more than the rows that were read."""
        return self._source is not None and self._total > self._source.count > 0

    def _came(self) -> None:
        """Rows that come while all are chosen are chosen too."""
        if self.is_all:
            self._select_rows()
            self.is_all = self._more
        self._show()

    def _select_rows(self) -> None:
        self._held = frozenset()
        self._table.selectAll()
        self._held = frozenset(self._table.rows.ids)
        self._show()

    def _chosen(self) -> None:
        if self.is_all:
            missing = self._held.difference(self._table.selected_ids())
            self.is_all = not missing.intersection(self._table.rows.ids)
        self._show()

    def _show(self) -> None:
        chosen = len(self._table.selected_ids())
        total = counted(self._total, self._unit)
        if self.is_all:
            said = _("All {records} that match are selected").format(records=total)
            self.bar.show_count(self._total, said)
        else:
            self.bar.show_count(chosen)
        offered = not self.is_all and self._more and chosen == len(self._table.rows.ids)
        words = _("Select all {records} that match").format(records=total) if offered else ""
        self.bar.offer(words, self.take_all)
        self.changed.emit()
