"""What the nodes that change something intend, read from their settings before anything is done."""

from dataclasses import dataclass

from funneldesk.contract.automation_flow.outcome import NodeSettings, StepFailed
from funneldesk.contract.email_addresses import is_email
from funneldesk.contract.letter_text import one_line
from funneldesk.contract.message_text import HTML, html_of_text, kind_of


@dataclass(frozen=True, slots=True)
class Tagging:
    """A tag for an address."""

    email: str
    tag: str


@dataclass(frozen=True, slots=True)
class Mailing:
    """A letter; ``html`` and ``text`` may each be empty, not both."""

    to: str
    subject: str
    html: str
    text: str


@dataclass(frozen=True, slots=True)
class Ticketing:
    """A ticket to open."""

    subject: str
    message: str
    message_type: str
    from_name: str
    from_email: str


def tagging(step: NodeSettings) -> Tagging:
    """What an ``add_tag`` node does. Raises StepFailed."""
    tag = one_line(step.text("tag"))
    if not tag:
        raise StepFailed("The node names no tag.")
    return Tagging(_address(step.text("email", "{{email}}")), tag)


def mailing(step: NodeSettings) -> Mailing:
    """The letter of a ``send_email`` node; values in its HTML are escaped. Raises StepFailed.

    A body without a tag is text: it is sent as it was typed, line breaks included.
    """
    to = _address(step.text("to", "{{email}}"))
    subject, plain = step.text("subject"), step.text("text")
    if _kind(step, "body") == HTML:
        body = step.text("body", as_html=True)
    else:
        typed = step.text("body")
        plain, body = plain or typed, html_of_text(typed) if typed else ""
    if not subject.strip() or not (body or plain):
        raise StepFailed("The e-mail has no subject or no text.")
    return Mailing(to, subject, body, plain)


def ticketing(step: NodeSettings) -> Ticketing:
    """The ticket of a ``create_ticket`` node. A message without a tag is text; in html the values
    are escaped. Raises StepFailed.
    """
    kind = _kind(step, "message")
    return Ticketing(
        step.text("subject") or "A ticket from an automation",
        step.text("message", as_html=kind == HTML),
        kind,
        step.text("from_name", "{{name}}"),
        step.text("from_email", "{{email}}"),
    )


def _kind(step: NodeSettings, name: str) -> str:
    """Return whether a template is html, before values are filled in."""
    return kind_of(str(step.node.data.get(name) or ""))


def _address(found: str) -> str:
    address = found.strip()
    if not address:
        raise StepFailed("The run's subject has no e-mail address.")
    if not is_email(address):
        raise StepFailed(f"“{address[:80]}” is not an e-mail address.")
    return address
