"""From what was ordered to lines, totals and codes: pure, so that sums can be tested."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from funneldesk.server.db.chance import chance
from funneldesk.server.parts.conversions.catalog import Catalog, ProductFacts
from funneldesk.server.parts.conversions.new_orders import NewItem

_LETTERS = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_TO_LETTERS = bytes(_LETTERS[byte % len(_LETTERS)] for byte in range(256))
_CODE_LETTERS = 10
UNKNOWN = "Unknown product"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an order; ``price`` is for one piece. ``facts`` is None for a strange product."""

    name: str
    code: str | None
    price: Decimal
    quantity: int
    type: str
    facts: ProductFacts | None = None

    @property
    def amount(self) -> Decimal:
        """What the line costs."""
        return self.price * self.quantity

    @property
    def cogs(self) -> Decimal:
        """What the goods cost, in the brand's currency."""
        return self.facts.cogs * self.quantity if self.facts else Decimal(0)


def lines_of(
    items: Sequence[NewItem], catalog: Catalog, *, with_bonuses: bool = True
) -> list[Line]:
    """The lines of an order, and the bonuses that its products bring along, each once."""
    lines = [_line(item, catalog) for item in items]
    if not with_bonuses:
        return lines
    there = {line.facts.id for line in lines if line.facts}
    for line in tuple(lines):
        for bonus_id in line.facts.bonuses if line.facts else ():
            bonus = catalog.by_id.get(bonus_id)
            if bonus is not None and bonus.id not in there:
                there.add(bonus.id)
                lines.append(Line(bonus.title, bonus.code, Decimal(0), 1, "bonus", bonus))
    return lines


def total_of(lines: Sequence[Line]) -> Decimal:
    """The sum of the lines."""
    return sum((line.amount for line in lines), Decimal(0))


def order_code() -> str:
    """A new public code: ten letters and digits that cannot be mistaken for each other."""
    return chance().randbytes(_CODE_LETTERS).translate(_TO_LETTERS).decode("ascii")


def transaction_code() -> str:
    """A new transaction id."""
    return f"txn_{chance().randbytes(12).hex()}"


def _line(item: NewItem, catalog: Catalog) -> Line:
    facts = catalog.find(item.product_id, item.product_code)
    name = item.name or (facts.title if facts else item.product_code or UNKNOWN)
    price = item.price
    if price is None:
        price = facts.first_price if facts else Decimal(0)
    kind = item.type or (facts.classification if facts else "main")
    code = facts.code if facts else item.product_code
    return Line(name, code, price, item.quantity, kind, facts)
