"""The endpoints of what automations did: stats, summaries, logs, events."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends, Response
from pydantic import AfterValidator

from funneldesk.contract.automations import AutomationsSummary, NodeStats
from funneldesk.server.parts.automations.answers import FiredEvent, LogPage, TotalsListing
from funneldesk.server.parts.automations.bodies import log_body
from funneldesk.server.parts.automations.reports import Reports
from funneldesk.server.parts.automations.store import AutomationStore
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.listing import Paging, flat, paging
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router()

Reading = Annotated[Access, Depends(allow("automations", Need.READ))]


def _of_this_age(moment: datetime) -> datetime:
    if not 1970 <= moment.year < 9000:
        raise ValueError("The moment must be between the years 1970 and 9000.")
    return moment


Moment = Annotated[datetime, AfterValidator(_of_this_age)]


@router.get("/summary", response_model=AutomationsSummary)
def summary(access: Reading, start: Moment | None = None, end: Moment | None = None) -> Response:
    """Runs and tasks of a period, by default the last thirty days."""
    with access.platform.database.reading() as session:
        reports = Reports(session, access.brand_id)
        return Json(reports.summary(reports.period(start, end)))


@router.get("/summary-by-automation", response_model=TotalsListing)
def summary_by_automation(
    access: Reading, start: Moment | None = None, end: Moment | None = None
) -> Response:
    """The same for each automation."""
    with access.platform.database.reading() as session:
        reports = Reports(session, access.brand_id)
        return Json(reports.by_automation(reports.period(start, end)))


@router.get("/{automation:int}/stats", response_model=dict[str, NodeStats])
def stats(automation: int, access: Reading) -> Response:
    """How the steps of each node ended."""
    with access.platform.database.reading() as session:
        AutomationStore(session, access.brand_id).get(automation)
        return Json(Reports(session, access.brand_id).stats(automation))


@router.get("/{automation:int}/logs", response_model=LogPage)
def logs(
    automation: int, access: Reading, wanted: Annotated[Paging, Depends(paging())]
) -> Response:
    """A page of the log, the newest line first."""
    with access.platform.database.reading() as session:
        AutomationStore(session, access.brand_id).get(automation)
        rows, total = Reports(session, access.brand_id).logs(automation, wanted)
        return Json(flat(wanted, total, [log_body(row) for row in rows]))


@router.get("/{automation:int}/events", response_model=list[FiredEvent])
def events(automation: int, access: Reading) -> Response:
    """The types of event that have started the automation."""
    with access.platform.database.reading() as session:
        AutomationStore(session, access.brand_id).get(automation)
        return Json(Reports(session, access.brand_id).events(automation))
