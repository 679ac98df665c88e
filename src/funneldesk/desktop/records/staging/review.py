"""Review of what waits: each change before and after, and the requests that will be sent."""

import json
from itertools import islice

from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, Segments
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow, framed
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.save.request import update_body
from funneldesk.desktop.records.staging.staged_changes import (
    Place,
    StagedCell,
    StagedChanges,
    change_words,
)

WIDTH, LIST_HEIGHT = 680, 320
MOST_SHOWN = 500
"""Lines of each list; what has to be decided comes first."""
CHANGES, REQUESTS = "changes", "requests"


class ReviewDialog(Dialog):
    """Answers "apply", or nothing. Changes are discarded and insisted on while it is open."""

    def __init__(self, parent: QWidget, kind: RecordKind, staged: StagedChanges) -> None:
        super().__init__(
            parent,
            _("Review changes"),
            _(
                "Nothing is sent before you apply. Each {unit} is read again first: what someone "
                "else changed meanwhile is left alone."
            ).format(unit=noun(kind.unit)),
            width=WIDTH,
        )
        self._kind, self._staged = kind, staged
        self._places: dict[str, Place] = {}
        self._cautions: dict[Place, str] = {}
        self.tabs = Segments("tab")
        self.changes = TickList(_("Changes, before and after"))
        self.requests = TickList(_("Requests that will be sent"))
        self.unusual = Label("", tone="warning", wrap=True)
        self.said = Label("", size="small", tone="muted", wrap=True)
        self._build()
        staged.changed.connect(self._fill)
        self._fill()

    def _build(self) -> None:
        self.stack = QStackedWidget()
        for view in (self.changes, self.requests):
            view.setFixedHeight(LIST_HEIGHT)
            self.stack.addWidget(framed(view))
            view.selectionModel().selectionChanged.connect(self._show_selected)
        self.tabs.set_choices([(CHANGES, _("Changes"), ""), (REQUESTS, _("Requests"), "")])
        self.tabs.chosen.connect(lambda key: self.stack.setCurrentIndex(int(key == REQUESTS)))
        self.tabs.chosen.connect(self._show_selected)
        self.said.setMinimumHeight(36)
        for widget in (self.unusual, self.tabs, self.stack, self.said):
            self.body.addWidget(widget)
        self.discard_button = Button(_("Discard"), kind="plain", on_click=self._discard)
        self.keep_button = Button(_("Keep mine"), kind="plain", on_click=self._insist)
        self._foot.insertWidget(0, self.discard_button)
        self._foot.insertWidget(1, self.keep_button)
        self.add_button("", _("Close"))
        self.add_button("apply", _("Apply"), "primary")
        self.changes.setFocus()

    def _fill(self) -> None:
        cells, ready = self._staged.cells, self._staged.ready()
        self._cautions = self._staged.cautions()
        count = len(self._cautions)
        self.unusual.setText(
            ngettext(
                "{count:,} change looks unusual. Check it before you apply.",
                "{count:,} changes look unusual. Check them before you apply.",
                count,
            ).format(count=count)
        )
        self.unusual.setVisible(bool(count))
        first = sorted(cells, key=self._urgency)[:MOST_SHOWN]
        self._places = {f"{record_id} {name}": (record_id, name) for record_id, name in first}
        changes = [self._change(key) for key in self._places]
        requests = [self._request(key, ready[key]) for key in islice(ready, MOST_SHOWN)]
        self.changes.rows.set_rows([*changes, *_rest(len(cells))])
        self.requests.rows.set_rows([*requests, *_rest(len(ready))])
        for key, count, unit in (
            (CHANGES, len(cells), "change"),
            (REQUESTS, len(ready), "request"),
        ):
            button = self.tabs.button(key)
            if button is not None:
                button.setText(counted(count, unit).capitalize())
        self.button("apply").setEnabled(bool(ready))
        self._show_selected()

    def _urgency(self, place: Place) -> int:
        """What cannot be sent comes first, then what looks mistyped."""
        return 0 if not self._staged.cells[place].is_ready else 1 + (place not in self._cautions)

    def _change(self, key: str) -> TickRow:
        record_id, name = self._places[key]
        cell = self._staged.cells[record_id, name]
        label = self._staged.fields.label(name)
        caution = self._cautions.get((record_id, name), "")
        chip, tone = (_("Unusual"), "warning") if caution else _chip(cell)
        text = change_words(self._staged.fields, name, cell)
        if caution:
            text = _("{change}. {caution}").format(change=text, caution=caution)
        return TickRow(key, f"{cell.title or record_id} · {label}", text, chip, tone)

    def _request(self, record_id: str, cells: dict[str, StagedCell]) -> TickRow:
        values = {name: cell.after for name, cell in cells.items()}
        body = json.dumps(update_body(self._kind, self._staged.fields, values), ensure_ascii=False)
        title = next(iter(cells.values())).title or record_id
        return TickRow(
            record_id,
            _("Update {unit} {record_id}, “{title}”").format(
                unit=noun(self._kind.unit), record_id=record_id, title=title
            ),
            body,
        )

    def _selected(self) -> list[Place]:
        if self.tabs.current() == REQUESTS:
            return []
        rows = {index.row() for index in self.changes.selectionModel().selectedIndexes()}
        keys = [self.changes.rows.at(row).id for row in sorted(rows)]
        return [self._places[key] for key in keys if key in self._places]

    def _show_selected(self) -> None:
        view = self.requests if self.tabs.current() == REQUESTS else self.changes
        index = view.currentIndex()
        self.said.setText(view.rows.at(index.row()).text if index.isValid() else "")
        chosen = [self._staged.cells[place] for place in self._selected()]
        self.discard_button.setEnabled(bool(chosen))
        self.keep_button.setEnabled(any(cell.is_behind for cell in chosen))

    def _discard(self) -> None:
        self._staged.drop(self._selected())

    def _insist(self) -> None:
        self._staged.insist(self._selected())


def _rest(count: int) -> list[TickRow]:
    """A last line for what is not listed."""
    more = count - MOST_SHOWN
    return (
        [TickRow("", _("and {more:,} more").format(more=more), _("They are applied too."))]
        if more > 0
        else []
    )


def _chip(cell: StagedCell) -> tuple[str, str]:
    if cell.problem:
        return _("Needs correcting"), "danger"
    return (_("Changed on the server"), "warning") if cell.is_behind else ("", "muted")
