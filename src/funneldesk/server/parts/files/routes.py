"""The endpoints of the file manager (document: Endpoints, File manager; quirks 33 to 37)."""

from dataclasses import replace
from typing import Annotated

from fastapi import Depends, Query, Request, Response
from sqlalchemy.orm import Session

from funneldesk.contract.file_names import BadPath, joined
from funneldesk.contract.files import (
    LARGEST_FILE,
    MOST_FILES,
    Asset,
    BulkResult,
    Existence,
    FileDeleted,
    FileEntry,
    FileRenamed,
    FolderCreated,
    Uploaded,
)
from funneldesk.server.parts.files import work
from funneldesk.server.parts.files.bodies import entries, failed_entry, uploaded_entry
from funneldesk.server.parts.files.rules import (
    BulkInput,
    DeleteInput,
    ExistsInput,
    FolderInput,
    RenameInput,
    UploadInput,
    moment,
    wanted_endings,
)
from funneldesk.server.parts.files.store import AssetStore
from funneldesk.server.storage.addresses import asset_url, whole_url
from funneldesk.server.storage.uploads import Judged
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.errors import Refused, invalid
from funneldesk.server.web.forms import Sent, form_body, form_of
from funneldesk.server.web.quick import in_thread
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router
from funneldesk.server.web.twice import once

router = Router(prefix="/api/brands/{brand:int}/file-manager", tags=["files"])

_ROOM_BESIDE = 2 * 1024 * 1024
"""Bytes of a bulk request that are not files."""

_upload_form = form_of(files=1000, fields=100, longest=16_384)

Reading = Annotated[Access, Depends(allow("files", Need.READ))]
Writing = Annotated[Access, Depends(allow("files", Need.WRITE))]
Form = Annotated[Sent, Depends(_upload_form)]
Folder = Annotated[str | None, Query(alias="path", max_length=4096)]
"""The folder, for callers that put it into the query."""


@router.post(
    "/upload-file",
    response_model=Uploaded,
    status_code=201,
    openapi_extra=form_body(UploadInput, files={"file": False}, json_too=False),
)
def upload(access: Writing, sent: Form, folder: Folder = None) -> Response:
    """Store one file; the answer does not show its URL (quirk 34)."""
    wanted = _in_folder(sent, folder).read(UploadInput)
    file = sent.file("file")
    if file is None:
        raise invalid({"file": "The file field is required."})
    path = work.upload_one(access.platform, access.brand_id, file, wanted)
    body = {
        "HttpCode": 201,
        "Message": "File uploaded.",
        "file_path": f"{access.brand_id}/assets/{path}",
    }
    return Json(body, 201)


@router.post(
    "/bulk-upload-files",
    response_model=BulkResult,
    max_body_size=MOST_FILES * LARGEST_FILE + _ROOM_BESIDE,
    openapi_extra=form_body(BulkInput, files={"files[]": True}, json_too=False),
)
def bulk_upload(request: Request, access: Writing, sent: Form, folder: Folder = None) -> Response:
    """Store many files; each tells for itself whether it was taken (quirk 35)."""
    wanted = _in_folder(sent, folder).read(BulkInput)
    files = sent.files.get("files", [])
    if "filenames" in sent.numbers:  # each belongs to the file of its number
        named = dict(zip(sent.numbers["filenames"], wanted.filenames, strict=True))
        wanted.filenames = [named.get(number, "") for number in sent.numbers.get("files", ())]
    if not files:
        raise invalid({"files": "The files field is required."})
    if len(files) > MOST_FILES:
        raise invalid({"files": f"At most {MOST_FILES} files can be uploaded at once."})
    results = work.upload_many(access.platform, access.brand_id, files, wanted)
    shown = [
        uploaded_entry(what, _address(request, access, name))
        if isinstance(what, Judged)
        else failed_entry(name, what)
        for name, what in results
    ]
    uploaded = sum(one["status"] == "uploaded" for one in shown)
    summary = {"total": len(shown), "uploaded": uploaded, "failed": len(shown) - uploaded}
    return Json({"summary": summary, "files": shown})


@router.post("/file-exists", response_model=Existence)
def exists(body: ExistsInput, access: Reading) -> Response:
    """Whether there is a file of this name in a folder."""
    try:
        path = joined(body.path, body.filename)
        found = access.platform.storage.head(access.brand_id, path)
    except BadPath as error:
        raise invalid({"path": str(error)}) from error
    return Json({"exists": found is not None})


@router.get("/files", response_model=list[FileEntry])
def list_files(
    request: Request, access: Reading, extensions: Annotated[str, Query(max_length=1000)] = ""
) -> Response:
    """Everything that lies in the storage, in all folders."""
    tree = access.platform.storage.tree(access.brand_id)
    with access.platform.database.reading() as session:
        known = AssetStore(session, access.brand_id).by_path()
    return Json(
        entries(
            tree,
            known,
            wanted_endings(extensions),
            lambda path: _address(request, access, path),
        )
    )


@router.get("/assets", response_model=list[Asset])
async def list_assets(access: Reading, updated_after: str = "") -> Response:
    """The database's records of files, or of those that changed after a moment."""
    try:
        after = moment(updated_after) if updated_after else None
    except ValueError as error:
        raise invalid({"updated_after": str(error)}) from error

    def look(session: Session) -> Response:
        return Json(AssetStore(session, access.brand_id).list(after))

    return await in_thread(access.platform.database, look)


@router.post("/delete-file", response_model=FileDeleted)
def delete(body: DeleteInput, access: Writing) -> Response:
    """Remove a file with its record, or an empty folder."""
    work.delete(access.platform, access.brand_id, body.path)
    return Json({"HttpCode": 200, "Message": "File deleted."})


@router.post("/rename-file", response_model=FileRenamed)
def rename(request: Request, body: RenameInput, access: Writing) -> Response:
    """Give a file another name; it stays in its folder (quirk 36)."""
    new_path = work.rename(access.platform, access.brand_id, body)
    return Json(
        {
            "success": True,
            "old_path": body.path,
            "new_path": new_path,
            "url": _address(request, access, new_path),
        }
    )


@router.post("/rename-folder", status_code=501)
def rename_folder(access: Writing) -> Response:
    """Never possible (quirk 36)."""
    raise Refused(501, {"message": "renaming folders is not implemented"})


@router.post("/create-folder", response_model=FolderCreated)
def create_folder(body: FolderInput, access: Writing) -> Response:
    """Make a folder in one that is there."""
    path = work.create_folder(access.platform, access.brand_id, body)
    return Json({"message": f"folder {path} created"})


def _in_folder(sent: Sent, folder: str | None) -> Sent:
    """The same with the folder of the query. Raises Refused (422) for two that differ."""
    if folder is None:
        return sent
    in_form = sent.values.get("path")
    asked = Sent({"path": folder}).read(UploadInput).path
    once("path", asked, None if in_form is None else sent.read(UploadInput).path)
    return replace(sent, values={**sent.values, "path": folder})


def _address(request: Request, access: Access, path: str) -> str:
    url = asset_url(access.platform.settings, access.brand_id, path)
    return whole_url(request, url)
