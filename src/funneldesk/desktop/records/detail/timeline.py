"""Timeline of a record: what it and its related records tell of, the newest first."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, line, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.flow_layout import FlowLayout
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.record_list import ago
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.local.texts import _, joined
from funneldesk.desktop.records.detail.declaration import Body, Detail, EventSpec
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.rows import SummaryRow

WEEK = timedelta(days=7)
WIDTHS, LEAST_WORDS = (108, 116), 140


@dataclass(frozen=True, slots=True)
class Event:
    """``words`` say what happened to whom; ``opens`` is the (part, id) that it leads to. ``note``
    tells what is to be known about it, and ``ways`` where else it leads: words, (part, id)."""

    at: datetime
    title: str
    words: str
    opens: tuple[str, str] = ("", "")
    note: str = ""
    ways: tuple[tuple[str, tuple[str, str]], ...] = ()


def events_of(declared: Detail, body: Body, formats: Formats) -> list[Event]:
    """Every event of a record, the newest first; what has no moment is no event."""
    found = list(_told(declared.events, SummaryRow("", body), formats))
    for related in declared.related:
        for row in related.rows_of(body):
            found += _told(related.events, row, formats)
    return sorted(found, key=lambda event: event.at, reverse=True)


def _told(specs: Iterable[EventSpec], row: SummaryRow, formats: Formats) -> Iterable[Event]:
    for spec in specs:
        at = moment(row.get(spec.at))
        if at is not None:
            told = (each.text(row, formats) for each in spec.told)
            yield Event(at, spec.title, joined(told))


def when(at: datetime, now: datetime, formats: Formats) -> str:
    """A moment in a word or two: "2 h ago", "in 3 d"; the day from a week on."""
    if abs(at - now) >= WEEK:
        return formats.day(at)
    if at <= now:
        return ago(at, now)
    minutes = int((at - now).total_seconds() // 60)
    if minutes < 60:
        return _("in {count} min").format(count=max(minutes, 1))
    days = minutes // (60 * 24)
    if days:
        return _("in {count} d").format(count=days)
    return _("in {count} h").format(count=minutes // 60)


class NoteLine(QWidget):
    """What is to be known about an event, and where else it leads. Hidden without a note."""

    asked_to_open = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        surface("foot", self)
        self.words = Label("", size="small", tone="muted", wrap=True)
        self.buttons: list[Button] = []
        self._places: list[tuple[str, tuple[str, str]]] = []
        self._flow = FlowLayout(16)
        inside = column(self.words, spacing=4, margins=(16, 8, 16, 10))
        inside.addLayout(self._flow)
        whole = column(line(), spacing=0)
        whole.addLayout(inside)
        self.setLayout(whole)
        self.hide()

    def show_event(self, event: Event | None) -> None:
        """Tell of this event; None: of none."""
        note = event.note if event is not None else ""
        self._places = [way for way in event.ways if way[1][1]] if event is not None else []
        while len(self.buttons) < len(self._places):
            lead = partial(self._lead, len(self.buttons))
            self.buttons.append(Button(kind="small-link", on_click=lead))
            self._flow.addWidget(self.buttons[-1])
        for at, button in enumerate(self.buttons):
            button.setText(self._places[at][0] if at < len(self._places) else "")
            button.setVisible(at < len(self._places))
        # What the event says may be cut in its row.
        self.words.setText(f"{event.words}. {note}" if event is not None and note else "")
        self.setVisible(bool(note))

    def _lead(self, at: int) -> None:
        self.asked_to_open.emit(*self._places[at][1])


class TimelineView(QStackedWidget):
    """The events of a record, or a sentence that there are none; below them the note of the one
    that the cursor is on. ``asked_to_open`` carries the part and the id that an event leads to."""

    asked_to_open = Signal(str, str)

    def __init__(self, declared: Detail, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._declared, self._formats = declared, formats
        self._rows: dict[str, Event] = {}
        self._now = datetime.now(UTC)
        columns: tuple[Column[Event], ...] = (
            Column("at", _("When"), self._when, width=WIDTHS[0], muted=True, tip=self._moment),
            Column("what", _("What"), lambda event: event.title, width=WIDTHS[1]),
            Column(
                "words",
                _("Details"),
                lambda event: event.words,
                width=LEAST_WORDS,
                tip=lambda event: "\n".join(filter(None, (event.words, event.note))),
            ),
        )
        self.table = TableView(_("Timeline"), columns, self._rows.get)
        for at, width in enumerate(WIDTHS):
            self.table.horizontalHeader().resizeSection(at, width)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.opened.connect(self._open)
        self.table.selectionModel().currentRowChanged.connect(self._tell_note)
        self.note = NoteLine()
        self.note.asked_to_open.connect(self.asked_to_open)
        whole = QWidget()
        whole.setLayout(column(self.table, self.note, spacing=0))
        self.addWidget(whole)
        self.addWidget(EmptyState("history", _("Nothing has happened yet"), ""))

    def show_record(self, body: Body) -> None:
        """Show what a record tells of."""
        self.show_events(events_of(self._declared, body, self._formats()))

    def show_events(self, events: Sequence[Event]) -> None:
        """Show these, in their order."""
        self._now = datetime.now(UTC)
        self._rows.clear()
        self._rows.update((str(place), event) for place, event in enumerate(events))
        self.table.arrange(list(self._rows))
        self.table.rows.tell_changed()
        self.setCurrentIndex(0 if events else 1)
        self._tell_note()

    def _tell_note(self, *_at: object) -> None:
        at, ids = self.table.currentIndex().row(), self.table.rows.ids
        self.note.show_event(self._rows.get(ids[at]) if 0 <= at < len(ids) else None)

    def _open(self, place: str) -> None:
        part, record_id = self._rows[place].opens
        if part and record_id:
            self.asked_to_open.emit(part, record_id)

    def _when(self, event: Event) -> str:
        return when(event.at, self._now, self._formats())

    def _moment(self, event: Event) -> str:
        return self._formats().moment(event.at)
