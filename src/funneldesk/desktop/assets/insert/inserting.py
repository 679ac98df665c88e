"""Files of the brand go into a source: chosen, dragged, or uploaded right there."""

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData

from funneldesk.contract.asset_references import asset_mentions
from funneldesk.desktop.assets.addresses import Addressed
from funneldesk.desktop.assets.insert.text import at_home, inserted
from funneldesk.desktop.assets.insert.upload import InsertUpload
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.upload_review.flow import Dropped, dropped, holds_files
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.panel import Panel

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.editor.bookmarks import Bookmark
    from funneldesk.desktop.kit.web.editor.code_editor import CodeEditor

ASSETS_MIME = "application/x-funneldesk-assets"
URI_LIST = "text/uri-list"
MOST_AT_ONCE = 100
FILES_RIGHT = "file-manager"
"""What the files are called where rights are concerned."""


class InsertFiles:
    """The editor tells what lands in it; what becomes of that is decided here.

    ``code`` is the editor, once there is one. ``show_source`` brings a source to the front.
    """

    def __init__(
        self,
        panel: Panel,
        code: "Callable[[], CodeEditor | None]",
        show_source: Callable[[], object],
        part: str,
        unit: str,
    ) -> None:
        self._panel, self._workspace = panel, panel.workspace
        self._editor, self._show_source = code, show_source
        self.uploads = InsertUpload(panel, code, self.put, part, unit)

    def equip(self, code: "CodeEditor") -> None:
        """Take what is dragged or pasted into an editor."""
        code.receiving.would_take = self._would_take
        code.receiving.take = self._take
        code.receiving.given.connect(self._given)

    def choose(self) -> None:
        """Pick files, for where the cursor is."""
        self._panel.tasks.latest("insert", self._choose())

    def put(self, mark: "Bookmark", files: Sequence[Addressed]) -> bool:
        """Write files into the source at a bookmark, as one change; whether it was still there."""
        code = self._editor()
        place = code.place_of(mark, last=True) if code is not None else None
        if code is None or place is None:
            return False
        self._write(code, mark.document, place, place, files)
        return True

    async def _choose(self) -> None:
        from funneldesk.desktop.assets.picker import AssetPicker

        code = self._editor()
        if code is None:
            return
        self._show_source()
        name = code.shown_document or "html"
        start, end = code.selection(name)
        first, last = code.bookmark(name, start), code.bookmark(name, end)
        try:
            rows = await AssetPicker(self._panel, self._workspace).choose()
        finally:
            places = code.place_of(first, last=True), code.place_of(last, last=True)
        if rows and places[0] is not None and places[1] is not None:
            files = [Addressed.of(row) for row in rows]
            self._write(code, name, places[0], max(places[0], places[1]), files)

    # What lands in the editor

    def _would_take(self, mime: QMimeData) -> bool:
        return mime.hasFormat(ASSETS_MIME) or bool(self._named(mime)) or holds_files(mime)

    def _take(self, mime: QMimeData) -> "list[Addressed] | Dropped | None":
        """Files of the brand, or those of this computer; None for neither."""
        dragged = _dragged(bytes(mime.data(ASSETS_MIME).data()))
        return dragged or self._named(mime) or dropped(mime)

    def _named(self, mime: QMimeData) -> list[Addressed]:
        """Files of the brand by their addresses, as a browser drags them."""
        brand = int(self._workspace.connection.brand)
        rows = self._workspace.shared(AssetLibrary).rows
        lines = bytes(mime.data(URI_LIST).data()).decode("utf-8", "replace").splitlines()
        found = []
        for line in lines[:MOST_AT_ONCE]:
            for mention in asset_mentions(line, brand):
                row = rows.get(mention.path)
                if row is not None and not row.is_folder:
                    found.append(Addressed.of(row))
        return found

    def _given(self, thing: object, name: str, place: int) -> None:
        code = self._editor()
        if code is None or name not in code.document_names():
            return
        if isinstance(thing, Dropped) and not self._workspace.may_write(FILES_RIGHT):
            why = _(
                "Your role can look at files, not upload them. Ask for the right, or pick a file."
            )
            self._workspace.notifications.post(
                Notice(
                    _("Nothing was uploaded or inserted"), why, "warning", key=self.uploads.notice
                )
            )
        elif isinstance(thing, Dropped):
            self.uploads.begin(thing, code.bookmark(name, place, _("Looking at the files…")))
        elif isinstance(thing, list):
            self._write(code, name, place, place, thing)

    def _write(
        self, code: "CodeEditor", name: str, start: int, end: int, files: Sequence[Addressed]
    ) -> None:
        base = self._workspace.base_url
        near = [at_home(file, base) for file in files[:MOST_AT_ONCE] if file.src]
        if not near:
            return
        language = "css" if name == "css" else "html"
        text = inserted(code.text(name), start, language, near)
        code.replace(name, start, end, text)
        if code.shown_document == name:
            code.select(name, start + len(text), start + len(text))
            code.focus()


def _dragged(raw: bytes) -> list[Addressed]:
    """What the Files section gives to be dragged; what does not look so is nothing."""
    try:
        listed = json.loads(raw) if raw else []
    except ValueError:
        return []
    found = []
    for each in listed[:MOST_AT_ONCE] if isinstance(listed, list) else []:
        if isinstance(each, dict) and isinstance(each.get("path"), str) and each.get("src"):
            sides = [each.get(side) for side in ("width", "height")]
            width, height = (side if isinstance(side, int) else 0 for side in sides)
            srcset = str(each.get("srcset") or "")
            found.append(Addressed(each["path"], str(each["src"]), width, height, srcset))
    return found
