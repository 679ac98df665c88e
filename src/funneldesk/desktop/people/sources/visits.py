"""Visits of a customer, and the quizzes on whose pages they were.

The interface tells on which page a quiz stands, which page a visit saw, and what all who played a
quiz answered; never what one of them did (document: Quizzes; Tracking).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from funneldesk.client.errors import RoleDenied
from funneldesk.contract.listing import Listing
from funneldesk.contract.quizzes import QuizFilter
from funneldesk.contract.tracking import Click, ClickFilter
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.sources.source import Body, Line, Person
from funneldesk.desktop.records.detail.timeline import Event
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

Rows = list[dict[str, Any]]
MOST, QUIZZES_AT_ONCE = 25, 100
QUIZZES, MET = "quizzes", "quizzes"
"""The part of quizzes, and the value of a visit that holds those whose pages it saw."""


async def read_visits(workspace: Workspace, person: Person) -> Rows:
    """Visits whose address has the email address, as it is or as addresses write it ("%40"), each
    with the quizzes on whose pages it was."""
    found: dict[str, dict[str, Any]] = {}
    for words in dict.fromkeys((person.email, quote(person.email, safe=""))):
        wanted = ClickFilter(query_text=words)
        listing = await workspace.run(partial(_clicks, wanted=wanted))
        for click in listing.rows:
            found.setdefault(str(click.session_id or click.code), click.model_dump(mode="json"))
    newest = sorted(found.values(), key=lambda row: str(row.get("created_at")), reverse=True)
    rows = newest[:MOST]
    quizzes = [q for q in await _quizzes(workspace) if q.get("page_id")] if rows else []
    if quizzes:
        pages = await _pages_by_slug(workspace) if any(map(_is_only_address, rows)) else {}
        for row in rows:
            row[MET] = list(met(row, quizzes, pages))
    return rows


async def _clicks(api: "Api", wanted: ClickFilter) -> Listing[Click]:
    return await api.tracking.list(wanted)


async def _quizzes(workspace: Workspace) -> Rows:
    """All quizzes; of a server that cannot tell now what this computer knows, and none where the
    role has no access to them."""
    rows: Rows = []
    with optional() as asked:
        rows = await workspace.run(_every_quiz)
    if asked.failed and not isinstance(asked.error, RoleDenied):
        return await workspace.store.listing(QUIZZES)
    return rows


async def _every_quiz(api: "Api") -> Rows:
    wanted = QuizFilter(per_page=QUIZZES_AT_ONCE)
    return [each.model_dump(mode="json") async for each in api.quizzes.iterate(wanted)]


async def _pages_by_slug(workspace: Workspace) -> dict[str, list[int]]:
    """Numbers of the pages that this computer knows, by their slugs."""
    found: dict[str, list[int]] = {}
    async for rows in workspace.store.slices("pages"):
        for row in rows:
            found.setdefault(str(row.get("slug") or ""), []).append(row["id"])
    return found


def met(
    row: Body, quizzes: Sequence[Body], pages: Mapping[str, Sequence[int]]
) -> Iterator[dict[str, Any]]:
    """Quizzes on whose pages a visit was, each once, and when. ``pages`` are numbers by slugs, for
    servers that tell of a visit its addresses alone."""
    told: set[str] = set()
    for page_id, at in _seen(row, pages):
        for quiz in quizzes:
            number = str(quiz.get("id"))
            if quiz.get("page_id") == page_id and number not in told:
                told.add(number)
                yield {"id": number, "name": str(quiz.get("name") or ""), "at": at}


def _seen(row: Body, pages: Mapping[str, Sequence[int]]) -> Iterator[tuple[Any, str]]:
    """Pages that a visit saw, as far as its row tells, and when: the one that it began on, and
    those of its events."""
    began = str(row.get("created_at") or "")
    yield _page_of(row.get("pgid") or row.get("page_id"), row.get("url"), pages), began
    for event in _events(row):
        known = event.get("data")
        number = known.get("page_id") if isinstance(known, Mapping) else None
        yield _page_of(number, event.get("url"), pages), str(event.get("timestamp") or began)


def _events(row: Body) -> Iterable[Body]:
    """The events of a visit, where its row has them and not their number."""
    events = row.get("events")
    return (
        [each for each in events if isinstance(each, Mapping)] if isinstance(events, list) else ()
    )


def _is_only_address(row: Body) -> bool:
    return not (row.get("pgid") or row.get("page_id")) or bool(_events(row))


def _page_of(number: object, url: object, pages: Mapping[str, Sequence[int]]) -> object:
    """The page of a number, or else of an address; None where several pages have its slug."""
    if number:
        return number
    named = pages.get(_path(url).rpartition("/")[2] or "-", ())
    return named[0] if len(named) == 1 else None


def _path(url: object) -> str:
    try:
        return urlsplit(str(url or "")).path.rstrip("/")
    except ValueError:
        return ""


def line_of(body: Body, formats: Formats) -> Line:
    """A visit in the pane beside a ticket."""
    at = moment(body.get("created_at"))
    title = formats.moment(at) if at is not None else str(body.get("session_id") or "")
    url = str(body.get("url") or "")
    chip = _("Quiz") if _met(body) else ""
    return Line(title, url, chip=chip, tone="info", opens=_place(body))


def events_of_visit(body: Body, formats: Formats) -> list[Event]:
    """A visit and the quizzes that it opened, as a timeline tells of them."""
    at = moment(body.get("created_at"))
    if at is None:
        return []
    place = ", ".join(str(body[key]) for key in ("city", "country") if body.get(key))
    words = " · ".join(each for each in (_path(body.get("url")) or "/", place) if each)
    quizzes = [_opened(quiz, moment(quiz.get("at")) or at, body) for quiz in _met(body)]
    return [*quizzes, Event(at, _("Visit"), words, _place(body))]


def _opened(quiz: Body, at: Any, visit: Body) -> Event:
    opens = (QUIZZES, str(quiz.get("id") or ""))
    return Event(
        at,
        _("Quiz"),
        _("Opened the quiz “{name}”").format(name=quiz.get("name") or ""),
        opens,
        note=_("The server doesn't say which of the quiz's answers are this customer's."),
        ways=((_("Open the quiz"), opens), (_("Open the visit"), _place(visit))),
    )


def _met(body: Body) -> list[Body]:
    """The quizzes of a visit; a copy of another shape has none."""
    found = body.get(MET)
    return [each for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []


def _place(body: Body) -> tuple[str, str]:
    return "tracking", str(body.get("session_id") or "")
