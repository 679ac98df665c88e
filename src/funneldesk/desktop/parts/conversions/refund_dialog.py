"""Dialog of collected refunds: each in full or a part, what they come to, and a last question."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.amounts import exact, places, plain
from funneldesk.desktop.kit.forms.field_row import FieldRow
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow, framed
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.deeds.refund import LONGEST_REASON
from funneldesk.desktop.people.orders import formats_of
from funneldesk.desktop.people.queues.refunds import RefundItem, totals
from funneldesk.desktop.records.table.totals import sum_words

WIDTH, LIST_HEIGHT = 640, 196


class RefundDialog(Dialog):
    """Answers "refund"; ``items`` are then as the user set them. Above ``limit`` in any currency a
    word is to be typed. ``left_out`` says why other orders are not among them."""

    def __init__(
        self,
        parent: QWidget,
        items: Sequence[RefundItem],
        left_out: Sequence[str],
        formats: Callable[[], Formats],
        limit: Decimal,
    ) -> None:
        text = _("They go out one after the other. A refund can’t be taken back.")
        super().__init__(parent, _("Refund orders"), text, width=WIDTH)
        self.items = list(items)
        self._formats = formats
        self._shown: RefundItem | None = None
        self.list = TickList(_("Orders to refund"))
        self.all_reason = FieldRow(FieldSpec("all", _("Reason for all"), max_length=LONGEST_REASON))
        self.limit = FieldRow(
            FieldSpec("limit", _("Confirm by typing above this sum, in any currency"), "decimal")
        )
        self.limit.set_value(plain(limit))
        self.word = QLineEdit()
        self.word_label = Label("", size="small", tone="muted", wrap=True)
        self.total = Label("", size="strong")
        self.left_out = Banner(closable=False)
        if left_out:
            self.left_out.say(_("Not among them"), "\n".join(left_out[:12]), "warning")
        self._build()
        self._wire()
        self.show_items()

    def _build(self) -> None:
        self.list.setFixedHeight(LIST_HEIGHT)
        self.editor = QWidget()
        surface("card", self.editor)
        self.called = Label("", size="strong")
        self.fields = column(spacing=8)
        self.full = Button(_("All that is left"), kind="small-link", on_click=self._all_of_it)
        self.remove = Button(_("Take out"), kind="small-link", on_click=self._take_out)
        inner = column(spacing=8, margins=(12, 8, 12, 12))
        inner.addLayout(row(self.called, None, self.full, self.remove, spacing=8))
        inner.addLayout(self.fields)
        self.editor.setLayout(inner)
        self.body.addWidget(self.left_out)
        self.body.addWidget(self.all_reason)
        self.body.addWidget(framed(self.list))
        self.body.addWidget(self.editor)
        self.body.addWidget(self.total)
        self.body.addWidget(self.limit)
        self.body.addWidget(self.word_label)
        self.body.addWidget(self.word)
        self.add_button("", _("Keep for later"))
        self.add_button("refund", _("Refund"), "danger")

    def _wire(self) -> None:
        self.list.selectionModel().currentChanged.connect(self._edit_current)
        self.all_reason.edited.connect(self._reason_for_all)
        self.limit.edited.connect(self._judge)
        self.word.textChanged.connect(self._judge)

    @property
    def chosen_limit(self) -> Decimal:
        """From which amount on a word is typed."""
        return exact(self.limit.value()) or Decimal(0)

    @property
    def asked_word(self) -> str:
        """What has to be typed; "" while no currency is over the limit."""
        over = any(amount > self.chosen_limit for amount in totals(self.items).values())
        return _("refund {count}").format(count=len(self.items)) if over else ""

    def show_items(self) -> None:
        """Show all orders as they are set now."""
        at = max(0, self.list.currentIndex().row())
        self.list.rows.set_rows([self._line(each) for each in self.items])
        if self.items:
            place = self.list.rows.index(min(at, len(self.items) - 1))
            self.list.setCurrentIndex(place)
        self._edit_current()
        self._judge()

    def _line(self, item: RefundItem) -> TickRow:
        there = formats_of(item.body, self._formats())
        due, left = there.money(item.due), there.money(item.left or 0)
        text = _("{due} of {left}").format(due=due, left=left)
        text = " · ".join(filter(None, (text, item.reason, item.problem())))
        chip = (_("Full"), "info") if item.is_full else (_("Part"), "accent")
        chip = (_("Check"), "danger") if item.problem() else chip
        return TickRow(item.code, item.title, text, *chip)

    def _edit_current(self, *_moved: object) -> None:
        index = self.list.currentIndex()
        item = self.items[index.row()] if 0 <= index.row() < len(self.items) else None
        self.editor.setVisible(item is not None)
        if item is None or item is self._shown:
            return
        self._shown = item
        while (old := self.fields.takeAt(0)) is not None:
            if (widget := old.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        there = formats_of(item.body, self._formats())
        label = _("Amount in {currency}").format(currency=there.currency or "?")
        amount = FieldRow(FieldSpec("amount", label, "money", formats=lambda: there))
        amount.set_value(plain(item.due, places(there, is_money=True)))
        reason = FieldRow(FieldSpec("reason", _("Reason"), max_length=LONGEST_REASON))
        reason.set_value(item.reason)
        amount.edited.connect(lambda _name, value: self._set_amount(item, value))
        reason.edited.connect(lambda _name, value: self._set_reason(item, value))
        self.called.setText(item.title)
        for each in (amount, reason):
            self.fields.addWidget(each)

    def _set_amount(self, item: RefundItem, value: Any) -> None:
        amount = exact(value)
        item.amount = Decimal(0) if amount is None else None if amount == item.left else amount
        self._changed()

    def _set_reason(self, item: RefundItem, value: Any) -> None:
        item.reason = str(value or "").strip()
        self._changed()

    def _reason_for_all(self, _name: str, value: Any) -> None:
        for item in self.items:
            item.reason = str(value or "").strip()
        self._again()

    def _all_of_it(self) -> None:
        if self._shown is not None:
            self._shown.amount = None
            self._again()

    def _take_out(self) -> None:
        if self._shown is not None:
            self.items.remove(self._shown)
            self._again()

    def _again(self) -> None:
        self._shown = None
        self.show_items()

    def _changed(self) -> None:
        """What is typed stays in its field; the line above and the sums follow."""
        self.list.selectionModel().blockSignals(True)
        at = self.list.currentIndex().row()
        self.list.rows.set_rows([self._line(each) for each in self.items])
        self.list.setCurrentIndex(self.list.rows.index(at))
        self.list.selectionModel().blockSignals(False)
        self._judge()

    def _judge(self, *_changed: object) -> None:
        """What they come to, and whether they can be sent."""
        sums, word = totals(self.items), self.asked_word
        orders = counted(len(self.items), "order")
        told = _("{orders}: {sums}").format(orders=orders, sums=sum_words(sums, self._formats()))
        self.total.setText(told if self.items else _("No orders"))
        asked = _("Type “{name}” to confirm.").format(name=word)
        self.word_label.setText(asked)
        self.word.setAccessibleName(_("Type {name} to confirm").format(name=word))
        for widget in (self.word, self.word_label):
            widget.setVisible(bool(word))
        problem = next((each.problem() for each in self.items if each.problem()), "")
        reason = problem or (asked if word and self.word.text().strip() != word else "")
        button = self.button("refund")
        button.setText(_("Refund {orders}").format(orders=orders))
        button.setEnabled(bool(self.items) and not reason)
        set_tip(button, reason)
        if not self.items:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
