"""Visits of pages in the last seven days, as the brand's analytics count them."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from funneldesk.contract.analytics import MetricsFilter, Period
from funneldesk.desktop.insight.ranges import RangeChoice, today_in
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

COUNTS = ("visitors", "unique_visitors", "sessions")
"""Metrics that count who came to a page, the best one first: servers have different ones."""


async def recent_visits(workspace: Workspace, ids: Collection[str]) -> int | None:
    """Visits of these pages together; None where the server does not count them or is away."""
    facts = workspace.shared(BrandFacts)
    days = RangeChoice("7").days(today_in(facts.zone))
    zone = facts.zone.key if facts.zone is not None and facts.is_known else None
    period = Period(start=days.first.isoformat(), end=days.last.isoformat(), tz=zone)

    async def count(api: "Api") -> int | None:
        known = await api.analytics.list()
        metric = next((key for key in COUNTS if key in known), None)
        if metric is None:
            return None
        rows = await api.analytics.grouped("page", period, (metric,))
        cells = [row.metric(metric) for row in rows if str(row.row_key) in ids]
        if cells:
            return round(sum(cell.value or 0 for cell in cells if cell is not None))
        # A page without a row had no visits, unless none are counted for this key.
        wanted = MetricsFilter(**period.query(), metrics=[metric])
        whole = (await api.analytics.get(wanted)).get(metric)
        return 0 if whole is not None and whole.value is not None else None

    with optional():
        return await workspace.run(count)
    return None


class VisitsLine(Label):
    """A sentence on the recent visits of some pages, filled in once they are counted."""

    def __init__(self, workspace: Workspace, ids: Collection[str]) -> None:
        super().__init__(_("Counting the visits of the last 7 days…"), size="strong", wrap=True)
        self._workspace, self._ids = workspace, ids
        self.tasks = TaskScope(self)
        self.tasks.start(self._count())

    async def _count(self) -> None:
        found = await recent_visits(self._workspace, self._ids)
        if found is None:
            said = _("The visits of the last 7 days couldn’t be counted.")
        elif not found:
            said = _("No visits in the last 7 days.")
        else:
            said = ngettext(
                "{count:,} visit in the last 7 days.", "{count:,} visits in the last 7 days.", found
            ).format(count=found)
        self.setText(said)


async def ask_to_take_offline(parent: QWidget, workspace: Workspace, pages: dict[str, str]) -> bool:
    """Ask before live pages are taken offline; ``pages`` are their titles by id."""
    count = len(pages)
    title = ngettext("Take “{name}” offline?", "Take {count:,} pages offline?", count)
    text = ngettext(
        "Visitors will see “page not found” until you publish it again.",
        "Visitors will see “page not found” until you publish them again.",
        count,
    )
    name = next(iter(pages.values()))
    return await confirm(
        parent,
        title.format(name=name, count=count),
        text,
        action=_("Take offline"),
        danger=True,
        more=(VisitsLine(workspace, frozenset(pages)),),
    )
