"""A reply to a customer: stored, and sent as a letter (document: States, Ticket)."""

from sqlalchemy.orm import Session

from funneldesk.server.jobs.mail import Letter, send
from funneldesk.server.parts.tickets.previews import harmless, plain_lines
from funneldesk.server.parts.tickets.rules import AGENT
from funneldesk.server.parts.tickets.store import TicketStore
from funneldesk.server.parts.tickets.tables import TicketMessageRow, TicketRow
from funneldesk.server.web.tables import UserRow


def reply(
    session: Session, brand_id: int, ticket_code: str, type_: str, message: str, user_id: int
) -> TicketMessageRow:
    """Add a message of the team; an agent's goes to the customer by mail.

    What is stored is what was sent; the letter carries a harmless copy. Raises Refused (404).
    """
    store = TicketStore(session, brand_id)
    ticket = store.get(ticket_code, lock=True)
    agent = session.get(UserRow, user_id)
    added = store.write(ticket, type_, message, agent.name if agent else None)
    if type_ == AGENT and ticket.customer_email:
        send(session, brand_id, _letter(ticket, ticket.customer_email, message))
    return added


def _letter(ticket: TicketRow, to: str, message: str) -> Letter:
    return Letter(
        to=to,
        subject=f"Re: {ticket.subject} [{ticket.ticket_code}]",
        text=plain_lines(message),
        html=harmless(message),
        about=("ticket", ticket.ticket_code),
    )
