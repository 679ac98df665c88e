"""Funnels as records of a declared kind, known by their names: the least that a kind declares."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from tests.desktop.support.slices import in_slices

from funneldesk.client import Api
from funneldesk.contract.funnels import Funnel, FunnelSummary
from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.lists.record_list import ListRow
from funneldesk.desktop.records.kind import ListedKind
from funneldesk.desktop.records.library.local_copy import LocalCopy
from funneldesk.desktop.records.library.row import RecordRow, sought_in
from funneldesk.desktop.records.list.list_spec import ListSpec
from funneldesk.desktop.records.query import FilterSpec, SortSpec


@dataclass(slots=True)
class FunnelRow(RecordRow):
    name: str
    number: int
    status: str

    @classmethod
    def of(cls, summary: Mapping[str, Any]) -> Self:
        name = str(summary["name"])
        return cls(
            name.casefold(), name, summary["id"], str(summary["status"]), sought=sought_in(name)
        )


def list_funnels(api: Api) -> AsyncIterator[Listing[FunnelSummary]]:
    return in_slices(api.funnels.iterate(), 2)


async def get_funnel(api: Api, name: str) -> Funnel:
    listed = await api.funnels.list()
    return await api.funnels.get(next(f.id for f in listed if f.name.casefold() == name))


FUNNELS = ListedKind(
    LocalCopy("funnels"), "funnel", FunnelRow, list_funnels, get_funnel, details=True
)

FUNNEL_LIST: ListSpec[FunnelRow] = ListSpec(
    units="funnels",
    icon="filter",
    search_hint="Name",
    line=lambda row, now, zone: ListRow(row.id, row.name, "", "", "", "muted"),
    filters=(FilterSpec("status", "Status", lambda row: row.status),),
    sorts=(
        SortSpec("name", "Name", lambda row: row.sought),
        SortSpec("number", "Number", lambda row: row.number),
    ),
    empty=("No funnels yet", "A funnel leads from page to page."),
)
