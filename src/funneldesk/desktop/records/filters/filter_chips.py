"""Line of the filters that are set: each is a chip, and a click takes it off."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, surface
from funneldesk.desktop.kit.controls.flow_layout import FlowLayout
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.query import Choice, FilterSpec, Query


class FilterChips(QWidget):
    """Hidden while nothing is set. ``taken_off`` carries the name of a filter."""

    taken_off = Signal(str)

    def __init__(self, filters: Sequence[FilterSpec[Any]]) -> None:
        super().__init__()
        self._filters = tuple(filters)
        self._chips: dict[str, Button] = {}
        self._shown: Mapping[str, Choice] = {}
        surface("surface", self)
        self._row = FlowLayout()
        self._row.setContentsMargins(10, 2, 10, 6)
        self.setLayout(self._row)
        self.hide()

    def show_query(self, query: Query) -> None:
        """Show the filters that a query sets."""
        if query.choices == self._shown:
            return
        self._shown = dict(query.choices)
        wanted = {
            spec.name: spec
            for spec in self._filters
            if spec.name in query.choices and query.choices[spec.name] != spec.unsaid
        }
        had_focus = any(chip.hasFocus() for chip in self._chips.values())
        for chip in self._chips.values():
            chip.setParent(None)
            chip.deleteLater()
        self._chips = {name: self._chip(s, query) for name, s in wanted.items()}
        for chip in self._chips.values():
            self._row.addWidget(chip)
        self.setVisible(bool(wanted))
        if had_focus and self._chips:
            next(iter(self._chips.values())).setFocus(Qt.FocusReason.OtherFocusReason)

    def _chip(self, spec: FilterSpec[Any], query: Query) -> Button:
        value = spec.words(query.choices[spec.name])
        chip = Button(f"{spec.title}: {value}", kind="chip", icon_name="x")
        chip.setProperty("on", True)
        chip.setAccessibleName(
            _("Remove the filter {title}: {value}").format(title=spec.title, value=value)
        )
        chip.clicked.connect(lambda: self.taken_off.emit(spec.name))
        return chip
