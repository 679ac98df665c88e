"""What a node gets to work with, and what it gives back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.parts.automations.engine.graph import Node
from funneldesk.server.parts.automations.engine.subject import filled


class StepFailed(Exception):
    """The step cannot be done; the message, a sentence, goes into the log."""


class StepSkipped(Exception):
    """The step is not done here; the run goes on. The message goes into the log."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a run. ``subject`` is what the run knows so far."""

    session: Session
    brand_id: int
    run_id: int
    node: Node
    subject: Mapping[str, Any]

    def text(self, name: str, default: str = "", *, as_html: bool = False) -> str:
        """A setting of the node, filled from the subject."""
        found = self.node.data.get(name)
        if found is None or found == "":
            found = default
        if isinstance(found, bool) or not isinstance(found, str | int | float):
            raise StepFailed(f"The setting {name} must be a text.")
        return filled(str(found), self.subject, as_html=as_html)


@dataclass(frozen=True, slots=True)
class Result:
    """How a step went well.

    ``output`` names the way to go on by, None all ways; ``wait`` is how long until then.
    ``learnt`` is added to the run's subject; ``fires`` are triggers, with their subjects.
    """

    message: str
    output: str | None = None
    wait: timedelta = timedelta()
    learnt: Mapping[str, Any] = field(default_factory=dict)
    fires: tuple[tuple[str, Mapping[str, Any]], ...] = ()
