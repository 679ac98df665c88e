"""The list of pages as it is shown: what a row says, which rows a filter leaves, in what order."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.record_list import ListRow, ago
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.library.row import RecordRow, sought_in
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.query import FilterSpec, SortSpec

TONES = {"published": "success", "draft": "muted", "offline": "warning", "imported": "info"}
STATUS_WORDS = {
    "published": _("Published"),
    "draft": _("Draft"),
    "offline": _("Offline"),
    "imported": _("Imported"),
}


@dataclass(slots=True)
class PageRow(RecordRow):
    """A page of the list. ``tests`` is known once its html was seen, otherwise None."""

    name: str
    slug: str
    status: str
    type: str
    funnel_id: int | None
    domain_id: int | None
    updated_at: datetime | None
    created_at: datetime | None
    tests: int | None = None

    @property
    def is_live(self) -> bool:
        """Whether visitors see it."""
        return self.status == "published"

    @property
    def changed_at(self) -> datetime | None:
        return self.updated_at

    @classmethod
    def of(cls, summary: Mapping[str, Any]) -> "PageRow":
        """A row from a summary as the platform sent it or as the local copy kept it."""
        name, slug = str(summary.get("name") or ""), str(summary.get("slug") or "")
        return cls(
            id=str(summary["id"]),
            name=name,
            slug=slug,
            status=str(summary.get("status") or "draft"),
            type=str(summary.get("type") or ""),
            funnel_id=summary.get("funnel_id"),
            domain_id=summary.get("domain_id"),
            updated_at=moment(summary.get("updated_at")),
            created_at=moment(summary.get("created_at")),
            tests=summary.get("tests"),
            sought=sought_in(name, f"/{slug}"),
        )

    def shown(self, now: datetime, zone: ZoneInfo | None) -> ListRow:
        """What the list shows of it."""
        count = self.tests or 0
        tests = (
            ngettext("{count} test", "{count} tests", count).format(count=count) if count else ""
        )
        hover = f"{self.name}\n/{self.slug}"
        if self.updated_at is not None:
            when = Formats(zone=zone).moment(self.updated_at)
            hover += "\n" + _("Changed {when}").format(when=when)
        return ListRow(
            id=self.id,
            title=self.name or _("Untitled page"),
            subtitle=f"/{self.slug}",
            note=tests,
            when=ago(self.updated_at, now),
            chip=STATUS_WORDS.get(self.status, self.status),
            tone=TONES.get(self.status, "muted"),
            marked=self.unsaved,
            hover=hover,
        )


def _by_name(row: PageRow) -> str:
    return row.sought


def _by_status(row: PageRow) -> tuple[int, str]:
    return STATUS_ORDER.get(row.status, len(STATUS_ORDER)), row.sought


def _by_creation(row: PageRow) -> tuple[float, str]:
    return -(row.created_at or EPOCH).timestamp(), row.sought


def _by_update(row: PageRow) -> tuple[float, str]:
    return -(row.updated_at or EPOCH).timestamp(), row.sought


STATUS_ORDER = {status: place for place, status in enumerate(STATUS_WORDS)}
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

FILTERS: tuple[FilterSpec[PageRow], ...] = (
    FilterSpec("status", _("Status"), lambda row: row.status, STATUS_WORDS),
    FilterSpec(
        "type", _("Type"), lambda row: row.type, called=lambda kind: str(kind).replace("-", " ")
    ),
    FilterSpec(
        "funnel_id",
        _("Funnel"),
        lambda row: row.funnel_id,
        called=lambda number: _("Funnel {number}").format(number=number),
    ),
    FilterSpec(
        "domain_id",
        _("Domain"),
        lambda row: row.domain_id,
        called=lambda number: _("Domain {number}").format(number=number),
    ),
)
SORTS = (
    SortSpec("updated", _("Last changed"), _by_update),
    SortSpec("created", _("Newest first"), _by_creation),
    SortSpec("name", _("Name"), _by_name),
    SortSpec("status", _("Status"), _by_status),
)
"""What rows are ordered by; ties by name, as ``sought`` begins with it."""
