"""Pages written out as a folder of files: one folder each, whole or not at all."""

import secrets
import shutil
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

from funneldesk.client.errors import NotFound
from funneldesk.desktop.kit.export.names import Names, safe_name
from funneldesk.desktop.kit.export.writing import CannotWrite, cannot_write, write_bytes
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.folder_sync.files import (
    INDEX,
    CannotFile,
    Entry,
    entry_of,
    index_bytes,
    to_files,
)
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.workspace.workspace import Workspace


class PagesOut:
    """``work`` for a ``BulkRun``, then ``finish``. Always into a new folder: nothing that lies in
    the chosen one is touched."""

    def __init__(
        self, workspace: Workspace, library: PageLibrary, parent: Path, *, with_password: bool
    ) -> None:
        self.workspace = workspace
        self.root = parent
        self._parent = parent
        self._with_password = with_password
        rows = library.rows
        names = Names()
        ids = sorted((key for key in rows if not is_new_id(key)), key=int)
        self._names = {key: names.take(rows[key].slug, key) for key in ids}
        self._entries: dict[str, Entry] = {}

    async def begin(self) -> None:
        """Make the new folder. Raises CannotWrite."""
        name = self.workspace.connection.name
        self.root = await in_thread(
            new_folder, self._parent, _("{name} pages").format(name=name), datetime.now()
        )

    async def work(self, item: BulkItem) -> Outcome:
        """Write one page as it is on the platform. Raises ``ApiError``."""
        if is_new_id(item.id):
            return Outcome.skipped(_("It is only on this computer so far."), _("Save it first."))
        try:
            page = await PAGES.read(self.workspace, item.id)
        except NotFound:
            return Outcome.skipped(_("Someone deleted it in the meantime."))
        body = page.model_dump(mode="json")
        name = self._names.get(item.id) or safe_name("", f"page-{item.id}")
        try:
            files = await in_thread(partial(to_files, body, with_password=self._with_password))
            await in_thread(write_folder, self.root / name, files)
        except CannotFile as problem:
            return Outcome.failed(str(problem))
        except CannotWrite as problem:
            return Outcome.failed(problem.what, problem.so_what, problem.now_what)
        self._entries[name] = await in_thread(entry_of, body)
        return Outcome.done(f"{name}/")

    async def finish(self) -> None:
        """Write the index of what was written; without it pages are found by slug when they come
        in again. Raises CannotWrite."""
        if self._entries:
            brand = self.workspace.connection.brand
            data = await in_thread(index_bytes, brand, dict(sorted(self._entries.items())))
            await in_thread(write_bytes, self.root / INDEX, data)


def new_folder(parent: Path, name: str, now: datetime) -> Path:
    """A folder that was not there before. Waits for the disk. Raises CannotWrite."""
    plain = safe_name(f"{name} {now:%Y-%m-%d %H.%M}", "pages")
    try:
        for count in range(1, 1000):
            made = parent / (plain if count == 1 else f"{plain} ({count})")
            with suppress(FileExistsError):
                made.mkdir()
                return made
    except OSError as error:
        raise cannot_write(parent / plain, error) from error
    raise CannotWrite(
        _("There are too many folders of this name."),
        _("Nothing was written."),
        _("Choose another folder."),
    )


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder that is there whole or not at all. Waits for the disk. Raises CannotWrite."""
    beside = folder.with_name(f".{secrets.token_hex(6)}.part")
    try:
        beside.mkdir()
        for name, content in files.items():
            write_bytes(beside / name, content)
        beside.replace(folder)
    except (OSError, ValueError) as error:
        raise cannot_write(folder, error) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
