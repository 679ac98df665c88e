"""Queries on automations: every one within a brand (document: Automation; quirk 55)."""

import builtins
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from funneldesk.contract.folding import fold
from funneldesk.server.db.counters import BrandCounterRow, counted, move
from funneldesk.server.db.types import now
from funneldesk.server.parts.automations.rules import copy_title
from funneldesk.server.parts.automations.tables import POSTBACK_INDEX, AutomationRow
from funneldesk.server.parts.automations.versions import Versions
from funneldesk.server.parts.brands.turns import take_turn
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.listing import By, Paging, count_of, rows_of
from funneldesk.server.web.searching import holding

COUNTER = "automations"
_TAKEN = "The postback_code has already been taken."
_KEPT_BY_COPIES = ("trigger_node_type", "entry_node")
_SORTED_BY = {
    "newest": (AutomationRow.created_at, True),
    "oldest": (AutomationRow.created_at, False),
    "created_at": (AutomationRow.created_at, None),
    "updated_at": (AutomationRow.updated_at, None),
}


class AutomationStore:
    """The automations of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id
        self.versions = Versions(session, brand_id)

    def list(
        self, wanted: Paging, q: str | None, sort: str, direction: str
    ) -> tuple[Sequence[Any], int]:
        """A page of automations, and how many there are in all."""
        equal, found = {AutomationRow.brand_id: self._brand_id}, []
        if q and q.strip():
            found = [self._titled(q)]
            total = count_of(self._session, AutomationRow, equal, found)
        else:
            total = self.count()
        column, fixed = _SORTED_BY[sort]
        descending = direction == "desc" if fixed is None else fixed
        order = By(column, descending), By(AutomationRow.id, descending)
        rows = rows_of(self._session, AutomationRow, equal, order, total, wanted, further=found)
        return rows, total

    def all(self) -> builtins.list[dict[str, Any]]:
        """Ids and titles, by title."""
        rows = self._session.execute(
            select(AutomationRow.id, AutomationRow.title).where(
                AutomationRow.brand_id == self._brand_id
            )
        )
        found = [dict(row._mapping) for row in rows]
        return sorted(found, key=lambda row: (fold(row["title"]), row["id"]))

    def count(self) -> int:
        """How many automations the brand has."""
        return counted(self._session, self._brand_id, COUNTER)

    def reserve(self) -> None:
        """Make other creates of this brand wait until this session ends."""
        take_turn(self._session, self._brand_id)

    def get(self, automation_id: int, *, lock: bool = False) -> AutomationRow:
        """An automation. Raises Refused (404)."""
        row = self.find(automation_id, lock=lock)
        if row is None:
            raise missing("automation")
        return row

    def find(self, automation_id: int, *, lock: bool = False) -> AutomationRow | None:
        """An automation, or None."""
        if automation_id > LARGEST_ID:
            return None
        key = (self._brand_id, automation_id)
        return self._session.get(AutomationRow, key, with_for_update=lock)

    def create(self, title: str) -> AutomationRow:
        """A new draft with a postback code of its own."""
        row = AutomationRow(
            brand_id=self._brand_id, title=title, status="draft", postback_code=new_code()
        )
        self._session.add(row)
        self._session.flush()
        move(self._session, self._brand_id, COUNTER, 1)
        return row

    def update(self, automation_id: int, values: Mapping[str, Any]) -> AutomationRow:
        """Set what was sent. Raises Refused (404; 422 for a postback code that is taken)."""
        row = self.get(automation_id, lock=True)
        for name, value in values.items():
            setattr(row, name, value)
        row.status = row.status or "draft"
        row.postback_code = row.postback_code or new_code()
        row.updated_at = now()
        with _code_checked():
            self._session.flush()
        return row

    def delete(self, automation_id: int) -> None:
        """Remove an automation with its runs, logs and counts. Raises Refused (404)."""
        row = self.get(automation_id, lock=True)
        self._session.execute(
            delete(AutomationRow).where(
                AutomationRow.brand_id == row.brand_id, AutomationRow.id == row.id
            )
        )
        self._session.execute(
            delete(BrandCounterRow).where(
                BrandCounterRow.brand_id == row.brand_id,
                BrandCounterRow.name == logs_counter(row.id),
            )
        )
        move(self._session, self._brand_id, COUNTER, -1)

    def clone(self, automation_id: int, title: str | None) -> AutomationRow:
        """A draft of the same content in the same brand. Raises Refused (404)."""
        source = self.get(automation_id)
        row = self.create(title or copy_title(source.title))
        row.collection_code = source.collection_code
        return self._take_over(source, row)

    def copy_from(self, source: AutomationRow, name: str) -> AutomationRow:
        """A draft of an automation of another brand, in this one."""
        row = self.create(name)
        if source.brand_id == self._brand_id:
            row.collection_code = source.collection_code
        return self._take_over(source, row)

    def chosen(
        self, ids: Sequence[int] | None, q: str | None, status: str | None
    ) -> Iterator[AutomationRow]:
        """What an export holds, by id."""
        where = [AutomationRow.brand_id == self._brand_id]
        if ids:
            where.append(AutomationRow.id.in_(ids))
        if q and q.strip():
            where.append(self._titled(q))
        if status:
            where.append(AutomationRow.status == status)
        query = select(AutomationRow).where(*where).order_by(AutomationRow.id)
        yield from self._session.scalars(query.execution_options(yield_per=500))

    def _titled(self, q: str) -> ColumnElement[bool]:
        """Which automations have a title that holds what someone is looking for."""
        own = [AutomationRow.brand_id == self._brand_id]
        return holding(self._session, AutomationRow.id, (AutomationRow.title,), own, q)

    def _take_over(self, source: AutomationRow, row: AutomationRow) -> AutomationRow:
        for name in _KEPT_BY_COPIES:
            setattr(row, name, getattr(source, name))
        self._session.flush()
        self.versions.copy(source, row.id)
        return row


def logs_counter(automation_id: int) -> str:
    """The name of the counter of an automation's log."""
    return f"automation_logs/{automation_id}"


def new_code() -> str:
    """A postback code that nobody guesses."""
    return secrets.token_urlsafe(18)


@contextmanager
def _code_checked() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        if POSTBACK_INDEX not in str(error.orig) and "postback_code" not in str(error.orig):
            raise
        raise invalid({"postback_code": _TAKEN}) from error
