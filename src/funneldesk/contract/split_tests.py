"""Split tests on the wire (document: Split test; endpoints under Split tests; quirks 41 to 44)."""

from datetime import date, datetime
from typing import Any

from funneldesk.contract.shapes import Draft, Filter, Patch, Record

LISTED_STATUSES: tuple[str, ...] = ("running", "paused", "finalized", "deleted")
"""What the list can be narrowed to; other places have other words (quirk 42)."""

WRITTEN_STATUSES: tuple[str, ...] = ("running", "paused", "completed", "deleted")
TYPES: tuple[str, ...] = ("split_test", "component_split_test")
CHART_TYPES: tuple[str, ...] = (
    "conversion_trends",
    "funnel_analysis",
    "statistical_confidence",
    "performance_comparison",
)


class Named(Record):
    """Another record by its name."""

    id: int
    name: str | None = None


class Variant(Record):
    """An item of ``config.items``; ``weight`` is percent."""

    name: str = ""
    node_code: str | None = None
    weight: float | None = None


class SplitTestConfig(Record):
    """What a test compares."""

    items: list[Variant] = []


class Goal(Record):
    """What visitors are meant to do."""

    name: str = ""
    value: str = ""


class SplitTestSummary(Record):
    """The answer to an update (quirk 44)."""

    id: int
    brand_id: int | None = None
    name: str = ""
    type: str | None = None
    status: str = ""
    page_id: int | None = None
    funnel_id: int | None = None
    primary_metric: str | None = None
    start_date: date | datetime | None = None
    end_date: date | datetime | None = None
    updated_at: datetime | None = None


class SplitTest(SplitTestSummary):
    """A test, whole. Levels are fractions, confidences percent (quirk 43)."""

    config: SplitTestConfig | None = None
    statistical_method: str | None = None
    significance_level: float | None = None
    statistical_power: float | None = None
    min_sample_size_per_variant: float | None = None
    sample_size_limit: float | None = None
    auto_select_winner: bool | None = None
    winner_selection_confidence: float | None = None
    winner_selection_criteria: str | None = None
    baseline: str | None = None
    goals: list[Goal] | None = None
    winner: dict[str, Any] | None = None
    winner_selected_at: datetime | None = None
    winner_selected_by: str | None = None
    created_at: datetime | None = None


class ListedSplitTest(SplitTest):
    """A row of the list, with what only lists show."""

    duration: Any = None
    views: Any = None
    time_left: Any = None
    user: Any = None
    page: Any = None
    funnel: Any = None


class SplitTestListing(Record):
    """The envelope of the list."""

    current_page: int
    data: list[ListedSplitTest]
    per_page: int
    total: int
    last_page: int


class QuickAccess(Record):
    """How many tests there are (quirk 42: words of their own)."""

    all: int = 0
    running: int = 0
    finalized: int = 0
    not_running: int = 0


class NodeCode(Record):
    """A variant's code and name."""

    code: str
    name: str | None = None


class Dataset(Record):
    """A variant's line in a chart; None where nothing is known.

    ``visitors`` and ``conversions``, by label, are this program's own.
    """

    label: str = ""
    data: list[float | None] = []
    node_code: str | None = None
    visitors: list[int] | None = None
    conversions: list[int] | None = None


class ChartVariant(Record):
    """A variant in a chart of variants; rates, confidence and lift are percent."""

    name: str = ""
    node_code: str | None = None
    conversion_rate: float | None = None
    conversions: int | None = None
    visitors: int | None = None
    confidence: float | None = None
    lift: float | None = None
    is_baseline: bool | None = None
    is_winner: bool | None = None


class ChartGroupVariant(Record):
    """What the visitors of a group brought in who met a variant; money in the main unit."""

    node_code: str | None = None
    visitors: int | None = None
    conversions: int | None = None
    revenue: float | None = None
    revenue_squared: float | None = None


class ChartGroup(Record):
    """The variants among the visitors with one value of the field that was grouped by."""

    key: str | None = None
    name: str | None = None
    variants: list[ChartGroupVariant] = []


class ChartData(Record):
    """Any of the four charts: two shapes are not shown, so all but its type may be missing.

    ``groups`` is this program's own: there where ``group_by`` was asked for and understood.
    """

    chart_type: str
    labels: list[str] | None = None
    datasets: list[Dataset] | None = None
    variants: list[ChartVariant] | None = None
    required_confidence: float | None = None
    has_winner: bool | None = None
    groups: list[ChartGroup] | None = None


class DeclaredTest(Record):
    """The test that a winner was declared for."""

    id: int
    status: str = ""
    winner_selected_at: datetime | None = None
    winner_selected_by: str | None = None


class Winner(Record):
    """A declared winner; ``confidence`` and ``improvement`` are percent."""

    variant: str | None = None
    node_code: str | None = None
    confidence: float | None = None
    improvement: float | None = None


class DeclaredWinner(Record):
    """The answer to declare-winner."""

    message: str | None = None
    split_test: DeclaredTest
    winner: Winner | None = None


class QueuedExport(Record):
    """The answer to an export: the rest comes by mail."""

    message: str | None = None
    status: str | None = None
    split_test_name: str | None = None


class SplitTestNote(Record):
    """A note that a user left on a test."""

    id: int
    split_test_id: int | None = None
    content: str = ""
    user: Named | None = None
    created_at: datetime | None = None


class Told(Record):
    """An answer that is only words."""

    message: str | None = None


class SplitTestFilter(Filter):
    """The query of the list."""

    page: int | None = None
    per_page: int | None = None
    status: str | None = None


class ChartFilter(Filter):
    """The query of chart-data; ``start`` and ``end`` are ISO 8601, ``tz`` an IANA zone.

    ``group_by``, a field of visits, is understood by this program's own server only.
    """

    chart_type: str
    start: date | datetime | None = None
    end: date | datetime | None = None
    tz: str | None = None
    group_by: str | None = None


class SplitTestFields(Draft):
    """The inner fields that create and update both take (quirk 41)."""

    status: str | None = None
    page_id: int | None = None
    funnel_id: int | None = None
    start_date: date | None = None
    end_date: date | None = None
    primary_metric: str | None = None
    statistical_method: str | None = None
    significance_level: float | None = None
    statistical_power: float | None = None
    min_sample_size_per_variant: int | None = None
    sample_size_limit: int | None = None
    auto_select_winner: bool | None = None
    winner_selection_confidence: float | None = None
    winner_selection_criteria: str | None = None
    baseline: str | None = None
    goals: list[dict[str, Any]] | None = None

    def body(self) -> dict[str, Any]:
        """The JSON object to send: what was set, under ``split_test``."""
        return {"split_test": super().body()}


class SplitTestDraft(SplitTestFields):
    """``POST …/split-tests``; ``config`` is ``{"items": [{name, node_code, weight}]}``."""

    name: str
    type: str
    config: dict[str, Any]


class SplitTestPatch(SplitTestFields, Patch):
    """``PUT …/split-tests/{split_test}``."""

    name: str | None = None
    type: str | None = None
    config: dict[str, Any] | None = None


class WinnerDraft(Draft):
    """``POST …/declare-winner``; ``confidence`` and ``improvement`` are percent."""

    winner_node_code: str
    variant_name: str
    confidence: float | None = None
    improvement: float | None = None
    reason: str | None = None

    def body(self) -> dict[str, Any]:
        """What was set, under ``split_test``."""
        return {"split_test": super().body()}


class SplitTestExport(Draft):
    """``POST …/export``; ``format`` is csv or excel, ``date_range`` is ``{start, end}``."""

    format: str | None = None
    include_statistics: bool | None = None
    include_confidence_intervals: bool | None = None
    date_range: dict[str, Any] | None = None

    def body(self) -> dict[str, Any]:
        """What was set, under ``split_test``."""
        return {"split_test": super().body()}
