"""Questions that a server is asked about a brand's figures, each known by what it asks. No Qt.

Every one sends ``tz``, the brand's zone (quirk 50); metrics of one's own go along in the body of
the GET (quirk 8) where the document takes them, and are worked out here where it does not.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from funneldesk.contract.analytics import CustomMetric, MetricDefinition, MetricsFilter, Period
from funneldesk.desktop.insight.answers import Answer, answer_of, body_of_rows, body_of_values
from funneldesk.desktop.insight.metrics import Custom
from funneldesk.desktop.insight.ranges import Range
from funneldesk.desktop.insight.scope import Filters
from funneldesk.desktop.kit.tasks import in_thread

if TYPE_CHECKING:
    from funneldesk.client import Api


@dataclass(frozen=True, slots=True)
class Question:
    """Something to read. Two that are equal are asked once."""

    @property
    def key(self) -> str:
        """What its answer is kept under."""
        told = json.dumps([type(self).__name__, asdict(self)], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:32]

    async def read(self, api: "Api") -> Any:
        """The answer as JSON. Raises ``ApiError``."""
        raise NotImplementedError

    def decode(self, body: Any) -> Any:
        """The answer from what was kept; called off the window's thread. Raises ValueError, or
        what its like raise, for what another version kept."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Definitions(Question):
    """Which metrics there are: key to ``MetricDefinition``."""

    async def read(self, api: "Api") -> Any:
        found = await api.analytics.list()
        return {key: each.model_dump(mode="json") for key, each in found.items()}

    def decode(self, body: Any) -> dict[str, MetricDefinition]:
        return {key: MetricDefinition.model_validate(each) for key, each in body.items()}


@dataclass(frozen=True, slots=True)
class Dated(Question):
    """About days in a zone: ``first`` and ``last`` are ISO dates, both included; ``last`` may be a
    moment instead."""

    first: str
    last: str
    tz: str

    @property
    def period(self) -> Period:
        """The days, as the wire has them."""
        return Period(start=self.first, end=self.last, **({"tz": self.tz} if self.tz else {}))


@dataclass(frozen=True, slots=True)
class Figures(Dated):
    """Metrics, by ``groupings`` where there are any; of what the filters leave."""

    metrics: tuple[str, ...] = ()
    groupings: tuple[str, ...] = ()
    filters: Filters = ()
    customs: tuple[Custom, ...] = ()

    async def read(self, api: "Api") -> Any:
        if self.groupings:
            rows = await api.analytics.grouped(
                self.groupings, self.period, self.sent, dict(self.filters)
            )
            return await in_thread(body_of_rows, rows, self.sent)
        return body_of_values(await api.analytics.get(self._wanted()))

    def until(self, moment: datetime) -> "Figures":
        """The same question, up to a moment."""
        return replace(self, last=moment.isoformat())

    def decode(self, body: Any) -> Answer:
        return answer_of(body, self.customs, self.groupings)

    @property
    def sent(self) -> tuple[str, ...]:
        """The server's own metrics that are asked for: those of formulas too."""
        own = {each.key for each in self.customs}
        inner = (key for c in self.customs if c.parsed for key in sorted(c.parsed.keys))
        return tuple(dict.fromkeys([*(k for k in self.metrics if k not in own), *inner]))

    def _wanted(self) -> MetricsFilter:
        given = {
            str(c.number): CustomMetric(name=c.name, formula=c.formula, as_=c.unit)
            for c in self.customs
        }
        return MetricsFilter(
            start=self.first,
            end=self.last,
            **({"tz": self.tz} if self.tz else {}),
            metrics=[*self.sent, *(each.key for each in self.customs)],
            filters={field: list(values) for field, values in self.filters},
            custom=given,
        )


def figures(
    days: Range,
    zone: str,
    metrics: Sequence[str],
    groupings: Sequence[str] = (),
    filters: Filters = (),
    customs: Sequence[Custom] = (),
) -> Figures:
    """The question about these days; of the metrics of one's own those that are asked for."""
    return Figures(
        days.first.isoformat(),
        days.last.isoformat(),
        zone,
        tuple(metrics),
        tuple(groupings),
        filters,
        tuple(each for each in customs if each.key in metrics),
    )
