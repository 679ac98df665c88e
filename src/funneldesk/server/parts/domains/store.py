"""Queries on domains: every one within a brand, but for what is unique in the world."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from funneldesk.contract.host_names import host_key
from funneldesk.server.db.counters import counted, move
from funneldesk.server.db.types import now
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.domains.leaving import leave_domain
from funneldesk.server.parts.domains.rules import wanted_name
from funneldesk.server.parts.domains.states import State, Status, start
from funneldesk.server.parts.domains.tables import NAME_INDEX, DomainRow
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.listing import Attribute, By, Paging, conditions, count_of, rows_of

_TAKEN = "The domain has already been taken."


class DomainStore:
    """The custom domains of one brand, or with ``tracking`` its tracking domains."""

    def __init__(
        self, session: Session, brand_id: int, platform_domain: str, *, tracking: bool = False
    ) -> None:
        self._session = session
        self._brand_id = brand_id
        self._platform_domain = platform_domain
        self._tracking = tracking
        self._counter = "tracking_domains" if tracking else "domains"

    def page(self, wanted: Paging, q: str = "") -> tuple[Sequence[Any], int]:
        """A page of the domains whose name holds ``q``, the newest first, and how many fit."""
        equal, found = self._equal(), []
        if q:
            found = [DomainRow.domain.contains(host_key(q), autoescape=True)]
            total = count_of(self._session, DomainRow, equal, found)
        else:
            total = counted(self._session, self._brand_id, self._counter)
        order = (By(DomainRow.id, descending=True),)
        rows = rows_of(self._session, DomainRow, equal, order, total, wanted, further=found)
        return rows, total

    def list(self) -> list[DomainRow]:
        """All of them, the newest first."""
        query = select(DomainRow).where(*conditions(self._equal())).order_by(DomainRow.id.desc())
        return list(self._session.scalars(query))

    def get(self, domain_id: int, *, lock: bool = False) -> DomainRow:
        """A domain. Raises Refused (404)."""
        row = None
        if domain_id <= LARGEST_ID:
            key = (self._brand_id, domain_id)
            row = self._session.get(DomainRow, key, with_for_update=lock)
        if row is None or row.is_tracking_domain is not self._tracking:
            raise missing("domain")
        return row

    def create(self, domain: str, *, dedicated: bool = True) -> DomainRow:
        """A new domain in its first state. Raises Refused (422) for a name that anyone has."""
        row = DomainRow(brand_id=self._brand_id, is_tracking_domain=self._tracking)
        self._name(row, domain, dedicated)
        move(self._session, self._brand_id, self._counter, 1)
        return row

    def update(self, domain_id: int, values: Mapping[str, Any]) -> DomainRow:
        """Set what was sent; another name or kind begins anew. Raises Refused (404, 422)."""
        row = self.get(domain_id, lock=True)
        dedicated = values.get("dedicated_domain")
        dedicated = row.dedicated_domain if dedicated is None else dedicated
        name = wanted_name(
            values.get("domain", row.domain), self._platform_domain, dedicated=dedicated
        )
        if (name, dedicated) != (row.domain, row.dedicated_domain):
            self._name(row, name, dedicated)
            row.updated_at = now()
            self._session.flush()
        return row

    def delete(self, domain_id: int) -> None:
        """Give a domain up; pages and blogs on it stay, without one. Raises Refused (404)."""
        row = self.get(domain_id, lock=True)
        if not self._tracking:
            leave_domain(self._session, self._brand_id, row.id)
        self._session.delete(row)
        self._session.flush()
        move(self._session, self._brand_id, self._counter, -1)

    def subdomain(self) -> str:
        """The brand's own word in the names that records point to."""
        return self._session.scalars(
            select(BrandRow.subdomain).where(BrandRow.id == self._brand_id)
        ).one()

    def _equal(self) -> dict[Attribute, Any]:
        return {
            DomainRow.brand_id: self._brand_id,
            DomainRow.is_tracking_domain: self._tracking,
        }

    def _name(self, row: DomainRow, text: str, dedicated: bool) -> None:
        name = wanted_name(text, self._platform_domain, dedicated=dedicated)
        if self._is_taken(name, dedicated, row.id):
            raise invalid({"domain": _TAKEN})
        row.domain, row.dedicated_domain = name, dedicated
        put_state(row, start(now(), dedicated=dedicated, tracking=self._tracking))
        with _name_checked():
            self._session.add(row)
            self._session.flush()

    def _is_taken(self, name: str, dedicated: bool, own_id: int | None) -> bool:
        query = select(DomainRow.id).where(DomainRow.domain == name, DomainRow.id != (own_id or 0))
        if self._session.scalar(query) is not None:
            return True
        label = name.partition(".")[0]
        other = select(BrandRow.id).where(
            BrandRow.subdomain == label, BrandRow.id != self._brand_id
        )
        return not dedicated and self._session.scalar(other) is not None


def state_of(row: DomainRow) -> State:
    """Where a domain stands."""
    return State(Status(row.status), row.cname_validated, row.ssl_ready, row.due_at)


def put_state(row: DomainRow, state: State) -> None:
    """Keep a domain's new state."""
    if row.status != state.status:
        row.updated_at = now()
    row.status, row.due_at = str(state.status), state.due_at
    row.cname_validated, row.ssl_ready = state.cname_validated, state.ssl_ready


@contextmanager
def _name_checked() -> Iterator[None]:
    """Turns the database's own word on a name that another writer took just now into a 422."""
    try:
        yield
    except IntegrityError as error:
        if NAME_INDEX not in str(error.orig):
            raise
        raise invalid({"domain": _TAKEN}) from error
