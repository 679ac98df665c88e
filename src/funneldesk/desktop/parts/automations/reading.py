"""Automations as this section reads them: the list with what each did in the last thirty days."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from funneldesk.contract.automations import Automation, AutomationFilter, AutomationTotals
from funneldesk.desktop.sections.operations import optional

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE, TOGETHER = 100, 4
_totals: "WeakKeyDictionary[Api, Mapping[int | None, AutomationTotals]]" = WeakKeyDictionary()
LOOKED_BACK = 100
"""Lines of a log in which the last failure is sought."""


class ListedAutomation(Automation):
    """An automation with its totals; ``last_failure`` is when a step failed last, as far as the
    newest lines of its log tell."""

    total_runs: int | None = None
    successful_tasks: int | None = None
    failed_tasks: int | None = None
    success_rate: float | None = None
    last_failure: datetime | None = None


async def with_totals(
    api: "Api", found: Sequence[Automation], *, again: bool
) -> list[ListedAutomation]:
    """The automations with their totals, which are asked for once for all pages of a walk."""
    if again or api not in _totals:
        with optional():
            known = await api.automations.summary_by_automation()
            _totals[api] = {each.automation_id: each for each in known}
    totals = _totals.get(api, {})
    failing = [e.id for e in found if (t := totals.get(e.id)) is not None and t.failed_tasks]
    failures: dict[int, datetime] = {}
    for begun in range(0, len(failing), TOGETHER):
        ids = failing[begun : begun + TOGETHER]
        moments = await asyncio.gather(*(_last_failure(api, each) for each in ids))
        failures |= {i: moment for i, moment in zip(ids, moments, strict=True) if moment}
    return [_listed(each, totals.get(each.id), failures.get(each.id)) for each in found]


def _listed(
    each: Automation, totals: AutomationTotals | None, failure: datetime | None
) -> ListedAutomation:
    body = each.model_dump(mode="json", exclude_unset=True)
    if totals is not None:
        done, failed = totals.successful_tasks or 0, totals.failed_tasks or 0
        rate = done / (done + failed) if done + failed else None
        body |= {
            "total_runs": totals.total_runs,
            "successful_tasks": done,
            "failed_tasks": failed,
            "success_rate": rate,
            "last_failure": failure,
        }
    return ListedAutomation.model_validate(body)


async def _last_failure(api: "Api", automation_id: int) -> datetime | None:
    with optional():
        lines = await api.automations.list_logs(automation_id, 1, LOOKED_BACK)
        failed = (line.created_at for line in lines.rows if line.status == "failed")
        return next((moment for moment in failed if moment is not None), None)
    return None


async def read_one(api: "Api", record_id: str) -> ListedAutomation:
    """An automation, whole: the single read has neither its status nor its moments (quirk 55)."""
    read = await api.automations.get(int(record_id))
    body = read.model_dump(mode="json", exclude_unset=True)
    with optional():
        wanted = AutomationFilter(q=read.title or None, per_page=AT_ONCE)
        async for each in api.automations.iterate(wanted):
            if each.id == read.id:
                body = {**each.model_dump(mode="json", exclude_unset=True), **body}
                break
    return ListedAutomation.model_validate(body)


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many there are; the other views are counted here."""
    return {"all": (await api.automations.list(AutomationFilter(per_page=1))).total or 0}
