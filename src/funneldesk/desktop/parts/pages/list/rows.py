"""The list of pages as it is shown: what a row says, which rows a filter leaves, in what order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from unicodedata import normalize
from zoneinfo import ZoneInfo

from funneldesk.desktop.kit.lists.local_order import Rule
from funneldesk.desktop.kit.lists.record_list import ListRow, ago
from funneldesk.desktop.local.cache.matching import fold
from funneldesk.desktop.records.library.row import RecordRow
from funneldesk.desktop.records.moments import moment

TONES = {"published": "success", "draft": "muted", "offline": "warning", "imported": "info"}
STATUS_WORDS = {
    "published": "Published",
    "draft": "Draft",
    "offline": "Offline",
    "imported": "Imported",
}
SORTS = (
    ("updated", "Last changed"),
    ("created", "Newest first"),
    ("name", "Name"),
    ("status", "Status"),
)


@dataclass(frozen=True, slots=True)
class PageFilter:
    """What the list is narrowed to; None takes everything."""

    text: str = ""
    status: str | None = None
    type: str | None = None
    funnel_id: int | None = None
    domain_id: int | None = None
    sort: str = "updated"

    @property
    def narrows(self) -> bool:
        """Whether anything but the text narrows the list."""
        return any(v is not None for v in (self.status, self.type, self.funnel_id, self.domain_id))

    def cleared(self) -> "PageFilter":
        """Only the order is kept."""
        return PageFilter(sort=self.sort)


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
            sought=fold(normalize("NFC", f"{name}\n/{slug}")),
        )

    def shown(self, now: datetime, zone: ZoneInfo | None) -> ListRow:
        """What the list shows of it."""
        tests = {None: "", 0: "", 1: " · 1 test"}.get(self.tests, f" · {self.tests} tests")
        when = self.updated_at.astimezone(zone) if self.updated_at else None
        hover = f"{self.name}\n/{self.slug}"
        if when is not None:
            hover += f"\nChanged {when:%d %B %Y, %H:%M}"
        return ListRow(
            id=self.id,
            title=self.name or "Untitled page",
            subtitle=f"/{self.slug}{tests}",
            when=ago(self.updated_at, now),
            chip=STATUS_WORDS.get(self.status, self.status),
            tone=TONES.get(self.status, "muted"),
            marked=self.unsaved,
            hover=hover,
        )


def rule_of(wanted: PageFilter) -> Rule[PageRow]:
    """What a filter takes and how it orders; its text is sought apart."""

    def keep(row: PageRow) -> bool:
        return (
            wanted.status in (None, row.status)
            and wanted.type in (None, row.type)
            and wanted.funnel_id in (None, row.funnel_id)
            and wanted.domain_id in (None, row.domain_id)
        )

    return Rule(keep if wanted.narrows else _everything, KEYS.get(wanted.sort, _by_update))


def _everything(_: PageRow) -> bool:
    return True


def _by_name(row: PageRow) -> str:
    return row.sought


def _by_status(row: PageRow) -> tuple[int, str]:
    return STATUS_ORDER.get(row.status, len(STATUS_ORDER)), row.sought


def _by_creation(row: PageRow) -> tuple[float, str]:
    return -(row.created_at or EPOCH).timestamp(), row.sought


def _by_update(row: PageRow) -> tuple[float, str]:
    return -(row.updated_at or EPOCH).timestamp(), row.sought


KEYS: Mapping[str, Callable[[PageRow], Any]] = {
    "name": _by_name,
    "status": _by_status,
    "created": _by_creation,
    "updated": _by_update,
}
"""What rows are ordered by; ties by name, as ``sought`` begins with it."""
STATUS_ORDER = {status: place for place, status in enumerate(STATUS_WORDS)}
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def with_choice(wanted: PageFilter, name: str, value: Any) -> PageFilter:
    """A filter with one choice changed."""
    return replace(wanted, **{name: value})
