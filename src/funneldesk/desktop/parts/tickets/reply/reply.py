"""A reply on its way, as it is kept on this computer until the server has it."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, NamedTuple

from funneldesk.contract.message_text import HTML, words_of
from funneldesk.contract.tickets import TicketMessage
from funneldesk.desktop.kit.rich_text.blocks import of_text, trimmed
from funneldesk.desktop.kit.rich_text.read import from_html
from funneldesk.desktop.kit.rich_text.written import to_html
from funneldesk.desktop.parts.tickets.thread.page import AGENT, SYSTEM

State = Literal["waiting", "sending", "sent", "held"]
"""``sending``: it may have reached the server; ``sent``: only its status is left; ``held``: the
user has to decide."""


class Written(NamedTuple):
    """What is typed: its words, and the same in html, "" where it is plain text."""

    text: str
    html: str = ""

    @classmethod
    def of(cls, kept: object) -> "Written":
        """As it was kept in a draft or an outbox; what is none is empty."""
        known = kept if isinstance(kept, dict) else {}
        text, html = known.get("text"), known.get("html") or known.get("rich")
        return cls(text if isinstance(text, str) else "", html if isinstance(html, str) else "")

    def kept(self) -> dict[str, Any]:
        """As JSON."""
        return self._asdict()


@dataclass(slots=True)
class Reply:
    """``code`` is the ticket, ``who`` the customer in words. ``rich`` is the same as ``text`` in
    html, "" where it has no form. ``status`` is given to the ticket
    afterwards, "" leaves it. ``seen``: how many messages the user had before the eyes.

    ``due`` is when it may go, in seconds since 1970; until then it can be taken back. ``why``
    says why it is held."""

    code: str
    who: str
    text: str
    status: str = ""
    seen: int = 0
    due: float = 0.0
    state: State = "waiting"
    why: str = ""
    key: str = field(default_factory=lambda: uuid.uuid4().hex)
    rich: str = ""

    @property
    def html(self) -> str:
        """The text as it is sent."""
        blocks = from_html(self.rich) if self.rich else of_text(self.text)
        return to_html(trimmed(blocks), link_addresses=True)

    @property
    def draft(self) -> "Written":
        """What was written."""
        return Written(self.text, self.rich)

    @property
    def seconds_left(self) -> float:
        """How long it can still be taken back."""
        return max(0.0, self.due - time.time())

    def kept(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    @classmethod
    def of(cls, kept: object) -> "Reply | None":
        """A reply as it was kept; None for what is none."""
        names = {each.name for each in fields(cls)}
        known = {k: v for k, v in kept.items() if k in names} if isinstance(kept, dict) else {}
        if not all(isinstance(known.get(name), str) and known[name] for name in ("code", "text")):
            return None
        known |= {"rich": Written.of(kept).html, "who": str(known.get("who") or known["code"])}
        return cls(**known)

    def is_in(self, messages: Sequence[TicketMessage]) -> bool:
        """Whether a thread has it, among what came since it was written: by its words, since a
        server may write the tags in its own way."""
        wanted, later = _letters(self.html, HTML), messages[self.seen :]
        return any(m.type == AGENT and _letters(m.message, m.message_type) == wanted for m in later)

    def newer(self, messages: Sequence[TicketMessage]) -> Sequence[TicketMessage]:
        """What customers and colleagues wrote since it was written."""
        return [each for each in messages[self.seen :] if each.type != SYSTEM]


def _letters(message: str, message_type: str | None) -> str:
    return "".join(words_of(message, message_type).split())
