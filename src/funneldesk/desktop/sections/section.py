"""A Section names a place in the window. It loads nothing: the window knows all of them at once."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.sections.panel import Found, Panel
    from funneldesk.desktop.sections.waiting import Waiting
    from funneldesk.desktop.workspace.workspace import Workspace


class Section(NamedTuple):
    """``group`` is a key of the groups in the bar: build, sell, engage or measure; "" is not in
    the bar."""

    name: str
    title: str
    icon: str
    group: str
    panel: "Callable[[Workspace], Panel]"
    listed: "Callable[[Mapping[str, Any], Hit], tuple[str, str]] | None" = None
    """What the palette shows of a record that the local index found: its title and a line, from
    its row in the list and the place that has the words."""
    search: "Callable[[Workspace, str], Awaitable[list[Found]]] | None" = None
    """Finds records that the local index does not hold."""
    writer: "Callable[..., Any] | None" = None
    """Makes what writes texts of this section's records for others (references follow files, a
    split test ends): a ``RecordWriter`` of ``assets.references``, from the workspace and what the
    history is to say of the version before."""
    imports: "Callable[[Workspace, str], Awaitable[Any]] | None" = None
    """Makes the declaration of what can be imported: a ``RecordImport`` of ``records``. It is told
    the part; may raise ``ApiError``."""
    waiting: "Callable[[Workspace], Awaitable[Waiting]] | None" = None
    """What waits there for somebody (open tickets), asked again and again while the brand is
    open: counted in the bar, and told when it is new. May raise ``ApiError``."""
    arrived: "Callable[[int], str] | None" = None
    """How many new ones there are, in words ("3 new tickets")."""
    goes_on: "Callable[[Workspace], Awaitable[object]] | None" = None
    """Takes up what goes on by itself there while the brand is open (domains that wait are looked
    at again), whether or not the section is looked at; begun once the window shows something."""
