"""What happens to tickets (document: States, Ticket; quirk 57)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from funneldesk.contract.html_words import LONGEST
from funneldesk.server.web.fields import Input, Text

STATUSES: tuple[str, ...] = ("open", "waiting", "closed", "resolved", "spam")
AGENT, SYSTEM, CUSTOMER = "agent_message", "system_message", "customer_message"

_ORDERED_BY_UPDATE = frozenset({"waiting", "closed", "resolved", "spam"})
_AFTER = {AGENT: "waiting", SYSTEM: "waiting", CUSTOMER: "open"}


def status_after(message_type: str) -> str:
    """The status of a ticket after a message: a reply waits for the customer, who opens again."""
    return _AFTER[message_type]


def is_ordered_by_update(status: str | None) -> bool:
    """Whether a list of this status goes by ``updated_at``; other lists go by ``created_at``."""
    return status in _ORDERED_BY_UPDATE


@dataclass(frozen=True, slots=True)
class Marks:
    """What changes on a ticket; None means that it stays."""

    status: str | None = None
    read: bool | None = None


def marks_after(message_type: str) -> Marks:
    """What a message does to its ticket: news of the customer are unread."""
    return Marks(status_after(message_type), False if message_type == CUSTOMER else None)


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("The message field is required and may not be empty.")
    return text


class ReplyInput(Input):
    """The body of a reply: ``message`` is HTML, kept exactly as it is sent."""

    message: Annotated[Text, Field(max_length=LONGEST), AfterValidator(_not_blank)]
    type: Literal["agent_message", "system_message"]
