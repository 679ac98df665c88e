"""Lets visits happen: through the same door as the tracking script's events."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode, urlsplit

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.server.parts.tracking.ingest import IDENTIFY, Ingest
from funneldesk.server.parts.tracking.visits import Visit
from funneldesk.server.sample.simulation.visits import Step, VisitPlan
from funneldesk.server.sample.stage import Stage


@dataclass(frozen=True, slots=True)
class Ground:
    """Where visits take place: pages by slug, variants by page and names, and the host."""

    pages: dict[str, tuple[int, int | None]]
    variants: dict[tuple[int, str, str], tuple[int, str]]
    host: str
    domain_id: int | None

    def url(self, slug: str, query: dict[str, str]) -> str:
        """The address that the browser shows."""
        return f"https://{self.host}/{slug}{'?' + urlencode(query) if query else ''}"

    def has(self, plan: VisitPlan) -> bool:
        """Whether its pages are there: a user of a platform that fills itself may remove some."""
        return plan.entry in self.pages and all(step.page in self.pages for step in plan.steps)

    def met(self, page_id: int, step: Step) -> list[tuple[int, str]]:
        """Ids and codes of the variants that a page view shows."""
        found = (self.variants.get((page_id, *names)) for names in step.met)
        return [pair for pair in found if pair is not None]


def ground_of(stage: Stage, session: Session) -> Ground:
    """What the brand has, looked up once for many visits."""
    brand_id = stage.brand_id
    pages = select(PageRow.slug, PageRow.id, PageRow.funnel_id).where(PageRow.brand_id == brand_id)
    tests = select(SplitTestRow).where(
        SplitTestRow.brand_id == brand_id, SplitTestRow.block.is_not(None)
    )
    variants = {
        (test.page_id or 0, test.name, item["name"]): (test.id, item["node_code"])
        for test in session.scalars(tests)
        for item in test.config["items"]
    }
    places = {slug: (page_id, funnel_id) for slug, page_id, funnel_id in session.execute(pages)}
    return Ground(places, variants, *_host(stage, session))


def write_visits(
    stage: Stage, session: Session, ground: Ground, plans: Iterable[VisitPlan]
) -> dict[str, Visit]:
    """All visits with their events; gives those that led to an order, by their session."""
    ingest = Ingest(session, stage.brand_id)
    buying: dict[str, Visit] = {}
    invited = frozenset(q["page"] for q in stage.content.life("quizzes") if q["page"])
    for plan in plans:
        if not ground.has(plan):
            continue
        _page_id, funnel_id = ground.pages[plan.entry]
        query = _query(plan, invited)
        visit = ingest.visit(
            plan.moment,
            plan.visitor.id,
            session_id=plan.session_id,
            url=ground.url(plan.entry, query),
            funnel_id=funnel_id,
            domain=ground.host,
            domain_id=ground.domain_id,
            **_fields(plan),
        )
        for step in plan.steps:
            _event(ingest, visit, plan, ground, step, query)
            query = {}
        if plan.purchase is not None:
            buying[plan.session_id] = visit
    ingest.flush()
    return buying


def _event(
    ingest: Ingest,
    visit: Visit,
    plan: VisitPlan,
    ground: Ground,
    step: Step,
    query: dict[str, str],
) -> None:
    page_id, _funnel = ground.pages[step.page]
    data = step.data
    if step.type == IDENTIFY:
        person = plan.person
        data = {"gender": person.gender} if person and person.gender else None
    ingest.event(
        visit,
        step.type,
        plan.moment + timedelta(seconds=step.after),
        url=ground.url(step.page, query),
        page_id=page_id,
        data=data,
        seconds=step.seconds,
        pairs=ground.met(page_id, step) if step.met else (),
    )


def _fields(plan: VisitPlan) -> dict[str, Any]:
    visitor, city = plan.visitor, plan.place
    affiliate = plan.affiliate[0] if plan.affiliate else ""
    return {
        "ip_address": visitor.ip_address,
        "merchant_id": plan.purchase.merchant if plan.purchase else None,
        "aff_id": affiliate,
        "subid": f"s{visitor.id[:2]}" if affiliate else "",
        "vtid": visitor.id[:10] if affiliate else "",
        "country": visitor.country.code,
        "region": city.region,
        "city": city.name,
        "lat": city.lat,
        "lon": city.lon,
        "device": visitor.screen.device,
        "os": visitor.screen.os,
        "browser": visitor.screen.browser,
        "screen_resolution": visitor.resolution,
        "language": visitor.language,
        "referrer": urlsplit(plan.source.referrer).hostname or "",
        "is_bot": plan.is_bot,
        **plan.utm,
    }


def _query(plan: VisitPlan, invited: frozenset[str]) -> dict[str, str]:
    """What stands in the address: links of letters, and of invitations to a quiz, name who got
    them."""
    query = plan.utm
    if plan.affiliate is not None:
        query = {**query, "aff_id": plan.affiliate[0], "subid": f"s{plan.visitor.id[:2]}"}
    by_letter = query.get("utm_medium") == "email" or plan.entry in invited
    if by_letter and plan.person is not None:
        query = {**query, "email": plan.person.email}
    return query


def _host(stage: Stage, session: Session) -> tuple[str, int | None]:
    names = [each["domain"] for each in stage.content.life("domains")["domains"]]
    query = select(DomainRow.id).where(
        DomainRow.brand_id == stage.brand_id, DomainRow.domain == names[0]
    )
    return names[0], session.scalar(query)
