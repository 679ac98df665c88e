"""Files as they come in: judged, named, stored (document: Limits; quirks 35 and 37)."""

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Protocol

from funneldesk.contract.file_kinds import ENDINGS, ending_of, kind_of
from funneldesk.contract.file_names import BadPath, clean_folder, clean_name, joined
from funneldesk.contract.files import LARGEST_FILE
from funneldesk.server.storage.addresses import asset_url
from funneldesk.server.storage.images import image_size
from funneldesk.server.storage.storage import InTheWay
from funneldesk.server.web.errors import invalid

if TYPE_CHECKING:
    from funneldesk.server.platform import Platform


class NotAccepted(ValueError):
    """The file is not taken; the message says why, for the person who sent it."""


class Upload(Protocol):
    """What a form brought: python-multipart's files are of this shape."""

    @property
    def filename(self) -> str | None:
        """The name that the sender gave it."""

    @property
    def file(self) -> BinaryIO:
        """Its content, on disk unless it is small."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A file that may be stored: its name with an ending, its size in bytes, its type."""

    name: str
    size: int
    kind: str
    width: int | None
    height: int | None


def judge(upload: Upload, wanted_name: str | None = None) -> Judged:
    """What the upload is, under ``wanted_name`` or its own name. Raises NotAccepted."""
    name = _name(wanted_name or upload.filename or "")
    upload.file.seek(0, 2)
    size = upload.file.tell()
    if size > LARGEST_FILE:
        raise NotAccepted(f"The file is larger than {LARGEST_FILE // 1024 // 1024} MB.")
    own_ending = ending_of(upload.filename or "")
    kind = kind_of(upload.file, name if ending_of(name) else f"{name}.{own_ending}")
    if kind not in ENDINGS:
        raise NotAccepted(f"Files of the type {kind} are not allowed.")
    if not ending_of(name):
        name = f"{name}.{own_ending if own_ending in ENDINGS[kind] else ENDINGS[kind][0]}"
    elif ending_of(name) not in ENDINGS[kind]:
        raise NotAccepted(f"The file is of the type {kind}, which its name contradicts.")
    sides = image_size(upload.file, kind)
    upload.file.seek(0)
    return Judged(_name(name), size, kind, *(sides or (None, None)))


def store_upload(
    platform: "Platform", brand_id: int, folder: str, upload: Upload, *, field: str = "file"
) -> str:
    """Store a file of another part (a product's image) and give its public URL.

    It gets a name that no other file has, so it replaces nothing; when the transaction around it
    fails, it is left over. Without a ``cdn_url`` the URL is a path on this platform. Raises Refused
    (422) under ``field``.
    """
    try:
        judged = judge(upload)
        stem, _, ending = judged.name.rpartition(".")
        name = f"{stem[:60].rstrip('. ')}-{secrets.token_hex(6)}.{ending}"
        path = joined(clean_folder(folder), name)
        platform.storage.put(brand_id, path, upload.file)
    except (NotAccepted, BadPath, InTheWay) as error:
        raise invalid({field: str(error)}) from error
    return asset_url(platform.settings, brand_id, path)


def _name(name: str) -> str:
    # Browsers of old send a whole path; what counts is behind the last separator.
    try:
        return clean_name(name.replace("\\", "/").rpartition("/")[2])
    except BadPath as error:
        raise NotAccepted(str(error)) from error
