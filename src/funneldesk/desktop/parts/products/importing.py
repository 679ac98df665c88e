"""Products from the rows of a file: known by their codes, in words or by SKU."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from funneldesk.contract.product_rules import code_form
from funneldesk.contract.products import ProductFilter
from funneldesk.desktop.parts.products.fields import ROLES, TYPES
from funneldesk.desktop.parts.products.kind import KIND
from funneldesk.desktop.parts.products.products import AT_ONCE
from funneldesk.desktop.records.importing.declaration import RecordImport, Values
from funneldesk.desktop.records.importing.sameness import exact, words
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api


async def products_import(_workspace: Workspace, _part: str) -> RecordImport:
    """The import of products."""
    return IMPORT


async def _listed(api: "Api") -> Mapping[str, Values]:
    """Every product with its values."""
    return {
        str(each.id): dict(KIND.draft.opened(each).fields)
        async for each in api.products.iterate(ProductFilter(per_page=AT_ONCE))
    }


async def _delete(api: "Api", product_id: int) -> None:
    await api.products.delete(product_id)


IMPORT = RecordImport(
    KIND,
    KIND.units,
    _listed,
    keys={"code": code_form, "sku": exact, "title": words},
    delete=_delete,
    synonyms={
        "title": ("name", "product", "product-name"),
        "code": ("product-code", "article", "handle"),
        "price": ("amount", "sale-price"),
        "retail_price": ("compare-at-price", "rrp", "msrp"),
        "classification": ("class", "kind"),
        "unit_cost": ("cost", "cost-price"),
        "unit_weight_oz": ("weight", "ounces"),
    },
    updates=True,
    defaults={"classification": tuple(ROLES.items()), "type": tuple(TYPES.items())},
)
