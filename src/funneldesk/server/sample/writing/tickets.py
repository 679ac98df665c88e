"""Writes tickets with their threads."""

from collections.abc import Iterator
from datetime import timedelta

from sqlalchemy.orm import Session

from funneldesk.server.parts.tickets.arrivals import NewMessage, NewTicket, open_tickets
from funneldesk.server.sample.simulation.threads import Thread
from funneldesk.server.sample.stage import Stage

_TYPES = {
    "customer": "customer_message",
    "agent": "agent_message",
    "system": "system_message",
}


def write_threads(stage: Stage, threads: list[Thread], session: Session) -> None:
    """Tickets, each as it stands by now."""
    open_tickets(session, stage.brand_id, map(_ticket, threads))


def write_awkward_tickets(stage: Stage, session: Session) -> None:
    """Tickets that no template would make."""
    open_tickets(session, stage.brand_id, _awkward(stage))


def _ticket(thread: Thread) -> NewTicket:
    person = thread.person
    last = thread.said[-1].moment
    return NewTicket(
        thread.subject,
        [NewMessage(said.html, _TYPES[said.who], said.name, said.moment) for said in thread.said],
        from_name=person.name,
        from_email=person.email,
        type=thread.type,
        status=thread.ends,
        read=thread.read,
        created_at=thread.said[0].moment,
        updated_at=last,
    )


def _awkward(stage: Stage) -> Iterator[NewTicket]:
    for number, each in enumerate(stage.content.life("awkward")["tickets"]):
        moment = stage.now - timedelta(days=12 + 5 * number)
        yield NewTicket(
            each["subject"],
            [NewMessage(html, created_at=moment) for html in each["messages"]],
            from_name=each["from_name"],
            from_email=each["from_email"],
            type=each.get("type", "email"),
            status=each.get("status"),
            created_at=moment,
        )
