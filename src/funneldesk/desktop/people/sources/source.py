"""Source: one thing that is known of a customer, read by itself and shown by itself."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from funneldesk.contract.email_addresses import email_key
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.people.deeds.deed import Deed
from funneldesk.desktop.records.detail.timeline import Event
from funneldesk.desktop.workspace.workspace import Workspace

COPY = "people"
"""The part under which this computer keeps what was read: ``orders/ana@posta.example``."""
Body = Mapping[str, Any]
Reading = Callable[[Workspace, "Person"], Awaitable[list[dict[str, Any]]]]


@dataclass(frozen=True, slots=True)
class Person:
    """Whose: an e-mail address. ``beside`` is the id of the ticket that is shown already."""

    email: str
    beside: str = ""

    def wrote(self, address: object) -> bool:
        """Return whether an address is this person's, however it is written."""
        return isinstance(address, str) and email_key(address) == email_key(self.email)


@dataclass(frozen=True, slots=True)
class Line:
    """One record in a narrow pane: ``opens`` is the (part, id) that it leads to."""

    title: str
    text: str = ""
    value: str = ""
    chip: str = ""
    tone: str = "muted"
    opens: tuple[str, str] = ("", "")
    whole: bool = False
    """Title and text are never cut."""


@dataclass(frozen=True, slots=True)
class Source:
    """``read`` gives JSON rows, and raises ``ApiError``; ``line`` shows one. ``empty`` says that
    there is nothing, ``note`` where was looked. A ``folded`` one is read once it is unfolded.
    ``kept``: the rows are on this computer as well; else they are only there."""

    key: str
    title: str
    icon: str
    doing: str
    read: Reading
    line: Callable[[Body, Formats], Line]
    empty: str
    note: str = ""
    folded: bool = False
    kept: bool = True
    deeds: tuple[Deed, ...] = ()
    changes: tuple[str, ...] = ()
    """Parts whose changes make it worth reading again."""
    event: str = ""
    """What one row is called in a timeline: "Order"."""
    events: Callable[[Body, Formats], list[Event]] | None = None
    """What one row is in a timeline, where that is more than its line."""
