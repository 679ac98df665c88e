"""What orders need to know about products: the one place where they are looked up."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import InstrumentedAttribute, Session

from funneldesk.contract.product_rules import code_form
from funneldesk.server.parts.products.tables import ProductBonusRow, ProductRow

V = TypeVar("V", int, str)
_AT_A_TIME = 500
UNITS = ("day", "week", "month", "year")


@dataclass(frozen=True, slots=True)
class ProductFacts:
    """A product as far as orders and subscriptions go. ``frequency`` is at least 1."""

    id: int
    code: str
    title: str
    price: Decimal
    cogs: Decimal = Decimal(0)
    classification: str = "main"
    is_subscription: bool = False
    frequency: int = 1
    frequency_unit: str = "month"
    trial_days: int = 0
    first_charge_free: bool = False
    bonuses: tuple[int, ...] = ()

    @property
    def first_price(self) -> Decimal:
        """What the first charge takes: nothing in a trial or when it is free."""
        free = self.is_subscription and (self.trial_days > 0 or self.first_charge_free)
        return Decimal(0) if free else self.price


@dataclass(frozen=True, slots=True)
class Catalog:
    """Products by id and by code."""

    by_id: dict[int, ProductFacts] = field(default_factory=dict)
    by_code: dict[str, ProductFacts] = field(default_factory=dict)

    def find(self, product_id: int | None, code: str | None) -> ProductFacts | None:
        """The product of this id, or else of this code."""
        if product_id is not None and product_id in self.by_id:
            return self.by_id[product_id]
        return self.by_code.get(code_form(code)) if code is not None else None


def products_of(
    session: Session, brand_id: int, ids: Iterable[int] = (), codes: Iterable[str] = ()
) -> Catalog:
    """The brand's products with these ids or codes, and those that come with them as a bonus."""
    rows = _rows(session, brand_id, ProductRow.id, set(ids))
    rows += _rows(session, brand_id, ProductRow.code, set(map(code_form, codes)))
    found = {row.id: row for row in rows}
    bonuses = _bonuses(session, brand_id, sorted(found))
    given = {number for numbers in bonuses.values() for number in numbers} - set(found)
    found |= {row.id: row for row in _rows(session, brand_id, ProductRow.id, given)}
    facts = [_facts(row, bonuses.get(row.id, ())) for row in found.values()]
    return Catalog({one.id: one for one in facts}, {one.code: one for one in facts})


def _rows(
    session: Session, brand_id: int, column: InstrumentedAttribute[V], values: set[V]
) -> list[ProductRow]:
    found: list[ProductRow] = []
    wanted = list(values)
    for start in range(0, len(wanted), _AT_A_TIME):
        some = wanted[start : start + _AT_A_TIME]
        query = select(ProductRow).where(ProductRow.brand_id == brand_id, column.in_(some))
        found += session.scalars(query)
    return found


def _bonuses(session: Session, brand_id: int, ids: list[int]) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for start in range(0, len(ids), _AT_A_TIME):
        some = ids[start : start + _AT_A_TIME]
        query = (
            select(ProductBonusRow.product_id, ProductBonusRow.bonus_product_id)
            .where(ProductBonusRow.brand_id == brand_id, ProductBonusRow.product_id.in_(some))
            .order_by(ProductBonusRow.product_id, ProductBonusRow.bonus_product_id)
        )
        for product_id, bonus_id in session.execute(query):
            found[product_id] = (*found.get(product_id, ()), bonus_id)
    return found


def _facts(row: ProductRow, bonuses: tuple[int, ...]) -> ProductFacts:
    unit = row.subscription_frequency_unit
    return ProductFacts(
        row.id,
        row.code,
        row.title,
        row.price,
        row.cogs or Decimal(0),
        row.classification,
        row.is_subscription,
        max(1, row.subscription_frequency or 1),
        unit if unit in UNITS else "month",
        max(0, row.subscription_trial_days or 0),
        row.subscription_first_charge_free,
        bonuses,
    )
