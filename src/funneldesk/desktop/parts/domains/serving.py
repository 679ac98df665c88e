"""Tab of what a domain serves: pages, blogs and courses that name it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from funneldesk.contract.blogs import BlogFilter
from funneldesk.contract.courses import CourseFilter
from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.sections.operations import operation, optional
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 100
STATUSES = {
    "published": _("Published"),
    "draft": _("Draft"),
    "archived": _("Archived"),
    "active": _("Active"),
    "inactive": _("Inactive"),
}
KINDS = {"pages": _("Page"), "blogs": _("Blog"), "courses": _("Course")}


@dataclass
class Served:
    """Everything of a brand that names a domain, by its number; ``unread`` parts are closed."""

    by_domain: dict[int, list[SummaryRow]] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)

    def add(self, part: str, domain_id: int | None, body: Mapping[str, Any], name: str) -> None:
        """Count one in; what names no domain is left out."""
        if domain_id is not None:
            row = SummaryRow(f"{part}/{body['id']}", {**body, "part": part, "title": name})
            self.by_domain.setdefault(domain_id, []).append(row)


async def read_served(workspace: Workspace) -> Served:
    """Read pages, then blogs and courses as far as the key reaches. Raises ``ApiError``."""
    found = Served()
    for page in await workspace.run(lambda api: api.pages.list()):
        found.add("pages", page.domain_id, page.model_dump(mode="json"), page.name)
    for part, title, read in _OTHERS:
        with optional() as asked:
            for body, domain_id, name in await workspace.run(read):
                found.add(part, domain_id, body, name)
        if asked.failed:
            found.unread.append(title)
    return found


Rows = list[tuple[Mapping[str, Any], int | None, str]]


async def _blogs(api: "Api") -> Rows:
    wanted = BlogFilter(per_page=AT_ONCE)
    found = [each async for each in api.blogs.iterate(wanted)]
    return [(each.model_dump(mode="json"), each.domain_id, each.name) for each in found]


async def _courses(api: "Api") -> Rows:
    wanted = CourseFilter(per_page=AT_ONCE)
    found = [each async for each in api.courses.iterate(wanted)]
    return [(each.model_dump(mode="json"), _domain_of(each), each.title) for each in found]


def _domain_of(course: Any) -> int | None:
    domain = course.domain
    known = domain.get("id") if isinstance(domain, Mapping) else None
    return course.domain_id if course.domain_id is not None else known


_OTHERS = (("blogs", _("blogs"), _blogs), ("courses", _("courses"), _courses))


class ServingPage(RecordView):
    """Shows what one domain serves; ``asked_to_open`` carries (part, id)."""

    asked_to_open = Signal(str, str)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self.tasks = TaskScope(self)
        self.body: Mapping[str, Any] = {}
        self._served: Served | None = None
        self._rows: dict[str, SummaryRow] = {}
        self.progress, self.problem = ProgressLine(), Banner(closable=False)
        self.told = Label(size="small", tone="muted", wrap=True)
        self.told.setContentsMargins(16, 8, 16, 8)
        self.table: TableView = TableView(_("What it serves"), _COLUMNS, self._rows.get)
        self.table.opened.connect(self._open)
        for at, each in enumerate(_COLUMNS):
            self.table.horizontalHeader().resizeSection(at, each.width)
        self.empty = EmptyState("globe", _("It serves nothing yet"), "")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.table)
        self.pages.addWidget(self.empty)
        self.setLayout(column(self.progress, self.problem, self.told, self.pages, spacing=0))

    def show_record(self, body: Mapping[str, Any]) -> None:
        other = body.get("record_id") != self.body.get("record_id")
        self.body = body
        if self.isVisible() and (other or self._served is None):
            self.tasks.latest("read", self._read())
        self._show()

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        self.tasks.latest("read", self._read())

    def again(self) -> None:
        """Pages were moved: read once it is looked at."""
        self._served = None
        if self.isVisible():
            self.tasks.latest("read", self._read())

    async def _read(self) -> None:
        doing = _("Reading what the domains serve")
        tell: Callable[[Explanation], object] = self._tell
        with operation(self._workspace, doing, tell=tell, progress=self.progress.set_on):
            self._served = await read_served(self._workspace)
            self.problem.clear()
        self._show()

    def _tell(self, told: Explanation) -> None:
        self.problem.say(told.what, f"{told.so_what} {told.now_what}".strip(), told.tone)

    def _show(self) -> None:
        served, number = self._served, self.body.get("id")
        own = not self.body.get("is_tracking_domain") and isinstance(number, int)
        rows = served.by_domain.get(int(number or 0), []) if served is not None and own else []
        self._rows.clear()
        self._rows.update({each.id: each for each in rows})
        self.table.arrange(list(self._rows))
        self.table.rows.tell_changed()
        self.pages.setCurrentWidget(self.table if rows else self.empty)
        self.pages.setVisible(served is not None or not own)
        self.empty.say(_("It serves nothing yet"), self._why_empty())
        self.told.setText(self._summary(rows, served))
        self.told.setVisible(bool(self.told.text()))

    def _why_empty(self) -> str:
        if self.body.get("is_tracking_domain"):
            return _("Tracking domains count clicks; pages stand on other domains.")
        return _("Choose it in the settings of a page, a blog or a course.")

    def _summary(self, rows: Sequence[SummaryRow], served: Served | None) -> str:
        counts = {part: sum(each.get("part") == part for each in rows) for part in KINDS}
        units = {"pages": "page", "blogs": "blog", "courses": "course"}
        said = ", ".join(counted(n, units[part]) for part, n in counts.items() if n)
        if served is not None and served.unread:
            missing = _("Couldn't read the {parts}.").format(parts=", ".join(served.unread))
            return f"{said}. {missing}" if said else missing
        return said

    def _open(self, row_id: str) -> None:
        part, _slash, record_id = row_id.partition("/")
        if part in self._workspace.sections:
            self.asked_to_open.emit(part, record_id)


def _status(status: object) -> str:
    """A status in words; one that is unknown as it came (quirk 42)."""
    return STATUSES.get(str(status), str(status or ""))


_COLUMNS: tuple[Column[SummaryRow], ...] = (
    Column("title", _("Name"), lambda row: str(row.get("title") or ""), width=220),
    Column("part", _("What"), lambda row: KINDS[str(row.get("part"))], width=90, muted=True),
    Column("slug", _("Slug"), lambda row: str(row.get("slug") or ""), width=150, muted=True),
    Column("status", _("Status"), lambda row: _status(row.get("status")), width=100),
)
