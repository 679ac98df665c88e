"""The nodes that reach people: tags, letters, tickets."""

from typing import Any

from sqlalchemy import bindparam, text

from funneldesk.server.db.types import UtcTime, now
from funneldesk.server.jobs import mail
from funneldesk.server.jobs.letters import Letter, is_address, one_line
from funneldesk.server.parts.automations.engine.steps import Result, Step, StepFailed
from funneldesk.server.parts.tickets.store import open_ticket

_TAG = text(
    "INSERT INTO contact_tags (brand_id, email, tag, created_at)"
    " VALUES (:brand_id, :email, :tag, :created_at)"
    " ON CONFLICT (brand_id, email, tag) DO NOTHING RETURNING tag"
).bindparams(bindparam("created_at", type_=UtcTime))


def add_tag(step: Step) -> Result:
    """Give the subject's address a tag; a new one fires ``tag_added``."""
    tag = one_line(step.text("tag"))
    if not tag:
        raise StepFailed("The node names no tag.")
    email = _address(step, step.text("email", "{{email}}"))
    if not _tagged(step, email.lower(), tag):
        return Result(f"{email} already has the tag {tag}.")
    subject = {**step.subject, "tag": tag}
    return Result(f"{email} has the tag {tag}.", fires=(("tag_added", subject),))


def send_email(step: Step) -> Result:
    """Queue a letter; values in its HTML are escaped."""
    to = _address(step, step.text("to", "{{email}}"))
    subject, body = step.text("subject"), step.text("body", as_html=True)
    plain = step.text("text")
    if not subject.strip() or not (body or plain):
        raise StepFailed("The e-mail has no subject or no text.")
    letter = Letter(
        to,
        subject,
        plain or "Please open this e-mail in a program that shows HTML.",
        body or None,
        about=("automation_run", step.run_id),
    )
    mail.send(step.session, step.brand_id, letter)
    return Result(f"An e-mail goes to {to}.")


def create_ticket(step: Step) -> Result:
    """Open a ticket; values in its message are escaped."""
    ticket = open_ticket(
        step.session,
        step.brand_id,
        subject=step.text("subject") or "A ticket from an automation",
        message=step.text("message", as_html=True),
        from_name=step.text("from_name", "{{name}}") or None,
        from_email=step.text("from_email", "{{email}}") or None,
        type="automation",
    )
    code = ticket.ticket_code
    return Result(f"The ticket {code} was opened.", learnt={"ticket_code": code})


def _tagged(step: Step, email: str, tag: str) -> bool:
    """Whether the tag is new to the address."""
    values: dict[str, Any] = {"brand_id": step.brand_id, "email": email, "tag": tag}
    added = step.session.execute(_TAG, {**values, "created_at": now()})
    return added.first() is not None


def _address(step: Step, found: str) -> str:
    address = found.strip()
    if not address:
        raise StepFailed("The run's subject has no e-mail address.")
    if not is_address(address):
        raise StepFailed(f"“{address[:80]}” is not an e-mail address.")
    return address
