"""Prices that are probably mistyped: far from the one before, or below what the product costs."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from funneldesk.desktop.kit.forms.amounts import exact
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.products.margin import PARTS, PRICE, landed
from funneldesk.desktop.parts.products.shipping import Shipping
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Workspace

PRICES = (PRICE, "retail_price")
FACTOR = 3
"""A price that changes by more than this is asked about."""
OF_COSTS = frozenset(
    {PRICE, *PARTS, "cogs", "physical_units_per_product", "fulfillment_multiply_sku"}
)
"""Fields by which a price may fall below the costs."""


def unusual_price(workspace: Workspace, name: str, before: Any, get: Callable[[str], Any]) -> str:
    """Why a changed field of a product looks mistyped, in a sentence; empty where it doesn't.
    ``get`` gives the values of the product as they will be."""
    found = [_far_off(workspace, exact(before), exact(get(name)))] if name in PRICES else []
    if name in OF_COSTS:
        found.append(_below_costs(workspace, get))
    return " ".join(filter(None, found))


def _far_off(workspace: Workspace, before: Decimal | None, after: Decimal | None) -> str:
    if not before or after is None or before < 0:
        return ""
    if not after:
        return _("It becomes free.")
    number = formats_of(workspace)().number
    if after > before * FACTOR:
        times = number((after / before).quantize(Decimal("0.1")))
        return _("That’s {times} times the price before.").format(times=times)
    if after * FACTOR < before:
        times = number((before / after).quantize(Decimal("0.1")))
        return _("The price before was {times} times as high.").format(times=times)
    return ""


def _below_costs(workspace: Workspace, get: Callable[[str], Any]) -> str:
    margin = landed(get, workspace.shared(Shipping).rate)
    if margin.left is None or margin.left >= 0 or not margin.costs:
        return ""
    money = formats_of(workspace)().money
    words = _("The price is below the costs of {costs}.")
    return words.format(costs=money(margin.total))
