"""Question of a ready report, by its key."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.insight.questions import Dated
from funneldesk.desktop.insight.reports.catalogue import REPORTS
from funneldesk.desktop.insight.reports.declaration import Asked, Found

if TYPE_CHECKING:
    from funneldesk.client import Api


@dataclass(frozen=True, slots=True)
class ReportQuestion(Dated):
    """Reads a ready report, named by its key."""

    report: str = ""
    groupings: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()

    async def read(self, api: "Api") -> Any:
        asked = Asked(self.period, self.groupings, self.metrics)
        found = await REPORTS[self.report].read(api, asked)
        return {
            "rows": [list(row) for row in found.rows],
            "figures": [list(each) for each in found.figures],
        }

    def decode(self, body: Any) -> Found:
        figures = tuple((title, value, unit) for title, value, unit in body["figures"])
        return Found(tuple(tuple(row) for row in body["rows"]), figures)
