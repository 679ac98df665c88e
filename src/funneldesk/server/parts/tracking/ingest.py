"""Takes in visits and what happens in them, one or many thousand in a transaction.

It writes the visits and their events, moves the counters and the roll-ups, and hands exposures on
to the split tests. Bots are kept and counted nowhere (quirk 18: ``exclude_bots``).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.db.counters import move
from funneldesk.server.db.ids import document_id, reserve_ids
from funneldesk.server.parts.analytics.rollups import MEASURES, NODE, Dimensions, Rollup, hour_of
from funneldesk.server.parts.split_tests import exposures
from funneldesk.server.parts.tracking.codes import click_code
from funneldesk.server.parts.tracking.visits import Visit
from funneldesk.server.parts.tracking.writing import (
    insert_events,
    insert_visits,
    mark_visits,
    update_visits,
)

PAGE_VIEW = "page_view"
ENGAGEMENT = "engagement"
ADD_TO_CART = "add_to_cart"
VIDEO_PROGRESS = "video_progress"
IDENTIFY = "identify"

ENGAGED_SECONDS = 10
"""A visit is engaged from this many seconds on, or by a second page view or an add to cart."""

VISITS, BOTS = "visits", "visits/bots"
"""The counters of all visits, and of those by bots."""

_SESSIONS = MEASURES.index("sessions")
_ENGAGED = MEASURES.index("engaged")
_PAGE_VIEWS = MEASURES.index("page_views")
_SECONDS = MEASURES.index("seconds")
_ADD_TO_CARTS = MEASURES.index("add_to_carts")
_CARTED = MEASURES.index("carted")
_BUYERS = MEASURES.index("buyers")
_IDS_AT_A_TIME = 500


Amounts = list[tuple[int, int]]


class Ingest:
    """What happens to one brand, collected until ``flush``.

    Visits must come in the order of their start for the best speed, and an event after its visit.
    A visit from the database (``visits.visit_of(…, lock=True)``) takes events like a new one.
    """

    def __init__(self, session: Session, brand_id: int, rollup: Rollup | None = None) -> None:
        self._session = session
        self._brand_id = brand_id
        self._rollup = rollup or Rollup(session, brand_id)
        self._ids: list[int] = []
        self._touched: dict[int, Visit] = {}
        self._marked: dict[int, Visit] = {}
        self._events: list[dict[str, Any]] = []
        self._counts: dict[tuple[int, int], list[int]] = {}
        self._exposed: list[exposures.Seen] = []

    def visit(self, started_at: datetime, visitor: str, **fields: Any) -> Visit:
        """A new visit; ``fields`` are those of ``Visit`` (referrer, utm_source, device, …).

        ``session_id`` and ``code`` are made when they are not given.
        """
        number = self._next_id()
        fields.setdefault("session_id", document_id(started_at))
        fields.setdefault("code", click_code(number))
        visit = Visit(
            id=number,
            visitor=visitor,
            started_at=started_at,
            last_at=started_at,
            is_new=True,
            **fields,
        )
        self._touched[number] = visit
        self._count(visit, hour_of(started_at), [(_SESSIONS, 1)])
        return visit

    def event(
        self,
        visit: Visit,
        type: str,
        at: datetime,
        *,
        url: str | None = None,
        page_id: int | None = None,
        data: Mapping[str, Any] | None = None,
        seconds: int = 0,
        pairs: Iterable[tuple[int, str]] = (),
    ) -> None:
        """Something that happened at ``at``.

        ``seconds`` is the time on the page since the last word of it; ``pairs`` are the split
        tests and variants that a page view met; ``data`` has ``pct`` for the progress of a video
        and ``gender`` for who was identified. Engagement is counted and not kept as an event.
        """
        self._touched[visit.id] = visit
        visit.last_at = max(visit.last_at, at)
        pairs = list(pairs)
        if type != ENGAGEMENT:
            self._keep(visit, type, at, url, page_id, _with_variants(data, pairs))
        hour = hour_of(at)
        new = [pair for pair in pairs if f"{pair[0]}/{pair[1]}" not in visit.nodes]
        if new:
            self._expose(visit, at, hour, new)
        was_carted = _is_carted(visit)
        amounts = _effect(visit, type, seconds)
        if page_id is not None and type == PAGE_VIEW and str(page_id) not in visit.pages:
            if visit.page_id is None:
                visit.page_id = page_id
                self._moved(visit)
            visit.pages[str(page_id)] = hour
            self._add(visit, hour, {"page": str(page_id)}, _first(visit))
        if amounts:
            self._count(visit, hour, amounts)
            self._add(visit, hour, _of_event(visit, page_id), amounts)
        self._engage(visit)
        if _is_carted(visit) and not was_carted:
            self._reached(visit, [(_CARTED, 1)])
        if type == ADD_TO_CART and visit.video_pct is not None:
            self._add(visit, hour, {"video_pct": str(visit.video_pct // 10 * 10)}, amounts)
        if data and type == VIDEO_PROGRESS:
            self.watch(visit, data.get("pct"))
        if data and type == IDENTIFY:
            self.identify(visit, data.get("gender"))

    def identify(self, visit: Visit, gender: object) -> None:
        """Take note of a visitor's gender (male or female); what was counted so far moves along."""
        if gender not in ("male", "female") or gender == visit.gender:
            return
        self._marked[visit.id] = visit
        self._customer(visit, -1)
        self._viewer(visit, -1)
        visit.gender = str(gender)
        self._customer(visit, 1)
        self._viewer(visit, 1)

    def watch(self, visit: Visit, pct: object) -> None:
        """Take note of how far a video was seen, in percent."""
        if isinstance(pct, bool) or not isinstance(pct, int | float) or not 0 <= pct <= 100:
            return
        if visit.video_pct is None or pct > visit.video_pct:
            self._viewer(visit, -1)
            visit.video_pct = int(pct)
            self._viewer(visit, 1)

    def purchased(self, visit: Visit, at: datetime) -> bool:
        """Take note of an order; True for the first one of the visit."""
        if visit.purchased_at is not None:
            return False
        self._marked[visit.id] = visit
        visit.purchased_at = at
        self._customer(visit, 1)
        return True

    def bought(self, visit: Visit) -> None:
        """Take note of a first purchase; a visit counts once, when it began."""
        if visit.bought:
            return
        self._marked[visit.id] = visit
        amounts = [(_BUYERS, 1)] if _is_carted(visit) else [(_CARTED, 1), (_BUYERS, 1)]
        visit.bought = True
        self._reached(visit, amounts)
        self._rollup.changed(hour_of(visit.started_at))

    def flush(self) -> None:
        """Write everything; the visits can take further events afterwards."""
        new = [visit for visit in self._touched.values() if visit.is_new]
        known = [visit for visit in self._touched.values() if not visit.is_new]
        connection = self._session.connection()
        marked = [visit for visit in self._marked.values() if visit.id not in self._touched]
        insert_visits(connection, self._brand_id, new)
        update_visits(connection, self._brand_id, known)
        mark_visits(connection, self._brand_id, marked)
        insert_events(connection, self._events)
        if self._exposed:
            exposures.record_many(self._session, self._brand_id, self._exposed)
        for (visit_id, hour), counts in self._counts.items():
            own = self._touched[visit_id].own_dimensions()
            self._rollup.add_at(hour, own, [(p, n) for p, n in enumerate(counts) if n])
        for visit in self._touched.values():
            if not visit.is_bot:
                self._rollup.changed(hour_of(visit.started_at))
            visit.is_new = False
        self._forget()
        move(self._session, self._brand_id, VISITS, len(new))
        move(self._session, self._brand_id, BOTS, sum(visit.is_bot for visit in new))
        self._rollup.flush()

    def _forget(self) -> None:
        self._touched, self._marked, self._counts = {}, {}, {}
        self._events, self._exposed = [], []

    def _next_id(self) -> int:
        if not self._ids:
            count = _IDS_AT_A_TIME if self._touched else 1
            self._ids = list(reserve_ids(self._session, VISITS, count))[::-1]
        return self._ids.pop()

    def _keep(
        self,
        visit: Visit,
        type: str,
        at: datetime,
        url: str | None,
        page_id: int | None,
        data: Mapping[str, Any] | None,
    ) -> None:
        self._events.append(
            {
                "brand_id": self._brand_id,
                "visit_id": visit.id,
                "number": visit.events,
                "type": type,
                "at": at,
                "page_id": page_id,
                "url": url,
                "data": None if data is None else dict(data),
            }
        )
        visit.events += 1

    def _expose(self, visit: Visit, at: datetime, hour: int, pairs: list[tuple[int, str]]) -> None:
        """A variant counts the session when it is first met; a test has one variant in a visit."""
        known = {node.partition("/")[0] for node in visit.nodes}
        fresh = [pair for pair in dict(pairs).items() if str(pair[0]) not in known]
        for test_id, code in fresh:
            node = f"{test_id}/{code}"
            visit.nodes[node] = hour
            self._add(visit, hour, {NODE: node}, _first(visit))
        if fresh:
            self._moved(visit)
        if fresh and not visit.is_bot:
            self._exposed += [exposures.Seen(visit.id, at, *pair) for pair in fresh]

    def _moved(self, visit: Visit) -> None:
        """The visit's page or variants changed, by which its orders are counted too."""
        if visit.purchased_at is not None:
            self._rollup.changed_since(hour_of(visit.purchased_at))

    def _engage(self, visit: Visit) -> None:
        """Count the visit as engaged once it is: where and when its session was counted."""
        if visit.engaged or not _is_engaged(visit):
            return
        visit.engaged = True
        self._reached(visit, [(_ENGAGED, 1)])

    def _reached(self, visit: Visit, amounts: Amounts) -> None:
        """Count what a visit got to where and when its session was counted."""
        self._add(visit, hour_of(visit.started_at), visit.own_dimensions(), amounts)
        for page, hour in visit.pages.items():
            self._add(visit, hour, {"page": page}, amounts)
        for node, hour in visit.nodes.items():
            self._add(visit, hour, {NODE: node}, amounts)

    def _customer(self, visit: Visit, sign: int) -> None:
        """A visit with an order, under its gender, in the hour of the order."""
        if visit.purchased_at is not None:
            hour = hour_of(visit.purchased_at)
            gender = visit.gender or "unknown"
            self._add(visit, hour, {"customer_gender": gender}, [(_SESSIONS, sign)])

    def _viewer(self, visit: Visit, sign: int) -> None:
        """A visit that saw a video, under its gender: ``seconds`` adds up the percent."""
        if visit.gender and visit.video_pct is not None:
            amounts = [(_SESSIONS, sign), (_SECONDS, sign * visit.video_pct)]
            self._add(visit, hour_of(visit.started_at), {"video_gender": visit.gender}, amounts)

    def _count(self, visit: Visit, hour: int, amounts: Amounts) -> None:
        """What counts in the visit's own fields is added up per visit and hour first."""
        if visit.is_bot:
            return
        counts = self._counts.get((visit.id, hour))
        if counts is None:
            counts = self._counts[visit.id, hour] = [0] * (_ADD_TO_CARTS + 1)
        for place, amount in amounts:
            counts[place] += amount

    def _add(self, visit: Visit, hour: int, dimensions: Dimensions, amounts: Amounts) -> None:
        if not visit.is_bot:
            self._rollup.add_at(hour, dimensions, amounts)


def _effect(visit: Visit, type: str, seconds: int) -> Amounts:
    """Move the visit's own figures; gives what is to be counted."""
    amounts = []
    if type == PAGE_VIEW:
        visit.page_views += 1
        amounts.append((_PAGE_VIEWS, 1))
    elif type == ADD_TO_CART:
        visit.add_to_carts += 1
        amounts.append((_ADD_TO_CARTS, 1))
    if seconds:
        visit.seconds += seconds
        amounts.append((_SECONDS, seconds))
    return amounts


def _first(visit: Visit) -> Amounts:
    reached = (
        (_ENGAGED, visit.engaged),
        (_CARTED, _is_carted(visit)),
        (_BUYERS, visit.bought),
    )
    return [(_SESSIONS, 1), *((place, 1) for place, is_so in reached if is_so)]


def _with_variants(
    data: Mapping[str, Any] | None, pairs: Sequence[tuple[int, str]]
) -> Mapping[str, Any] | None:
    """What an event tells, with the variants that a page view met."""
    if not pairs:
        return data
    met = [{"split_test_id": test_id, "node_code": code} for test_id, code in pairs]
    return {**(data or {}), "variants": met}


def _is_carted(visit: Visit) -> bool:
    """Whether something was put into the cart; who bought had something there."""
    return visit.add_to_carts > 0 or visit.bought


def _is_engaged(visit: Visit) -> bool:
    return visit.page_views > 1 or visit.add_to_carts > 0 or visit.seconds >= ENGAGED_SECONDS


def _of_event(visit: Visit, page_id: int | None) -> dict[str, str | tuple[str, ...]]:
    found: dict[str, str | tuple[str, ...]] = {NODE: tuple(visit.nodes)} if visit.nodes else {}
    if page_id is not None:
        found["page"] = str(page_id)
    return found
