"""Dialog in which the values of a grouping field are chosen that figures are narrowed to."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.insight.answers import Answer
from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.reading import Slot
from funneldesk.desktop.insight.scope import Scope, field_name
from funneldesk.desktop.kit.controls.buttons import Button, SearchField, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow, framed
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.local.texts import _

MOST_VALUES = 100
"""A server takes so many values of one field."""
MOST_SHOWN = 500
COUNTED = ("sessions", "sales", "page_views")
OF_SALES, COUNTED_SALES = ("product", "shipping_country", "shipping_state", "sale_kind"), ("sales",)
"""What values are counted by, the first of these that the brand has."""


class FilterDialog(Dialog):
    """Offers the values that the range has, most frequent first; others are typed."""

    def __init__(self, parent: QWidget, insight: BrandInsight, scope: Scope, field: str) -> None:
        title = _("Filter by {field}").format(field=field_name(field).lower())
        super().__init__(parent, title, width=480)
        self.field, self._insight = field, insight
        self._names: dict[str, str] = {}
        self._chips: dict[str, str] = {}
        self.search = SearchField(_("Search, or type a value"))
        self.add = Button(_("Add"), on_click=self._add)
        self.list = TickList(title, lines=1)
        self.list.setMinimumHeight(280)
        self.list.rows.ticked.update(scope.values(field))
        self.progress = ProgressLine()
        self.said = Label("", size="small", tone="muted", wrap=True)
        self.body.addLayout(row(self.search, self.add))
        self.body.addWidget(self.progress)
        self.body.addWidget(framed(self.list))
        self.body.addWidget(self.said)
        self.add_button("", _("Cancel"))
        self.add_button("set", _("Apply filter"), "primary")
        self.search.textChanged.connect(self._draw)
        self.search.left_downwards.connect(self._leave_search)
        self.list.rows.ticks_changed.connect(self._told)
        self.slot = Slot(insight.reader, self, urgency=0)
        self.slot.answered.connect(self._draw)
        self.slot.changed.connect(self._state)
        others = scope.filtering(field, ())
        counted = COUNTED_SALES if field in OF_SALES else COUNTED
        metric = insight.catalogue.known(counted)[:1]
        self.counted = insight.catalogue[metric[0]] if metric else None
        self.slot.ask(insight.ask(others, metric, (field,)))
        self._draw()
        self._state()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def values(self) -> tuple[str, ...]:
        """What is ticked, in the order of the list."""
        known = [key for key in self._names if key in self.list.rows.ticked]
        return tuple(dict.fromkeys([*known, *sorted(self.list.rows.ticked)]))[:MOST_VALUES]

    def _draw(self, *_text: str) -> None:
        if isinstance(self.slot.answer, Answer):
            rows, metric = self.slot.answer.rows[:MOST_SHOWN], self.counted
            self._names = {row.key: row.name or row.key for row in rows}
            if metric is not None:
                formats = self._insight.formats
                self._chips = {r.key: r.cell(metric.key).text(metric, formats) for r in rows}
        for key in self.list.rows.ticked:
            self._names.setdefault(key, key or _("(none)"))
        wanted = self.search.text().strip().casefold()
        shown = [
            TickRow(key, name, chip=self._chips.get(key, ""), can_tick=True)
            for key, name in self._names.items()
            if wanted in name.casefold() or wanted in key.casefold()
        ]
        self.list.rows.set_rows(shown)
        typed = self.search.text().strip()
        self.add.setEnabled(bool(typed) and typed not in self._names)
        self._told()

    def _told(self) -> None:
        count = len(self.list.rows.ticked)
        told = _("Nothing ticked: every value counts.")
        if count:
            told = _("{count} ticked: rows with any of them count.").format(count=count)
        if count > MOST_VALUES:
            told = _("At most {most} values: untick some.").format(most=MOST_VALUES)
        self.button("set").setEnabled(count <= MOST_VALUES)
        if self.slot.problem is not None:
            told = f"{self.slot.problem.what} {self.slot.problem.now_what}"
        self.said.setText(told)

    def _state(self) -> None:
        self.progress.set_on(self.slot.is_reading)
        self._told()

    def _add(self) -> None:
        typed = self.search.text().strip()
        if typed:
            self._names = {typed: typed, **self._names}
            self.list.rows.ticked.add(typed)
            self.search.clear()
            self._draw()

    def _leave_search(self) -> None:
        if self.add.isEnabled() and not self.list.rows.rowCount():
            self._add()
        elif self.list.rows.rowCount():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
            self.list.setCurrentIndex(self.list.rows.index(0))
