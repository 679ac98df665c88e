"""Split tests as they are declared (document: Split test; quirks 41 to 44)."""

from collections.abc import Mapping
from typing import Any

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.record_list import ListRow
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.fetching import read_counts, read_page, read_test
from funneldesk.desktop.parts.split_tests.labels import (
    METHOD_WORDS,
    METRIC_WORDS,
    TYPE_WORDS,
    chance_words,
    named,
)
from funneldesk.desktop.parts.split_tests.standings import Standing, variants_of
from funneldesk.desktop.records.columns import Kind, RecordColumn, column
from funneldesk.desktop.records.detail import declaration as detail
from funneldesk.desktop.records.detail.declaration import fact, value_at
from funneldesk.desktop.records.query import Choice, FilterSpec, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.split_test_states import STATUS_WORDS, TONES
from funneldesk.desktop.records.views.saved_views import View

PART = "split_tests"
KEPT = {"kept": True}
STATES = {"running": _("Running"), "not_running": _("Not running"), "finalized": _("Decided")}
_ENDS = ("running", "finalized", "deleted")


def _shown(key: str, title: str, kind: Kind = "text", **more: Any) -> RecordColumn[SummaryRow]:
    """A column that the server has no order for: it gives the newest first."""
    return column(key, title, kind, sent_as="", **more)


def _kept(row: SummaryRow) -> Choice:
    return bool(row.get("status") != "deleted")


def _state(row: SummaryRow) -> Choice:
    """As the server counts them: what is neither running, decided nor deleted is not running."""
    status = str(row.get("status") or "")
    return status if status in _ENDS else "not_running"


def _page(row: SummaryRow) -> str:
    return named(row.get("page"))


def line(row: SummaryRow, _formats: Formats) -> ListRow:
    """A test in three lines: name and days, page and visitors, variants and status."""
    status = str(row.get("status") or "")
    days, views = row.get("duration"), row.get("views")
    known = [_page(row), counted(views, "visitor") if isinstance(views, int) else ""]
    return ListRow(
        row.id,
        str(row.get("name") or "").strip() or _("Unnamed test"),
        " · ".join(filter(None, known)) or " ",
        counted(days, "day") if isinstance(days, int) else str(days or ""),
        STATUS_WORDS.get(status, status),
        TONES.get(status, "muted"),
        third=counted(len(variants_of(row.summary)), "variant"),
    )


def standing_words(standing: Standing, formats: Formats) -> str:
    """Who leads, how sure that is, and what is missing."""
    if standing.broken:
        return _("The split is broken")
    told = _("“{variant}” leads").format(variant=standing.leader)
    if standing.chance is not None:
        sure = chance_words(formats, standing.chance, 0)
        told = _("“{variant}” leads, {chance}").format(variant=standing.leader, chance=sure)
    if standing.decided:
        return _("{standing} · decided").format(standing=told)
    if standing.even:
        return _("No difference in sight")
    if standing.missing:
        more = counted(standing.missing, "visitor")
        return _("{standing} · {visitors} to go").format(standing=told, visitors=more)
    return told


def _subtitle(body: Mapping[str, Any]) -> str:
    status = str(body.get("status") or "")
    known = (named(body.get("page")), STATUS_WORDS.get(status, status))
    return " · ".join(filter(None, known))


SPLIT_TESTS = RecordSection(
    part=PART,
    title=_("Split tests"),
    icon="flask-conical",
    unit="split test",  # not shown
    units="split tests",  # not shown
    key="id",
    searched=("name",),
    search_hint=_("Name of a test"),
    columns=(
        _shown("name", _("Name"), width=200, hidden=True),
        _shown("status", _("Status"), labels=STATUS_WORDS, tones=TONES, width=120, hidden=True),
        RecordColumn("page", _("Page"), _page, width=160, hidden=True),
        _shown("views", _("Visitors"), "number", hidden=True),
        _shown("duration", _("Days"), "number", hidden=True),
        RecordColumn(
            "variants",
            _("Variants"),
            lambda row: len(variants_of(row.summary)),
            "number",
            hidden=True,
        ),
        RecordColumn(
            "winner",
            _("Winner"),
            lambda row: value_at(row.summary, "winner.variant"),
            hidden=True,
        ),
        _shown("type", _("Type"), labels=TYPE_WORDS, hidden=True),
        _shown("statistical_method", _("Method"), labels=METHOD_WORDS, hidden=True),
        _shown("primary_metric", _("Metric"), labels=METRIC_WORDS, hidden=True, width=140),
        _shown("start_date", _("Start"), "day", hidden=True),
        _shown("end_date", _("End"), "day", hidden=True),
        column("created_at", _("Created"), "moment", hidden=True),
        _shown("updated_at", _("Changed"), "moment", hidden=True),
    ),
    filters=(
        FilterSpec("state", _("State"), _state, STATES),
        FilterSpec("status", _("Status"), lambda row: row.get("status"), STATUS_WORDS),
        FilterSpec("type", _("Type"), lambda row: row.get("type"), TYPE_WORDS),
        FilterSpec("page", _("Page"), _page),
        FilterSpec(
            "kept",
            _("Deleted"),
            _kept,
            {True: _("Hide deleted"), False: _("Only deleted")},
            unsaid=True,
        ),
    ),
    views=(
        View("all", _("All"), Query(choices=KEPT)),
        View("running", _("Running"), Query(choices={"state": "running", **KEPT})),
        View("not_running", _("Not running"), Query(choices={"state": "not_running", **KEPT})),
        View("finalized", _("Decided"), Query(choices={"state": "finalized", **KEPT})),
        View("deleted", _("Deleted"), Query(choices={"kept": False})),
    ),
    empty=(
        _("No split tests yet"),
        _("Start one from a part of a page, from two components, or from nothing."),
    ),
    first_sort="created_at",
    first_view="all",
    line=line,
    page=read_page,
    get=read_test,
    counts=read_counts,
    mirrored_up_to=20_000,
    detail=detail.Detail(
        title=lambda body: str(body.get("name") or "").strip() or _("Unnamed test"),
        subtitle=_subtitle,
        groups=(
            detail.FactGroup(
                _("Test"),
                (
                    fact("status", _("Status"), labels=STATUS_WORDS),
                    fact("type", _("Type"), labels=TYPE_WORDS),
                    fact("start_date", _("Start"), "day"),
                    fact("end_date", _("End"), "day"),
                    fact("time_left", _("Days left")),
                    fact("id", _("Number")),
                ),
            ),
            detail.FactGroup(
                _("Terms"),
                (
                    fact("primary_metric", _("Metric"), labels=METRIC_WORDS),
                    fact("statistical_method", _("Method"), labels=METHOD_WORDS),
                    fact("significance_level", _("Significance")),
                    fact("statistical_power", _("Power")),
                    fact("min_sample_size_per_variant", _("Least sample"), "number"),
                    fact("sample_size_limit", _("Largest sample"), "number"),
                    fact("auto_select_winner", _("Chooses its winner"), "flag"),
                    fact("winner_selection_confidence", _("Confidence (%)"), "number"),
                    fact("baseline", _("Baseline")),
                ),
            ),
            detail.FactGroup(
                _("Winner"),
                (
                    fact("winner.variant", _("Variant")),
                    fact("winner.confidence", _("Confidence (%)"), "number"),
                    fact("winner.improvement", _("Improvement (%)"), "number"),
                    fact("winner.reason", _("Reason")),
                    fact("winner_selected_at", _("Chosen"), "moment"),
                    fact("winner_selected_by", _("Chosen by")),
                ),
            ),
        ),
        events=(
            *detail.USUAL_EVENTS,
            detail.EventSpec(
                _("Winner chosen"), "winner_selected_at", (fact("winner.variant", _("Variant")),)
            ),
        ),
        as_sent=lambda body: {k: v for k, v in body.items() if k not in ("results", "notes")},
    ),
)
