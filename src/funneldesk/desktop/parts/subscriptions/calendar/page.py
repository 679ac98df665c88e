"""Calendar of coming charges: what is charged when, in the place of the list."""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.insight.buckets import span_words
from funneldesk.desktop.insight.ranges import Range
from funneldesk.desktop.kit.calendar.calendar_view import CalendarView
from funneldesk.desktop.kit.calendar.day_painter import DAY
from funneldesk.desktop.kit.calendar.days import Span, month_span, week_span
from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.controls.menus import passing_menu
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.subscriptions.calendar.charges import (
    Charge,
    Charges,
    by_day,
    shown,
    sums,
    told,
)
from funneldesk.desktop.records.rows import SummaryRow

MONTH, WEEK = "month", "week"
MOST_IN_A_MENU = 40


class ChargesCalendar(QWidget):
    """``picked`` carries a subscription; ``moved`` one, and the moment at which it is to be
    charged: the same time on another day. ``left`` is the way back to the list."""

    picked = Signal(str)
    moved = Signal(str, object)
    left = Signal()

    def __init__(
        self, rows: Callable[[], Iterable[SummaryRow]], formats: Callable[[], Formats]
    ) -> None:
        """``rows`` are the subscriptions that the list is narrowed to."""
        super().__init__()
        self._rows, self._formats = rows, formats
        self.charges, self.tasks = Charges(), TaskScope(self)
        self._days: dict[date, list[Charge]] = {}
        self._mode, self._shown = MONTH, self._today()
        self._build()

    def _today(self) -> date:
        return datetime.now(UTC).astimezone(self._formats().zone).date()

    def _build(self) -> None:
        surface("surface", self)
        self.view = CalendarView(_("Coming charges"), self._today())
        self.title = Label("", size="title")
        self.foot = Label("", size="small", tone="muted")
        self.back = Button(_("List"), kind="plain", icon_name="list", on_click=self.left.emit)
        before = Button(kind="icon", icon_name="chevron-left", tip=_("Earlier"))
        after = Button(kind="icon", icon_name="chevron-right", tip=_("Later"))
        before.clicked.connect(lambda: self.step(-1))
        after.clicked.connect(lambda: self.step(1))
        today = Button(_("Today"), on_click=lambda: self.go_to(self._today()))
        self.modes = Segments()
        self.modes.set_choices([(MONTH, _("Month"), ""), (WEEK, _("Week"), "")])
        self.modes.chosen.connect(self._choose)
        head = row(self.title, before, after, today, None, self.modes, self.back, spacing=6)
        head.setContentsMargins(14, 8, 8, 8)
        foot = surface("foot")
        foot.setFixedHeight(30)
        foot.setLayout(row(self.foot, None, margins=(14, 0, 6, 0)))
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(self.view, 1)
        whole.addWidget(foot)
        self.setLayout(whole)
        self.view.picked.connect(self.picked)
        self.view.moved.connect(self._moved)
        self.view.day_opened.connect(self.open_day)

    # What is shown

    def again(self) -> None:
        """The rows, or how things are written, may be others now."""
        self.tasks.latest("again", self.work_out())

    async def work_out(self) -> None:
        """Show the charges of the rows that are here, without holding up the window."""
        rows, zone = list(self._rows()), self._formats().zone
        self._days = await in_thread(lambda: dict(by_day(self.charges.of(rows), zone)))
        self._show()

    def go_to(self, day: date) -> None:
        """Show the month or the week of a day, and lead the keyboard to it."""
        self._shown = day
        self._show()
        self.view.go_to(day)

    def step(self, by: int) -> None:
        """So many months or weeks further."""
        if self._mode == WEEK:
            self.go_to(self._shown + timedelta(days=7 * by))
            return
        first = self._shown.replace(day=1)
        self.go_to((first + timedelta(days=31 if by > 0 else -1)).replace(day=1))

    def _choose(self, mode: str) -> None:
        index = self.view.currentIndex()
        self._mode = mode
        self.go_to(index.data(DAY) if index.isValid() else self._shown)

    def _show(self) -> None:
        span, formats = self._span(), self._formats()
        self.view.show_days(span, {d: shown(found, formats) for d, found in self._within(span)})
        week = Range(span.first, span.first + timedelta(days=7 * span.weeks - 1))
        title = formats.month(span.month) if span.month else span_words(week, formats.locale)
        self.title.setText(title)
        meant = [each for day in span.days() for each in self._days.get(day, ())]
        total = " · ".join((counted(len(meant), "charge"), *sums(meant, formats)))
        self.foot.setText(total)

    def _span(self) -> Span:
        return month_span(self._shown) if self._mode == MONTH else week_span(self._shown)

    def _within(self, span: Span) -> Iterable[tuple[date, list[Charge]]]:
        days = (span.day(week, place) for week in range(span.weeks) for place in range(7))
        return ((day, self._days[day]) for day in days if day in self._days)

    # What is done

    def open_day(self, day: date) -> None:
        """Offer the charges of a day in a menu."""
        menu, formats = passing_menu(self), self._formats()
        charges = self._days.get(day, [])
        for each in charges[:MOST_IN_A_MENU]:
            action = menu.addAction(told(each, formats).replace("&", "&&"))
            action.triggered.connect(lambda _=False, picked=each.id: self.picked.emit(picked))
        if len(charges) > MOST_IN_A_MENU:
            left = len(charges) - MOST_IN_A_MENU
            rest = menu.addAction(
                _("{charges} more in the week").format(charges=counted(left, "charge"))
            )
            rest.triggered.connect(lambda: self._open_week(day))
        if charges:
            place = self.view.visualRect(self.view.currentIndex()).bottomLeft()
            menu.popup(self.view.viewport().mapToGlobal(place))

    def _open_week(self, day: date) -> None:
        self.modes.choose(WEEK)
        self._mode = WEEK
        self.go_to(day)

    def _moved(self, transaction_id: str, day: date) -> None:
        every = (each for charges in self._days.values() for each in charges)
        charge = next((each for each in every if each.id == transaction_id), None)
        if charge is not None:
            there = charge.at.astimezone(self._formats().zone)
            self.moved.emit(transaction_id, datetime.combine(day, there.timetz()))
