"""The export of grouped metrics (document: Endpoints, Analytics)."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.contract.zones import zone_of
from funneldesk.server.jobs.sheets import Table
from funneldesk.server.parts.analytics.answers import Asked, rows_of
from funneldesk.server.parts.analytics.metrics import METRICS
from funneldesk.server.parts.analytics.periods import Span
from funneldesk.server.parts.analytics.questions import Question
from funneldesk.server.parts.brands.store import get_brand


def table(session: Session, brand_id: int, body: Mapping[str, Any]) -> Table:
    """A row for each value of the groupings; a metric's column and that of the span before."""
    groupings = tuple(str(name) for name in body["groupings"])
    metrics = tuple(str(key) for key in body["metrics"])
    span = Span(int(body["first"]), int(body["end"]), zone_of(str(body["tz"])))
    currency = get_brand(session, brand_id).currency
    withheld = frozenset(body.get("withheld", ()))
    asked = Asked(Question(span, groupings), metrics, {}, currency, withheld)
    names = [METRICS[key].name for key in metrics]
    columns = ["Key", "Name", *(part for name in names for part in (name, f"{name}, before"))]
    return Table("metrics-by-" + "-".join(groupings), columns, _rows(session, brand_id, asked))


def _rows(session: Session, brand_id: int, asked: Asked) -> Iterator[list[object]]:
    for row in rows_of(session, brand_id, asked):
        values = (row[key][part] for key in asked.metrics for part in ("value", "previous_value"))
        yield [row["row_key"], row["row_name"], *values]
