"""Where a product is used: pages that name it, their funnels, recent orders, subscriptions.

The interface has no such call: each answer is put together from what there is, and one that
cannot be had is named, never counted as none.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from funneldesk.contract.analytics import Period
from funneldesk.contract.listing import Listing
from funneldesk.contract.subscriptions import Subscription, SubscriptionFilter
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

DAYS = 90
MOST_NAMED = 3
LIVE = ("active", "trial", "paused", "past_due")


@dataclass(slots=True)
class Uses:
    """Titles of pages and funnels, and how many sales and subscriptions; ``unknown`` names what
    could not be found out, ``pages_read`` says how many of how many pages were looked through."""

    pages: tuple[str, ...] = ()
    funnels: tuple[str, ...] = ()
    sales: int = 0
    subscriptions: int = 0
    pages_read: tuple[int, int] = (0, 0)
    unknown: list[str] = field(default_factory=list)

    @property
    def any(self) -> bool:
        """Whether anything is known to use it."""
        return bool(self.pages or self.funnels or self.sales or self.subscriptions)

    def lines(self) -> tuple[str, ...]:
        """What is known, a sentence each."""
        told = []
        if self.pages:
            told.append(_("Pages that name it: {names}.").format(names=_some(self.pages)))
        if self.funnels:
            told.append(_("Their funnels: {names}.").format(names=_some(self.funnels)))
        if self.sales:
            words = ngettext(
                "{count:,} sale in the last {days} days.",
                "{count:,} sales in the last {days} days.",
                self.sales,
            )
            told.append(words.format(count=self.sales, days=DAYS))
        if self.subscriptions:
            words = ngettext(
                "{count:,} subscription goes on.",
                "{count:,} subscriptions go on.",
                self.subscriptions,
            )
            told.append(words.format(count=self.subscriptions))
        read, total = self.pages_read
        if read < total:
            words = _("{read:,} of {pages} are on this computer and were looked through.")
            told.append(words.format(read=read, pages=counted(total, "page")))
        if self.unknown:
            told.append(_("Not known: {names}.").format(names=", ".join(self.unknown)))
        return tuple(told)


async def uses_of(workspace: Workspace, product_id: int, code: str) -> Uses:
    """Everything that is known to use a product."""
    found = Uses()
    await _pages(workspace, code, found)
    asked: tuple[tuple[str, Callable[[], Awaitable[None]]], ...] = (
        (_("sales"), lambda: _sales(workspace, product_id, found)),
        (_("subscriptions"), lambda: _subscriptions(workspace, code, found)),
    )
    for name, ask in asked:
        with optional() as result:
            await ask()
        if result.failed:
            found.unknown.append(name)
    return found


async def _pages(workspace: Workspace, code: str, found: Uses) -> None:
    """Pages on this computer that name the code, and the funnels that they are in."""
    store = workspace.store
    covered = await store.coverage("pages")
    found.pages_read = (covered.whole, covered.total)
    hits = await store.search("pages", code) if code.strip() else []
    pages = await store.summaries("pages", list(dict.fromkeys(hit.id for hit in hits)))
    found.pages = tuple(str(each.get("name") or each.get("title") or "") for each in pages)
    numbers = {each.get("funnel_id") for each in pages} - {None}
    if numbers:
        with optional() as result:
            funnels = await workspace.run(lambda api: api.funnels.list())
            found.funnels = tuple(each.name for each in funnels if each.id in numbers)
        if result.failed:
            found.unknown.append(_("funnels"))


async def _sales(workspace: Workspace, product_id: int, found: Uses) -> None:
    now = datetime.now(UTC)
    period = Period(start=(now - timedelta(days=DAYS)).isoformat(), end=now.isoformat())
    rows = await workspace.run(lambda api: api.analytics.products_by_pages_summary(period))
    found.sales = sum(round(each.sales or 0) for each in rows if each.product_id == product_id)


async def _subscriptions(workspace: Workspace, code: str, found: Uses) -> None:
    """Those that go on, as the server counts them by product."""
    for status in LIVE:
        wanted = SubscriptionFilter(product_code=code, status=status, per_page=1)
        listing = await workspace.run(partial(_listed, wanted))
        found.subscriptions += listing.total or len(listing.rows)


async def _listed(wanted: SubscriptionFilter, api: "Api") -> Listing[Subscription]:
    return await api.subscriptions.list(wanted)


def _some(names: tuple[str, ...]) -> str:
    """The first names, and how many more there are."""
    told = ", ".join(names[:MOST_NAMED])
    rest = len(names) - MOST_NAMED
    return told if rest <= 0 else _("{names} and {count:,} more").format(names=told, count=rest)
