"""Tickets of several customers that wait for an answer: the interface opens none by itself."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QUrl, QUrlQuery
from PySide6.QtGui import QDesktopServices, QGuiApplication

from funneldesk.contract.tickets import TicketFilter
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.lists.check_list import framed
from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList, ago
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.sources.declared import STATUS
from funneldesk.desktop.people.sources.source import Person
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.sections.actions import Ids
from funneldesk.desktop.sections.operations import operation

Ticket = Mapping[str, Any]
PART, DOING = "tickets", _("Reading the tickets")
WAITS = ("open", "waiting")
AT_ONCE, MOST = 4, 25
"""Customers whose tickets are read at the same time, and tickets of one."""
MOST_CUSTOMERS = 200
MOST_ADDRESSES = 50
"""Addresses that one letter of the mail program takes everywhere."""
WIDTH, HEIGHT = 560, 300


async def show_open_tickets(panel: RecordsPanel, emails: Ids) -> None:
    """Read them, and show them in a list that leads to each."""
    turn, found = asyncio.Semaphore(AT_ONCE), dict[str, Ticket]()

    async def those_of(email: str) -> None:
        person, wanted = Person(email), TicketFilter(search=email, per_page=MOST)
        async with turn:
            listing = await panel.workspace.run(lambda api: api.tickets.list(wanted))
        for each in listing.rows:
            writes = person.wrote(each.customer_email) or person.wrote(each.from_email)
            if writes and each.status in WAITS:
                found[each.ticket_code] = each.model_dump(mode="json")

    panel.list.progress.set_on(True)
    with operation(panel.workspace, DOING, "customers/tickets") as asked:
        await asyncio.gather(*map(those_of, emails))
    panel.list.progress.set_on(False)
    if asked.failed:
        return
    dialog = OpenTickets(panel, emails, list(found.values()))
    if await dialog.ask() == "open" and dialog.chosen:
        panel.workspace.go(PART, dialog.chosen)


def refusal(emails: Ids) -> str:
    """Why that many cannot be looked for, in a sentence."""
    most = _("Select at most {most} customers.").format(most=MOST_CUSTOMERS)
    return most if len(emails) > MOST_CUSTOMERS else ""


class OpenTickets(Dialog):
    """Answers "open" with the code of a ticket in ``chosen``."""

    def __init__(self, panel: RecordsPanel, emails: Ids, tickets: Sequence[Ticket]) -> None:
        told = _(
            "Waiting for an answer: {tickets} of {customers}. The server opens tickets from emails"
            " and forms alone: reply to one of these, or write to the customers yourself."
        )
        text = told.format(
            tickets=counted(len(tickets), "ticket"), customers=counted(len(emails), "customer")
        )
        super().__init__(panel, _("Open tickets"), text, width=WIDTH)
        self.emails = tuple(emails)
        newest = sorted(tickets, key=_changed, reverse=True)
        self.tickets = {str(each.get("ticket_code")): each for each in newest}
        self.open_mail = QDesktopServices.openUrl
        self.list = RecordList(_("Open tickets"), self._row)
        self.list.setFixedHeight(HEIGHT)
        self.list.arrange(list(self.tickets))
        self.list.opened.connect(lambda _code: self.answer("open"))
        self.nothing = EmptyState(
            "inbox", _("No ticket waits"), _("Nobody of these is waiting for an answer.")
        )
        self.body.addWidget(framed(self.list) if tickets else self.nothing)
        self.write = Button(_("Write an email…"), kind="plain", on_click=self.write_mail)
        self.copy = Button(_("Copy addresses"), kind="plain", on_click=self.copy_addresses)
        too_many = len(self.emails) > MOST_ADDRESSES
        self.write.setEnabled(not too_many)
        most = _("Mail programs take {most} addresses at once: copy them instead.")
        set_tip(self.write, most.format(most=MOST_ADDRESSES) if too_many else "")
        self.add_to_foot(self.write)
        self.add_to_foot(self.copy)
        self.add_button("", _("Close"))
        lead = self.add_button("open", _("Open ticket"), "primary")
        lead.setEnabled(bool(tickets) and PART in panel.workspace.sections)
        if tickets:
            self.list.select(next(iter(self.tickets)))

    @property
    def chosen(self) -> str:
        """The ticket that is selected."""
        return next(iter(self.list.selected_ids()), "")

    def _row(self, code: str) -> ListRow | None:
        ticket = self.tickets.get(code)
        if ticket is None:
            return None
        who = str(ticket.get("from_name") or ticket.get("customer_email") or "")
        status = str(ticket.get("status") or "")
        chip, tone = STATUS.get(status, (status, "muted"))
        when = ago(_changed(ticket), datetime.now(UTC))
        return ListRow(code, str(ticket.get("subject") or code), who, when, chip, tone)

    def copy_addresses(self) -> None:
        """Put the addresses on the clipboard, a line each."""
        QGuiApplication.clipboard().setText("\n".join(self.emails))

    def write_mail(self) -> None:
        """A letter in the user's mail program: nobody sees the others' addresses."""
        address, query = QUrl("mailto:"), QUrlQuery()
        query.addQueryItem("bcc", ",".join(self.emails))
        address.setQuery(query)
        self.open_mail(address)


def _changed(ticket: Ticket) -> datetime:
    found = moment(ticket.get("updated_at")) or moment(ticket.get("created_at"))
    return found or datetime.min.replace(tzinfo=UTC)
