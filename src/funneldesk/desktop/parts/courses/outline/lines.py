"""Modules and lessons as numbered lines, and the order of modules that a move comes to. No Qt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from funneldesk.contract.courses import CourseContent, CourseModule
from funneldesk.desktop.kit.lists.ordered_list import OrderedRow
from funneldesk.desktop.local.texts import _

MODULE, LESSON = "m", "c"
KINDS = {"video": _("Video"), "text": _("Text")}


@dataclass(frozen=True, slots=True)
class Lesson:
    """A content with its number in the course ("2.3")."""

    id: int
    number: str
    title: str
    module: str


def in_order(modules: Sequence[CourseModule]) -> list[CourseModule]:
    """Modules and their contents by position."""
    return [
        each.model_copy(update={"contents": sorted(each.contents, key=_place)})
        for each in sorted(modules, key=_place)
    ]


def lessons_of(modules: Sequence[CourseModule]) -> list[Lesson]:
    """Every content in the order in which it is taken."""
    return [
        Lesson(content.id, f"{at}.{place}", content.title, module.title)
        for at, module in enumerate(modules, 1)
        for place, content in enumerate(module.contents, 1)
    ]


def lines_of(
    modules: Sequence[CourseModule], done: Mapping[int, int] | None = None
) -> list[OrderedRow]:
    """The outline; ``done`` counts the learners who are done with a lesson."""
    known = done or {}
    rows: list[OrderedRow] = []
    for at, module in enumerate(modules, 1):
        told = " ".join((module.description or "").split())
        rows.append(OrderedRow(f"{MODULE}{module.id}", f"{at}  {module.title}", told))
        rows += [
            OrderedRow(
                f"{LESSON}{content.id}",
                f"{at}.{place}  {content.title}",
                KINDS.get(content.type or "", content.type or ""),
                count=f"{known[content.id]:,}" if content.id in known else "",
                level=1,
            )
            for place, content in enumerate(module.contents, 1)
        ]
    return rows


def module_order(ids: Sequence[str]) -> list[int]:
    """The modules in the order of their lines."""
    return [int(each.removeprefix(MODULE)) for each in ids if each.startswith(MODULE)]


def places_of(order: Sequence[int]) -> dict[int, int]:
    """What an order is sent as: a map of ids to places (quirk 52)."""
    return {number: place for place, number in enumerate(order)}


def moved(order: Sequence[int], number: int, step: int) -> list[int]:
    """An order with one module moved; the same one where there is no room."""
    found = list(order)
    at = found.index(number)
    if 0 <= at + step < len(found):
        found.insert(at + step, found.pop(at))
    return found


def _place(each: CourseModule | CourseContent) -> tuple[int, int]:
    return (each.order or 0, each.id)
