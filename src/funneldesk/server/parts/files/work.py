"""What is done to files: in the storage and in the records at once (quirks 33 to 37)."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from starlette.datastructures import UploadFile

from funneldesk.contract.file_names import BadPath, joined
from funneldesk.contract.files import is_in_products, is_protected
from funneldesk.server.parts.files.rules import (
    KEPT,
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
from funneldesk.server.storage.storage import InTheWay, Staged
from funneldesk.server.storage.uploads import Judged, NotAccepted, judge
from funneldesk.server.web.errors import FULL, Refused, StorageFull, invalid

_TAKEN = "There is a file of this name already."


@dataclass(frozen=True, slots=True)
class _Ready:
    """A file that was judged and waits for its place."""

    path: str
    judged: Judged
    staged: Staged


def upload_one(platform: Platform, brand_id: int, file: UploadFile, wanted: UploadInput) -> str:
    """Store a file and give its path; one of the same name is replaced. Raises Refused (422)."""
    try:
        with _ready(platform, brand_id, wanted.path, file, wanted.custom_filename) as ready:
            (outcome,) = _place(platform, brand_id, [ready])
    except NotAccepted as error:
        raise invalid({"file": str(error)}) from error
    if outcome is not None:
        raise invalid({"file": str(outcome)}) from outcome
    return ready.path


def upload_many(
    platform: Platform, brand_id: int, files: list[UploadFile], wanted: BulkInput
) -> list[tuple[str, Judged] | tuple[str, str]]:
    """Store files: for each the path and what it is, or the name and why it was not taken.

    All are on disk before the first has its place, and they take their places in one transaction.
    """
    names = wanted.filenames + [""] * len(files)
    results: dict[int, tuple[str, Judged] | tuple[str, str]] = {}
    together = len(files) if platform.storage.stages else 1
    for start in range(0, len(files), together):
        with ExitStack() as stack:
            ready: dict[int, _Ready] = {}
            for number in range(start, min(start + together, len(files))):
                file, name = files[number], names[number]
                try:
                    staging = _ready(platform, brand_id, wanted.path, file, name)
                    ready[number] = stack.enter_context(staging)
                except (NotAccepted, StorageFull) as error:
                    results[number] = name or file.filename or "", _words(error)
            for number, outcome in zip(
                ready, _place(platform, brand_id, list(ready.values())), strict=True
            ):
                one = ready[number]
                name = names[number] or files[number].filename or ""
                results[number] = (name, str(outcome)) if outcome else (one.path, one.judged)
    return [results[number] for number in range(len(files))]


@contextmanager
def _ready(
    platform: Platform, brand_id: int, folder: str, file: UploadFile, name: str
) -> Iterator[_Ready]:
    """A file that may be stored, its content on disk already. Raises NotAccepted, StorageFull."""
    judged = judge(file, name)
    try:
        path = joined(folder, judged.name)
    except BadPath as error:
        raise NotAccepted(str(error)) from error
    with platform.storage.staged(brand_id, file.file) as staged:
        yield _Ready(path, judged, staged)


def _place(
    platform: Platform, brand_id: int, ready: Sequence[_Ready]
) -> list[BadPath | InTheWay | None]:
    """Let files be there with their records, in one transaction; why one has no place, or None."""
    outcomes: list[BadPath | InTheWay | None] = []
    placed: dict[str, _Ready] = {}
    with platform.database.writing() as session:
        assets = AssetStore(session, brand_id)
        assets.hold(*{one.path for one in ready})
        for one in ready:
            try:
                platform.storage.check_way(brand_id, one.path)
            except (BadPath, InTheWay) as error:
                outcomes.append(error)
            else:
                placed[one.path] = one  # of the same name the last stays
                outcomes.append(None)
        assets.put([(path, one.judged) for path, one in placed.items()])
        platform.storage.publish([(one.staged, path) for path, one in placed.items()])
    return outcomes


def _words(error: NotAccepted | StorageFull) -> str:
    return FULL if isinstance(error, StorageFull) else str(error)


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
        with _held(platform, brand_id, path):
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


def create_folder(platform: Platform, brand_id: int, wanted: FolderInput) -> str:
    """Make a folder in one that is there, and give its path. Raises Refused (422)."""
    storage = platform.storage
    try:
        path = joined(wanted.path, wanted.name)
        if is_in_products(path):
            raise invalid({"name": KEPT})
        with _held(platform, brand_id, path):
            if not storage.is_folder(brand_id, wanted.path):
                raise invalid({"path": "The parent folder does not exist."})
            if storage.is_folder(brand_id, path) or storage.head(brand_id, path) is not None:
                raise invalid({"name": "A folder or file of this name already exists."})
            storage.make_folder(brand_id, path)
    except (BadPath, InTheWay) as error:
        raise invalid({"path": str(error)}) from error
    return path


@contextmanager
def _held(platform: Platform, brand_id: int, path: str) -> Iterator[None]:
    """A folder's turn: whoever changes the same one, in any process, waits until the block ends."""
    with platform.database.writing() as session:
        AssetStore(session, brand_id).hold(path)
        yield


def _refused(text: str) -> Refused:
    return Refused(422, {"errors": {"message": text}})
