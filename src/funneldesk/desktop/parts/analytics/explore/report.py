"""Report: which metrics by which groupings, how drawn and ordered; saved by name. No Qt."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from funneldesk.desktop.insight.metrics import CONVERSION
from funneldesk.desktop.insight.scope import FIELD_NAMES, Scope
from funneldesk.desktop.local.texts import _

MOST_METRICS, MOST_GROUPINGS = 12, 4
AUTO, BARS, LINES, STACKED, PIE, MAP, HEAT = (
    "auto",
    "bars",
    "lines",
    "stacked",
    "pie",
    "map",
    "heat",
)
DRAWN: Mapping[str, str] = {
    AUTO: _("Automatic"),
    BARS: _("Bars"),
    LINES: _("Lines"),
    STACKED: _("Stacked bars"),
    PIE: _("Pie"),
    MAP: _("Map"),
    HEAT: _("Hours of the week"),
}
"""How a report can be drawn."""
NEXT = ("utm_source", "utm_medium", "utm_campaign", "utm_content", "page", "product", "day")
"""What a row opens into, the first of these that is not narrowed already."""


@dataclass(frozen=True, slots=True)
class Report:
    """``sort`` is the key of a column, and whether the largest comes first."""

    metrics: tuple[str, ...] = ("revenue", "sales", "sessions", CONVERSION)
    groupings: tuple[str, ...] = ("utm_source",)
    drawn: str = AUTO
    sort: tuple[str, bool] = ("", True)
    pinned: frozenset[str] = frozenset()

    def state(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "metrics": list(self.metrics),
            "groupings": list(self.groupings),
            "drawn": self.drawn,
            "sort": list(self.sort),
            "pinned": sorted(self.pinned),
        }

    @classmethod
    def of(cls, state: object) -> "Report":
        """What ``state`` gave; what of it is not understood is as usual."""
        given: Mapping[str, Any] = state if isinstance(state, dict) else {}
        usual, sort = cls(), given.get("sort")
        groupings = tuple(g for g in _texts(given.get("groupings")) if g in FIELD_NAMES)
        drawn = given.get("drawn")
        known = isinstance(sort, list) and len(sort) == 2 and isinstance(sort[0], str)
        return cls(
            _texts(given.get("metrics"))[:MOST_METRICS] or usual.metrics,
            groupings[:MOST_GROUPINGS] or usual.groupings,
            str(drawn) if drawn in DRAWN else AUTO,
            (sort[0], bool(sort[1])) if known and isinstance(sort, list) else usual.sort,
            frozenset(_texts(given.get("pinned"))),
        )

    def by(self, groupings: tuple[str, ...]) -> "Report":
        """Grouped otherwise: nothing is pinned then."""
        return replace(self, groupings=groupings, pinned=frozenset(), sort=usual_sort(self))


@dataclass(frozen=True, slots=True)
class SavedReport:
    """A report with the days and filters that it is about."""

    report: Report
    scope: Scope

    def state(self) -> dict[str, Any]:
        """Both as JSON."""
        return {"report": self.report.state(), "scope": self.scope.state()}

    @classmethod
    def of(cls, state: object) -> "SavedReport | None":
        """What ``state`` gave; None where that is none."""
        if not isinstance(state, dict) or "report" not in state:
            return None
        return cls(Report.of(state["report"]), Scope.of(state.get("scope")))


def usual_sort(report: Report) -> tuple[str, bool]:
    """By the first metric, the largest first."""
    return (report.sort[0], True) if report.sort[0] in report.metrics else ("", True)


def next_grouping(scope: Scope, left: tuple[str, ...]) -> str:
    """What a row opens into: what is not narrowed yet, and not what is left."""
    narrowed = {name for name, _values in scope.filters}
    return next((each for each in NEXT if each not in narrowed and each not in left), NEXT[-1])


def _texts(value: object) -> tuple[str, ...]:
    known = value if isinstance(value, list | tuple) else ()
    return tuple(dict.fromkeys(each for each in known if isinstance(each, str)))
