"""The landed margin of a product, against a sum of fractions that is worked out apart."""

from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.parts.products.margin import PARTS, ShippingRate, landed

AMOUNTS = st.none() | st.decimals(0, 99_999, places=4)
FIELDS = (
    "price",
    *PARTS,
    "cogs",
    "units",
    "physical_units_per_product",
    "unit_weight_oz",
)
PRODUCTS = st.fixed_dictionaries(
    dict.fromkeys(FIELDS, AMOUNTS)
    | {
        "type": st.sampled_from(["physical", "digital"]),
        "fulfillment_multiply_sku": st.sampled_from([0, 1, None, True]),
    }
)
RATES = st.builds(ShippingRate, st.decimals(0, 50, places=2), st.decimals(0, 5, places=3))


def _fraction(value: Decimal | None) -> Fraction:
    return Fraction(value or 0)


def _reference(product: dict[str, Decimal | None], rate: ShippingRate) -> Fraction:
    """All that is known to be spent, in fractions."""
    physical = product["type"] != "digital"
    units = _fraction(product["physical_units_per_product"]) or Fraction(1)
    units = units if physical else Fraction(1)
    unit, whole = product["unit_cost"], product["cogs"]
    spent = _fraction(whole) if unit is None else _fraction(unit) * units
    if not physical:
        return spent
    times = units if product["fulfillment_multiply_sku"] else 1
    spent += _fraction(product["fulfillment_cost"]) * times
    spent += _fraction(product["packaging_cost"]) + _fraction(product["fuel_surcharge_cost"])
    weight = product["unit_weight_oz"]
    if product["average_shipping_cost"] is not None:
        return spent + _fraction(product["average_shipping_cost"])
    if weight is None or not rate.is_set:
        return spent
    return spent + Fraction(rate.per_parcel) + Fraction(rate.per_ounce) * Fraction(weight) * units


@given(PRODUCTS, RATES)
def test_what_is_left_is_the_price_less_every_known_cost(
    product: dict[str, Decimal | None], rate: ShippingRate
) -> None:
    margin = landed(product.get, rate)
    assert Fraction(margin.total) == _reference(product, rate)
    if product["price"] is None:
        assert margin.left is None
        assert margin.share is None
        assert "price" in margin.missing
        return
    assert margin.left is not None
    assert Fraction(margin.left) == Fraction(product["price"]) - _reference(product, rate)
    assert (margin.share is None) == (product["price"] == 0)


@given(PRODUCTS, RATES)
def test_a_cost_is_known_or_named_as_missing_never_both(
    product: dict[str, Decimal | None], rate: ShippingRate
) -> None:
    margin = landed(product.get, rate)
    assert not margin.costs.keys() & set(margin.missing)
    if product["type"] == "digital":
        assert set(margin.missing) <= {"price"}
        return
    told = set(margin.costs) | set(margin.missing)
    assert {"unit_cost", "fulfillment_cost", "packaging_cost", "fuel_surcharge_cost"} <= told
    shipping_known = "average_shipping_cost" in margin.costs
    assert shipping_known != bool({"unit_weight_oz", "rate"} & set(margin.missing))


@given(st.sampled_from(["9.9", 9.9, 9, "9.90", 1e-4]), st.sampled_from([0.1, 0.2, "0.3", 7]))
def test_numbers_of_the_wire_are_the_digits_that_they_are_written_with(
    price: float | str, cost: float | str
) -> None:
    margin = landed({"price": price, "unit_cost": cost, "type": "digital"}.get, ShippingRate())
    assert margin.left == Decimal(str(price)) - Decimal(str(cost))


def test_a_parcel_counts_once_and_its_weight_for_each_unit() -> None:
    values = {
        "price": "60",
        "unit_cost": 4.1,
        "fulfillment_cost": 2,
        "fulfillment_multiply_sku": 1,
        "packaging_cost": 0.7,
        "physical_units_per_product": 3,
        "unit_weight_oz": 8.5,
    }
    margin = landed(values.get, ShippingRate(Decimal("3.10"), Decimal("0.12")))
    assert margin.total == Decimal("12.3") + 6 + Decimal("0.7") + Decimal("3.10") + Decimal("3.06")
    assert margin.missing == ("fuel_surcharge_cost",)
    bare = landed(values.get, ShippingRate())
    assert bare.missing == ("fuel_surcharge_cost", "rate")
