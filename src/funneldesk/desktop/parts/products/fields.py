"""The fields of a product, each declared once (document: Product; quirks 38 and 39)."""

import re
from collections.abc import Callable
from typing import Any

from funneldesk.contract.product_rules import (
    LARGEST_AMOUNT,
    LONGEST_CYCLE,
    LONGEST_WORDS,
    MOST_FILES,
    MOST_MERCHANTS,
    MOST_PARTS,
)
from funneldesk.desktop.kit.forms.amounts import exact
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, Kind, Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields

TYPES = {"physical": _("Physical"), "digital": _("Digital")}
ROLES = {
    "main": _("Main offer"),
    "upsell": _("Upsell"),
    "downsell": _("Downsell"),
    "bump": _("Order bump"),
    "bonus": _("Bonus"),
}
CYCLES = {"day": _("Days"), "week": _("Weeks"), "month": _("Months"), "year": _("Years")}
PURPOSES = {"digital": _("Digital product"), "bonus": _("Bonus")}
_ADDRESS = re.compile(r"(https?://|/)[^\s]+", re.IGNORECASE)

PRODUCT = FieldGroup(_("Product"), _("What it is called, and where it is offered."))
PRICE = FieldGroup(_("Price"), _("What a buyer pays, in the brand’s currency."))
SUBSCRIPTION = FieldGroup(_("Subscription"), _("Charged again until the customer cancels."))
COSTS = FieldGroup(_("Costs and shipping"), _("What is spent on one that is sold."))
STOCK = FieldGroup(_("Stock keeping"), "", folded=True)
FILES = FieldGroup(_("Files for buyers"), _("In the order in which buyers see them."), folded=True)
BONUSES = FieldGroup(_("Bonuses"), _("Products that buyers receive as well."), folded=True)
MORE = FieldGroup(_("More"), _("Ids at merchants, and what else is known of it."), folded=True)
BULK_GROUPS = (PRICE.title, PRODUCT.title, COSTS.title, STOCK.title, SUBSCRIPTION.title)


def is_physical(values: Values) -> bool:
    """Whether it is sent in a parcel."""
    return values.get("type") != "digital"


def is_subscription(values: Values) -> bool:
    """Whether buyers are charged again."""
    return bool(values.get("is_subscription"))


def _given(value: Any, _values: Values) -> str | None:
    return None if str("" if value is None else value).strip() else _("This can't be empty.")


def _amount(value: Any, _values: Values) -> str | None:
    found = exact(value)
    if found is None or 0 <= found <= LARGEST_AMOUNT:
        return None
    return _("Use a number from 0 to {largest}.").format(largest=f"{LARGEST_AMOUNT:,}")


def _price(value: Any, values: Values) -> str | None:
    return _given(value, values) or _amount(value, values)


def _cycle(least: int, value: Any) -> str | None:
    if value is None or (isinstance(value, int) and least <= value <= LONGEST_CYCLE):
        return None
    told = _("Use a whole number from {least} to {most}.")
    return told.format(least=least, most=f"{LONGEST_CYCLE:,}")


def _frequency(value: Any, values: Values) -> str | None:
    if value is None and is_subscription(values):
        return _("Say how often it is charged: a subscription needs that.")
    return _cycle(1, value)


def _repeats(value: Any, values: Values) -> str | None:
    missing = value and values.get("subscription_frequency") is None
    return _("Say below how often it is charged.") if missing else None


def _profile(value: Any, _values: Values) -> str | None:
    return None if value is None or value > 0 else _("Numbers of the server begin at 1.")


def _at_most(most: int) -> Callable[[Any, Values], str | None]:
    def checked(value: Any, _values: Values) -> str | None:
        over = len(value) - most if isinstance(value, list | dict) else 0
        told = _("At most {most} fit here: take out {over}.")
        return told.format(most=f"{most:,}", over=over) if over > 0 else None

    return checked


def _files(value: Any, values: Values) -> str | None:
    rows = [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
    for purpose, called in PURPOSES.items():
        same = [each for each in rows if (each.get("purpose") or "digital") == purpose]
        if sum(bool(each.get("is_primary")) for each in same) > 1:
            return _("Only one file can be the primary one of “{purpose}”.").format(purpose=called)
    return _at_most(MOST_FILES)(rows, values)


def _address(value: Any, _values: Values) -> str | None:
    if not value or _ADDRESS.fullmatch(str(value)):
        return None
    return _("Write the whole address, beginning with https:// and without spaces.")


def _file_address(value: Any, values: Values) -> str | None:
    return _given(value, values) or _address(value, values)


def _other_product(value: Any, _values: Values) -> str | None:
    return None if value not in (None, "") else _("Choose a product.")


def _number_like(value: Any, _values: Values) -> str | None:
    return None if value in (None, "") or exact(value) is not None else _("Write a number.")


def _words(name: str, label: str, group: FieldGroup, kind: Kind = "text", **more: Any) -> Any:
    return RecordField(name, label, kind, group=group, max_length=LONGEST_WORDS, **more)


def _cost(name: str, label: str, **more: Any) -> RecordField:
    """Fractions of the smallest coin are usual in costs, so they are no prices."""
    more = {"check": _amount, "bulk": COSTS.title, "visible_when": is_physical, **more}
    return RecordField(name, label, "decimal", as_number=True, group=COSTS, **more)


def _repeated(name: str, label: str, kind: Kind, **more: Any) -> RecordField:
    more = {"visible_when": is_subscription, "bulk": SUBSCRIPTION.title, **more}
    return RecordField(name, label, kind, group=SUBSCRIPTION, **more)


FILE = (
    FieldSpec("title", _("Title"), max_length=LONGEST_WORDS),
    FieldSpec("purpose", _("Comes with"), "choice", choices=tuple(PURPOSES.items())),
    FieldSpec("file", _("Address of the file"), "url", check=_file_address),
    FieldSpec("image", _("Address of its picture"), "url", check=_address),
    FieldSpec("description", _("Description"), "long"),
    FieldSpec("is_primary", _("The first one that buyers get"), "bool"),
)
TIER = (
    FieldSpec("label", _("Label")),
    FieldSpec("interval", _("Interval"), placeholder="month"),
    FieldSpec("interval_count", _("Every"), "integer"),
    FieldSpec("price", _("Price"), check=_number_like),
)
"""Tiers that look so are edited by name (in the field 12); prices are texts here, so that what is
not touched goes back as it came (quirk 39)."""
ATTRIBUTE = (
    FieldSpec("key", _("Name"), max_length=LONGEST_WORDS, check=_given),
    FieldSpec("value", _("Value")),
)
BONUS = (FieldSpec("bonus_product_id", _("Product"), "reference", check=_other_product),)

FIELDS = RecordFields(
    _words("title", _("Title"), PRODUCT, placeholder=_("Starter kit"), check=_given),
    _words("code", _("Code"), PRODUCT, "code", placeholder="STARTER-1", check=_given),
    _words("checkout_title", _("Title at checkout"), PRODUCT),
    RecordField(
        "classification",
        _("Role"),
        "choice",
        choices=tuple(ROLES.items()),
        group=PRODUCT,
        bulk=PRODUCT.title,
    ),
    RecordField(
        "type",
        _("Type"),
        "choice",
        choices=tuple(TYPES.items()),
        group=PRODUCT,
        bulk=PRODUCT.title,
    ),
    RecordField(
        "price",
        _("Price"),
        "money",
        as_number=True,
        group=PRICE,
        bulk=PRICE.title,
        check=_price,
    ),
    RecordField(
        "retail_price",
        _("Retail price"),
        "money",
        _("The higher price that is crossed out beside it."),
        as_number=True,
        group=PRICE,
        bulk=PRICE.title,
        check=_amount,
    ),
    RecordField(
        "units",
        _("Units"),
        "decimal",
        _("How many pieces one purchase has."),
        as_number=True,
        group=PRICE,
        bulk=PRICE.title,
        check=_amount,
    ),
    RecordField(
        "is_subscription",
        _("Charge again at intervals"),
        "bool",
        called=_("Subscription"),
        group=SUBSCRIPTION,
        bulk=SUBSCRIPTION.title,
        check=_repeats,
    ),
    _repeated("subscription_frequency", _("Every"), "integer", check=_frequency),
    _repeated("subscription_frequency_unit", _("Unit"), "choice", choices=tuple(CYCLES.items())),
    _repeated(
        "subscription_trial_days",
        _("Trial days"),
        "integer",
        check=lambda value, _values: _cycle(0, value),
    ),
    _repeated("subscription_first_charge_free", _("First charge is free"), "bool"),
    _repeated(
        "subscription_tiers",
        _("Tiers"),
        "items",
        hint=_("Other prices at other intervals."),
        fields=TIER,
        unit=_("tier"),
        check=_at_most(MOST_PARTS),
        bulk="",
    ),
    _cost("unit_cost", _("Unit cost"), visible_when=None),
    _cost("cogs", _("Cost of goods"), visible_when=None),
    _cost("fulfillment_cost", _("Fulfilment")),
    RecordField(
        "fulfillment_multiply_sku",
        _("Fulfilment is paid for each unit"),
        "bool",
        group=COSTS,
        bulk=COSTS.title,
        visible_when=is_physical,
    ),
    _cost("packaging_cost", _("Packaging")),
    _cost("fuel_surcharge_cost", _("Fuel surcharge")),
    _cost("average_shipping_cost", _("Average shipping")),
    _cost("unit_weight_oz", _("Unit weight in ounces"), called=_("Weight (oz)")),
    _cost("physical_units_per_product", _("Physical units in one product")),
    RecordField(
        "shipping_profile_id",
        _("Shipping profile"),
        "integer",
        group=COSTS,
        check=_profile,
        visible_when=is_physical,
    ),
    _words("sku", _("SKU"), STOCK, "code", bulk=""),
    _words("sku_category", _("SKU category"), STOCK, bulk=STOCK.title),
    _words("sku_subcategory", _("SKU subcategory"), STOCK, bulk=STOCK.title),
    RecordField(
        "product_files",
        _("Files"),
        "items",
        group=FILES,
        fields=FILE,
        unit=_("file"),
        check=_files,
    ),
    RecordField(
        "bonuses",
        _("Bonus products"),
        "items",
        group=BONUSES,
        fields=BONUS,
        unit=_("bonus"),
        check=_at_most(MOST_PARTS),
    ),
    RecordField(
        "merchant_product_ids",
        _("Ids at merchants"),
        "pairs",
        group=MORE,
        check=_at_most(MOST_MERCHANTS),
    ),
    RecordField(
        "custom_attributes",
        _("Custom attributes"),
        "items",
        group=MORE,
        fields=ATTRIBUTE,
        unit=_("attribute"),
        check=_at_most(MOST_PARTS),
    ),
    RecordField(
        "product_specifications",
        _("Specifications"),
        "tags",
        group=MORE,
        check=_at_most(MOST_PARTS),
    ),
)
