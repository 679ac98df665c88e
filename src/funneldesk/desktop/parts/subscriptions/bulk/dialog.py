"""Dialog of many coming charges: what would change, before anything is sent."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QScrollArea, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Segments, row, surface
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.field_row import FieldRow
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.times import day_of
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow, framed
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.subscriptions.bulk.plan import (
    BY_DAYS,
    TO_DAY,
    effect,
    month_lines,
    moved_by,
    moved_to,
    recurring_words,
)
from funneldesk.desktop.people.deeds.charges import price_of
from funneldesk.desktop.people.queues.charges import ChargeItem

WIDTH, LIST_HEIGHT = 640, 232
USUAL_DAYS = 7
MOST_DAYS = 3650
MOST_LEFT_OUT = 12
MONTHS_HEIGHT = 190
"""Pixels of the months; of more of them the rest is scrolled to."""


class ChargesDialog(Dialog):
    """Answers "do"; ``items`` are then what is to be sent. ``moves`` asks where to; else each item
    knows that already. ``left_out`` says why others are not among them."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        text: str,
        action: str,
        items: Sequence[ChargeItem],
        left_out: Sequence[str],
        formats: Callable[[], Formats],
        *,
        moves: bool = False,
    ) -> None:
        """``action`` is the button's words, with ``{count}``."""
        super().__init__(parent, title, text, width=WIDTH)
        self.items = list(items)
        self._formats, self._action, self._moves = formats, action, moves
        self.how = Segments()
        self.rows: dict[str, FieldRow] = self._where_to() if moves else {}
        self.list = TickList(_("What changes"))
        self.total = Label("", size="strong", wrap=True)
        self.recurring = Label("", size="small", tone="muted", wrap=True)
        self.months = QGridLayout()
        self.left_out = Banner(closable=False)
        if left_out:
            shown = list(left_out[:MOST_LEFT_OUT])
            if rest := len(left_out) - len(shown):
                shown.append(_("{count} more").format(count=rest))
            self.left_out.say(_("Left as they are"), "\n".join(shown), "warning")
        self._build()
        self._work_out()

    def _where_to(self) -> dict[str, FieldRow]:
        formats = self._formats
        self.how.set_choices([(BY_DAYS, _("By days"), ""), (TO_DAY, _("To one day"), "")])
        label = _("Days later, or earlier with a minus")
        by_days = FieldRow(FieldSpec(BY_DAYS, label, "integer"))
        by_days.set_value(USUAL_DAYS)
        to_day = FieldRow(FieldSpec(TO_DAY, _("Day of the next charge"), "date", formats=formats))
        to_day.set_value(moved_day(self.items, formats()) or formats().today().isoformat())
        return {BY_DAYS: by_days, TO_DAY: to_day}

    def _build(self) -> None:
        self.list.setFixedHeight(LIST_HEIGHT)
        self.body.addWidget(self.left_out)
        if self._moves:
            self.body.addLayout(row(self.how, None))
            for each in self.rows.values():
                self.body.addWidget(each)
                each.edited.connect(self._work_out)
            self.how.chosen.connect(self._work_out)
        self.body.addWidget(framed(self.list))
        self.body.addWidget(self.total)
        card = surface("card")
        self.months.setContentsMargins(12, 8, 12, 8)
        self.months.setHorizontalSpacing(24)
        self.months.setVerticalSpacing(4)
        self.months.setColumnStretch(0, 1)
        card.setLayout(self.months)
        self.area = QScrollArea()
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setWidget(card)
        self.area.setAccessibleName(_("Next charges by month"))
        self.body.addWidget(self.area)
        self.body.addWidget(self.recurring)
        self.add_button("", _("Cancel")).setFocus(Qt.FocusReason.OtherFocusReason)
        # Enter alone must not move the charges of many.
        self.add_button("do", "", "primary").setDefault(False)
        self.button("do").setAutoDefault(False)

    def _work_out(self, *_changed: object) -> None:
        """Show what would change with what is entered now."""
        wrong = self._move() if self._moves else ""
        formats = self._formats()
        self.list.rows.set_rows([_line(each, formats) for each in self.items])
        sent = self.chosen
        found = effect(sent, formats)
        told = _("{subscriptions} will be charged on another day.")
        self.total.setText(told.format(subscriptions=counted(len(sent), "subscription")))
        self._show_months(month_lines(found, formats))
        self.recurring.setText(recurring_words(found, formats))
        button = self.button("do")
        button.setText(self._action.format(count=f"{len(sent):,}"))
        button.setEnabled(bool(sent) and not wrong)
        set_tip(button, wrong or ("" if sent else _("Nothing would change.")))

    @property
    def chosen(self) -> list[ChargeItem]:
        """Those that can be sent as they are."""
        return [each for each in self.items if not each.problem()]

    def _move(self) -> str:
        """Give each item its moment; what is wrong with what was entered."""
        by_days, formats = self.how.current() != TO_DAY, self._formats()
        self.rows[BY_DAYS].setVisible(by_days)
        self.rows[TO_DAY].setVisible(not by_days)
        name = BY_DAYS if by_days else TO_DAY
        value = self.rows[name].value()
        days, day = _days(value), day_of(value)
        wrong = ""
        if by_days and not days:
            wrong = _("Enter a number of days up to {most:,}.").format(most=MOST_DAYS)
        elif not by_days and day is None:
            wrong = _("Enter a day.")
        self.rows[name].set_error([wrong] if wrong else [])
        for item in self.items:
            if by_days:
                item.to = moved_by(item, days, formats)
            elif day is not None:
                item.to = moved_to(item, day, formats)
        return wrong

    def _show_months(self, lines: Sequence[tuple[str, str, str]]) -> None:
        while (old := self.months.takeAt(0)) is not None:
            if (widget := old.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        heads = (_("Next charges fall in"), _("Before"), _("After"))
        for place, words in enumerate((heads, *lines)):
            for at, each in enumerate(words):
                cell = Label(each, size="small", tone="muted" if not place or not at else "")
                side = Qt.AlignmentFlag.AlignRight if at else Qt.AlignmentFlag.AlignLeft
                self.months.addWidget(cell, place, at, side)
        if not lines:
            same = Label(_("Each stays within its month."), size="small", tone="muted")
            self.months.addWidget(same, 1, 0, 1, 3)
        needed = self.months.sizeHint().height() + 2 * self.area.frameWidth()
        self.area.setFixedHeight(min(needed, MONTHS_HEIGHT))


def moved_day(items: Sequence[ChargeItem], formats: Formats) -> str:
    """The day of the last charge of these, as a first proposal; "" for none."""
    last = max((each.before for each in items if each.before is not None), default=None)
    return "" if last is None else last.astimezone(formats.zone).date().isoformat()


def _days(value: Any) -> int:
    known = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_DAYS
    return value if known else 0


def _line(item: ChargeItem, formats: Formats) -> TickRow:
    before, after = (_day(each, formats) for each in (item.before, item.after))
    dates = _("{before} → {after}").format(before=before, after=after)
    problem = item.problem()
    text = " · ".join(filter(None, (problem or dates, price_of(item.body, formats))))
    chip = _("Stays") if problem else ""
    return TickRow(item.record_id, item.title, text, chip, "warning")


def _day(at: Any, formats: Formats) -> str:
    return _("not known") if at is None else formats.day(at)
