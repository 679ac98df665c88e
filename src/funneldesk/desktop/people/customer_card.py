"""Who the customer is, and what they are worth."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label, set_tip
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.record_list import ago
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.customer import CUSTOMER
from funneldesk.desktop.people.sources.trouble import Trouble
from funneldesk.desktop.records.detail.declaration import value_at
from funneldesk.desktop.records.rows import SummaryRow

FIGURES = 2
PLACE = ("customer.city", "customer.state", "customer.country")


class CustomerCard(QWidget):
    """``body`` is the customer as read; empty while nothing is known."""

    def __init__(self, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self.body: Mapping[str, Any] = {}
        self._formats = formats
        self._read_at: datetime | None = None
        self.title = ElidedLabel("", size="title")
        self.subtitle = ElidedLabel("", size="small", tone="muted")
        self.contact = ElidedLabel("", size="small", tone="muted")
        self.nobody = Label(
            _("No order has this email address."), size="small", tone="muted", wrap=True
        )
        self.age = Label("", size="small", tone="muted")
        self.again = Button(kind="icon", icon_name="refresh-cw", tip=_("Read everything again"))
        self.progress = ProgressLine()
        self.failure = Trouble(_("Customer"))
        self.figures = [
            (Label(fact.title, size="small", tone="muted"), ElidedLabel("–", size="title"))
            for fact in CUSTOMER.figures[:FIGURES]
        ]
        self._cards = QWidget()
        self._build()
        self.show_record({})

    def _build(self) -> None:
        cards = row(spacing=8)
        for name, value in self.figures:
            card = surface("card")
            card.setLayout(column(name, value, spacing=2, margins=(12, 8, 12, 8)))
            cards.addWidget(card, 1)
        self._cards.setLayout(cards)
        names = column(self.title, self.subtitle, self.contact, spacing=2)
        head = row(spacing=4)
        head.addLayout(names, 1)
        head.addWidget(self.age)
        head.addWidget(self.again)
        whole = column(spacing=8)
        whole.addLayout(head)
        for widget in (self.progress, self.failure, self.nobody, self._cards):
            whole.addWidget(widget)
        self.setLayout(whole)

    def show_record(
        self, body: Mapping[str, Any], email: str = "", read_at: datetime | None = None
    ) -> None:
        """Show a customer as it was read then; empty for one of whom only the address is known."""
        self.body, self._read_at = body, read_at
        self.title.setText(CUSTOMER.title(body) if body else email)
        self.subtitle.setText(CUSTOMER.subtitle(body) if body else "")
        place = ", ".join(str(each) for path in PLACE if (each := value_at(body, path)))
        phone = value_at(body, "customer.phone")
        self.contact.setText(" · ".join(str(each) for each in (phone, place) if each))
        for label in (self.subtitle, self.contact):
            label.setVisible(bool(label.text()) and label.text() != self.title.text())
        for fact, (_name, value) in zip(CUSTOMER.figures, self.figures, strict=False):
            text = fact.text(SummaryRow("", body), self._formats()) or "–"
            value.setText(text)
            value.setAccessibleName(f"{fact.title}: {text}")
        self._cards.setVisible(bool(body))
        self.show_nobody(False)
        self.tell_age()

    def show_nobody(self, on: bool) -> None:
        """The server knows nobody with this address."""
        self.nobody.setVisible(on)

    def show_problem(self, told: Explanation | None) -> None:
        """Why the customer could not be read; what is known stays."""
        self.failure.say(told)

    def tell_age(self) -> None:
        """How old it is, by now."""
        self.age.setText(ago(self._read_at, datetime.now(UTC)))
        set_tip(self.age, self._formats().moment(self._read_at) if self._read_at else "")
