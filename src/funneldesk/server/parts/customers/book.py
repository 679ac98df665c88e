"""Keeps customers up to date as orders come: many at a time, each read and written once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Table, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from funneldesk.contract.email_addresses import email_key
from funneldesk.contract.folding import fold
from funneldesk.server.db.counters import move_all
from funneldesk.server.db.ids import reserve_ids
from funneldesk.server.db.types import now
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.customers.rules import Sums, split_name
from funneldesk.server.parts.customers.tables import SORT_KEYS, CustomerRow, CustomerWordRow
from funneldesk.server.parts.customers.words import words_of

_AT_A_TIME = 500
_CUSTOMERS: Table = CustomerRow.__table__  # type: ignore[assignment]
_SUMS = tuple(item.name for item in fields(Sums))
COUNTERS = tuple(
    f"customers/{name}" for name in ("all", "customers", "abandons", "chargebacks", "refunds")
)
"""How many customers there are: in all, who bought, who did not, with a chargeback, refunded."""

_PERSON = (
    "customer_email",
    "customer_name",
    "customer_first_name",
    "customer_last_name",
    "customer_phone",
    "customer_country",
    "customer_state",
    "customer_city",
    "customer_address",
    "customer_gender",
    "updated_at",
)
_STORED = (
    *_PERSON,
    *SORT_KEYS.values(),
    *_SUMS,
    "lifetime_value",
    "order_frequency",
    "is_abandoned_customer",
)
_UPDATE = (
    update(_CUSTOMERS)
    .where(
        _CUSTOMERS.c.brand_id == bindparam("of_brand"), _CUSTOMERS.c.id == bindparam("of_customer")
    )
    .values({name: bindparam(name) for name in _STORED})
)


def take_turns(session: Session, brand_id: int) -> None:
    """Make other writers of this brand's orders wait until this transaction ends.

    What is read from here on about orders, customers and subscriptions stays true.
    """
    query = select(BrandRow.id).where(BrandRow.id == brand_id)
    session.execute(query.with_for_update(key_share=True))


@dataclass(slots=True)
class Entry:
    """A customer in the book."""

    id: int
    person: dict[str, Any]
    sums: Sums
    created_at: datetime
    is_new: bool
    counts: tuple[int, ...] = (0, 0, 0, 0, 0)
    words: frozenset[str] = frozenset()


class CustomerBook:
    """The customers that one transaction is about. ``take_turns`` first, ``flush`` at the end."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id
        self._entries: dict[str, Entry] = {}

    def open(self, emails: Iterable[str]) -> None:
        """Read the customers with these addresses; those not there yet are begun."""
        wanted = dict.fromkeys(email_key(email) for email in emails)
        keys = [key for key in wanted if key not in self._entries]
        for start in range(0, len(keys), _AT_A_TIME):
            some = keys[start : start + _AT_A_TIME]
            query = select(_CUSTOMERS).where(
                _CUSTOMERS.c.brand_id == self._brand_id, _CUSTOMERS.c.email_key.in_(some)
            )
            for row in self._session.execute(query).mappings():
                self._entries[row["email_key"]] = _entry(dict(row))
        missing = [key for key in keys if key not in self._entries]
        if missing:
            numbers = reserve_ids(self._session, "customers", len(missing))
            for key, number in zip(missing, numbers, strict=True):
                self._entries[key] = Entry(number, dict.fromkeys(_PERSON), Sums(), now(), True)

    def of(self, email: str) -> Entry:
        """The entry of an address that was opened."""
        return self._entries[email_key(email)]

    def describe(self, email: str, moment: datetime, **person: str | None) -> Entry:
        """Note what is told about someone: newer words win, silence changes nothing.

        ``person``: name, phone, country, state, city, address, gender.
        """
        entry = self.of(email)
        is_older = entry.person["updated_at"] is not None and moment < entry.person["updated_at"]
        if not is_older:
            entry.person["customer_email"] = email
            entry.person["updated_at"] = moment
        for name, value in person.items():
            if value and not (is_older and entry.person[f"customer_{name}"]):
                entry.person[f"customer_{name}"] = value
        first, last = split_name(entry.person["customer_name"])
        entry.person |= {"customer_first_name": first, "customer_last_name": last}
        if entry.is_new:
            entry.created_at = min(entry.created_at, moment)
        return entry

    def flush(self) -> None:
        """Write everything: rows, words of the search, counters."""
        entries = [(key, entry) for key, entry in self._entries.items()]
        new = [self._row(key, entry) for key, entry in entries if entry.is_new]
        if new:
            self._session.execute(insert(_CUSTOMERS), new)
        old = [self._row(key, entry) for key, entry in entries if not entry.is_new]
        if old:
            self._session.connection().execute(_UPDATE, [_named(row) for row in old])
        self._write_words([entry for _key, entry in entries])
        self._count([entry for _key, entry in entries])
        self._entries.clear()

    def _row(self, key: str, entry: Entry) -> dict[str, Any]:
        sums = entry.sums
        return {
            "brand_id": self._brand_id,
            "id": entry.id,
            "email_key": key,
            "created_at": entry.created_at,
            **entry.person,
            **{key: fold(entry.person[name] or "") for name, key in SORT_KEYS.items()},
            **{name: getattr(sums, name) for name in _SUMS},
            "lifetime_value": sums.lifetime_value,
            "order_frequency": sums.order_frequency,
            "is_abandoned_customer": sums.is_abandoned_customer,
        }

    def _write_words(self, entries: Sequence[Entry]) -> None:
        rows = [
            {"brand_id": self._brand_id, "word": word, "customer_id": entry.id}
            for entry in entries
            for word in sorted(_words(entry.person) - entry.words)
        ]
        if rows:
            is_sqlite = self._session.get_bind().dialect.name == "sqlite"
            add = sqlite.insert if is_sqlite else postgresql.insert
            self._session.execute(add(CustomerWordRow).on_conflict_do_nothing(), rows)

    def _count(self, entries: Sequence[Entry]) -> None:
        deltas = dict.fromkeys(COUNTERS, 0)
        for entry in entries:
            after_all = _counts(entry.sums)
            for name, before, after in zip(COUNTERS, entry.counts, after_all, strict=True):
                deltas[name] += after - before
        move_all(self._session, self._brand_id, deltas)


def _entry(row: dict[str, Any]) -> Entry:
    person = {name: row[name] for name in _PERSON}
    sums = Sums(**{name: row[name] for name in _SUMS})
    sums.products_purchased = list(sums.products_purchased)
    words = frozenset(_words(person))
    return Entry(row["id"], person, sums, row["created_at"], False, _counts(sums), words)


def _words(person: dict[str, Any]) -> set[str]:
    return words_of(
        person["customer_email"] or "", person["customer_name"], person["customer_phone"]
    )


def _counts(sums: Sums) -> tuple[int, ...]:
    """What a customer counts as: in all, buyer, abandoned, charged back, refunded."""
    abandoned = sums.is_abandoned_customer
    return 1, not abandoned, abandoned, sums.total_chargebacks > 0, sums.total_refunds > 0


def _named(row: dict[str, Any]) -> dict[str, Any]:
    values = {name: row[name] for name in _STORED}
    return {**values, "of_brand": row["brand_id"], "of_customer": row["id"]}


def record_abandon(
    session: Session,
    brand_id: int,
    email: str,
    value: Decimal,
    *,
    name: str | None = None,
    phone: str | None = None,
    moment: datetime | None = None,
) -> None:
    """Someone left a checkout with a cart of ``value`` in the brand's currency, without an order.

    Who has bought before stays a customer. An order with the same address ends the abandonment.
    """
    record_abandons(session, brand_id, [Abandon(email, value, name, phone, moment)])


@dataclass(frozen=True, slots=True)
class Abandon:
    """A checkout that was left."""

    email: str
    value: Decimal
    name: str | None = None
    phone: str | None = None
    moment: datetime | None = None


def record_abandons(session: Session, brand_id: int, left: Sequence[Abandon]) -> None:
    """The same for many, in the order in which they happened."""
    take_turns(session, brand_id)
    book = CustomerBook(session, brand_id)
    book.open(one.email for one in left)
    for one in left:
        entry = book.of(one.email)
        # Anyone can say at a checkout to be anyone: who has bought is not renamed by that.
        if entry.sums.is_abandoned_customer:
            book.describe(one.email, one.moment or now(), name=one.name, phone=one.phone)
        entry.sums.abandon(one.value)
    book.flush()
