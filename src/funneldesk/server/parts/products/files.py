"""The files that buyers of a product get (document: Product, product_files).

A list of rows replaces the one before. A row names its file by an address or, in a multipart call,
brings it as ``product_files[N][file]``; its thumbnail likewise.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Protocol

from pydantic import AfterValidator, BeforeValidator, Field
from starlette.datastructures import UploadFile

from funneldesk.server.parts.products.kinds import extension_of, file_kind
from funneldesk.server.parts.products.tables import ProductFileRow
from funneldesk.server.platform import Platform
from funneldesk.server.storage.uploads import NotAccepted, judge, store_upload
from funneldesk.server.web.errors import invalid
from funneldesk.server.web.fields import (
    CLEARABLE,
    Input,
    OptionalSwitch,
    OptionalText,
    OptionalWords,
    Text,
    Words,
)
from funneldesk.server.web.values import address_here, whole

FOLDER = "products"
_LARGEST_SIZE = 2**53
_PIECE = 1024 * 1024


def _extension(text: str) -> str:
    return extension_of(f"file.{text.lstrip('.')}")


Address = Annotated[
    Annotated[Text, Field(max_length=2048), AfterValidator(address_here)] | None, CLEARABLE
]
Size = Annotated[int, BeforeValidator(whole), Field(ge=0, le=_LARGEST_SIZE)]


class Metadata(Input):
    """The four keys that are kept; any other is left out."""

    mime_type: OptionalWords = None
    size: Annotated[Size | None, CLEARABLE] = None
    checksum: OptionalWords = None
    extension: Annotated[Annotated[Words, AfterValidator(_extension)] | None, CLEARABLE] = None


class FileInput(Input):
    """A row as it is sent. ``kind`` is derived and so is not taken."""

    purpose: Literal["digital", "bonus"] = "digital"
    title: OptionalWords = None
    description: OptionalText = None
    image: Address = None
    file: Address = None
    is_primary: OptionalSwitch = None
    sort_order: Annotated[
        Annotated[int, BeforeValidator(whole), Field(ge=0, le=1_000_000)] | None, CLEARABLE
    ] = None
    metadata: Annotated[Metadata | None, CLEARABLE] = None


class Files(Protocol):
    """What a call brought along; ``Sent`` is of this shape."""

    def file(self, name: str) -> UploadFile | None:
        """The file of a field."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A file that was stored for a product: its address, and what was found out about it."""

    url: str
    mime_type: str
    size: int
    checksum: str


def store_files(
    platform: Platform, brand_id: int, sent: Files, rows: Sequence[FileInput]
) -> dict[str, Stored]:
    """Store what the rows bring, by the name of the field. Raises Refused (422)."""
    names = [
        f"product_files.{place}.{part}" for place in range(len(rows)) for part in ("file", "image")
    ]
    found = {name: upload for name in names if (upload := sent.file(name)) is not None}
    return {name: store_one(platform, brand_id, upload, name) for name, upload in found.items()}


def store_one(platform: Platform, brand_id: int, upload: UploadFile, field: str) -> Stored:
    """Store one file under the protected folder of products. Raises Refused (422)."""
    try:
        judged = judge(upload)
    except NotAccepted as error:
        raise invalid({field: str(error)}) from error
    digest = hashlib.sha256()
    upload.file.seek(0)
    while piece := upload.file.read(_PIECE):
        digest.update(piece)
    upload.file.seek(0)
    url = store_upload(platform, brand_id, FOLDER, upload, field=field)
    return Stored(url, judged.kind, judged.size, digest.hexdigest())


def file_rows(
    brand_id: int,
    product_id: int,
    rows: Sequence[FileInput],
    stored: Mapping[str, Stored],
    known: Mapping[str, str | None],
) -> list[ProductFileRow]:
    """Rows for the database. ``known`` maps addresses of files that are there to their pointers.

    Raises Refused (422): a row without a file, or two primary ones for a purpose.
    """
    made = []
    for place, row in enumerate(rows):
        field = f"product_files.{place}"
        made.append(_row(row, field, stored))
        made[-1].brand_id, made[-1].product_id = brand_id, product_id
        made[-1].sort_order = place if row.sort_order is None else row.sort_order
        if made[-1].storage_path is None:
            made[-1].storage_path = known.get(made[-1].file)
    _choose_primary(made)
    return made


def file_body(row: ProductFileRow) -> dict[str, Any]:
    """A row as it is answered; the pointer into the storage stays inside."""
    return {
        "purpose": row.purpose,
        "title": row.title,
        "description": row.description,
        "image": row.image,
        "file": row.file,
        "kind": file_kind(row.extension, row.mime_type),
        "is_primary": row.is_primary,
        "sort_order": row.sort_order,
        "metadata": {
            "mime_type": row.mime_type,
            "size": row.size,
            "checksum": row.checksum,
            "extension": row.extension,
        },
    }


def _row(row: FileInput, field: str, stored: Mapping[str, Stored]) -> ProductFileRow:
    upload, thumbnail = stored.get(f"{field}.file"), stored.get(f"{field}.image")
    metadata = row.metadata or Metadata()
    address = upload.url if upload else row.file
    if address is None:
        raise invalid({f"{field}.file": "The file is required, as an address or as an upload."})
    return ProductFileRow(
        purpose=row.purpose,
        title=row.title,
        description=row.description,
        image=thumbnail.url if thumbnail else row.image,
        file=address,
        is_primary=bool(row.is_primary),
        mime_type=upload.mime_type if upload else metadata.mime_type,
        size=upload.size if upload else metadata.size,
        checksum=upload.checksum if upload else metadata.checksum,
        extension=(None if upload else metadata.extension) or extension_of(address),
        storage_path=upload.url.partition("/assets/")[2] if upload else None,
    )


def _choose_primary(rows: Sequence[ProductFileRow]) -> None:
    """One row of each purpose is the default one: the first, unless another was named."""
    for purpose in {row.purpose for row in rows}:
        same = [row for row in rows if row.purpose == purpose]
        named = [row for row in same if row.is_primary]
        if len(named) > 1:
            field = f"product_files.{rows.index(named[1])}.is_primary"
            raise invalid({field: f"Only one {purpose} file can be the primary one."})
        if not named:
            min(same, key=lambda row: row.sort_order).is_primary = True
