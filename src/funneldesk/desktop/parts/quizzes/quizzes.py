"""Quizzes as they are declared (document: Quiz; Endpoints: Quizzes; quirks 6, 21, 52 and 54)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from funneldesk.contract.listing import Listing
from funneldesk.contract.quizzes import ListedQuiz, Quiz, QuizFilter
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.quizzes.kind import KIND, PART, read_quiz
from funneldesk.desktop.records.columns import column
from funneldesk.desktop.records.detail.declaration import Detail
from funneldesk.desktop.records.query import Choice, FilterSpec, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.sources.narrowing import narrowed
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 100
CHANGED = "updated_at"
_SORTS = {(CHANGED, True): "updated_at", ("name", False): "name"}
YES_NO: dict[Choice, str] = {True: _("Yes"), False: _("No")}


async def read_page(api: "Api", page: int, query: Query) -> Listing[ListedQuiz]:
    """A page of a query. The server seeks in names; for what it cannot order or narrow by, all are
    read and looked through here."""
    sort = _SORTS.get((query.sort, query.descending))
    if query.choices or sort is None:
        every = [each async for each in api.quizzes.iterate(QuizFilter(per_page=AT_ONCE))]
        return narrowed(QUIZZES, query, every)
    words = query.text.strip() or None
    return await api.quizzes.list(QuizFilter(page=page, per_page=AT_ONCE, sort=sort, q=words))


async def get(api: "Api", record_id: str) -> Quiz:
    """A quiz with the summaries of its screens."""
    return await read_quiz(api, int(record_id))


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many quizzes there are; the other views are counted here."""
    return {"all": (await api.quizzes.list(QuizFilter(per_page=1))).total or 0}


def _on_page(row: SummaryRow) -> Choice:
    return row.get("page_id") is not None


QUIZZES = RecordSection(
    part=PART,
    title=_("Quizzes"),
    icon="list-checks",
    unit="quiz",
    units="quizzes",
    key="id",
    searched=("name", "code"),
    search_hint=_("Name or code"),
    columns=(
        column("name", _("Name"), width=280, field="name"),
        column("total_entries", _("Entries"), "number", width=100, sent_as=""),
        column("code", _("Code"), width=140, muted=True, sent_as=""),
        column("page_id", _("Page number"), "number", hidden=True, sent_as="", width=110),
        column(CHANGED, _("Changed"), "moment"),
        column("id", _("Number"), hidden=True, sent_as="", width=90),
    ),
    filters=(FilterSpec("on_page", _("On a page"), _on_page, YES_NO),),
    views=(
        View("all", _("All")),
        View("used", _("On a page"), Query(choices={"on_page": True})),
        View("unused", _("On no page"), Query(choices={"on_page": False})),
    ),
    empty=(_("No quizzes yet"), _("Add the first one: its name is enough.")),
    first_sort=CHANGED,
    page=read_page,
    get=get,
    counts=read_counts,
    mirrored_up_to=100_000,
    detail=Detail(
        title=lambda body: str(body.get("name") or ""),
        subtitle=lambda body: str(body.get("code") or ""),
    ),
    edited=KIND,
)
