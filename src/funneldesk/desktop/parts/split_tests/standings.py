"""Standing of each running test for the list: leader, certainty, and what is missing to decide."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.split_tests import ChartFilter
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.parts.split_tests.results.reading import Reading, read_results
from funneldesk.desktop.parts.split_tests.results.verdict import is_sure
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.statistics.metrics import metric_named
from funneldesk.statistics.sample_ratio import is_broken

if TYPE_CHECKING:
    from funneldesk.client import Api

CHART, MONEY_CHART = "statistical_confidence", "performance_comparison"
MOST = 60
"""Tests whose standing is read for a list."""


@dataclass(frozen=True, slots=True)
class Standing:
    """``leader`` is most likely the best, with this ``chance`` where one is known; ``missing`` are
    the most visitors that a variant needs. ``values`` are those of the metric, by variant."""

    leader: str
    chance: float | None
    missing: int | None
    broken: bool
    decided: bool
    values: tuple[float, ...]
    even: bool = False


class Standings(QObject):
    """One for each brand; asks for one test after the other, and never for the same state twice."""

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._known: dict[str, Standing | None] = {}
        self._asked: dict[str, object] = {}
        self.tasks = TaskScope(self)

    def of(self, test_id: str) -> Standing | None:
        """What is known of a test; None while that is nothing."""
        return self._known.get(test_id)

    def ask(self, rows: Sequence[SummaryRow]) -> None:
        """Learn of the tests that somebody sees; those that ended long ago were asked once."""
        due = [row for row in rows[:MOST] if self._asked.get(row.id) != _state(row)]
        if due:
            self.tasks.latest("ask", self._ask(due))

    def take(self, test_id: str, reading: Reading) -> None:
        """A test was read whole."""
        self._known[test_id] = _standing(reading)
        self.changed.emit()

    async def _ask(self, rows: Sequence[SummaryRow]) -> None:
        for row in rows:
            with optional() as asked:
                charts = await self._workspace.run(partial(_charts, int(row.id)))
                body = {**row.summary, "results": charts}
                self._known[row.id] = _standing(await in_thread(read_results, body))
                self._asked[row.id] = _state(row)
                self.changed.emit()
            if asked.failed:
                return  # The list tells of it.


async def _charts(number: int, api: "Api") -> dict[str, Any]:
    """The figures of rates; of money too where that decides."""
    chart = await api.split_tests.chart_data(number, ChartFilter(chart_type=CHART))
    found = {CHART: chart.model_dump(mode="json")}
    if metric_named(str(found[CHART].get("metric") or "")).is_money:
        money = await api.split_tests.chart_data(number, ChartFilter(chart_type=MONEY_CHART))
        found[MONEY_CHART] = money.model_dump(mode="json")
    return found


def _state(row: SummaryRow) -> object:
    return row.get("updated_at"), row.get("views"), row.get("status")


def _standing(reading: Reading) -> Standing | None:
    leader = reading.leader
    if leader is None or reading.baseline is None:
        return None
    return Standing(
        leader.name or leader.code,
        leader.chance,
        reading.missing,
        is_broken(reading.ratio_p),
        is_sure(reading),
        tuple(v.result.value or 0.0 for v in reading.variants),
        reading.is_even,
    )


def variants_of(summary: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The variants of a test as lists have it."""
    config = summary.get("config")
    items = config.get("items") if isinstance(config, Mapping) else None
    return [item for item in items if isinstance(item, Mapping)] if isinstance(items, list) else []
