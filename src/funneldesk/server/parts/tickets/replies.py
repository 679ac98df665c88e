"""A reply to a customer: stored, and sent as a letter (document: States, Ticket)."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from funneldesk.contract.message_text import html_of_text, is_html, lines_of
from funneldesk.server.jobs.mail import Letter, send
from funneldesk.server.parts.tickets.rules import AGENT, ReplyInput
from funneldesk.server.parts.tickets.store import TicketStore
from funneldesk.server.parts.tickets.tables import TicketMessageRow, TicketRow
from funneldesk.server.web.markup import LETTER, harmless
from funneldesk.server.web.tables import UserRow


@dataclass(frozen=True, slots=True)
class Reply:
    """A message of the team as it was sent, and as a letter may show it: text and html.

    Made before the transaction that stores it, since a long message takes a while.
    """

    type: str
    message: str
    text: str = ""
    html: str = ""

    @classmethod
    def of(cls, sent: ReplyInput) -> "Reply":
        """The reply; only an agent's message becomes a letter."""
        if sent.type != AGENT:
            return cls(sent.type, sent.message)
        return cls(
            sent.type,
            sent.message,
            lines_of(sent.message),
            harmless(sent.message, LETTER) if is_html(sent.message) else html_of_text(sent.message),
        )


def reply(
    session: Session, brand_id: int, ticket_code: str, sent: Reply, user_id: int
) -> TicketMessageRow:
    """Add a message of the team; an agent's goes to the customer by mail.

    What is stored is what was sent; the letter carries a harmless copy. Raises Refused (404).
    """
    store = TicketStore(session, brand_id)
    ticket = store.get(ticket_code, lock=True)
    agent = session.get(UserRow, user_id)
    added = store.write(ticket, sent.type, sent.message, agent.name if agent else None)
    if sent.type == AGENT and ticket.customer_email:
        send(session, brand_id, _letter(ticket, ticket.customer_email, sent))
    return added


def _letter(ticket: TicketRow, to: str, sent: Reply) -> Letter:
    return Letter(
        to=to,
        subject=f"Re: {ticket.subject} [{ticket.ticket_code}]",
        text=sent.text,
        html=sent.html,
        about=("ticket", ticket.ticket_code),
    )
