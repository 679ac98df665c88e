"""What the nodes that change something intend, read from their settings before anything is done."""

from dataclasses import dataclass

from funneldesk.contract.automation_flow.outcome import NodeSettings, StepFailed
from funneldesk.contract.letter_text import is_address, one_line


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
    from_name: str
    from_email: str


def tagging(step: NodeSettings) -> Tagging:
    """What an ``add_tag`` node does. Raises StepFailed."""
    tag = one_line(step.text("tag"))
    if not tag:
        raise StepFailed("The node names no tag.")
    return Tagging(_address(step.text("email", "{{email}}")), tag)


def mailing(step: NodeSettings) -> Mailing:
    """The letter of a ``send_email`` node; values in its HTML are escaped. Raises StepFailed."""
    to = _address(step.text("to", "{{email}}"))
    subject, body = step.text("subject"), step.text("body", as_html=True)
    plain = step.text("text")
    if not subject.strip() or not (body or plain):
        raise StepFailed("The e-mail has no subject or no text.")
    return Mailing(to, subject, body, plain)


def ticketing(step: NodeSettings) -> Ticketing:
    """The ticket of a ``create_ticket`` node; values in its message are escaped.

    Raises StepFailed.
    """
    return Ticketing(
        step.text("subject") or "A ticket from an automation",
        step.text("message", as_html=True),
        step.text("from_name", "{{name}}"),
        step.text("from_email", "{{email}}"),
    )


def _address(found: str) -> str:
    address = found.strip()
    if not address:
        raise StepFailed("The run's subject has no e-mail address.")
    if not is_address(address):
        raise StepFailed(f"“{address[:80]}” is not an e-mail address.")
    return address
