"""What is done to files: in the storage and in the records at once (quirks 33 to 37)."""

from starlette.datastructures import UploadFile

from funneldesk.contract.file_names import BadPath, joined
from funneldesk.contract.files import is_protected
from funneldesk.server.parts.files.rules import (
    NOT_FOUND,
    OUTSIDE,
    PROTECTED,
    BulkInput,
    FolderInput,
    RenameInput,
    UploadInput,
    keeps_kind,
    path_to_delete,
)
from funneldesk.server.parts.files.store import AssetStore
from funneldesk.server.platform import Platform
from funneldesk.server.storage.storage import InTheWay, Storage
from funneldesk.server.storage.uploads import Judged, NotAccepted, judge
from funneldesk.server.web.errors import Refused, invalid

_TAKEN = "There is a file of this name already."


def upload(
    platform: Platform, brand_id: int, folder: str, file: UploadFile, name: str = ""
) -> tuple[str, Judged]:
    """Store a file; one of the same name is replaced. Gives its path. Raises NotAccepted."""
    judged = judge(file, name)
    try:
        path = joined(folder, judged.name)
        with (
            platform.storage.staged(brand_id, file.file) as staged,
            platform.database.writing() as session,
        ):
            assets = AssetStore(session, brand_id)
            assets.hold(path)
            assets.put([(path, judged)])
            staged.publish(path)
    except (BadPath, InTheWay) as error:
        raise NotAccepted(str(error)) from error
    return path, judged


def upload_one(platform: Platform, brand_id: int, file: UploadFile, wanted: UploadInput) -> str:
    """Store a file and give its path. Raises Refused (422)."""
    try:
        return upload(platform, brand_id, wanted.path, file, wanted.custom_filename)[0]
    except NotAccepted as error:
        raise invalid({"file": str(error)}) from error


def upload_many(
    platform: Platform, brand_id: int, files: list[UploadFile], wanted: BulkInput
) -> list[tuple[str, Judged] | tuple[str, str]]:
    """Store files one by one: the path and what it is, or the name and why it was not taken."""
    names = wanted.filenames + [""] * len(files)
    results: list[tuple[str, Judged] | tuple[str, str]] = []
    for file, name in zip(files, names, strict=False):
        try:
            results.append(upload(platform, brand_id, wanted.path, file, name))
        except NotAccepted as error:
            results.append((name or file.filename or "", str(error)))
    return results


def delete(platform: Platform, brand_id: int, sent: str) -> None:
    """Remove a file and its record, or an empty folder. Raises Refused (422, quirk 21)."""
    path = path_to_delete(sent)
    if path is None:
        raise _refused(OUTSIDE)
    if is_protected(path):
        raise _refused(PROTECTED)
    storage = platform.storage
    try:
        with platform.database.writing() as session:
            assets = AssetStore(session, brand_id)
            assets.hold(path)
            assets.delete(path)
            if storage.delete(brand_id, path):
                return
        if not storage.is_folder(brand_id, path):
            raise _refused(NOT_FOUND)
        if not storage.is_empty(brand_id, path):
            raise _refused("the folder is not empty")
        storage.delete_folder(brand_id, path)
    except BadPath as error:
        raise _refused(OUTSIDE) from error


def rename(platform: Platform, brand_id: int, wanted: RenameInput) -> str:
    """Give a file another name in its folder, and give its new path. Raises Refused (422)."""
    if is_protected(wanted.path):
        raise invalid({"path": "This path is protected."})
    if not keeps_kind(wanted.path, wanted.new_name):
        raise invalid({"new_name": "The new name must keep the ending of the old one."})
    storage = platform.storage
    try:
        to = joined(wanted.path.rpartition("/")[0], wanted.new_name)
        with platform.database.writing() as session:
            assets = AssetStore(session, brand_id)
            assets.hold(wanted.path, to)
            if to != wanted.path and storage.head(brand_id, to) is not None:
                raise invalid({"new_name": _TAKEN})
            assets.move(wanted.path, to)
            if storage.head(brand_id, wanted.path) is None:
                raise invalid({"path": NOT_FOUND})
            if to != wanted.path:
                storage.move(brand_id, wanted.path, to)
    except (BadPath, InTheWay) as error:
        raise invalid({"new_name": str(error)}) from error
    return to


def create_folder(storage: Storage, brand_id: int, wanted: FolderInput) -> str:
    """Make a folder in one that is there, and give its path. Raises Refused (422)."""
    try:
        path = joined(wanted.path, wanted.name)
        if not storage.is_folder(brand_id, wanted.path):
            raise invalid({"path": "The parent folder does not exist."})
        if storage.is_folder(brand_id, path) or storage.head(brand_id, path) is not None:
            raise invalid({"name": "A folder or file of this name already exists."})
        storage.make_folder(brand_id, path)
    except (BadPath, InTheWay) as error:
        raise invalid({"path": str(error)}) from error
    return path


def _refused(text: str) -> Refused:
    return Refused(422, {"errors": {"message": text}})
