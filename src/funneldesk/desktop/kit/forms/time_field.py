"""A date, or a date with its time: typed, stepped by keys, or picked in a calendar."""

from datetime import date, datetime
from typing import Any

from PySide6.QtCore import QDate, QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QToolButton, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms import times
from funneldesk.desktop.kit.forms.field_input import as_it_came
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.value_field import ValueLine
from funneldesk.desktop.kit.style.icons import icon
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _

WIDTHS = {"date": 140, "moment": 200}
FIRST, SECOND = 0, 1
TURNS = (
    ("prevmonth", "chevron-left", _("Previous month")),
    ("nextmonth", "chevron-right", _("Next month")),
)


class Calendar(QWidget):
    """A month to pick a day from; Esc or a click beside it closes it."""

    picked = Signal(QDate)

    def __init__(self, parent: QWidget, title: str, day: date) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        surface("card", self)
        self.month = QCalendarWidget()
        self.month.setAccessibleName(title)
        self.month.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        for part, side, name in TURNS:
            button = self.month.findChild(QToolButton, f"qt_calendar_{part}")
            if button is not None:
                button.setAccessibleName(name)
                button.setIcon(icon(side, "text"))
        self._draw()
        self.month.setSelectedDate(QDate(day.year, day.month, day.day))
        self.month.clicked.connect(self._take)
        self.month.activated.connect(self._take)
        self.setLayout(column(self.month, margins=(4, 4, 4, 4)))
        self.setFocusProxy(self.month)

    def _draw(self) -> None:
        """Qt draws week-ends in a red that cannot be read on a dark ground: they are as others."""
        for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            self.month.setWeekdayTextFormat(day, QTextCharFormat())
        head = QTextCharFormat()
        head.setForeground(theme.colour("muted"))
        self.month.setHeaderTextFormat(head)

    def _take(self, day: QDate) -> None:
        self.picked.emit(day)
        self.close()


class TimeInput(ValueLine):
    """Up and Down step a day. Where the clocks show a time twice, a button says which is meant."""

    def __init__(self, spec: FieldSpec) -> None:
        self.calendar = Button(
            kind="icon", icon_name="calendar", name=_("Pick {label}").format(label=spec.label)
        )
        self.which = Button(kind="chip", icon_name="repeat")
        self._zone = Label(size="small", tone="muted")
        self._turn = FIRST
        super().__init__(spec, self.calendar, self._zone)
        self.frame.setSpacing(4)
        self.frame.addWidget(self.which, 0, Qt.AlignmentFlag.AlignLeft)
        self.line.setFixedWidth(WIDTHS[spec.kind])
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self._draw)
        self.calendar.clicked.connect(self._open)
        self.which.clicked.connect(self._other)
        self._draw()

    def stops(self) -> tuple[QWidget, ...]:
        return (self.line, self.calendar, self.which)

    def set_read_only(self, on: bool) -> None:
        super().set_read_only(on)
        self.calendar.setEnabled(not on)
        self.which.setEnabled(not on)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
            day = self._day()
            if step and day is not None and not self.line.isReadOnly():
                self._put(times.step_day(day, step))
                return True
        return super().eventFilter(watched, event)

    def text_of(self, value: Any) -> str:
        if self.spec.kind == "date":
            day = times.day_of(value)
            return as_it_came(value) if day is None else times.day_text(day, self.spec.formats())
        moment = times.moment_of(value)
        if moment is None:
            return as_it_came(value)
        return times.moment_text(moment, self.spec.formats())

    def value_of(self, text: str) -> Any:
        formats = self.spec.formats()
        if self.spec.kind == "date":
            day = times.read_day(text, formats)
            return text if day is None else day.isoformat()
        moments = times.read_moment(text, formats)
        if not moments:
            return text if moments is None else times.skipped_text(text, formats)
        return times.moment_value(moments[min(self._turn, len(moments) - 1)])

    def _show(self, value: Any) -> None:
        super()._show(value)
        moments, moment = self._moments(), times.moment_of(value)
        self._turn = moments.index(moment) if moment in moments else FIRST
        self._draw()

    def _read(self) -> Any:
        given = times.moment_of(self._given) if self.spec.kind == "moment" else None
        moments = self._moments()
        if given is not None and len(moments) > 1 and given != moments[self._turn]:
            return self.value_of(self.line.text())
        return super()._read()

    def _moments(self) -> tuple[datetime, ...]:
        if self.spec.kind == "date":
            return ()
        return times.read_moment(self.line.text(), self.spec.formats()) or ()

    def _day(self) -> date | None:
        text, formats = self.line.text(), self.spec.formats()
        return times.read_day(text.split(",")[0], formats)

    def _put(self, day: date) -> None:
        """Set the day; the time of day stays, as it was typed."""
        clock = self.line.text().partition(",")[2].strip() or "00:00"
        text = times.day_text(day, self.spec.formats())
        self.line.setText(text if self.spec.kind == "date" else f"{text}, {clock}")

    def _open(self) -> None:
        made = Calendar(self, self.spec.label, self._day() or date.today())
        made.picked.connect(lambda day: self._put(date(day.year(), day.month(), day.day())))
        made.picked.connect(self.left)
        made.move(self.line.mapToGlobal(QPoint(0, self.line.height() + 4)))
        made.show()
        made.month.setFocus(Qt.FocusReason.PopupFocusReason)

    def _other(self) -> None:
        self._turn = SECOND if self._turn == FIRST else FIRST
        self._changed()
        self._draw()

    def _draw(self) -> None:
        formats, moments = self.spec.formats(), self._moments()
        self._zone.setText(times.zone_name(formats) if self.spec.kind == "moment" else "")
        twice = len(moments) > 1
        if not twice and moments:
            self._turn = FIRST
        if twice:
            offset = times.offset_text(moments[self._turn], formats)
            word = "second" if self._turn else "first"
            self.which.setText(
                _("The clocks show this time twice: the {word}, {offset}").format(
                    word=word, offset=offset
                )
            )
            self.which.setAccessibleDescription(_("Press for the other one"))
        self.which.setVisible(twice)
