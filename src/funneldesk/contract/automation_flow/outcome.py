"""How a step of a run goes, and how a node's settings are read for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from funneldesk.contract.automation_flow.graph import Node
from funneldesk.contract.automation_flow.subject import filled


class StepFailed(Exception):
    """The step cannot be done; the message, a sentence, goes into the log."""


class StepSkipped(Exception):
    """The step is not done here; the run goes on. The message goes into the log."""


def unknown_kind(kind: str) -> str:
    """What the log says of a step that nobody here knows how to do."""
    return f"This platform does not know nodes of the type {kind}."


@dataclass(frozen=True, slots=True)
class NodeSettings:
    """The settings of a node, as one run reads them. ``subject`` is what the run knows so far."""

    node: Node
    subject: Mapping[str, Any]
    run_id: int

    def text(self, name: str, default: str = "", *, as_html: bool = False) -> str:
        """A setting of the node, filled from the subject. Raises StepFailed."""
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
