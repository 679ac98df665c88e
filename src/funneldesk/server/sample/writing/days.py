"""Writes days of the business: visits, orders, what became of them, and the forms on the way."""

from collections.abc import Sequence
from datetime import UTC, datetime, time

from sqlalchemy.orm import Session

from funneldesk.server.db.types import at
from funneldesk.server.jobs.mail import already_delivered
from funneldesk.server.sample.simulation.answers import answer
from funneldesk.server.sample.simulation.life import DayPlan
from funneldesk.server.sample.stage import Stage
from funneldesk.server.sample.writing.forms import write_answers
from funneldesk.server.sample.writing.orders import write_fates, write_orders
from funneldesk.server.sample.writing.subscribers import write_turns
from funneldesk.server.sample.writing.visits import ground_of, write_visits


def write_days(stage: Stage, days: Sequence[DayPlan], session: Session) -> None:
    """Some days on end. Letters of those days were sent on them."""
    plans = [plan for day in days for plan in day.visits]
    ground = ground_of(stage, session)
    with at(_end(stage, days[0])), already_delivered():
        visits = write_visits(stage, session, ground, plans)
        write_orders(stage, session, plans, visits)
    write_leads(stage, days, session)
    every = stage.size.days_a_renewal
    for start in range(0, len(days), every):
        some = days[start : start + every]
        with at(_end(stage, some[-1])), already_delivered():
            write_fates(stage, session, [fate for day in some for fate in day.fates])
            write_turns(stage, session, [turn for day in some for turn in day.turns])


def write_leads(stage: Stage, days: Sequence[DayPlan], session: Session) -> None:
    """The forms that visitors sent."""
    random = stage.chance("leads", days[0].day)
    forms = {each["code"]: each for each in stage.content.life("collections")}
    leads = [plan.lead for day in days for plan in day.visits if plan.lead is not None]
    for code in sorted({lead.collection for lead in leads}):
        form = forms[code]
        found = [
            answer(random, form, lead.moment, lead.person)
            for lead in leads
            if lead.collection == code
        ]
        write_answers(stage, session, form["collection"]["name"], found)


def _end(stage: Stage, day: DayPlan) -> datetime:
    midnight = datetime.combine(stage.span.date_of(day.day), time.max, UTC)
    return min(midnight, stage.now)
