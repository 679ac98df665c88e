"""The bodies that analytics takes (document: Endpoints, Analytics)."""

from typing import Annotated, Any, Literal

from pydantic import Field

from funneldesk.server.parts.analytics.answers import MOST_ROWS
from funneldesk.server.web.fields import EMPTY_IS_NONE, Input, Text, Words

USUAL_ROWS = 100
"""Rows of a report when nobody says how many."""

Keys = Annotated[list[Words], Field(min_length=1, max_length=50)]


class DateRange(Input):
    """``{start, end}``, ISO 8601 (quirk 18)."""

    start: Annotated[Text, Field(max_length=64)]
    end: Annotated[Text, Field(max_length=64)]


class ExportInput(Input):
    """The body of an export of grouped metrics."""

    metrics: Keys
    format: Literal["csv", "excel"] | None = "csv"
    date_range: DateRange
    tz: Words | None = None


class ReportInput(Input):
    """The body of a report; ``limit`` is a number of rows. What else it takes is not shown."""

    group_by: Keys
    metrics: Keys
    date_range: DateRange | None = None
    start: Annotated[Text, Field(max_length=64)] | None = None
    end: Annotated[Text, Field(max_length=64)] | None = None
    tz: Words | None = None
    filters: Annotated[dict[str, Any] | None, EMPTY_IS_NONE] = None
    limit: Annotated[int, Field(strict=True, ge=1, le=MOST_ROWS)] = USUAL_ROWS

    def period(self) -> tuple[str, str] | None:
        """Start and end, from either form; None when neither is given."""
        if self.date_range is not None:
            return self.date_range.start, self.date_range.end
        return (self.start, self.end) if self.start and self.end else None
