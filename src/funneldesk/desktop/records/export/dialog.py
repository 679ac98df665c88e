"""What to export of a list: which rows, which columns, which format."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.export.table import ExportColumn
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow, framed
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.nouns import noun

LIST_HEIGHT = 300


class ExportDialog(Dialog):
    """Answers "export" with ``scope`` (a key of ``counts``), ``kind`` and ``columns``."""

    def __init__(
        self,
        parent: QWidget,
        what: str,
        columns: Sequence[ExportColumn[Any]],
        counts: Mapping[str, tuple[str, int]],
        remembered: Mapping[str, Any],
    ) -> None:
        """``what`` are the records in the plural: "pages". ``counts``: for each scope its words and
        how many records it has; none of them is 0."""
        super().__init__(
            parent,
            _("Export the list of {units}").format(units=noun(what)),
            _("Names, places and times as the list has them; times in the brand's zone."),
            width=500,
        )
        self._columns = columns
        self.scopes = Segments()
        self.kinds = Segments()
        self.list = TickList(_("Columns"), lines=1)
        self._build(noun(what).capitalize(), counts)
        self._take_up(remembered)

    @property
    def scope(self) -> str:
        """Which records."""
        return self.scopes.current()

    @property
    def kind(self) -> str:
        """The format: csv or xlsx."""
        return self.kinds.current()

    @property
    def columns(self) -> list[str]:
        """The keys of the chosen columns, in their order."""
        ticked = self.list.ticked()
        return [column.key for column in self._columns if column.key in ticked]

    def remembered(self) -> dict[str, Any]:
        """What to offer the next time."""
        return {"kind": self.kind, "columns": self.columns}

    def _build(self, what: str, counts: Mapping[str, tuple[str, int]]) -> None:
        self.scopes.set_choices(
            [(key, f"{words} ({count:,})", "") for key, (words, count) in counts.items()]
        )
        self.kinds.set_choices([("csv", _("CSV"), ""), ("xlsx", _("Excel"), "")])
        for title, choice in ((what, self.scopes), (_("Format"), self.kinds)):
            field = column(Label(title, size="small"), spacing=4)
            field.addLayout(row(choice, None))
            self.body.addLayout(field)
        every = Button(_("All"), kind="small-link", on_click=lambda: self._tick_all(True))
        none = Button(_("None"), kind="small-link", on_click=lambda: self._tick_all(False))
        self.body.addLayout(row(Label(_("Columns"), size="small"), None, every, none, spacing=4))
        self.list.setFixedHeight(LIST_HEIGHT)
        self.body.addWidget(framed(self.list))
        self.add_button("", _("Cancel"))
        self.yes = self.add_button("export", _("Export…"), "primary")
        self.list.rows.set_rows(
            [TickRow(each.key, each.title, can_tick=True) for each in self._columns]
        )
        self.list.setCurrentIndex(self.list.rows.index(0))
        self.list.rows.ticks_changed.connect(lambda: self.yes.setEnabled(bool(self.columns)))

    def _tick_all(self, on: bool) -> None:
        self.list.rows.tick([each.key for each in self._columns], on)

    def _take_up(self, remembered: Mapping[str, Any]) -> None:
        known = {each.key for each in self._columns}
        chosen = [key for key in remembered.get("columns") or () if key in known]
        usual = [each.key for each in self._columns if each.chosen]
        self.list.rows.tick(chosen or usual, True)
        self.kinds.choose(str(remembered.get("kind") or "csv"))
