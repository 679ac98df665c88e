"""What may be asked of files (document: Endpoints, File manager; Errors; quirks 33 to 37)."""

import re
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from funneldesk.contract.file_kinds import ENDINGS, TYPES, ending_of
from funneldesk.contract.file_names import BadPath, clean_folder, clean_name, clean_path
from funneldesk.contract.files import FOLDER_NAME, is_in_products
from funneldesk.server.web.fields import Input, Text

PROTECTED = "cannot delete the media folder"
OUTSIDE = "invalid path outside the brand assets folder"
NOT_FOUND = "file not found"
KEPT = "The folder products is kept by the platform itself."
_FOLDER_NAME = re.compile(FOLDER_NAME.removeprefix("^").removesuffix("$"), re.ASCII)
_UNITS = ("B", "KB", "MB", "GB", "TB")
_PLUS_LOST = re.compile(r" (\d\d:?\d\d)\Z", re.ASCII)


def _file_path(path: str) -> str:
    if not path:
        raise ValueError("The path field is required.")
    return clean_path(path)


def _folder_name(name: str) -> str:
    if _FOLDER_NAME.fullmatch(name) is None:
        raise ValueError("A folder's name may hold small letters a to z, digits, _ and - only.")
    return clean_name(name)


def _not_products(folder: str) -> str:
    if is_in_products(folder):
        raise ValueError(KEPT)
    return folder


Folder = Annotated[Text, AfterValidator(clean_folder), AfterValidator(_not_products)]
"""A folder that files may be put into; empty for the assets folder itself."""


class UploadInput(Input):
    """The fields beside an uploaded file."""

    path: Folder = ""
    custom_filename: Text = ""


class BulkInput(Input):
    """The fields beside many uploaded files; ``filenames`` are matched by position."""

    path: Folder = ""
    filenames: list[Text] = []


class ExistsInput(Input):
    """The body of ``file-exists``."""

    filename: Annotated[Text, Field(min_length=1), AfterValidator(clean_name)]
    path: Annotated[Text, AfterValidator(clean_folder)] = ""


class DeleteInput(Input):
    """The body of ``delete-file``; what is wrong with the path has words of its own."""

    path: Text


class RenameInput(Input):
    """The body of ``rename-file``."""

    path: Annotated[Text, AfterValidator(_file_path)]
    new_name: Annotated[Text, AfterValidator(clean_name)]


class FolderInput(Input):
    """The body of ``create-folder``; ``path`` is the parent, empty for the assets folder."""

    path: Folder
    name: Annotated[Text, AfterValidator(_folder_name)]


def keeps_kind(path: str, new_name: str) -> bool:
    """Whether a file under its new name still is what its content is (quirk 37)."""
    old, new = ending_of(path.rpartition("/")[2]), ending_of(new_name)
    return new == old or new in ENDINGS.get(TYPES.get(old, ""), ())


def path_to_delete(path: str) -> str | None:
    """The path in its normal form; None for one that lies outside of the assets folder."""
    try:
        return clean_folder(path.rstrip("/"))
    except BadPath:
        return None


def human_size(size: int) -> str:
    """A size for people: ``1.5 KB``; bytes are whole."""
    amount, unit = float(size), 0
    while amount >= 1024 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1024, unit + 1
    return f"{size} B" if unit == 0 else f"{amount:.1f} {_UNITS[unit]}"


def wanted_endings(extensions: str) -> frozenset[str]:
    """``png, .JPG`` as endings in small letters; empty when no filter was asked for."""
    words = (word.strip().lstrip(".").lower() for word in extensions.split(","))
    return frozenset(word for word in words if word)


def moment(text: str) -> datetime:
    """An ISO 8601 moment, in UTC when it names no zone. Raises ValueError.

    A plus sign that a query lost (it means a blank there) is understood.
    """
    try:
        found = datetime.fromisoformat(_PLUS_LOST.sub(r"+\1", text.strip()))
        zoned = found if found.tzinfo else found.replace(tzinfo=UTC)
        return zoned.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise ValueError("This must be a moment as ISO 8601 writes it.") from error
