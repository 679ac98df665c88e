"""Deletion of a file or folder: a copy first where it may come back, then the deletion, and a look
when its answer was lost."""

import asyncio
import secrets
import shutil
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from funneldesk.client.errors import Conflict, Invalid, NotFound
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

MOST_HELD = 400 * 1024 * 1024
"""Bytes of copies that are kept for Undo; the oldest go."""

GONE_ALREADY = _("It was not there any more.")


class Deleted(QObject):
    """The copies of what was deleted in this run of the program: ``workspace.shared(Deleted)``.

    They go when the brand is closed; what a crash left is removed before the first copy is made.
    """

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = workspace.cache / f"deleted-{workspace.store.path.stem}"
        self._ready: asyncio.Task[None] | None = None
        self._kept: dict[Path, int] = {}
        self.tasks = TaskScope(self)

    async def keep(self, content: bytes) -> Path:
        """Write a copy; where it is. Raises OSError."""
        if self._ready is None:
            self._ready = asyncio.ensure_future(in_thread(_emptied, self._folder))
            self.tasks.at_end(self._forget)
        await asyncio.shield(self._ready)
        path = self._folder / secrets.token_hex(12)
        await in_thread(_written, path, content)
        self._kept[path] = len(content)
        while sum(self._kept.values()) > MOST_HELD:
            oldest = next(iter(self._kept))
            del self._kept[oldest]
            await in_thread(oldest.unlink, True)
        return path

    async def _forget(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


class FileRemover:
    """``keep``: a copy is made of each file first, and without it nothing is deleted."""

    def __init__(
        self,
        workspace: Workspace,
        library: AssetLibrary,
        rows: Mapping[str, AssetRow],
        *,
        keep: bool,
    ) -> None:
        self._workspace = workspace
        self._library = library
        self._rows = rows
        self._keep = keep
        self._copies: dict[str, Path] = {}
        self._deleted = workspace.shared(Deleted)

    async def delete(self, item: BulkItem) -> Outcome:
        """Raises ``ApiError`` as the client raised it."""
        row = self._rows[item.id]
        if self._keep and not row.is_folder and row.path not in self._copies:
            without = await self._copied(row)
            if without is not None:
                return without
        try:
            await self._workspace.run(lambda api: api.files.delete(row.path))
        except Invalid:
            # A folder that nobody made goes with its last file; a file may have gone meanwhile.
            if await self._is_there(row):
                raise
            self._library.forget([row.path])
            return Outcome.done("" if row.is_folder else GONE_ALREADY)
        return self._gone(row)

    async def look(self, item: BulkItem) -> Outcome | None:
        """State of a file after a deletion without an answer. Raises ``ApiError``."""
        row = self._rows[item.id]
        return None if await self._is_there(row) else self._gone(row)

    def _gone(self, row: AssetRow) -> Outcome:
        self._library.forget([row.path])
        if row.is_folder:
            undo = partial(self._folder_back, row) if self._keep else None
        else:
            undo = partial(self._file_back, row) if row.path in self._copies else None
        return Outcome.done(undo=undo)

    async def _copied(self, row: AssetRow) -> Outcome | None:
        """Keep a copy; an outcome when there is none, so that the file stays."""
        try:
            content = await self._workspace.run(lambda api: api.fetch_asset(row.src))
        except NotFound:
            if not await self._is_there(row):
                self._library.forget([row.path])
                return Outcome.done(GONE_ALREADY)
            why = _("The server does not give the file out.")
        except ValueError:
            why = _("Its address leads elsewhere.")
        else:
            try:
                self._copies[row.path] = await self._deleted.keep(content)
            except OSError as error:
                why = _("This computer could not keep it ({reason}).").format(
                    reason=error.strerror or error
                )
            else:
                return None
        return Outcome.failed(
            _("“{name}” was not deleted: no copy of it could be kept for Undo.").format(
                name=row.name
            ),
            why,
            _("Delete it without keeping a copy, or try again later."),
        )

    async def _is_there(self, row: AssetRow) -> bool:
        """Raises ``ApiError``."""
        if row.is_folder:
            await self._library.refresh()
            return self._library.has_folder(row.path)
        return await self._workspace.run(partial(_exists, row))

    # The way back

    async def _folder_back(self, row: AssetRow) -> Outcome:
        parent, _slash, name = row.path.rpartition("/")

        async def make(api: "Api") -> object:
            return await api.files.create_folder(name, parent=parent)

        try:
            await self._workspace.run(make)
        except (Invalid, Conflict) as error:
            await self._library.refresh()
            if not self._library.has_folder(row.path):
                explanation = explain(error, _("Making the folder again"))
                return Outcome.failed(
                    explanation.what, explanation.so_what, explanation.now_what, explanation.details
                )
        self._library.put([row])
        return Outcome.done()

    async def _file_back(self, row: AssetRow) -> Outcome:
        from funneldesk.client.uploads import Upload

        copy = self._copies[row.path]
        if not await in_thread(copy.is_file):
            return Outcome.failed(
                _("The copy is not there any more."), _("The file stays deleted.")
            )
        if await self._workspace.run(partial(_exists, row)):
            return Outcome.failed(
                _("Meanwhile another file has this name."),
                _("It was not replaced."),
                _("Rename it, then take the deletion back once more."),
            )

        async def send(api: "Api") -> str:
            answer = await api.files.upload_many(
                [Upload(row.name, copy)], folder=row.folder, names=[row.name]
            )
            entry = answer.files[0] if answer.files else None
            if entry is not None and entry.is_uploaded:
                return ""
            return (entry.error if entry is not None else "") or _("The server gave no reason.")

        refused = await self._workspace.run(send)
        if refused:
            return Outcome.failed(_("The server did not take it back."), refused)
        self._library.put([row])
        return Outcome.done()


async def _exists(row: AssetRow, api: "Api") -> bool:
    return await api.files.exists(row.name, folder=row.folder)


def _emptied(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _written(path: Path, content: bytes) -> None:
    with path.open("xb") as file:
        file.write(content)
