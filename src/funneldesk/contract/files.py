"""File manager on the wire: the assets of a brand (document: File asset; quirks 33 to 37)."""

from datetime import datetime

from pydantic import Field

from funneldesk.contract.shapes import Record

MOST_FILES = 20
"""Files in one bulk upload (quirk 35)."""

LARGEST_FILE = 10 * 1024 * 1024
"""Bytes of one file (quirk 35)."""

FOLDER_NAME = "^[a-z0-9_-]+$"
"""What a new folder may be called (quirk 36)."""

MEDIA_FOLDER = "media"
PRODUCTS_FOLDER = "products"


def is_protected(path: str) -> bool:
    """Whether a path may be neither deleted nor renamed: root, media folder, products (quirk 36).

    ``path`` is relative to the assets folder.
    """
    return path == "" or path.casefold() == MEDIA_FOLDER or is_in_products(path)


def is_in_products(path: str) -> bool:
    """Whether a path is the folder of products or something in it, however it is written.

    Windows and macOS know no difference between small and capital letters.
    """
    return path.split("/")[0].casefold() == PRODUCTS_FOLDER


class FileEntry(Record):
    """A row of ``GET …/files``: a file or a folder as it lies in the storage (quirk 33).

    ``length`` is a size for people, ``size_bytes`` the number. ``browse_path`` is relative to the
    assets folder. ``width`` and ``height`` are pixels, None for vector images and other files.
    """

    object_name: str = Field(alias="ObjectName")
    is_directory: bool = Field(default=False, alias="IsDirectory")
    type: str = "file"
    browse_path: str = Field(default="", alias="BrowsePath")
    length: str | None = Field(default=None, alias="Length")
    size_bytes: int | None = Field(default=None, alias="sizeBytes")
    last_changed: datetime | None = Field(default=None, alias="LastChanged")
    src: str | None = None
    width: int | None = None
    height: int | None = None
    srcset: str | None = None
    sizes: str | None = None


class Asset(Record):
    """A row of ``GET …/assets``: ``file_path`` is relative to the assets folder."""

    id: int
    file_name: str = ""
    file_path: str = ""
    updated_at: datetime | None = None


class Uploaded(Record):
    """The answer to a single upload: the storage path, without the public URL (quirk 34)."""

    http_code: int | None = Field(default=None, alias="HttpCode")
    message: str = Field(default="", alias="Message")
    file_path: str = ""


class BulkEntry(Record):
    """What became of one file of a bulk upload (quirk 35); ``size`` in bytes.

    ``status`` is ``uploaded`` or ``failed``; a failed one has ``error`` and nothing else.
    """

    filename: str = ""
    status: str = ""
    url: str | None = None
    size: int | None = None
    mime_type: str | None = None
    width: int | None = None
    height: int | None = None
    error: str | None = None

    @property
    def is_uploaded(self) -> bool:
        """Whether the file is there now."""
        return self.status == "uploaded"


class BulkSummary(Record):
    """How many files of a bulk upload went well."""

    total: int = 0
    uploaded: int = 0
    failed: int = 0


class BulkResult(Record):
    """The answer to a bulk upload, a success even when files failed (quirk 35)."""

    summary: BulkSummary = BulkSummary()
    files: list[BulkEntry] = []


class Existence(Record):
    """The answer to ``file-exists``."""

    exists: bool


class FileDeleted(Record):
    """The answer to a deletion."""

    http_code: int | None = Field(default=None, alias="HttpCode")
    message: str = Field(default="", alias="Message")


class FileRenamed(Record):
    """The answer to a renaming: both paths, and the file's new public URL."""

    success: bool = True
    old_path: str = ""
    new_path: str = ""
    url: str | None = None


class FolderCreated(Record):
    """The answer to a new folder."""

    message: str = ""
