"""File manager: the assets of a brand (document: Endpoints, File manager; quirks 33 to 37)."""

import builtins
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any

from funneldesk.client.calls import Calls
from funneldesk.client.errors import ApiError
from funneldesk.client.resource import Resource, read_record
from funneldesk.client.uploads import CannotRead, Form, Progress, Upload, prepare
from funneldesk.contract.files import (
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
from funneldesk.contract.listing import Listing


class Files(Resource):
    """The files of one brand. Paths and folders are relative to its assets folder."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/file-manager")

    async def upload(
        self,
        file: Upload,
        *,
        folder: str = "",
        name: str | None = None,
        progress: Progress | None = None,
    ) -> Uploaded:
        """Send one file; the answer does not show its URL (quirk 34).

        What happens to a file of the same name is not shown: ask ``exists`` first (quirk 35). Never
        repeated by itself: after a failure with ``maybe_done``, look first. Cancelling the task
        ends the upload. Raises Invalid for a file that is not taken, ApiError for one that cannot
        be read.
        """
        path = f"{self._path}/upload-file"
        fields = [("path", folder)] if folder else []
        fields += [("custom_filename", name)] if name else []
        form = await self._form(path, fields, [("file", file)], progress)
        return await read_record(await self._calls.upload(path, form), Uploaded)

    async def upload_many(
        self,
        files: Sequence[Upload],
        *,
        folder: str = "",
        names: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> BulkResult:
        """Send up to 20 files of 10 MB each; each entry tells for itself how it went (quirk 35).

        ``names`` take the places of the files' own, by position; an empty one keeps it. Raises
        ValueError for more than 20 files; never repeated, as ``upload``.
        """
        if len(files) > MOST_FILES:
            raise ValueError(f"At most {MOST_FILES} files go into one upload.")
        path = f"{self._path}/bulk-upload-files"
        fields = [("path", folder)] if folder else []
        fields += [("filenames[]", name) for name in names]
        form = await self._form(path, fields, [("files[]", file) for file in files], progress)
        return await read_record(await self._calls.upload(path, form), BulkResult)

    async def exists(self, name: str, *, folder: str = "") -> bool:
        """Whether there is a file of this name in a folder. Raises Invalid for an odd name."""
        body = {"filename": name} | ({"path": folder} if folder else {})
        answer = await self._post(f"{self._path}/file-exists", body)
        return (await read_record(answer, Existence)).exists

    async def list(self, extensions: Sequence[str] = ()) -> builtins.list[FileEntry]:
        """Everything in the storage: folders before files, the newest first (quirk 33).

        ``extensions`` (``png``, ``jpg``) chooses among the files.
        """
        query = {"extensions": ",".join(extensions)} if extensions else None
        listing = await self._listing(f"{self._path}/files", FileEntry, query)
        return builtins.list(listing.rows)

    async def slices(self) -> AsyncIterator[Listing[FileEntry]]:
        """The same piece by piece, for a storage that may hold very much: the reader can let go of
        each piece before the next comes. A list that is read to its end came whole."""
        async for piece in self._slices(f"{self._path}/files", FileEntry):
            yield piece

    async def iterate(self, extensions: Sequence[str] = ()) -> AsyncIterator[FileEntry]:
        """The entries one by one, for ``async for``; the interface does not paginate them."""
        for entry in await self.list(extensions):
            yield entry

    async def list_assets(self, updated_after: datetime | None = None) -> builtins.list[Asset]:
        """The database's records, or those that changed after a moment: the one way to ask for
        changes that the interface has. Raises ValueError for a moment without a zone."""
        query: dict[str, Any] | None = None
        if updated_after is not None:
            if updated_after.tzinfo is None:
                raise ValueError("The moment needs a time zone.")
            query = {"updated_after": updated_after.astimezone(UTC).isoformat()}
        return builtins.list((await self._listing(f"{self._path}/assets", Asset, query)).rows)

    async def iterate_assets(self, updated_after: datetime | None = None) -> AsyncIterator[Asset]:
        """The records one by one, for ``async for``; the interface does not paginate them."""
        for asset in await self.list_assets(updated_after):
            yield asset

    async def delete(self, path: str) -> FileDeleted:
        """Delete a file, for good. Raises Invalid for a protected path and for no file."""
        answer = await self._post(f"{self._path}/delete-file", {"path": path})
        return await read_record(answer, FileDeleted)

    async def rename(self, path: str, new_name: str) -> FileRenamed:
        """Give a file another name; it cannot move (quirk 36). Raises Invalid (``new_name``)."""
        body = {"path": path, "new_name": new_name}
        return await read_record(await self._post(f"{self._path}/rename-file", body), FileRenamed)

    async def rename_folder(self, path: str, new_name: str) -> None:
        """Raises NotImplementedByPlatform, always: the interface has this path only in name."""
        await self._post(f"{self._path}/rename-folder", {"path": path, "new_name": new_name})

    async def create_folder(self, name: str, *, parent: str = "") -> FolderCreated:
        """Make a folder: small letters, digits, ``_`` and ``-``. Raises Invalid (``name``)."""
        body = {"path": parent, "name": name}
        return await read_record(
            await self._post(f"{self._path}/create-folder", body), FolderCreated
        )

    async def _form(
        self,
        path: str,
        fields: Sequence[tuple[str, str]],
        files: Sequence[tuple[str, Upload]],
        progress: Progress | None,
    ) -> Form:
        try:
            return await prepare(fields, files, progress)
        except CannotRead as error:
            sentence = str(error)
        raise ApiError(sentence, method="POST", path=path)
