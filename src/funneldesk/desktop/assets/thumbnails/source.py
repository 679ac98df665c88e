"""Small images of the brand's files, and of files on this computer, as soon as there are any."""

import asyncio
import os
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage, QPixmap

from funneldesk.desktop.assets.library.row import AssetRow, kind_by_name
from funneldesk.desktop.assets.thumbnails.disk_cache import KeptThumbs
from funneldesk.desktop.assets.thumbnails.fetching import NotFetched, fetched
from funneldesk.desktop.assets.thumbnails.image_workers import ImageWorkers, NoImage
from funneldesk.desktop.assets.thumbnails.memory_cache import PixmapMemory
from funneldesk.desktop.assets.thumbnails.pixels import file_of, image_of, tinted
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.cache.thumbnails import Content, Shown
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

STEPS = (128, 256, 512, 800)
"""The sides that are made, in device pixels."""
MOST_REQUESTED = 240
"""Requests beyond the latest ones are dropped: they were scrolled past."""
MOST_DROPPED = 4_000
IN_FLIGHT = 6
FETCHES = 3
"""Of the calls that a connection may have in flight; the others are for what the user does."""
LOOKED_UP = 12
"""Files that are looked up in one go."""
DRAWN = ("image", "vector", "font", "video")
"""The kinds that have images."""
VIDEOS = 1
"""Videos that are opened at a time: each is a process of its own."""


@dataclass(frozen=True, slots=True)
class ThumbnailRequest:
    """An image that somebody wants to show. ``key`` is what ``ready`` tells; ``place`` is where
    the file lies: an address of the server, or a path on this computer (``here``)."""

    key: str
    kind: str
    side: int
    shown: Shown
    place: str
    here: bool = False


class Thumbnails(QObject):
    """One for all sections of a brand: ``workspace.shared(Thumbnails)``.

    ``ready`` tells the path of a file (of one on this computer: its whole path) whose image is
    there now, or is known not to come: then ``failure`` says why.
    """

    ready = Signal(str)

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.workers = ImageWorkers(self)
        self._kept = KeptThumbs(self, workspace.cache / "thumbs")
        self._memory = PixmapMemory()
        self._requested: OrderedDict[tuple[str, int], ThumbnailRequest] = OrderedDict()
        self._missing: OrderedDict[tuple[str, int], ThumbnailRequest] = OrderedDict()
        self._dropped: OrderedDict[str, None] = OrderedDict()
        self._busy: set[tuple[str, int]] = set()
        self._failures: dict[str, tuple[Shown, str, bool]] = {}
        self._here: dict[str, Shown] = {}
        self._unknown: dict[Path, int] = {}
        self._asking = False
        self._looking = False
        self._making = 0
        self._videos = 0
        self._line = asyncio.Semaphore(FETCHES)
        self._tasks = TaskScope(self)
        theme.changed.connect(self._theme_changed)
        workspace.connection_changed.connect(self._connection_changed)

    def picture(self, row: AssetRow, side: int) -> QPixmap | None:
        """The image of a file, at most ``side`` device pixels wide and high; until there is one
        of this size a smaller or larger one that there is.

        None while it is on its way or when there is none; asking again makes it more urgent.
        """
        if row.is_folder or row.kind not in DRAWN:
            return None
        return self._give(
            ThumbnailRequest(row.path, row.kind, step_of(side), self._shown(row), row.src)
        )

    def local(self, path: Path, side: int) -> QPixmap | None:
        """The image of a file on this computer, as ``picture`` gives it."""
        key = str(path)
        kind = kind_by_name(path.name)
        if kind not in (*DRAWN, "other"):
            return None
        shown = self._here.get(key)
        if shown is not None:
            return self._give(ThumbnailRequest(key, kind, step_of(side), shown, key, here=True))
        self._unknown.pop(path, None)
        self._unknown[path] = side
        if not self._asking:
            self._asking = True
            self._tasks.start(self._ask_the_disk())
        return None

    def failure(self, key: str) -> str:
        """Why a file has no image, in a sentence; empty when it may still come."""
        return self._failures[key][1] if key in self._failures else ""

    def forget_failures(self) -> None:
        """F5: what had no image is tried once more when it is next asked for."""
        self._here.clear()
        failed = tuple(self._failures)
        self._failures.clear()
        for key in failed:
            self.ready.emit(key)

    async def content(self, row: AssetRow) -> Content | None:
        """Facts of a file by its content, once its image was made."""
        return await self._kept.content(self._shown(row))

    def _shown(self, row: AssetRow) -> Shown:
        source = f"{self._workspace.connection.id}\n{row.path}"
        return Shown(source, row.size, row.changed)

    def _give(self, asked: ThumbnailRequest) -> QPixmap | None:
        held = self._memory.get(asked.key, asked.side, asked.shown)
        if held is not None and held.exact:
            return held.pixmap
        failed = self._failures.get(asked.key)
        if failed is not None and failed[0] == asked.shown:
            return held.pixmap if held is not None else None
        self._failures.pop(asked.key, None)
        self._request(asked)
        return held.pixmap if held is not None else None

    def _request(self, asked: ThumbnailRequest) -> None:
        which = asked.key, asked.side
        if which in self._busy:
            return
        line = self._missing if which in self._missing else self._requested
        line[which] = asked
        line.move_to_end(which)
        self._drop_oldest(self._requested)
        if not self._looking:
            self._looking = True
            self._tasks.start(self._look())

    def _drop_oldest(self, line: "OrderedDict[tuple[str, int], ThumbnailRequest]") -> None:
        while len(line) > MOST_REQUESTED:
            (key, _side), _request = line.popitem(last=False)
            self._dropped[key] = None
        while len(self._dropped) > MOST_DROPPED:
            self._dropped.popitem(last=False)

    async def _look(self) -> None:
        """Show what is cached on disk at once; make the rest, the latest first."""
        try:
            while self._requested:
                count = min(LOOKED_UP, len(self._requested))
                turn = [self._requested.popitem() for _unused in range(count)]
                self._busy.update(which for which, _unused in turn)
                try:
                    found = await self._kept.find(
                        [(each.shown, each.side) for _unused, each in turn]
                    )
                finally:
                    self._busy.difference_update(which for which, _unused in turn)
                # The latest comes last here: what is added last is made first.
                for (which, asked), (_unused, image, whole) in reversed(
                    list(zip(turn, found, strict=True))
                ):
                    self._take_found(which, asked, image, whole)
                self._drop_oldest(self._missing)
                self._make_more()
        finally:
            self._looking = False
        self._recall()

    def _take_found(
        self, which: tuple[str, int], asked: ThumbnailRequest, image: QImage | None, whole: bool
    ) -> None:
        if image is not None:
            side = asked.side if whole else max(image.width(), image.height())
            self._deliver(asked, image, side)
        if not whole:
            self._missing[which] = asked

    def _make_more(self) -> None:
        while self._making < IN_FLIGHT and (which := self._next_missing()) is not None:
            asked = self._missing.pop(which)
            self._busy.add(which)
            self._making += 1
            self._videos += asked.kind == "video"
            self._tasks.start(self._make(which, asked))

    def _next_missing(self) -> tuple[str, int] | None:
        """The latest one; videos, which take long, never keep images waiting."""
        for which in reversed(self._missing):
            if self._videos < VIDEOS or self._missing[which].kind != "video":
                return which
        return None

    async def _make(self, which: tuple[str, int], asked: ThumbnailRequest) -> None:
        try:
            await self._made(asked)
        finally:
            self._busy.discard(which)
            self._making -= 1
            self._videos -= asked.kind == "video"
        self._make_more()
        self._recall()

    async def _made(self, asked: ThumbnailRequest) -> None:
        try:
            facts, picture, image = await self._drawn(asked)
        except NoImage as problem:
            self._fail(asked, str(problem))
        except NotFetched as problem:
            self._fail(asked, str(problem), problem.passing)
        else:
            content = Content(facts["sha"], facts["kind"], facts["width"], facts["height"])
            self._kept.keep(asked.shown, content, asked.side, picture)
            self._deliver(asked, image, asked.side)

    async def _drawn(self, asked: ThumbnailRequest) -> tuple[dict[str, Any], bytes, QImage]:
        """Raises NoImage and NotFetched."""
        body = b""
        if not asked.here:
            async with self._line:
                body = await fetched(self._workspace, asked.place, asked.shown.size)
        head = {"side": asked.side, "name": asked.key, "hash": True, "file": True}
        if asked.here:
            # What the server calls a place is never a path of this computer.
            head["place"] = os.fsencode(asked.place).hex()
        return await self.workers.draw_and(_unpacked, head, body)

    async def _ask_the_disk(self) -> None:
        """Which of the files on this computer are there, and since when."""
        try:
            while self._unknown:
                turn, self._unknown = self._unknown, {}
                found = await self._kept.facts(list(turn))
                # In the order in which they were asked for: the latest is made first.
                for (path, side), shown in zip(turn.items(), found, strict=True):
                    self._take_facts(path, side, shown)
        finally:
            self._asking = False

    def _take_facts(self, path: Path, side: int, shown: Shown | None) -> None:
        key = str(path)
        if shown is None:
            self._failures[key] = (Shown(key, 0, 0), _("The file is not there any more."), True)
            self.ready.emit(key)
            return
        self._here[key] = shown
        if self.local(path, side) is not None:
            self.ready.emit(key)

    def _deliver(self, asked: ThumbnailRequest, image: QImage, side: int) -> None:
        if asked.kind == "font":
            image = tinted(image)
        pixmap = QPixmap.fromImage(image, Qt.ImageConversionFlag.NoFormatConversion)
        self._memory.put(asked.key, side, asked.shown, pixmap)
        self.ready.emit(asked.key)

    def _fail(self, asked: ThumbnailRequest, words: str, passing: bool = False) -> None:
        self._failures[asked.key] = (asked.shown, words, passing)
        self.ready.emit(asked.key)

    def _recall(self) -> None:
        """All is done: whoever still shows one that was dropped asks again."""
        if self._requested or self._missing or self._making or not self._dropped:
            return
        dropped, self._dropped = self._dropped, OrderedDict()
        for key in dropped:
            self.ready.emit(key)

    def _connection_changed(self) -> None:
        if self._workspace.connection_state != ONLINE:
            return
        for key in [key for key, failed in self._failures.items() if failed[2]]:
            del self._failures[key]
            self.ready.emit(key)

    def _theme_changed(self) -> None:
        """Letters of fonts have the window's colour."""
        for key in self._memory.forget(lambda key: kind_by_name(key) == "font"):
            self.ready.emit(key)


def _unpacked(facts: dict[str, Any], body: bytes) -> tuple[dict[str, Any], bytes, QImage]:
    # A copy: what is painted must not live longer than the bytes.
    return facts, file_of(facts, body), image_of(facts, body).copy()


def step_of(side: int) -> int:
    """The smallest side that is made and large enough."""
    return next((step for step in STEPS if step >= side), STEPS[-1])
