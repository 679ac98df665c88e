"""A reply on its way, as it is kept on this computer until the server has it."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from funneldesk.contract.tickets import TicketMessage
from funneldesk.desktop.kit.web.clean_html import paragraphs, spoken
from funneldesk.desktop.parts.tickets.thread import AGENT, SYSTEM

State = Literal["waiting", "sending", "sent", "held"]
"""``sending``: it may have reached the server; ``sent``: only its status is left; ``held``: the
user has to decide."""


@dataclass(slots=True)
class Reply:
    """``code`` is the ticket, ``who`` the customer in words. ``status`` is given to the ticket
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

    @property
    def html(self) -> str:
        """The text as it is sent."""
        return paragraphs(self.text)

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
        return cls(**known)

    def is_in(self, messages: Sequence[TicketMessage]) -> bool:
        """Whether a thread has it, among what came since it was written: by its words, since a
        server may write the tags in its own way."""
        wanted, later = _letters(self.html), messages[self.seen :]
        return any(m.type == AGENT and _letters(m.message) == wanted for m in later)

    def newer(self, messages: Sequence[TicketMessage]) -> Sequence[TicketMessage]:
        """What customers and colleagues wrote since it was written."""
        return [each for each in messages[self.seen :] if each.type != SYSTEM]


def _letters(html: str) -> str:
    return "".join(spoken(html).split())
