"""Funnels as they are declared (document: Funnel; Endpoints: Funnels; quirks 12 and 40)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.contract.funnels import Funnel, FunnelSummary
from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.funnels.kind import FIELDS, KIND, PART, STATUSES, read_funnel
from funneldesk.desktop.records.columns import column
from funneldesk.desktop.records.detail.declaration import Detail
from funneldesk.desktop.records.query import FilterSpec, Query
from funneldesk.desktop.records.rows import summary_row
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

NEWEST = "created_at"
SEARCHED = ("name",)
TONES = {"active": "success", "inactive": "muted"}


async def read_page(api: "Api", _page: int, query: Query) -> Listing[FunnelSummary]:
    """All of a query as one page: the interface gives them all at once (quirk 12)."""
    made, found = summary_row("id", SEARCHED), await api.funnels.list()
    rows = [(made.of(each.model_dump(mode="json")), each) for each in found]
    words = query.text.casefold().split()
    kept = [
        (row, each)
        for row, each in rows
        if all(word in row.sought for word in words) and query.takes(row, FUNNELS.filters)
    ]
    key = query.rule(FUNNELS.filters, FUNNELS.sorts(), NEWEST).key
    kept.sort(key=lambda pair: key(pair[0]))
    return Listing(tuple(each for _row, each in kept), 1, len(kept), len(kept), 1)


async def get(api: "Api", record_id: str) -> Funnel:
    """A funnel, whole."""
    return await read_funnel(api, int(record_id))


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many there are in each view."""
    found = await api.funnels.list()
    return {
        "all": len(found),
        **{status: sum(each.status == status for each in found) for status in STATUSES},
    }


def _told(body: Mapping[str, Any]) -> str:
    """The status, and how many pages there are."""
    status, pages = str(body.get("status") or ""), body.get("pages_count")
    told = [STATUSES.get(status, status)]
    if isinstance(pages, int):
        told.append(counted(pages, "page"))
    return " · ".join(filter(None, told))


FUNNELS = RecordSection(
    part=PART,
    title=_("Funnels"),
    icon="filter",
    unit="funnel",
    units="funnels",
    key="id",
    searched=SEARCHED,
    search_hint=_("Name"),
    columns=(
        FIELDS["name"].column(width=200),
        FIELDS["status"].column(width=90, tones=TONES),
        column("pages_count", _("Pages"), "number", width=64, sent_as=""),
        column(NEWEST, _("Created"), "moment", hidden=True),
        column("updated_at", _("Changed"), "moment", hidden=True, sent_as=""),
        column("id", _("Number"), hidden=True, sent_as="", width=90),
    ),
    filters=(FilterSpec("status", _("Status"), lambda row: row.get("status"), STATUSES),),
    views=(
        View("all", _("All")),
        View("active", _("Active"), Query(choices={"status": "active"})),
        View("inactive", _("Inactive"), Query(choices={"status": "inactive"})),
    ),
    empty=(_("No funnels yet"), _("Make the first one, and put pages into it.")),
    first_sort=NEWEST,
    page=read_page,
    get=get,
    counts=read_counts,
    mirrored_up_to=100_000,
    detail=Detail(title=lambda body: str(body.get("name") or ""), subtitle=_told),
    edited=KIND,
)
