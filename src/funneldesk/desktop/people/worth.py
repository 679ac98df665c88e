"""What each customer has brought so far, for lists that name many of them (document: Customer)."""

import asyncio
import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.customers import CustomerFilter
from funneldesk.contract.email_addresses import email_key
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.people.customer import PART
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Change, Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

KEPT = "people.worth"
PAGES, AT_ONCE = 5, 100
"""So many of the most valuable are asked for where the list of customers is not here."""
PAUSE = 2.0
"""Seconds in which the list that shows it is drawn first."""
ADDRESS, VALUE = "customer_email", "lifetime_value"


class CustomerWorth(QObject):
    """One for a brand: ``workspace.shared(CustomerWorth)``. ``changed``: more is known now."""

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._known: dict[str, float] = {}
        self._begun = False
        self._tasks = TaskScope(self)
        workspace.changed.connect(self._changed_elsewhere)

    def of(self, email: object) -> float:
        """The lifetime value of an address, in the brand's currency; 0 where none is known."""
        return self._known.get(email_key(email), 0.0) if isinstance(email, str) else 0.0

    async def begin(self) -> None:
        """Take what was known the last time, and read it anew a moment later."""
        if not self._begun:
            self._begun = True
            kept = await self._workspace.store.value(KEPT, {})
            self._take(kept.items() if isinstance(kept, dict) else ())
            self._tasks.debounce("read", PAUSE, self._read)

    async def _read(self) -> None:
        """Whoever has the list of customers has them all; others ask for the most valuable."""
        found: dict[str, float] = {}
        async for piece in self._workspace.store.slices(PART):
            found.update(map(_pair, piece))
        if not found:
            with optional():
                found = dict(map(_pair, await self._workspace.run(_most_valuable)))
                await self._workspace.store.put_value(KEPT, _worthy(found.items()))
        self._take(found.items())

    def _take(self, pairs: Iterable[tuple[str, Any]]) -> None:
        known = _worthy(pairs)
        if known and known != self._known:
            self._known = known
            self.changed.emit()

    def _changed_elsewhere(self, change: Change) -> None:
        if self._begun and change.concerns(PART):
            self._tasks.debounce("read", PAUSE, self._read)


async def _most_valuable(api: "Api") -> list[Mapping[str, Any]]:
    def page(number: int) -> CustomerFilter:
        return CustomerFilter(
            page=number,
            per_page=AT_ONCE,
            sort=VALUE,
            sort_direction="desc",
            columns=[ADDRESS, VALUE],
        )

    first = await api.customers.list(page(1))
    last = min(PAGES, first.last_page or PAGES) if first.has_more else 1
    rest = await asyncio.gather(*(api.customers.list(page(n)) for n in range(2, last + 1)))
    return [row.model_dump(mode="json") for each in (first, *rest) for row in each.rows]


def _pair(row: Mapping[str, Any]) -> tuple[str, Any]:
    return email_key(str(row.get(ADDRESS) or "")), row.get(VALUE)


def _worthy(pairs: Iterable[tuple[str, Any]]) -> dict[str, float]:
    """What can be shown: an amount above zero for an address."""
    return {
        address: float(value)
        for address, value in pairs
        if address and isinstance(value, int | float) and math.isfinite(value) and value > 0
    }
