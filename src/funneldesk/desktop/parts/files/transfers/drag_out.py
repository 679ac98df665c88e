"""Files dragged out: into the page editor, onto a folder, or to another program of this computer.

Another program takes copies: they are fetched while the drag is under way. One that asks before
they are here gets the addresses instead, of which the user is told; the window never waits.
"""

import asyncio
import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QUrl

from funneldesk.desktop.assets.addresses import Addressed, absolute, addresses
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.downloads.names import safe_step
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.browse.drops import ASSETS_MIME
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.sections.operations import optional

URI_LIST, HTML, TEXT = "text/uri-list", "text/html", "text/plain"
KEY = "files/drag"
MOST_FILES, MOST_BYTES = 20, 40 * 1024 * 1024
"""Limit of files that are fetched for a drag; of more only the addresses are handed over."""
ONLY_ADDRESSES = _("The other program got addresses, not copies")
_TOO_SOON = _("It asked before the files were here.")
_FOLDERS = _("A drag fetches no folders.")
_TOO_MANY = _("A drag fetches at most {files} files and {size} MB.").format(
    files=MOST_FILES, size=MOST_BYTES >> 20
)
_HOW_ELSE = _("Download them first, and drag them from the folder in which they are then.")


class DraggedFiles(QMimeData):
    """``copies`` are put in once all of them are here: who asks afterwards gets them. ``lacking``
    says why there are none, ``gave_addresses`` that somebody got those instead."""

    def __init__(self, rows: Sequence[AssetRow], base: str) -> None:
        super().__init__()
        self.copies: list[Path] = []
        self.lacking = _TOO_SOON
        self.gave_addresses = False
        files = [replace(Addressed.of(row), src=absolute(row.src, base)) for row in rows if row.src]
        self._urls = [QUrl(file.src) for file in files]
        told = [_told(row) for row in rows]
        self.setData(ASSETS_MIME, json.dumps(told).encode())
        if files:
            self.setText(addresses("url", files))
            self.setData(HTML, addresses("img", files).encode())

    def hasFormat(self, mimetype: str) -> bool:
        return (mimetype == URI_LIST and bool(self._urls)) or super().hasFormat(mimetype)

    def formats(self) -> list[str]:
        known = super().formats()
        return [*known, URI_LIST] if self._urls and URI_LIST not in known else known

    def retrieveData(self, mimetype: str, wanted: Any) -> Any:
        if mimetype == URI_LIST:
            self.gave_addresses = not self.copies
            if self.copies:
                return [QUrl.fromLocalFile(str(path)) for path in self.copies]
            return self._urls
        return super().retrieveData(mimetype, wanted)


class DragOut(FilesFeature):
    """Makes what is dragged, and fetches the copies meanwhile."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        self._folder: Path | None = None
        self._held: dict[tuple[str, int, float], Path] = {}
        self._dragged: DraggedFiles | None = None
        panel.list.grid.drag_as(self.mime_of)
        panel.list.grid.given_away.connect(self._given_away)

    def mime_of(self, rows: list[AssetRow]) -> QMimeData | None:
        """Data of a drag of these; a copy of each is fetched in the background."""
        if not rows:
            return None
        made = DraggedFiles(rows, self.panel.workspace.base_url)
        self._dragged = made
        if any(row.is_folder for row in rows):
            made.lacking = _FOLDERS
        elif len(rows) > MOST_FILES or sum(row.size for row in rows) > MOST_BYTES:
            made.lacking = _TOO_MANY
        elif all(row.src for row in rows):
            self.panel.tasks.latest("drag", self._fetch(made, rows))
        return made

    def end(self) -> None:
        folder, self._folder = self._folder, None
        self._held.clear()
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    async def _fetch(self, made: DraggedFiles, rows: Sequence[AssetRow]) -> None:
        """Have every file here; a drag that could not have all of them keeps the addresses."""
        paths: list[Path] = []
        try:
            with optional() as asked:
                paths = await asyncio.gather(*(self._copy(row) for row in rows))
        except ValueError:
            made.lacking = _("They lie on another server; nothing is fetched from there.")
        except OSError as error:
            made.lacking = _("No copies could be written here ({reason}).").format(
                reason=error.strerror or _("no reason given")
            )
        else:
            if asked.error is not None:
                made.lacking = explain(asked.error, _("Fetching the files")).what
            elif made is self._dragged:
                made.copies = list(paths)

    def _given_away(self, mime: QMimeData) -> None:
        if isinstance(mime, DraggedFiles) and mime.gave_addresses:
            words = f"{mime.lacking} {_HOW_ELSE}"
            self.panel.workspace.notifications.post(
                Notice(ONLY_ADDRESSES, words, "warning", key=KEY)
            )

    async def _copy(self, row: AssetRow) -> Path:
        """Raises ApiError, ValueError and OSError."""
        which = row.path, row.size, row.changed
        held = self._held.get(which)
        if held is not None and await in_thread(held.is_file):
            return held
        content = await self.panel.workspace.run(lambda api: api.fetch_asset(row.src))
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="funneldesk-drag-"))
        path = await in_thread(_written, self._folder, row.name, content)
        self._held[which] = path
        return path


def _told(row: AssetRow) -> Mapping[str, object]:
    return {
        "path": row.path,
        "src": row.src,
        "name": row.name,
        "kind": "folder" if row.is_folder else row.kind,
        "width": row.width,
        "height": row.height,
        "srcset": row.srcset,
    }


def _written(folder: Path, name: str, content: bytes) -> Path:
    """Each in a folder of its own, so that it keeps its name."""
    path = Path(tempfile.mkdtemp(dir=folder)) / safe_step(name)
    path.write_bytes(content)
    return path
