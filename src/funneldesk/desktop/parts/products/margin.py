"""Landed margin of a product: its price less all that one that is sold and sent costs.

Pure and exact: every amount is a Decimal in the brand's currency. One product holds a number of
physical units; goods and weight count for each of them, packaging, fuel and the parcel once, and
fulfilment as the product says. Shipping is the product's average where it has one, else it is
worked out from the weight. A digital product is not sent: it only has its unit cost.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from funneldesk.desktop.kit.forms.amounts import exact

ZERO, ONE = Decimal(0), Decimal(1)
GOODS, FULFILMENT, PACKAGING, FUEL, SHIPPING = (
    "unit_cost",
    "fulfillment_cost",
    "packaging_cost",
    "fuel_surcharge_cost",
    "average_shipping_cost",
)
PARTS = (GOODS, FULFILMENT, PACKAGING, FUEL, SHIPPING)
"""The costs, by the field that holds them."""
PRICE, WEIGHT, RATE = "price", "unit_weight_oz", "rate"
Get = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class ShippingRate:
    """What a parcel is assumed to cost: ``per_parcel``, and ``per_ounce`` of its weight."""

    per_parcel: Decimal = ZERO
    per_ounce: Decimal = ZERO

    @property
    def is_set(self) -> bool:
        """Whether anything is assumed at all."""
        return bool(self.per_parcel or self.per_ounce)


@dataclass(frozen=True, slots=True)
class Margin:
    """``costs`` are those that are known, by their field; ``missing`` names what is not: fields,
    and ``rate`` for an assumption that nobody made. ``price`` is None where it cannot be read."""

    price: Decimal | None
    costs: Mapping[str, Decimal]
    missing: tuple[str, ...]

    @property
    def total(self) -> Decimal:
        """All costs that are known."""
        return sum(self.costs.values(), ZERO)

    @property
    def left(self) -> Decimal | None:
        """What is left of the price."""
        return None if self.price is None else self.price - self.total

    @property
    def share(self) -> Decimal | None:
        """``left`` as a share of the price: 1 without costs, below 0 for a loss."""
        left = self.left
        return left / self.price if self.price and left is not None else None


def landed(get: Get, rate: ShippingRate) -> Margin:
    """The margin of a product whose values ``get`` gives by their names."""
    price = exact(get(PRICE))
    if get("type") == "digital":
        cost = _goods(get, ONE)
        return Margin(price, {} if cost is None else {GOODS: cost}, _without(price))
    units = _units(get)
    fulfilment, each = exact(get(FULFILMENT)), bool(get("fulfillment_multiply_sku"))
    shipping, unknown = _shipping(get, rate, units)
    found = {
        GOODS: _goods(get, units),
        FULFILMENT: fulfilment * units if fulfilment is not None and each else fulfilment,
        PACKAGING: exact(get(PACKAGING)),
        FUEL: exact(get(FUEL)),
        SHIPPING: shipping,
    }
    costs = {name: cost for name, cost in found.items() if cost is not None}
    missing = tuple(name for name, cost in found.items() if cost is None and name != SHIPPING)
    return Margin(price, costs, (*_without(price), *missing, *unknown))


def _without(price: Decimal | None) -> tuple[str, ...]:
    return (PRICE,) if price is None else ()


def _units(get: Get) -> Decimal:
    """How many physical units one product has; pieces in a pack (``units``) are none."""
    return exact(get("physical_units_per_product")) or ONE


def _goods(get: Get, units: Decimal) -> Decimal | None:
    """The goods in one product: so many units, or their cost as a whole."""
    unit = exact(get(GOODS))
    return exact(get("cogs")) if unit is None else unit * units


def _shipping(
    get: Get, rate: ShippingRate, units: Decimal
) -> tuple[Decimal | None, tuple[str, ...]]:
    """Shipping of one product, and what is missing to know it."""
    average, weight = exact(get(SHIPPING)), exact(get(WEIGHT))
    if average is not None:
        return average, ()
    missing = ((WEIGHT,) if weight is None else ()) + (() if rate.is_set else (RATE,))
    if weight is None or missing:
        return None, missing
    return rate.per_parcel + rate.per_ounce * weight * units, ()
