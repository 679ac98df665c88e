"""What a write of a product brings: values for columns, files that are stored meanwhile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import Request

from funneldesk.server.parts.products.files import (
    FileInput,
    Stored,
    file_rows,
    store_files,
    store_one,
)
from funneldesk.server.parts.products.rules import ProductInput
from funneldesk.server.parts.products.store import ProductStore
from funneldesk.server.parts.products.tables import ProductRow
from funneldesk.server.storage.addresses import CDN_PATH, whole_url
from funneldesk.server.web.access import Access
from funneldesk.server.web.forms import Sent


@dataclass(frozen=True, slots=True)
class Brought:
    """``values`` are for the store; ``files`` replace the product's own, None leaves them."""

    values: Mapping[str, Any]
    files: Sequence[FileInput] | None
    stored: Mapping[str, Stored]

    @classmethod
    def of(cls, request: Request, access: Access, sent: Sent, body: ProductInput) -> "Brought":
        """Store the files of a call, outside of any transaction. Raises Refused (422)."""
        files = sent_files(request, sent, body)
        stored = store_files(access.platform, access.brand_id, sent, files or ())
        values = body.model_dump(exclude_unset=True, exclude={"product_files"})
        if values.get("bonuses"):
            values["bonuses"] = [bonus["bonus_product_id"] for bonus in values["bonuses"]]
        image = sent.file("image")
        if image is not None:
            values["image"] = store_one(access.platform, access.brand_id, image, "image").url
        return cls(values, files, stored)

    def put_files(self, store: ProductStore, row: ProductRow) -> None:
        """Replace the product's files, if any list of them was sent. Raises Refused (422)."""
        if self.files is not None:
            known = store.pointers(row)
            rows = file_rows(row.brand_id, row.id, self.files, self.stored, known)
            store.put_files(row, rows)


def sent_files(request: Request, sent: Sent, body: ProductInput) -> list[FileInput] | None:
    """The rows that were sent, with addresses on this platform as paths; None without a list.

    In a form a row may consist of its upload alone.
    """
    rows = list(body.product_files or ())
    places = [
        int(step)
        for name in sent.files
        if name.startswith("product_files.") and (step := name.split(".")[1]).isdecimal()
    ]
    while places and len(rows) <= max(places) < len(rows) + len(places):
        rows.append(FileInput())
    if not rows and "product_files" not in body.model_fields_set:
        return None
    return [
        row.model_copy(
            update={"file": _local(request, row.file), "image": _local(request, row.image)}
        )
        for row in rows
    ]


def with_urls(request: Request, product: dict[str, Any]) -> dict[str, Any]:
    """A product's body whose addresses on this platform are whole."""
    for name in {"image", "image_link"} & product.keys():
        product[name] = _whole(request, product[name])
    for file in product.get("product_files", ()):
        file["image"], file["file"] = _whole(request, file["image"]), _whole(request, file["file"])
    return product


def _whole(request: Request, address: str | None) -> str | None:
    return address and whole_url(request, address)


def _local(request: Request, address: str | None) -> str | None:
    """An address that ``_whole`` made, as it is kept."""
    here = f"{request.url.scheme}://{request.url.netloc}"
    if address and address.startswith(f"{here}{CDN_PATH}/"):
        return address.removeprefix(here)
    return address
