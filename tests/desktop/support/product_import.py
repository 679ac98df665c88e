"""Products as records that are imported, and files of them."""

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from funneldesk.client import Api
from funneldesk.contract.funnels import Funnel, FunnelDraft, FunnelPatch
from funneldesk.contract.products import (
    CLASSIFICATIONS,
    TYPES,
    Product,
    ProductDraft,
    ProductPatch,
)
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields
from funneldesk.desktop.records.importing.declaration import RecordImport, Values
from funneldesk.desktop.records.importing.sameness import exact, words
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.writes import Making, RecordWrites

GROUP = FieldGroup("Product", "What is sold.")
TITLES = ("Code", "Title", "Price", "Type", "Role")


def _positive(value: object, values: object) -> str | None:
    return "Write a price of 0 or more." if str(value or "").startswith("-") else None


class LocalProductDraft(RecordDraft):
    declared = RecordFields(
        RecordField("code", "Code", "code", group=GROUP),
        RecordField("title", "Title", group=GROUP),
        RecordField("price", "Price", "money", group=GROUP, as_number=True, check=_positive),
        RecordField("type", "Type", "choice", choices=tuple((t, t.capitalize()) for t in TYPES)),
        RecordField(
            "classification",
            "Role",
            "choice",
            choices=tuple((c, c.capitalize()) for c in CLASSIFICATIONS),
        ),
        RecordField("sku", "SKU", group=GROUP),
        RecordField("is_subscription", "Subscription", "bool", group=GROUP),
    )


async def _create(api: Api, draft: ProductDraft) -> Product:
    return await api.products.create(draft)


async def _update(api: Api, product_id: int, patch: ProductPatch) -> Product:
    return await api.products.update(product_id, patch)


async def _get(api: Api, product_id: int) -> Product:
    return await api.products.get(product_id)


async def _named(api: Api, title: str) -> Iterable[int]:
    return [each.id for each in (await api.products.list_all()).rows if each.title == title]


async def _listed(api: Api) -> Mapping[str, Values]:
    rows = (await api.products.list()).rows
    return {str(each.id): LocalProductDraft.opened(each).fields for each in rows}


async def _delete(api: Api, product_id: int) -> object:
    return await api.products.delete(product_id)


WRITES = RecordWrites(ProductPatch, _update, Making(ProductDraft, _create, _named))
PRODUCTS = RecordImport(
    RecordKind("products", "product", LocalProductDraft, _get, WRITES),
    "products",
    _listed,
    keys={"code": exact, "title": words},
    updates=True,
    delete=_delete,
    synonyms={"title": ("Product name",), "price": ("Amount",)},
)


class LocalFunnelDraft(RecordDraft):
    declared = RecordFields(RecordField("name", "Name", group=GROUP))
    listed = ("name",)


async def _create_funnel(api: Api, draft: FunnelDraft) -> Funnel:
    return await api.funnels.create(draft)


async def _update_funnel(api: Api, funnel_id: int, patch: FunnelPatch) -> Funnel:
    return await api.funnels.update(funnel_id, patch)


async def _get_funnel(api: Api, funnel_id: int) -> Funnel:
    return await api.funnels.get(funnel_id)


async def _named_funnels(api: Api, name: str) -> Iterable[int]:
    return [each.id for each in await api.funnels.list() if each.name == name]


async def _listed_funnels(api: Api) -> Mapping[str, Values]:
    return {str(each.id): {} for each in await api.funnels.list()}


FUNNEL_WRITES = RecordWrites(
    FunnelPatch, _update_funnel, Making(FunnelDraft, _create_funnel, _named_funnels)
)
FUNNELS = RecordImport(
    RecordKind("funnels", "funnel", LocalFunnelDraft, _get_funnel, FUNNEL_WRITES),
    "funnels",
    _listed_funnels,
)
"""Names of funnels may be the same: nothing identifies one but what it holds."""


async def _declared(workspace: Any, part: str) -> RecordImport:
    return PRODUCTS if part == "products" else FUNNELS


IMPORTERS: Mapping[str, Any] = {"products": _declared, "funnels": _declared}


def product_rows(count: int) -> list[list[str]]:
    """Rows that are right, under ``TITLES``."""
    return [
        [f"P-{n:05}", f"Bundle {n}", f"{n % 90}.90", "Physical", "Main"]
        for n in range(1, count + 1)
    ]


def csv_file(folder: Path, rows: Iterable[Iterable[str]], name: str = "products.csv") -> Path:
    """A file with these rows under ``TITLES``."""
    text = io.StringIO()
    csv.writer(text).writerows([TITLES, *rows])
    path = folder / name
    path.write_text(text.getvalue(), encoding="utf-8")
    return path
