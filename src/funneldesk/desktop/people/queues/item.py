"""One record of many to which a deed is done."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.deeds.deed import Body, Deed, Request
from funneldesk.desktop.people.deeds.doing import DONE, MISSED, REFUSED, SENT, UNKNOWN
from funneldesk.desktop.people.deeds.doing import Outcome as DeedOutcome
from funneldesk.desktop.records.bulk.outcome import Outcome

WAITING = "waiting"


class QueueItem(ABC):
    """``body`` is the record as it was read when the user decided. ``state`` is "waiting" or one of
    a deed's; ``said`` why it is not done."""

    shown: ClassVar[tuple[str, ...]]
    """What of the record is kept: what is said of it, and what it is compared by."""
    body: Body
    state: str
    said: str

    @property
    @abstractmethod
    def deed(self) -> Deed:
        """What is done to it."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The record as it is called."""

    @abstractmethod
    def problem(self) -> str:
        """Why it cannot be sent as it is, in a sentence."""

    @abstractmethod
    def request(self) -> Request:
        """What is sent."""

    @abstractmethod
    def wish(self) -> dict[str, Any]:
        """What is wanted of it, as JSON."""

    def kept_body(self) -> dict[str, Any]:
        """What is kept of the record."""
        return {name: self.body[name] for name in self.shown if name in self.body}

    def kept(self) -> dict[str, Any]:
        """The item as JSON."""
        return {"body": self.kept_body(), **self.wish(), "state": self.state, "said": self.said}

    @property
    def record_id(self) -> str:
        """What names the record."""
        return self.deed.record_id(self.body)

    @property
    def person(self) -> str:
        """The customer's address."""
        return str(self.body.get("customer_email") or "")

    def settle(self, outcome: DeedOutcome) -> None:
        """Take what became of it."""
        self.state, self.said = outcome.state, outcome.said

    def outcome(self) -> Outcome:
        """What became of it, as a report says it."""
        if self.state == DONE:
            return Outcome.done(self.said)
        if self.state == REFUSED:
            return Outcome.failed(self.said, _("Nothing was sent for it again."))
        if self.state == MISSED:
            return Outcome.failed(self.said or _("The server doesn't show it."))
        if self.state in (UNKNOWN, SENT):
            return Outcome.unknown(self.said)
        return Outcome.not_started(self.said)


def common_part(kept: Mapping[str, Any]) -> dict[str, Any]:
    """What every item has, as it was kept: the record, the state and what is said."""
    body = kept.get("body")
    return {
        "body": dict(body) if isinstance(body, Mapping) else {},
        "state": str(kept.get("state") or WAITING),
        "said": str(kept.get("said") or ""),
    }
