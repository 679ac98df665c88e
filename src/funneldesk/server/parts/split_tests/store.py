"""Queries on split tests: every one within a brand (quirks 41 to 44)."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import BindParameter, Select, bindparam, select
from sqlalchemy.orm import Session

from funneldesk.contract.zones import zone_of
from funneldesk.server.db.counters import counted_each, move
from funneldesk.server.db.types import now
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.funnels.tables import FunnelRow
from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.parts.split_tests.bodies import listed_body
from funneldesk.server.parts.split_tests.markup import COUNTER, set_config
from funneldesk.server.parts.split_tests.numbers import visitors_of
from funneldesk.server.parts.split_tests.states import (
    DELETED,
    FINALIZED,
    KEPT,
    RUNNING,
    STATUSES,
    counts,
    update_refusal,
    winner_refusal,
)
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.server.web.errors import Refused, invalid, missing
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.listing import Attribute, By, Paging, rows_of
from funneldesk.server.web.tables import UserRow

Ids = Sequence[int | None]
MODEL = "split test"
_DEFAULTS: dict[str, Any] = {
    "primary_metric": "conversion_rate",
    "statistical_method": "frequentist",
    "significance_level": 0.05,
    "statistical_power": 0.8,
    "auto_select_winner": False,
}
_IDS: BindParameter[Any] = bindparam("ids", expanding=True)
_BRAND: BindParameter[Any] = bindparam("brand_id")
_PAGES = select(PageRow.id, PageRow.title).where(PageRow.brand_id == _BRAND, PageRow.id.in_(_IDS))
_FUNNELS = select(FunnelRow.id, FunnelRow.name).where(
    FunnelRow.brand_id == _BRAND, FunnelRow.id.in_(_IDS)
)
_USERS = select(UserRow.id, UserRow.name).where(UserRow.id.in_(_IDS))
_NOT_DELETED = (SplitTestRow.status != DELETED,)
_ORDER = (By(SplitTestRow.id, descending=True),)
_IN_MARKUP = "This test stands in its page's markup: change its variants and its page there."


class SplitTestStore:
    """The split tests of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def counts(self) -> dict[str, int]:
        """The quick-access counts."""
        return counts(self._counted(STATUSES))

    def get(self, test_id: int, *, lock: bool = False) -> SplitTestRow:
        """A test. Raises Refused (404)."""
        row = None
        if test_id <= LARGEST_ID:
            key = (self._brand_id, test_id)
            row = self._session.get(SplitTestRow, key, with_for_update=lock)
        if row is None:
            raise missing(MODEL)
        return row

    def create(self, values: Mapping[str, Any], user_id: int) -> SplitTestRow:
        """A new test, running unless it says otherwise. Raises Refused (422)."""
        given = {name: value for name, value in values.items() if value is not None}
        row = SplitTestRow(
            brand_id=self._brand_id, user_id=user_id, status=given.pop("status", RUNNING), **given
        )
        row.start_date = row.start_date or self._today()
        self._check(row, values)
        self._session.add(row)
        self._session.flush()
        self._count(row.status, 1)
        return row

    def update(self, test_id: int, values: Mapping[str, Any]) -> SplitTestRow:
        """Set what was sent. Raises Refused (404, 422)."""
        row = self.get(test_id, lock=True)
        changes = dict(values)
        if row.status == DELETED and changes:
            raise _refused("status", "A deleted split test cannot be changed.")
        status = changes.pop("status", None) or row.status
        reason = update_refusal(row.status, status)
        if reason:
            raise _refused("status", reason)
        with self._session.no_autoflush:
            self._set(row, changes)
            self._check(row, values)
        self.restate(row, status)
        self._session.flush()
        return row

    def delete(self, test_id: int) -> None:
        """Mark a test as deleted; it stays a record. Raises Refused (404)."""
        self.restate(self.get(test_id, lock=True), DELETED)

    def declare(self, test_id: int, winner: Mapping[str, Any], *, by: str) -> SplitTestRow:
        """End a test with ``{variant, node_code, …}`` as its winner. Raises Refused (404, 422)."""
        row = self.get(test_id, lock=True)
        reason = winner_refusal(row.status)
        if reason:
            raise _refused("status", reason)
        codes = {item["node_code"] for item in row.config.get("items", ())}
        if winner["node_code"] not in codes:
            raise _refused("winner_node_code", "This test has no variant of this node_code.")
        row.winner = dict(winner)
        row.winner_selected_at, row.winner_selected_by = now(), by
        self.restate(row, FINALIZED)
        self._session.flush()
        return row

    def restate(self, row: SplitTestRow, status: str) -> None:
        """Give a locked test its status, and the counts along with it."""
        if status != row.status:
            self._count(row.status, -1)
            self._count(status, 1)
            row.status = status
        row.updated_at = now()

    def list(
        self, status: str | None, wanted: Paging, *, with_pages: bool = True
    ) -> tuple[int, Sequence[dict[str, Any]]]:
        """How many tests there are, and those of a page, the newest first.

        Without a status deleted ones are left out. ``with_pages`` names the pages of tests.
        """
        equal: dict[Attribute, Any] = {SplitTestRow.brand_id: self._brand_id}
        if status:
            equal[SplitTestRow.status] = status
        total = sum(self._counted([status] if status else KEPT).values())
        always = () if status else _NOT_DELETED
        rows = rows_of(self._session, SplitTestRow, equal, _ORDER, total, wanted, always=always)
        return total, self._listed(rows, with_pages=with_pages)

    def _today(self) -> date:
        zone = zone_of(self._session.get_one(BrandRow, self._brand_id).timezone)
        return now().astimezone(zone).date()

    def _set(self, row: SplitTestRow, changes: Mapping[str, Any]) -> None:
        if row.block is not None and not _leaves_markup(row, changes):
            raise _refused("config", _IN_MARKUP)
        for name, value in changes.items():
            if name == "config":
                set_config(row, {**row.config, **value})
            elif name in ("name", "type", "start_date") and value is None:
                continue
            else:
                setattr(row, name, _DEFAULTS.get(name) if value is None else value)

    def _check(self, row: SplitTestRow, values: Mapping[str, Any]) -> None:
        items = row.config.get("items", ())
        if row.start_date and row.end_date and row.end_date < row.start_date:
            raise _refused("end_date", "The end_date must not be before the start_date.")
        known = {item[key] for item in items for key in ("node_code", "name")}
        if values.get("baseline") and row.baseline not in known:
            raise _refused("baseline", "The baseline must be the name or code of a variant.")
        for name, kind in (("page_id", PageRow), ("funnel_id", FunnelRow)):
            wanted = values.get(name)
            if wanted and self._session.get(kind, (self._brand_id, wanted)) is None:
                raise _refused(name, f"The selected {name} is invalid.")

    def _listed(self, rows: Sequence[Any], *, with_pages: bool) -> Sequence[dict[str, Any]]:
        views = visitors_of(self._session, self._brand_id, [row.id for row in rows])
        users = names_of_users(self._session, [row.user_id for row in rows])
        shown = [row.page_id for row in rows if with_pages]
        pages = self._named(_PAGES, shown)
        funnels = self._named(_FUNNELS, [row.funnel_id for row in rows])
        return [
            listed_body(
                row,
                views.get(row.id, 0),
                users.get(row.user_id or 0),
                pages.get(row.page_id or 0),
                funnels.get(row.funnel_id or 0),
            )
            for row in rows
        ]

    def _named(self, query: Select[int, str], ids: Ids) -> dict[int, dict[str, Any]]:
        return _named(self._session, query, ids, brand_id=self._brand_id)

    def _counted(self, statuses: Sequence[str]) -> dict[str, int]:
        names = {status: COUNTER.format(status=status) for status in statuses}
        found = counted_each(self._session, self._brand_id, list(names.values()))
        return {status: found[name] for status, name in names.items()}

    def _count(self, status: str, delta: int) -> None:
        move(self._session, self._brand_id, COUNTER.format(status=status), delta)


def names_of_users(session: Session, ids: Ids) -> dict[int, dict[str, Any]]:
    """``{id, name}`` of users by id."""
    return _named(session, _USERS, ids)


def _named(
    session: Session, query: Select[int, str], ids: Ids, **more: int
) -> dict[int, dict[str, Any]]:
    wanted = sorted({each for each in ids if each})
    found = session.connection().execute(query, {"ids": wanted, **more}) if wanted else ()
    return {number: {"id": number, "name": name} for number, name in found}


def _leaves_markup(row: SplitTestRow, changes: Mapping[str, Any]) -> bool:
    """Whether variants and page stay what the markup says; weights may differ until its save."""
    if "page_id" in changes and changes["page_id"] != row.page_id:
        return False
    if "config" not in changes:
        return True
    old, new = (config.get("items", ()) for config in (row.config, changes["config"]))
    return [(one["name"], one["node_code"]) for one in old] == [
        (one["name"], one["node_code"]) for one in new
    ]


def _refused(field: str, sentence: str) -> Refused:
    return invalid({f"split_test.{field}": sentence})
