"""States of organising and of watched folders for the screenshots."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from funneldesk import contract
from funneldesk.desktop.assets.watched_folders.folders import WatchedFolders
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.files.moving.moving import MoveFiles
from funneldesk.desktop.parts.files.organise.organise import Organise
from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.parts.files.watched_folders.feature import Watching
from funneldesk.desktop.parts.files.watched_folders.pair_dialog import WatchPairDialog
from screenshots.calm import calm, until
from screenshots.files_browse import FilesScenes

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.5
State = tuple[str, Callable[[], Awaitable[None]]]


class OrganiseScenes:
    """Leads the window from one of these states to the next."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._first_folder = FilesScenes(session, first_page).first_folder

    def states(self) -> list[State]:
        """Each with the name of its screenshot."""
        return [
            ("organise-new-folder", self._new_folder),
            ("organise-rename", self._rename),
            ("organise-delete", self._delete),
            ("organise-move", self._move),
            ("organise-watch", self._watch),
            ("organise-watch-pair", self._pair),
            ("organise-watch-questions", self._questions),
        ]

    async def _organise(self) -> tuple[FilesPanel, Organise]:
        panel = await self._first_folder()
        return panel, next(each for each in panel.features if isinstance(each, Organise))

    async def _new_folder(self) -> None:
        panel, organise = await self._organise()
        organise.new_folder(panel.folder)
        await calm(DRAWN_SECONDS)
        for dialog in panel.findChildren(Dialog):
            field = getattr(dialog, "field", None)
            if field is not None:
                field.setText("Summer Photos")
                field.textEdited.emit("Summer Photos")
        await calm(DRAWN_SECONDS)

    async def _rename(self) -> None:
        panel, organise = await self._organise()
        organise.rename(next(row for row in panel.shown_rows() if not row.is_folder))
        await calm(DRAWN_SECONDS * 2)

    async def _delete(self) -> None:
        panel, organise = await self._organise()
        organise.delete(panel.shown_rows()[:6])
        await calm(DRAWN_SECONDS * 2)

    async def _move(self) -> None:
        panel = await self._first_folder()
        panel.show_folder("img")
        await calm(DRAWN_SECONDS)
        moving = next(each for each in panel.features if isinstance(each, MoveFiles))
        moving.ask(panel.shown_rows()[:3], "campaigns")
        await calm(DRAWN_SECONDS * 2)

    async def _pair(self) -> None:
        panel = await self._first_folder()
        dialog = WatchPairDialog(panel, panel, None)
        panel.tasks.latest("watch", dialog.ask())
        await calm(DRAWN_SECONDS)
        dialog.take(Path(contract.__file__).parent)
        await calm(DRAWN_SECONDS)

    async def _watch(self) -> None:
        panel = await self._first_folder()
        folders = panel.workspace.shared(WatchedFolders)
        if not folders.watchers:
            there = next(row for row in panel.library.rows.values() if row.ending == "svg")
            root = await asyncio.to_thread(_sample, there.name)
            await folders.add(root, there.folder)
            await until(lambda: len(folders.events) >= 4)
        self._open(panel, questions=False)
        await calm(DRAWN_SECONDS)

    async def _questions(self) -> None:
        panel = await self._first_folder()
        self._open(panel, questions=True)
        await calm(DRAWN_SECONDS)

    @staticmethod
    def _open(panel: FilesPanel, *, questions: bool) -> None:
        watching = next(each for each in panel.features if isinstance(each, Watching))
        watching.open(questions=questions)


def _sample(taken: str) -> Path:
    root = Path(tempfile.mkdtemp()) / "Spring campaign"
    root.mkdir()
    (root / "landing.css").write_text("h1 { color: teal }", "utf-8")
    (root / "prices.json").write_text('{"basic": 29}', "utf-8")
    (root / "brief.pdf").write_bytes(b"%PDF-1.7 brief")
    image = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>'
    (root / "badge.svg").write_bytes(image)
    (root / taken).write_bytes(image)
    return root
