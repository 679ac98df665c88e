"""Writes recordings of some visits to the brand's own pages."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.parts.tracking.replays import record_replay
from funneldesk.server.parts.tracking.tables import VisitRow
from funneldesk.server.sample.simulation.replays import recording
from funneldesk.server.sample.simulation.visits import Step, VisitPlan
from funneldesk.server.sample.stage import Stage
from funneldesk.server.sample.writing.visits import Ground, ground_of

_TARGETS = {
    "checkout": (
        "input[name=email]",
        "input[name=first_name]",
        "input[name=address]",
        "button.cta",
    ),
    "brewing-guide": ("input[name=email]", "select[name=method]", "button.cta"),
    "which-coffee": ("label.opt", "button.cta"),
}
_USUAL = ("details > summary", "a.cta")


def write_replays(stage: Stage, plans: Sequence[VisitPlan], session: Session) -> None:
    """One recording for each page view of these visits."""
    random, ground = stage.chance("replays"), ground_of(stage, session)
    sessions = [plan.session_id for plan in plans]
    query = select(VisitRow.session_id, VisitRow.id).where(
        VisitRow.brand_id == stage.brand_id, VisitRow.session_id.in_(sessions)
    )
    ids = {row.session_id: row.id for row in session.execute(query)}
    for plan in plans:
        views = [step for step in plan.steps if step.type == "page_view"]
        for number, step in enumerate(views):
            leaves = views[number + 1].after if number + 1 < len(views) else step.after + 25
            made = recording(
                random,
                plan.visitor.screen.device,
                leaves - step.after,
                _TARGETS.get(step.page, _USUAL),
            )
            record_replay(
                session,
                stage.brand_id,
                ids[plan.session_id],
                f"{plan.session_id}-{number}",
                plan.moment + timedelta(seconds=step.after),
                made.events,
                url=ground.url(step.page, {}),
                page_id=_page(ground, step),
                viewport=made.viewport,
            )


def _page(ground: Ground, step: Step) -> int:
    return ground.pages[step.page][0]
