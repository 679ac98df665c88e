"""A Section names a place in the window. It loads nothing: the window knows all of them at once."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from funneldesk.desktop.sections.panel import Found, Panel
    from funneldesk.desktop.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Section:
    """``group`` is Build, Sell, Engage or Measure; "" is not in the bar."""

    name: str
    title: str
    icon: str
    group: str
    panel: "Callable[[Workspace], Panel]"
    search: "Callable[[Workspace, str], Awaitable[list[Found]]] | None" = None
    writer: "Callable[[Workspace], Any] | None" = None
    """Makes what writes texts of this section's records where references follow files:
    a ``RecordWriter`` of ``assets.references``."""
