"""Finds customers by words, for the lists of customers, orders and subscriptions.

A word that few customers have is looked up in the index of words. When every word is one of many,
gathering all who have it would take as long as there are customers: then only the newest records
of the list are looked at, one by one, from their side.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from funneldesk.server.parts.conversions.columns import begins_with
from funneldesk.server.parts.customers.tables import CustomerWordRow
from funneldesk.server.parts.customers.words import looked_for

MANY = 20_000
"""From so many customers on a word is one of many."""

NEWEST = 20_000
"""So many records of a list are looked at when every word is one of many."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom a search looks for: the beginnings of words, the rarest first."""

    brand_id: int
    beginnings: tuple[str, ...]
    is_broad: bool

    def among(
        self,
        number: InstrumentedAttribute[int],
        customer_id: InstrumentedAttribute[int],
        newest: InstrumentedAttribute[Any],
    ) -> Select[int]:
        """The ids (``number``) of a list's records whose customers have every word.

        ``customer_id`` is the record's customer, ``newest`` the moment that tells the newest.
        """
        brand = number.class_.brand_id == self.brand_id
        if self.is_broad:
            window = (
                select(number.label("number"), customer_id.label("customer"))
                .where(brand)
                .order_by(newest.desc(), number.desc())
                .limit(NEWEST)
                .subquery()
            )
            found = [self._has(word, window.c.customer) for word in self.beginnings]
            return select(window.c.number).where(*found)
        first, *others = self.beginnings
        customers = select(CustomerWordRow.customer_id).where(
            CustomerWordRow.brand_id == self.brand_id, begins_with(CustomerWordRow.word, first)
        )
        found = [self._has(word, customer_id) for word in others]
        return select(number).where(brand, customer_id.in_(customers), *found)

    def _has(self, beginning: str, customer: ColumnElement[int] | Any) -> ColumnElement[bool]:
        return exists().where(
            CustomerWordRow.brand_id == self.brand_id,
            CustomerWordRow.customer_id == customer,
            begins_with(CustomerWordRow.word, beginning),
        )


def wanted(session: Session, brand_id: int, text: str) -> Wanted | None:
    """Whom ``text`` looks for; None when it holds no word."""
    counts = {word: _count(session, brand_id, word) for word in looked_for(text)}
    if not counts:
        return None
    rarest = tuple(sorted(counts, key=counts.__getitem__))
    return Wanted(brand_id, rarest, counts[rarest[0]] > MANY)


def _count(session: Session, brand_id: int, beginning: str) -> int:
    """How many words begin so, counted up to ``MANY`` and one more."""
    some = (
        select(CustomerWordRow.customer_id)
        .where(CustomerWordRow.brand_id == brand_id, begins_with(CustomerWordRow.word, beginning))
        .limit(MANY + 1)
        .subquery()
    )
    return session.scalar(select(func.count()).select_from(some)) or 0
