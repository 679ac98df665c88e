"""Page of the section: what the panel asks of each, and what the pages share."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.insight.brand_insight import BrandInsight, ComparedSlot
from funneldesk.desktop.insight.named import NamedThings
from funneldesk.desktop.insight.reading import Slot
from funneldesk.desktop.insight.scope import Filters, Scope
from funneldesk.desktop.insight.scope_bar import saved_filters
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.sections.actions import Action
from funneldesk.desktop.workspace.workspace import Workspace


class Desk(QObject):
    """What the pages of one panel share: the brand's metrics, and the scope of now."""

    asked_for_page = Signal(str, object)
    """The key of a page, and a state for it to come back to."""
    scope_changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.insight = workspace.shared(BrandInsight)
        self.scope = Scope()
        self.shown_report: Mapping[str, Any] = {}
        """What Explore shows, as JSON: other pages take it up."""
        self.filters: NamedThings[Filters] = saved_filters(self.insight)
        self.filters.setParent(self)

    def choose(self, scope: Scope) -> None:
        """Another scope for every page."""
        if scope != self.scope:
            self.scope = scope
            self.scope_changed.emit()


class AnalyticsPage(QWidget):
    """Asks for what it shows in ``ask``, and shows it as it comes.

    ``state_changed``: it is read, was read or could not be; ``titled`` carries the crumb.
    """

    state_changed = Signal()
    titled = Signal(str)
    has_scope = True
    """Whether range and filters of the panel are about it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.insight = desk.insight
        self.workspace = desk.workspace
        self._slots: list[Slot] = []

    def place(self, urgency: int = 1) -> Slot:
        """A place for an answer, which the page's age and problem are told of."""
        slot = Slot(self.insight.reader, self, urgency)
        self._own(slot)
        return slot

    def compared(self, urgency: int = 1) -> ComparedSlot:
        """A place for figures beside those that the scope compares them with."""
        made = ComparedSlot(self.insight, self, urgency)
        for slot in (made.now, made.so_far, made.before):
            self._own(slot)
        return made

    def _own(self, slot: Slot) -> None:
        self._slots.append(slot)
        slot.changed.connect(self.state_changed)

    @property
    def slots(self) -> list[Slot]:
        """The places that show an answer now."""
        return [slot for slot in self._slots if slot.question is not None]

    @property
    def is_reading(self) -> bool:
        """Whether the server is asked for anything."""
        return any(slot.is_reading for slot in self.slots)

    @property
    def is_stale(self) -> bool:
        """Whether figures are shown that are no answer to what is asked."""
        return any(slot.is_stale for slot in self.slots if slot.carries_figures)

    @property
    def read_at(self) -> datetime | None:
        """When the oldest of what is shown was read."""
        return min((slot.read_at for slot in self.slots if slot.read_at), default=None)

    @property
    def problem(self) -> Explanation | None:
        """What could not be read."""
        return next((slot.problem for slot in self.slots if slot.problem is not None), None)

    def ask(self, *, anew: bool = False) -> None:
        """Ask for everything that is shown, for the scope of now."""
        raise NotImplementedError

    def top_actions(self) -> QWidget | None:
        """The buttons that the page puts into the top bar."""
        return None

    def declare(self) -> Sequence[Action]:
        """What can be done here."""
        return ()

    def save(self) -> None:
        """Ctrl+S."""

    def back(self) -> bool:
        """Esc: whether there was something to go back from."""
        return False

    def state(self) -> dict[str, Any]:
        """What to remember (JSON values)."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Come back as ``state`` left it."""


@dataclass(frozen=True, slots=True)
class PageSpec:
    """A page of the panel: its key, title and icon."""

    key: str
    title: str
    icon: str
    make: Callable[[Desk], AnalyticsPage]
