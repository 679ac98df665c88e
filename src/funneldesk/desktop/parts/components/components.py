"""Components as they are declared (document: Component; Endpoints: Components; quirk 32)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.contract.components import VISUAL, ComponentSummary
from funneldesk.contract.listing import Listing
from funneldesk.desktop.assets.copies.components import (
    SEARCHED,
    SOURCES,
    UNLISTED,
    WholeComponent,
    read_component,
)
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.components.kind import KIND, PART
from funneldesk.desktop.records.columns import RecordColumn, column
from funneldesk.desktop.records.detail.declaration import Detail
from funneldesk.desktop.records.query import FilterSpec, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.sources.narrowing import narrowed
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 100
CHANGED = "updated_at"
USED = "used"
HAS_DRAFT = "has_draft"
STATES = {True: _("Live, with a draft"), False: _("Live")}
TONES = {True: "warning", False: "success"}
KINDS = {VISUAL: _("Visual builder"), "": _("Code")}


async def read_page(api: "Api", page: int, query: Query) -> Listing[ComponentSummary]:
    """A page of a query. The interface has neither a search nor an order of components but the
    last change first: for any other, all are read and sought through here."""
    if not query.text and not query.choices and query.sort == CHANGED and query.descending:
        return await api.components.list(page, AT_ONCE)
    return narrowed(COMPONENTS, query, [each async for each in api.components.iterate(AT_ONCE)])


async def get(api: "Api", record_id: str) -> WholeComponent:
    """A component, whole, with its newest draft."""
    return await read_component(api, int(record_id))


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many components there are; the other views are counted here."""
    return {"all": (await api.components.list(1, 1)).total or 0}


def has_draft(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Whether a whole component has a draft: the list does not tell."""
    return {HAS_DRAFT: "revision_id" in body and body["revision_id"] is not None if body else None}


def _kind(row: SummaryRow) -> str:
    return str(row.get("type") or "")


def _tags(row: SummaryRow) -> list[str]:
    found = row.get("tags")
    tags = found if isinstance(found, list) else []
    return [str(each.get("name") if isinstance(each, Mapping) else each) for each in tags]


COMPONENTS = RecordSection(
    part=PART,
    title=_("Components"),
    icon="puzzle",
    unit="component",
    units="components",
    key="id",
    searched=SEARCHED,
    search_hint=_("Name or code"),
    sources=SOURCES,
    unlisted=UNLISTED,
    added=has_draft,
    columns=(
        column("name", _("Name"), width=190, field="name", sent_as=""),
        column(HAS_DRAFT, _("State"), labels=STATES, tones=TONES, width=130, sent_as=""),
        RecordColumn(USED, _("Used in"), lambda row: None, "number", width=80),
        column("code", _("Code"), width=170, muted=True, sent_as=""),
        RecordColumn("type", _("Made with"), _kind, labels=KINDS, width=120, hidden=True),
        RecordColumn("tags", _("Tags"), _tags, width=130, hidden=True),
        column(CHANGED, _("Changed"), "moment"),
        column("created_at", _("Created"), "moment", hidden=True, sent_as=""),
        column("id", _("Number"), hidden=True, sent_as="", width=90),
    ),
    filters=(
        FilterSpec(HAS_DRAFT, _("State"), lambda row: row.get(HAS_DRAFT), STATES),
        FilterSpec("type", _("Made with"), _kind, KINDS),
        FilterSpec("tags", _("Tag"), lambda row: next(iter(_tags(row)), None)),
    ),
    views=(
        View("all", _("All")),
        View("drafts", _("With a draft"), Query(choices={HAS_DRAFT: True})),
    ),
    empty=(
        _("No components yet"),
        _("Blocks that several pages share: change one, and all of them follow."),
    ),
    first_sort=CHANGED,
    page=read_page,
    get=get,
    counts=read_counts,
    mirrored_up_to=100_000,
    fills=10_000,
    detail=Detail(
        title=lambda body: str(body.get("name") or ""),
        subtitle=lambda body: str(body.get("code") or ""),
    ),
    edited=KIND,
)
