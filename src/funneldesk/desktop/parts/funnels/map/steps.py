"""Steps of a funnel: their roles, which one comes next, and what share of visitors goes on. No Qt.

The document gives a page's place and type, and says of a page whether it is an upsell; what it
sells tells upsells from downsells (document: Funnel; Page; Product, classification).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from funneldesk.desktop.insight.answers import EMPTY, Answer, Cell
from funneldesk.desktop.insight.metrics import change_percent

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
    """``onward`` is the share of a step's visitors that the next one counts, as a share of one;
    empty for the last step and where nothing is known."""

    visitors: Cell = EMPTY
    onward: Cell = EMPTY
    revenue: Cell = EMPTY


def figures_of(steps: Sequence[Step], answer: Answer | None, counted: str) -> list[StepFigures]:
    """The figures of each step, from an answer by pages. A page without a row had no visitors;
    one that only the compared days know of fell to none."""
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
        onto = next_of(roles, place)
        onward = _share(found[onto][0], visitors) if onto is not None else EMPTY
        made.append(StepFigures(visitors, onward, revenue))
    return made


def _share(part: Cell, whole: Cell) -> Cell:
    now, before = _ratio(part.value, whole.value), _ratio(part.before, whole.before)
    return Cell(now, before=before, change=change_percent(now, before))


def _ratio(part: float | None, whole: float | None) -> float | None:
    return part / whole if part is not None and whole else None


def visitors_of(steps: Sequence[Step], figures: Sequence[StepFigures]) -> Mapping[str, float]:
    """How many came to each page, where that is known."""
    pairs = zip(steps, figures, strict=True)
    return {step.id: f.visitors.value for step, f in pairs if f.visitors.value is not None}
