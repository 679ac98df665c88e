"""Two contents of a record side by side: a tab for each text that differs, one for the rest."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Segments, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.diff.view import DiffView
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.history.plain_rows import PlainRow, PlainRows
from funneldesk.desktop.records.history.source import HistoryField, HistorySource, changed_fields

REST = "settings"
TAB_HEIGHT = 36


class Comparison(QWidget):
    """``asked_to_restore``: the field, and its value with what was chosen of the left side."""

    asked_to_restore = Signal(str, object)

    def __init__(self, source: HistorySource) -> None:
        super().__init__()
        self._source = source
        self._left: Mapping[str, Any] = {}
        self._right: Mapping[str, Any] = {}
        self._titles = ("", "")
        self._can_restore = False
        self._changed: list[HistoryField] = []
        self._build()

    def _build(self) -> None:
        surface("surface", self)
        self.tabs = Segments("tab", 0)
        self.tabs.chosen.connect(self._show)
        self.head = surface("top")
        self.head.setLayout(row(self.tabs, None, margins=(6, 0, 6, 0)))
        self.head.setFixedHeight(TAB_HEIGHT)
        self.diff = DiffView()
        self.diff.hunk_chosen.connect(self._restore_hunk)
        self.plain = PlainRows()
        self.plain.asked_to_restore.connect(self._restore_field)
        self.same = EmptyState("check", _("No differences"), _("Both versions are the same."))
        self.stack = QStackedWidget()
        for widget in (self.same, self.diff, self.plain):
            self.stack.addWidget(widget)
        whole = column(self.head, spacing=0)
        whole.addWidget(self.stack, 1)
        self.setLayout(whole)

    def show_contents(
        self,
        left: Mapping[str, Any],
        right: Mapping[str, Any],
        titles: tuple[str, str],
        *,
        can_restore: bool,
    ) -> None:
        """Compare an older content with a newer one; the tab that was shown stays if it can."""
        shown = self.tabs.current()
        self._left, self._right, self._titles = left, right, titles
        self._can_restore = can_restore
        self._changed = changed_fields(self._source.fields, left, right)
        texts = [(f.name, f.label, "") for f in self._changed if f.language]
        rest = len(self._changed) - len(texts)
        choices = texts + ([(REST, _("Settings ({rest})").format(rest=rest), "")] if rest else [])
        self.tabs.set_choices(choices)
        self.head.setVisible(bool(choices))
        names = [name for name, _words, _tip in choices]
        if not names:
            self.stack.setCurrentWidget(self.same)
            return
        self.tabs.choose(shown if shown in names else names[0])
        self._show(self.tabs.current())

    def _show(self, name: str) -> None:
        if name == REST:
            self.plain.show_rows([self._plain(f) for f in self._changed if not f.language])
            self.stack.setCurrentWidget(self.plain)
            return
        field = next(f for f in self._changed if f.name == name)
        self.diff.set_action(_("Restore") if self._can_restore and field.restorable else "")
        left, right = str(self._left.get(name) or ""), str(self._right.get(name) or "")
        self.diff.set_texts(left, right, field.language, self._titles)
        self.stack.setCurrentWidget(self.diff)

    def _plain(self, field: HistoryField) -> PlainRow:
        before, after = (
            self._source.words(field.name, side.get(field.name))
            for side in (self._left, self._right)
        )
        can = self._can_restore and field.restorable
        return PlainRow(field.name, field.label, before, after, can)

    def _restore_hunk(self, number: int) -> None:
        name = self.tabs.current()
        left, right = str(self._left.get(name) or ""), str(self._right.get(name) or "")
        if number < len(self.diff.changes):
            self.asked_to_restore.emit(name, self.diff.changes[number].restored(left, right))

    def _restore_field(self, name: str) -> None:
        self.asked_to_restore.emit(name, self._left.get(name))
