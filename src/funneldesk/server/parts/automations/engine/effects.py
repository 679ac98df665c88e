"""The nodes that reach people: tags, letters, tickets."""

from typing import Any

from sqlalchemy import bindparam, text

from funneldesk.contract.automation_flow.intents import mailing, tagging, ticketing
from funneldesk.contract.automation_flow.outcome import Result
from funneldesk.contract.email_addresses import email_key
from funneldesk.contract.html_words import lines
from funneldesk.server.db.types import UtcTime, now
from funneldesk.server.jobs import mail
from funneldesk.server.jobs.letters import Letter
from funneldesk.server.parts.automations.engine.steps import Step
from funneldesk.server.parts.tickets.store import open_ticket

_TAG = text(
    "INSERT INTO contact_tags (brand_id, email, tag, created_at)"
    " VALUES (:brand_id, :email, :tag, :created_at)"
    " ON CONFLICT (brand_id, email, tag) DO NOTHING RETURNING tag"
).bindparams(bindparam("created_at", type_=UtcTime))


def add_tag(step: Step) -> Result:
    """Give the subject's address a tag; a new one fires ``tag_added``."""
    wanted = tagging(step)
    email, tag = wanted.email, wanted.tag
    if not _tagged(step, email_key(email), tag):
        return Result(f"{email} already has the tag {tag}.")
    subject = {**step.subject, "tag": tag}
    return Result(f"{email} has the tag {tag}.", fires=(("tag_added", subject),))


def send_email(step: Step) -> Result:
    """Queue a letter; values in its HTML are escaped."""
    wanted = mailing(step)
    letter = Letter(
        wanted.to,
        wanted.subject,
        wanted.text or lines(wanted.html),
        wanted.html or None,
        about=("automation_run", step.run_id),
    )
    mail.send(step.session, step.brand_id, letter)
    return Result(f"An e-mail goes to {wanted.to}.")


def create_ticket(step: Step) -> Result:
    """Open a ticket; values in a message of html are escaped."""
    wanted = ticketing(step)
    ticket = open_ticket(
        step.session,
        step.brand_id,
        subject=wanted.subject,
        message=wanted.message,
        from_name=wanted.from_name or None,
        from_email=wanted.from_email or None,
        type="automation",
        message_type=wanted.message_type,
    )
    code = ticket.ticket_code
    return Result(f"The ticket {code} was opened.", learnt={"ticket_code": code})


def _tagged(step: Step, email: str, tag: str) -> bool:
    """Whether the tag is new to the address."""
    values: dict[str, Any] = {"brand_id": step.brand_id, "email": email, "tag": tag}
    added = step.session.execute(_TAG, {**values, "created_at": now()})
    return added.first() is not None
