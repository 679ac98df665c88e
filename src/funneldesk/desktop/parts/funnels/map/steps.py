"""Steps of a funnel: their roles, which one comes next, and what share of visitors goes on. No Qt.

The document gives a page's place and type, and says of a page whether it is an upsell; what it
sells tells upsells from downsells (document: Funnel; Page; Product, classification).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from funneldesk.contract.funnels import PageFlow
from funneldesk.desktop.insight.answers import EMPTY, Answer, Cell

MAIN, UPSELL, DOWNSELL = "main", "upsell", "downsell"
OFFERS = (UPSELL, DOWNSELL)
VISITORS = ("visitors", "unique_visitors", "sessions", "page_views")
"""Metrics that count who came, the best one first: servers have different ones."""
REVENUE = "revenue"


@dataclass(frozen=True, slots=True)
class Step:
    """A page in a funnel, as far as it is known. ``tests`` are the names of its running tests;
    ``stamp`` changes with its look."""

    id: str
    name: str
    kind: str = ""
    slug: str = ""
    status: str = ""
    role: str = MAIN
    tests: tuple[str, ...] = ()
    stamp: str = ""


def role_of(*, is_upsell: bool, classes: Sequence[str]) -> str:
    """The role of a page by its own word and the classes of what it sells."""
    sold = set(classes)
    if sold == {DOWNSELL}:
        return DOWNSELL
    return UPSELL if is_upsell or sold == {UPSELL} else MAIN


def next_of(roles: Sequence[str], place: int) -> int | None:
    """The step that visitors are led to. Who takes an offer passes by the downsells behind it."""
    after = range(place + 1, len(roles))
    if roles[place] == MAIN:
        return after[0] if after else None
    return next((at for at in after if roles[at] != DOWNSELL), None)


@dataclass(frozen=True, slots=True)
class StepFigures:
    """``onward`` is the share of a step's sessions that later came to the next one, as a share of
    one; empty for the last step and where it is not known. ``revenue`` was sold on the step,
    ``landed`` to those who began there; ``is_sold`` False: the server counts ``revenue`` for the
    page where a session began."""

    visitors: Cell = EMPTY
    onward: Cell = EMPTY
    revenue: Cell = EMPTY
    landed: Cell = EMPTY
    is_sold: bool = False


Flows = Mapping[str, PageFlow]
"""How sessions went, by page."""
NO_FLOW = PageFlow(page_id=0)


def figures_of(
    steps: Sequence[Step],
    answer: Answer | None,
    counted: str,
    flows: Flows | None = None,
    before: Flows | None = None,
    so_far: Flows | None = None,
) -> list[StepFigures]:
    """The figures of each step, from an answer by pages and from how sessions went, where that is
    known. ``so_far`` is what of that is compared with ``before``, None for all of it.

    A page without a row had no visitors; one that only the compared days know of fell to none.
    """
    if answer is None:
        return [StepFigures() for _step in steps]
    by_page = {row.key: row for row in (*answer.rows, *answer.gone)}
    compared = any(
        cell.before is not None for row in by_page.values() for cell in row.cells.values()
    )
    nothing = Cell(0.0, before=0.0 if compared else None)
    found = [
        (row.cell(counted), row.cell(REVENUE)) if row is not None else (nothing, nothing)
        for row in (by_page.get(step.id) for step in steps)
    ]
    roles = [step.role for step in steps]
    made = []
    for place, (visitors, revenue) in enumerate(found):
        if flows is None:
            made.append(StepFigures(visitors, revenue=revenue))
            continue
        page, onto = steps[place].id, next_of(roles, place)
        now = flows.get(page, NO_FLOW)
        then = before.get(page, NO_FLOW) if before is not None else None
        part = so_far.get(page, NO_FLOW) if so_far is not None else now
        each = partial(_compared, now, part, then)
        onward = EMPTY
        if onto is not None:
            onward = each(partial(_onward, target=steps[onto].id))
        revenue = each(lambda flow: flow.revenue)
        landed = each(lambda flow: flow.landed_revenue)
        made.append(StepFigures(visitors, onward, revenue, landed, is_sold=True))
    return made


def _compared(
    now: PageFlow,
    so_far: PageFlow,
    before: PageFlow | None,
    value: Callable[[PageFlow], float | None],
) -> Cell:
    whole = Cell(value(now))
    return whole if before is None else whole.so_far_against(value(so_far), value(before))


def _onward(flow: PageFlow, target: str) -> float | None:
    return flow.reached.get(target, 0) / flow.sessions if flow.sessions else None


def visitors_of(steps: Sequence[Step], figures: Sequence[StepFigures]) -> Mapping[str, float]:
    """How many came to each page, where that is known."""
    pairs = zip(steps, figures, strict=True)
    return {step.id: f.visitors.value for step, f in pairs if f.visitors.value is not None}
