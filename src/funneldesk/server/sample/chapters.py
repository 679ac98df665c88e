"""What the sample of a brand consists of, in the order in which it is written."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy.orm import Session

from funneldesk.server.db.types import at
from funneldesk.server.platform import Platform
from funneldesk.server.sample.content import Content
from funneldesk.server.sample.simulation.answers import answers
from funneldesk.server.sample.simulation.calendar import DAYS, Span
from funneldesk.server.sample.simulation.chance import portions
from funneldesk.server.sample.simulation.deals import deals
from funneldesk.server.sample.simulation.happenings import Past, happenings
from funneldesk.server.sample.simulation.life import DayPlan, Life
from funneldesk.server.sample.simulation.people import People
from funneldesk.server.sample.simulation.plays import plays
from funneldesk.server.sample.simulation.sizes import SIZES
from funneldesk.server.sample.simulation.studies import studies
from funneldesk.server.sample.simulation.threads import Desk
from funneldesk.server.sample.simulation.traffic import read_traffic
from funneldesk.server.sample.simulation.visits import VisitPlan
from funneldesk.server.sample.stage import Chapter, Stage
from funneldesk.server.sample.writing.assets import write_assets
from funneldesk.server.sample.writing.automations import write_automations, write_runs
from funneldesk.server.sample.writing.awkward import write_awkward
from funneldesk.server.sample.writing.catalog import write_catalog
from funneldesk.server.sample.writing.courses import contents_of, write_courses, write_studies
from funneldesk.server.sample.writing.days import write_days
from funneldesk.server.sample.writing.deals import write_deals, write_entities
from funneldesk.server.sample.writing.forms import write_answers, write_collections
from funneldesk.server.sample.writing.pages import write_pages
from funneldesk.server.sample.writing.quizzes import write_plays, write_quizzes
from funneldesk.server.sample.writing.replays import write_replays
from funneldesk.server.sample.writing.retention import write_retention
from funneldesk.server.sample.writing.sites import write_sites
from funneldesk.server.sample.writing.split_tests import write_decisions, write_settings
from funneldesk.server.sample.writing.subscribers import write_present_states
from funneldesk.server.sample.writing.tickets import write_threads

T = TypeVar("T")
Write = Callable[[Stage, Session], None]

_AT_A_TIME = 4_000
_RUNS_AT_A_TIME = 500
_FORMS_PER_VISIT = 0.03
_BEFORE = timedelta(days=DAYS + 1)

_CONTENT: tuple[tuple[str, Write], ...] = (
    ("artwork", write_assets),
    ("products and funnels", write_catalog),
    ("domains, blogs, components", write_sites),
    ("pages", write_pages),
    ("forms", write_collections),
    ("CRM", write_entities),
    ("split tests", write_settings),
    ("courses", write_courses),
    ("quizzes", write_quizzes),
    ("automations", write_automations),
)
"""What is there before the first visitor comes."""

CONTENT_CHAPTERS = len(_CONTENT)

_AFTERWARDS: tuple[tuple[str, Write], ...] = (
    ("decisions", write_decisions),
    ("retention offers", write_retention),
    ("subscriptions", write_present_states),
    ("awkward records", write_awkward),
)
"""What is written last, at the present moment."""


def chapters(
    platform: Platform, brand: dict[str, Any], size: str, started_at: datetime
) -> Iterator[Chapter]:
    """The chapters of a brand, made one by one as they are asked for."""
    stage = Stage(
        platform, brand, Content(brand["folder"]), SIZES[size][brand["id"]], Span(started_at)
    )
    for name, write in _CONTENT:
        yield Chapter(name, partial(_at, stage, stage.now - _BEFORE, write))
    life = _life(stage)
    recorded: list[VisitPlan] = []
    for days in _some(life.days(), stage.size.days_a_step):
        recorded += _worth_recording(stage, days)
        yield Chapter(f"day {days[-1].day + 1} of {DAYS}", partial(write_days, stage, days))
    yield Chapter("recordings", partial(write_replays, stage, recorded[-stage.size.replays :]))
    yield from _told(stage, life)
    for name, write in _AFTERWARDS:
        yield Chapter(name, partial(_at, stage, stage.now, write))


def _life(stage: Stage) -> Life:
    content = stage.content
    tests = content.life("split_tests")
    return Life(
        read_traffic(content.life("traffic"), content.shared("browsers"), tests),
        People(content.shared("people")),
        frozenset(each["code"] for each in content.life("products") if "is_subscription" in each),
        stage.size,
        stage.span,
        stage.seed,
    )


def _told(stage: Stage, life: Life) -> Iterator[Chapter]:
    """What the people of those days wrote, learnt and set off."""
    yield from _tickets(stage, life)
    yield from _deals(stage, life)
    for form in stage.content.life("collections"):
        random = stage.chance("answers", form["code"])
        count = round(stage.size.visits * _FORMS_PER_VISIT * form["share"])
        entries = list(answers(random, form, count, life.people, stage.now))
        yield Chapter("form entries", partial(_answers, stage, form, entries))
    yield from _studies(stage, life)
    yield from _plays(stage, life)
    yield from _runs(stage, life)


def _tickets(stage: Stage, life: Life) -> Iterator[Chapter]:
    titles = {each["code"]: each["title"] for each in stage.content.life("products")}
    desk = Desk(stage.content.life("tickets"), titles, stage.now)
    threads = desk.threads(stage.chance("tickets"), stage.size.tickets, life.purchases, life.people)
    for some in _some(threads, _AT_A_TIME):
        yield Chapter("tickets", partial(write_threads, stage, some))


def _deals(stage: Stage, life: Life) -> Iterator[Chapter]:
    entities = stage.content.life("crm")
    counts = portions(stage.size.crm_entries, [each["share"] for each in entities])
    for entity, count in zip(entities, counts, strict=True):
        slug = entity["slug"]
        found = deals(stage.chance("crm", slug), entity, count, life.people, stage.now)
        for some in _some(found, _AT_A_TIME):
            yield Chapter("CRM entries", partial(write_deals, stage, slug, some))


def _studies(stage: Stage, life: Life) -> Iterator[Chapter]:
    courses = stage.content.life("courses")
    counts = portions(stage.size.students, [each["enrolls"] for each in courses])
    for course, count in zip(courses, counts, strict=True):
        title = course["course"]["title"]
        random = stage.chance("course", title)
        found = list(studies(random, count, contents_of(course), life.people, stage.now))
        yield Chapter("students", partial(write_studies, stage, title, found))


def _plays(stage: Stage, life: Life) -> Iterator[Chapter]:
    for quiz in stage.content.life("quizzes"):
        random, count = stage.chance("quiz", quiz["name"]), round(stage.size.plays * quiz["share"])
        found = list(plays(random, quiz, count, life.people, stage.now))
        if found:
            yield Chapter("quizzes", partial(write_plays, stage, quiz["name"], found))


def _runs(stage: Stage, life: Life) -> Iterator[Chapter]:
    forms = {each["collection"]["name"]: each for each in stage.content.life("collections")}
    prices = {each["code"]: float(each["price"]) for each in stage.content.life("products")}
    past = Past(life.purchases, life.people, prices, stage.brand["currency"], stage.now)
    for each in stage.content.life("automations"):
        title, count = each["title"], round(stage.size.runs * each["runs"])
        random, form = stage.chance("runs", title), forms.get(each.get("collection", ""))
        found = happenings(random, each["trigger"] or "", form, count, past)
        for some in _some(found, _RUNS_AT_A_TIME):
            yield Chapter("automations", partial(write_runs, stage, title, some))


def _answers(stage: Stage, form: dict[str, Any], entries: Sequence[Any], session: Session) -> None:
    write_answers(stage, session, form["collection"]["name"], entries)


def _worth_recording(stage: Stage, days: Sequence[DayPlan]) -> list[VisitPlan]:
    """Visits that went somewhere, some of each step."""
    share = max(1, stage.size.replays * stage.size.days_a_step // DAYS)
    long = [plan for day in days for plan in day.visits if len(plan.steps) > 3]
    return long[-share:]


def _at(stage: Stage, moment: datetime, write: Write, session: Session) -> None:
    with at(moment):
        write(stage, session)


def _some(everything: Iterator[T], count: int) -> Iterator[list[T]]:
    while some := list(islice(everything, count)):
        yield some
