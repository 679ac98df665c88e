"""States for the screenshots of where files are used, and of files on their way into a page."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer
from PySide6.QtGui import QColor, QImage

from funneldesk.client.uploads import Upload
from funneldesk.desktop.assets.references.index import ReferenceIndex
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.parts.files.references.where_used import WhereUsed
from funneldesk.desktop.parts.pages.panel import PagesPanel
from screenshots.calm import calm, until
from screenshots.files_browse import FilesScenes

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.desktop.app.session import Session
    from funneldesk.desktop.kit.web.editor.bookmarks import Bookmark

DRAWN_SECONDS = 1.5
FOLDER, SPARE = "img", ("summer-draft.png", "summer-draft-2.png", "old-banner.png")
State = tuple[str, Callable[[], Awaitable[None]]]
PagesShown = Callable[[], PagesPanel]


def uses_states(
    session: "Session", first_page: Callable[[], Awaitable[None]], pages: PagesShown
) -> list[State]:
    """Each with the name of its screenshot."""
    drawn = _Scenes(FilesScenes(session, first_page), first_page, pages)
    return [
        ("uses-of-a-file", drawn.used),
        ("uses-unused", drawn.unused),
        ("uses-broken", drawn.broken),
        ("insert-picker", drawn.picker),
        ("insert-on-its-way", drawn.on_its_way),
    ]


class _Scenes:
    def __init__(
        self, files: FilesScenes, first_page: Callable[[], Awaitable[None]], pages: PagesShown
    ) -> None:
        self._files = files
        self._first_page = first_page
        self._pages = pages
        self._mark: Bookmark | None = None

    async def _ready(self) -> FilesPanel:
        panel = await self._files.first_folder()
        index = panel.workspace.shared(ReferenceIndex)
        index.begin()
        await until(lambda: index.is_whole)
        await index.fresh()
        return panel

    async def used(self) -> None:
        panel = await self._ready()
        counts = await panel.workspace.shared(ReferenceIndex).counts()
        most = max(counts, key=lambda path: (path in panel.library.rows, counts[path]))
        panel.open_record(most)
        await calm(DRAWN_SECONDS)

    async def unused(self) -> None:
        panel = await self._ready()
        spare = [Upload(name, _image(shade)) for shade, name in enumerate(SPARE)]
        await panel.workspace.run(lambda api: api.files.upload_many(spare, folder=FOLDER))
        _feature(panel).show_unused()
        await calm(DRAWN_SECONDS)

    async def broken(self) -> None:
        panel = await self._ready()
        for name in SPARE:
            await panel.workspace.run(partial(_delete, name))
        page = {"fields": {"title": "Autumn letter", "html": _lost(panel)}}
        store = panel.workspace.store
        await store.save_draft("pages", "new:screenshot", page, {})
        _feature(panel).show_broken()
        await calm(DRAWN_SECONDS)
        await store.drop_draft("pages", "new:screenshot")

    async def picker(self) -> None:
        await self._first_page()
        command = next(
            each for each in self._pages().commands() if each.title == _("Insert a file…")
        )
        command.run()
        await calm(DRAWN_SECONDS)

    async def on_its_way(self) -> None:
        await self._first_page()
        panel = self._pages()
        code = panel.editor.code
        if code is None:
            return
        place = panel.editor.source("html").index("\n")
        if self._mark is not None:
            code.place_of(self._mark, last=True)
        self._mark = code.bookmark("html", place, "summer-terrace.webp · 40 %")
        code.select("html", 0, 0)
        await calm(DRAWN_SECONDS)


async def _delete(name: str, api: "Api") -> None:
    await api.files.delete(f"{FOLDER}/{name}")


def _image(shade: int) -> bytes:
    image = QImage(640, 360 + 90 * shade, QImage.Format.Format_RGB32)
    image.fill(QColor.fromHsl(40 + 50 * shade, 120, 150))
    raw = QBuffer()
    image.save(raw, "PNG")  # type: ignore[call-overload]
    return bytes(raw.data().data())


def _feature(panel: FilesPanel) -> WhereUsed:
    return next(each for each in panel.features if isinstance(each, WhereUsed))


def _lost(panel: FilesPanel) -> str:
    """References to files that moved, and to some that never were."""
    rows = [row for row in panel.library.rows.values() if row.kind == "image"]
    rows = [row for row in rows if row.name not in SPARE][:2]
    base = f"/cdn/{panel.workspace.connection.brand}/assets"
    moved = "".join(f'<img src="{base}/old/{row.name}">' for row in rows)
    return f'{moved}<img src="{base}/media/portrait-of-nobody.jpg">'
