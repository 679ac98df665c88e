"""Analytics on the wire (document: Analytics objects; endpoints under Analytics; quirks 50, 51).

``start`` and ``end`` are ISO 8601; a date as ``end`` includes its day. ``tz`` is an IANA zone.
"""

import re
from typing import Any

from pydantic import AliasChoices, Field, TypeAdapter

from funneldesk.contract.shapes import Draft, Filter, Record
from funneldesk.contract.tolerance import read_value

TIME_GROUPINGS: tuple[str, ...] = ("hour", "day", "week", "month", "year", "hour_of_day")
GROUPINGS: tuple[str, ...] = (
    *TIME_GROUPINGS,
    *("aff_id", "subid", "merchant_id", "page", "product", "funnel_id", "country", "region"),
    *("shipping_country", "shipping_state", "device", "os", "browser", "screen_resolution"),
    *("language", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"),
    "referrer",
)
"""The grouping fields; several are joined by a semicolon (quirk 50)."""

UTM_TYPES: tuple[str, ...] = (
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "utm_term",
    "utm_content",
)
_PERCENT = re.compile(r"\s*([-+\N{MINUS SIGN}]?[0-9]+(?:\.[0-9]+)?)\s*%?\s*", re.ASCII)
_SIGNS = {"pct": "\N{NO-BREAK SPACE}%", "time": "\N{NO-BREAK SPACE}s"}

CUSTOM = "metric_"
"""A custom metric of index ``3`` is selected, and answered, as ``metric_3``."""


UNITS: tuple[str, ...] = ("currency", "pct", "time", "number")
"""How a metric is to be shown. A rate is in percent where it says ``pct``, else as it is named."""


class MetricDefinition(Record):
    """What a metric is: ``type`` is currency, pct, time or number, or the metric's own key; then
    some platforms have the former under ``as``."""

    type: str | None = None
    name: str | None = None
    base: Any = None
    color: str | None = None
    icon: str | None = None
    info: str | None = None
    group_name: str | None = None
    modules: list[str] = []

    @property
    def unit(self) -> str | None:
        """One of ``UNITS``; None where the platform does not say. Never guessed by a value."""
        words = ((self.model_extra or {}).get("as"), self.type)
        return next((word for word in words if isinstance(word, str) and word in UNITS), None)


class MetricValue(Record):
    """A metric in a period. None is missing, which is not zero (quirk 51).

    ``change`` is in percent of the previous value, or a text of the platform's own;
    ``lower_is_better`` and ``neutral`` tell its colour. Money is in the brand's currency, time in
    seconds, pct in percent. A platform that counts rates as fractions (0.038) says so in
    ``formatted_value`` only: show that where it is there.
    """

    value: float | None = None
    formatted_value: str | None = Field(
        None,
        validation_alias=AliasChoices("formatted_value", "formatted"),
        serialization_alias="formatted_value",
    )
    previous_value: float | None = None
    change: float | str | None = None
    change_symbol: str | None = None
    current_range: Any = None
    previous_range: Any = None
    previous_range_label: str | None = None
    lower_is_better: bool = False
    neutral: bool = False

    @property
    def change_percent(self) -> float | None:
        """``change`` as a number, also where it came as a text: ``+5.2 %``; None for words."""
        if not isinstance(self.change, str):
            return self.change
        found = _PERCENT.fullmatch(self.change)
        return float(found[1].replace("\N{MINUS SIGN}", "-")) if found else None

    def shown(self, definition: MetricDefinition | None = None) -> str:
        """The value with its unit: as the platform writes it, else by the definition alone."""
        if self.formatted_value:
            return self.formatted_value
        if self.value is None:
            return ""
        unit = definition.unit if definition else None
        return f"{self.value:g}{_SIGNS.get(unit or '', '')}"


class GroupedRow(Record):
    """A row of a grouped answer: besides its key and name one ``MetricValue`` for each metric.

    A row of a report may have the value of each dimension under the dimension's name instead.
    """

    row_key: str | int | None = None
    row_name: str | None = Field(
        None,
        validation_alias=AliasChoices("row_name", "row_label"),
        serialization_alias="row_name",
    )

    def dimension(self, name: str) -> str | None:
        """What stands under a dimension's name, as a text."""
        found = (self.model_extra or {}).get(name)
        return None if found is None or isinstance(found, dict | list) else str(found)

    def metric(self, key: str) -> MetricValue | None:
        """The value of a metric in this row; None when the row does not have it."""
        found = (self.model_extra or {}).get(key)
        if not isinstance(found, dict):
            return None
        return read_value(_VALUE, dict(found)).value


_VALUE = TypeAdapter(MetricValue)


class CustomMetric(Draft):
    """A metric of one's own: ``+ - * / ( )`` over ``$metric_key``; ``as_`` tells how to show it
    (currency, pct, time, number). A division by zero is missing."""

    name: str
    formula: str
    as_: str = Field("number", serialization_alias="as")


class Period(Filter):
    """The span that is asked about."""

    start: str | None = None
    end: str | None = None
    tz: str | None = None


class MetricsFilter(Period):
    """What ``metrics/data`` is asked for; ``filters`` maps a field to the values it may have.

    ``custom`` maps an index to a definition: select it as ``metric_{index}``.
    """

    start: str
    end: str
    metrics: list[str] = []
    filters: dict[str, list[str]] = {}
    page_id: int | None = None
    split_test_id: int | None = None
    engine: str | None = None
    custom: dict[str, CustomMetric] = {}

    def query(self) -> dict[str, Any]:
        """The query as the document writes it: ``selected_metrics[]``, ``filter[field]``."""
        found = self.model_dump(exclude_none=True, exclude={"metrics", "filters", "custom"})
        if self.metrics:
            found["selected_metrics[]"] = self.metrics
        return {**found, **{f"filter[{name}]": each for name, each in self.filters.items()}}

    def body(self) -> dict[str, Any] | None:
        """The body that a GET carries for custom metrics (quirk 8); None without any."""
        if not self.custom:
            return None
        given = {
            index: metric.model_dump(mode="json", by_alias=True)
            for index, metric in self.custom.items()
        }
        return {"metric": given}


class Cards(Record):
    """The cards of a dashboard: their contents by name."""

    cards: dict[str, Any] = {}
    enabled_cards: list[str] = []
    filters_applied: Any = None


class CardsFilter(Period):
    """Which cards of which period; all of them when none are named."""

    start: str
    end: str
    cards: list[str] = []
    page_id: int | None = None
    split_test_id: int | None = None

    def query(self) -> dict[str, Any]:
        """The query as the document writes it: ``enabled_cards[]``."""
        found = self.model_dump(exclude_unset=True, exclude_none=True, exclude={"cards"})
        return {**found, "enabled_cards[]": self.cards} if self.cards else found


class DateRange(Draft):
    """``date_range`` of a body (quirk 18)."""

    start: str
    end: str


class MetricsExport(Draft):
    """``POST …/metrics/{field}/export``: ``format`` is csv or excel."""

    metrics: list[str]
    date_range: DateRange
    format: str = "csv"


class ExportQueued(Record):
    """The answer to an export: the file comes by mail."""

    message: str | None = None
    status: str | None = None
    field: str | None = None


class UtmRow(Record):
    """A value of a utm field, which stands under the field's own name."""

    revenue: float | None = None
    sales: float | None = None
    aov: float | None = None
    conversion_rate: float | None = None
    page_views: float | None = None

    def value(self, type: str) -> str | None:
        """The value of the field ``type`` in this row."""
        found = (self.model_extra or {}).get(type)
        return None if found is None else str(found)


class Bucket(Record):
    """A span of time, how many fell into it, and how many of a hundred."""

    label: str
    count: int
    pct: float | None = None


class TimeBeforeFirstPurchase(Record):
    """How long customers took from their first visit to their first order."""

    buckets: list[Bucket] = []
    median_seconds: float | None = None
    sample_size: int = 0


class VideoBucket(Record):
    """How many put something into the cart when they had seen this much of a video."""

    video_pct: float
    atcs: int


class AddToCartsByVideoTime(Record):
    """Add to carts by how far a video was seen."""

    buckets: list[VideoBucket] = []


class Share(Record):
    """A number, and how many of a hundred."""

    count: int = 0
    pct: float | None = None


class CustomerGender(Record):
    """Customers by gender."""

    male: Share = Share()
    female: Share = Share()
    unknown: Share = Share()


class Completion(Record):
    """How far a video was seen on the average, and by how many."""

    avg_completion_pct: float | None = None
    sample: int = 0


class VideoCompletionByGender(Record):
    """How far videos were seen, by gender."""

    male: Completion = Completion()
    female: Completion = Completion()


class ProductByPage(Record):
    """A product's sales on a page; in the summary on all pages, and then without a page."""

    page_id: int | None = None
    page_title: str | None = None
    product_id: int | None = None
    product_title: str | None = None
    revenue: float | None = None
    sales: float | None = None
    conversion_rate: float | None = None


class Upsell(Record):
    """How often an upsell was shown and taken."""

    product_id: int | None = None
    product_title: str | None = None
    shown: int = 0
    taken: int = 0
    take_rate: float | None = None
    revenue: float | None = None


class UpsellTakeRate(Record):
    """Every upsell that was shown."""

    upsells: list[Upsell] = []


class UnitsOfProduct(Record):
    """The units sold of a product."""

    product_id: int | None = None
    title: str | None = None
    units: int = 0


class UnitsSold(Record):
    """The units sold, in all and by product."""

    total_units: int = 0
    by_product: list[UnitsOfProduct] = []


class ReportDraft(Draft):
    """``POST …/analytics/reports/generate``; what else it takes is not shown, so it is optional."""

    group_by: list[str]
    metrics: list[str]
    date_range: DateRange | None = None
    tz: str | None = None
    limit: int | None = None


class Report(Record):
    """A report. Its shape is not shown: ``rows`` are grouped rows where the platform gives them.

    ``truncated``: there are more rows, ``total_rows`` in all.
    """

    total_rows: int | None = None
    truncated: bool = False
    rows: list[GroupedRow] = Field(
        default=[], validation_alias=AliasChoices("rows", "data", "report")
    )
