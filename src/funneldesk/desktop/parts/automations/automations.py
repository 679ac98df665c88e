"""Automations as they are declared (document: Automation; quirk 55)."""

from typing import TYPE_CHECKING, Any

from funneldesk.contract.automations import AutomationFilter
from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.record_list import ListRow
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.automations.labels import PART, STATUSES, TONES
from funneldesk.desktop.parts.automations.reading import (
    AT_ONCE,
    ListedAutomation,
    read_counts,
    read_one,
    with_totals,
)
from funneldesk.desktop.parts.automations.triggers import TRIGGER_TITLES
from funneldesk.desktop.records.columns import Kind, RecordColumn, column
from funneldesk.desktop.records.detail.declaration import USUAL_EVENTS, Detail, FactGroup, fact
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.query import Choice, FilterSpec, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.sources.narrowing import narrowed
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api


def _own(key: str, title: str, kind: Kind = "text", **more: Any) -> RecordColumn[SummaryRow]:
    """A column that the server has no order for."""
    return column(key, title, kind, sent_as="", hidden=True, **more)


def _fails(row: SummaryRow) -> Choice:
    return bool(row.get("failed_tasks"))


COUNTED_DAYS = 30
"""A server counts the runs of so many days where it is asked for no others."""


def line(row: SummaryRow, formats: Formats) -> ListRow:
    """An automation in three lines: title and runs, trigger and success, status and failure."""
    runs, rate, status = (
        row.get("total_runs"),
        row.get("success_rate"),
        str(row.get("status") or ""),
    )
    trigger = str(row.get("trigger_node_type") or "")
    shown = TRIGGER_TITLES.get(trigger, trigger) or _("No trigger yet")
    count = ""
    if isinstance(runs, int):
        told = ngettext("{count:,} run in {days} days", "{count:,} runs in {days} days", runs)
        count = told.format(count=runs, days=COUNTED_DAYS)
    parts = [shown]
    if isinstance(rate, int | float):
        parts.append(_("{share} done").format(share=formats.percent(rate, 0)))
    failed = moment(row.get("last_failure"))
    return ListRow(
        row.id,
        str(row.get("title") or "").strip() or _("Untitled automation"),
        " · ".join(parts),
        count,
        STATUSES.get(status, status),
        TONES.get(status, "muted"),
        third=_("Failed {when}").format(when=formats.recent(failed)) if failed else "",
    )


async def read_page(api: "Api", page: int, query: Query) -> Listing[ListedAutomation]:
    """A page of a query. The server seeks in titles and has the order of two moments; for any
    other query all are read and looked through here."""
    if query.choices or query.sort not in ("", "created_at", "updated_at"):
        wanted = AutomationFilter(per_page=AT_ONCE)
        every = [each async for each in api.automations.iterate(wanted)]
        return narrowed(AUTOMATIONS, query, await with_totals(api, every, again=True))
    wanted = AutomationFilter(
        page=page,
        per_page=AT_ONCE,
        q=query.text.strip() or None,
        sort="updated_at" if query.sort == "updated_at" else "created_at",
        sort_direction="desc" if query.descending or not query.sort else "asc",
    )
    found = await api.automations.list(wanted)
    rows = tuple(await with_totals(api, found.rows, again=page == 1))
    last, total = found.last_page, found.total
    return Listing(rows, page, AT_ONCE, total, last, found.extra, found.unread)


AUTOMATIONS = RecordSection(
    part=PART,
    title=_("Automations"),
    icon="workflow",
    unit="automation",  # not shown
    units="automations",  # not shown
    key="id",
    searched=("title",),
    search_hint=_("Title of an automation"),
    columns=(
        _own("title", _("Title"), width=220),
        _own("status", _("Status"), labels=STATUSES, tones=TONES, width=110),
        _own("trigger_node_type", _("Trigger"), labels=TRIGGER_TITLES, width=150),
        _own("total_runs", _("Runs, 30 days"), "number"),
        RecordColumn(
            "success_rate",
            _("Success, 30 days"),
            lambda row: row.get("success_rate"),
            "number",
            hidden=True,
        ),
        _own("failed_tasks", _("Failed steps, 30 days"), "number"),
        _own("last_failure", _("Last failure"), "moment"),
        _own("collection_code", _("Collection")),
        column("created_at", _("Created"), "moment", hidden=True),
        column("updated_at", _("Changed"), "moment", hidden=True),
    ),
    filters=(
        FilterSpec("status", _("Status"), lambda row: row.get("status"), STATUSES),
        FilterSpec(
            "trigger_node_type",
            _("Trigger"),
            lambda row: row.get("trigger_node_type"),
            TRIGGER_TITLES,
        ),
        FilterSpec("fails", _("Failures"), _fails, {True: _("Failing"), False: _("Not failing")}),
    ),
    views=(
        View("all", _("All")),
        View("active", _("Active"), Query(choices={"status": "active"})),
        View("fails", _("Failing"), Query(choices={"fails": True})),
        View("draft", _("Drafts"), Query(choices={"status": "draft"})),
    ),
    empty=(
        _("No automations yet"),
        _("Draw the first one: what starts it, and what is done then."),
    ),
    first_sort="created_at",
    line=line,
    page=read_page,
    get=read_one,
    counts=read_counts,
    mirrored_up_to=20_000,
    detail=Detail(
        title=lambda body: str(body.get("title") or "").strip() or _("Untitled automation"),
        subtitle=lambda body: TRIGGER_TITLES.get(
            str(body.get("trigger_node_type") or ""), str(body.get("trigger_node_type") or "")
        ),
        groups=(
            FactGroup(
                _("Automation"),
                (
                    fact("status", _("Status"), labels=STATUSES),
                    fact("trigger_node_type", _("Trigger"), labels=TRIGGER_TITLES),
                    fact("collection_code", _("Collection")),
                    fact("entry_node", _("Entry node")),
                    fact("postback_code", _("Postback code")),
                    fact("id", _("Number")),
                ),
            ),
            FactGroup(
                _("Last 30 days"),
                (
                    fact("total_runs", _("Runs"), "number"),
                    fact("successful_tasks", _("Steps done"), "number"),
                    fact("failed_tasks", _("Steps failed"), "number"),
                    fact("last_failure", _("Last failure"), "moment"),
                ),
            ),
        ),
        events=USUAL_EVENTS,
    ),
)
