"""Products as a kind of record: how they are read, made, changed, deleted and referred to."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import model_validator

from funneldesk.contract.folding import fold
from funneldesk.contract.products import Product, ProductDraft, ProductPatch
from funneldesk.desktop.kit.forms.field_spec import Found, Lookup
from funneldesk.desktop.parts.products.fields import BULK_GROUPS, FIELDS
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.writes import Making, RecordWrites
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "products"
MOST_OFFERED = 30
LISTS = ("custom_attributes", "product_files", "subscription_tiers", "bonuses")


class LocalProductDraft(RecordDraft):
    """A product while it is edited."""

    declared = FIELDS
    listed = ("title", "code", "price", "classification", "type")

    def set(self, field: str, value: object) -> bool:
        """Take a value as it will be sent, so that a save finds what it sent."""
        return super().set(field, _as_sent(field, value))


class _Written:
    """Body of a write: lists are emptied, not cleared."""

    @model_validator(mode="before")
    @classmethod
    def _settle(cls, body: Any) -> Any:
        if not isinstance(body, dict):
            return body
        settled = {k: [] if v is None and k in LISTS else v for k, v in body.items()}
        return {name: _as_sent(name, value) for name, value in settled.items()}


def _as_sent(field: str, value: Any) -> Any:
    """The place of a file in the list is its order; of a bonus only its number is taken."""
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        return value
    if field == "product_files":
        return [{**each, "sort_order": place} for place, each in enumerate(value)]
    if field == "bonuses":
        return [{"bonus_product_id": each.get("bonus_product_id")} for each in value]
    return value


class NewProduct(_Written, ProductDraft):
    """``POST …/products``."""


class ChangedProduct(_Written, ProductPatch):
    """``PUT …/products/{product}``."""


async def read_product(api: "Api", product_id: int) -> Product:
    """A product, whole."""
    return await api.products.get(product_id)


async def _create(api: "Api", draft: ProductDraft) -> Product:
    return await api.products.create(draft)


async def _update(api: "Api", product_id: int, patch: ProductPatch) -> Product:
    return await api.products.update(product_id, patch)


async def _delete(api: "Api", product_id: int) -> None:
    await api.products.delete(product_id)


async def _named(api: "Api", title: str) -> Iterable[int]:
    return [each.id for each in (await api.products.list_all()).rows if each.title == title]


# Bonuses are found among the products that are here, and on the server where they are not.


async def _choices(workspace: Workspace) -> Sequence[Found]:
    store = workspace.store
    found: list[Found] = []
    async for piece in store.slices(PART):
        found += [_choice(each) for each in piece]
    if found:
        return found
    listing = await workspace.run(lambda api: api.products.list_all())
    return [_choice(each.model_dump()) for each in listing.rows]


def _choice(body: Mapping[str, Any]) -> Found:
    return body.get("id"), str(body.get("title") or ""), str(body.get("code") or "")


async def _search(workspace: Workspace, text: str) -> Sequence[Found]:
    words = fold(text).split()
    found = await _choices(workspace)
    fits = [each for each in found if all(word in fold(f"{each[1]} {each[2]}") for word in words)]
    return fits[:MOST_OFFERED]


async def _title(workspace: Workspace, product_id: Any) -> str:
    return next((each[1] for each in await _choices(workspace) if each[0] == product_id), "")


def _lookups(workspace: Workspace) -> Mapping[str, Lookup]:
    lookup = Lookup(search=partial(_search, workspace), title=partial(_title, workspace))
    return {"bonuses.bonus_product_id": lookup}


def _caution(workspace: Workspace, name: str, before: Any, get: Callable[[str], Any]) -> str:
    from funneldesk.desktop.parts.products.codes import code_words
    from funneldesk.desktop.parts.products.unusual import unusual_price

    if name == "code":
        return code_words(workspace, str(get("id") or ""), str(get("code") or ""))[1]
    return unusual_price(workspace, name, before, get)


WRITES = RecordWrites(
    ChangedProduct, _update, Making(NewProduct, _create, _named), _delete, copied={"code": ""}
)
KIND = RecordKind(
    PART,
    "product",
    LocalProductDraft,
    read_product,
    WRITES,
    BULK_GROUPS,
    lookups=_lookups,
    caution=_caution,
)
