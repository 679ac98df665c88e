"""Domains as they are declared: custom and tracking domains in one list (document: Domain)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from funneldesk.client.errors import NotFound
from funneldesk.contract.domains import Domain, DomainFilter, TrackingDomain
from funneldesk.contract.host_names import host_key
from funneldesk.contract.listing import Listing
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.domains.setup.steps import STATUS_WORDS, TONES
from funneldesk.desktop.records.columns import RecordColumn, column
from funneldesk.desktop.records.detail import declaration as detail
from funneldesk.desktop.records.detail.declaration import fact
from funneldesk.desktop.records.query import Choice, FilterSpec, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "domains"
AT_ONCE = 100
TRACKING = "t"
"""What the id of a tracking domain begins with here: the interface has two lists."""
KIND_WORDS = {
    "custom": _("Own domain"),
    "subdomain": _("Server subdomain"),
    "tracking": _("Tracking domain"),
}


class ListedDomain(TrackingDomain):
    """A domain of either list, with the id that it has in both."""

    record_id: str = ""


def listed(domain: Domain, *, tracking: bool) -> ListedDomain:
    """A domain as the list has it."""
    body = domain.model_dump(mode="json")
    record_id = f"{TRACKING}{domain.id}" if tracking else str(domain.id)
    return ListedDomain.model_validate(
        {**body, "record_id": record_id, "is_tracking_domain": tracking}
    )


def number_of(record_id: str) -> tuple[int, bool]:
    """The number that calls take, and whether it is a tracking domain's."""
    return int(record_id.removeprefix(TRACKING)), record_id.startswith(TRACKING)


async def read_page(api: "Api", page: int, query: Query) -> Listing[ListedDomain]:
    """A page of the custom domains; all tracking domains are before the first one."""
    words = query.text or None
    found = await api.domains.list(DomainFilter(page=page, per_page=AT_ONCE, q=words))
    rows = [listed(each, tracking=False) for each in found.rows]
    extra = await _tracking(api, query.text)
    first = extra if page == 1 else []
    total = None if found.total is None else found.total + len(extra)
    # What the server has no filter for is filtered here, and then nobody knows how many there are.
    kept = [each for each in (*first, *rows) if _fits(each, query)]
    total = total if not query.choices else None
    return Listing(
        tuple(kept),
        found.current_page,
        AT_ONCE,
        total,
        found.current_page + found.has_more,
        {},
        found.unread,
    )


async def read_domain(api: "Api", record_id: str) -> ListedDomain:
    """A domain of either list. Raises ``ApiError``."""
    number, is_tracking = number_of(record_id)
    if not is_tracking:
        return listed(await api.domains.get(number), tracking=False)
    for each in (await api.domains.list_tracking()).rows:
        if each.id == number:
            return listed(each, tracking=True)
    path = f"/api/tracking-domains/{number}"
    raise NotFound(_("There is no such tracking domain."), method="GET", path=path)


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many there are in both lists."""
    found = await api.domains.list(DomainFilter(page=1, per_page=1))
    total = found.total if found.total is not None else len(found.rows)
    return {"all": total + len(await _tracking(api, ""))}


async def _tracking(api: "Api", words: str) -> list[ListedDomain]:
    sought = [host_key(word) for word in words.split()]
    found = [listed(each, tracking=True) for each in (await api.domains.list_tracking()).rows]
    return [each for each in found if all(word in each.domain.casefold() for word in sought)]


def _fits(domain: ListedDomain, query: Query) -> bool:
    return query.takes(SummaryRow("", domain.model_dump(mode="json")), DOMAINS.filters)


def kind_of(row: SummaryRow) -> Choice:
    """Which of the three kinds a domain is."""
    if row.get("is_tracking_domain"):
        return "tracking"
    return "subdomain" if row.get("dedicated_domain") is False else "custom"


def _waits(row: SummaryRow) -> Choice:
    return bool(row.get("status") != "active")


STATUS: RecordColumn[SummaryRow] = RecordColumn(
    "status",
    _("Status"),
    lambda row: row.get("status"),
    labels=STATUS_WORDS,
    tones=TONES,
    width=165,
)
KIND: RecordColumn[SummaryRow] = RecordColumn(
    "kind", _("Kind"), kind_of, labels=KIND_WORDS, width=135, muted=True
)
DOMAIN = detail.Detail(
    title=lambda body: str(body.get("domain") or ""),
    subtitle=lambda body: KIND_WORDS[str(kind_of(SummaryRow("", body)))],
    figures=(
        STATUS,
        RecordColumn("cname", _("Record"), lambda row: _yes(row.get("cname_validated"))),
        RecordColumn("ssl", _("Certificate"), lambda row: _yes(row.get("ssl_ready"))),
    ),
    groups=(
        detail.FactGroup(
            _("Details"),
            (
                KIND,
                fact("created_at", _("Added"), "moment"),
                fact("id", _("Number")),
            ),
        ),
    ),
)


def _yes(value: object) -> str:
    return _("Validated") if value is True else _("Not yet")


DOMAINS = RecordSection(
    part=PART,
    title=_("Domains"),
    icon="globe",
    unit="domain",
    units="domains",
    key="record_id",
    searched=("domain",),
    search_hint=_("Name of a domain"),
    columns=(
        column("domain", _("Domain"), width=225, sent_as=""),
        STATUS,
        KIND,
        column("created_at", _("Added"), "day", sent_as=""),
        column("cname_validated", _("Record validated"), "flag", sent_as="", hidden=True),
        column("ssl_ready", _("Certificate"), "flag", sent_as="", hidden=True),
        column("id", _("Number"), sent_as="", hidden=True, width=90),
    ),
    filters=(
        FilterSpec("kind", _("Kind"), kind_of, KIND_WORDS),
        FilterSpec("waits", _("Stage"), _waits, {True: _("Not active yet"), False: _("Active")}),
        FilterSpec(
            "status",
            _("Status"),
            lambda row: row.get("status"),
            called=lambda value: STATUS_WORDS.get(str(value), str(value)),
        ),
    ),
    views=(
        View("all", _("All")),
        View("waits", _("Not active yet"), Query(choices={"waits": True})),
        View("active", _("Active"), Query(choices={"waits": False})),
        View("tracking", _("Tracking"), Query(choices={"kind": "tracking"})),
    ),
    empty=(
        _("No domains yet"),
        _("Add one, and you are led through its record and its certificate step by step."),
    ),
    first_sort="created_at",
    page=read_page,
    get=read_domain,
    counts=read_counts,
    mirrored_up_to=20_000,
    detail=DOMAIN,
)
