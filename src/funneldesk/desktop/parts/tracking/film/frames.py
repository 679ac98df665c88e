"""First frames of sessions, and the trouble in their recordings: read one after the other."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.replay.frame_painter import paint_frame
from funneldesk.desktop.parts.tracking.replay.marks import Kind, looked_at
from funneldesk.desktop.parts.tracking.replay.recording import Recording
from funneldesk.desktop.parts.tracking.session.reading import describe_event, quick_backs
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import ONLINE, Change, Workspace

if TYPE_CHECKING:
    from funneldesk.contract.tracking import Replay, ReplaySummary
    from funneldesk.desktop.parts.tracking.replay.page_pictures import PagePictures

KEPT = 160
"""Frames that are kept; each has some 60 KB."""
LOOKED_AT = 3
"""Recordings of a session whose marks are counted."""
TALLEST, PAGES = 1_200, 4
"""CSS pixels of a page that a first frame can show; pages that are kept for the next session."""
PICTURE = QSize(160, 100)
NARROWEST = 84
"""Width of the picture of a phone, which is cut at its foot: whole it could not be read."""
FINER = 3
NO_RECORDING, MISSING = _("No recording"), _("Recording missing")
VIEWPORTS = {"mobile": (390, 844), "phone": (390, 844), "tablet": (820, 1_180)}
DESKTOP = (1_440, 900)


@dataclass(frozen=True, slots=True)
class SessionFrame:
    """``recordings`` is None while they are read. ``why`` says why there is none to play;
    ``is_lost`` that it was not to be read now and will be asked for again."""

    image: QImage | None = None
    recordings: int | None = None
    trouble: Mapping[Kind, int] | None = None
    """How many marks of each kind of trouble; None while they are counted."""
    why: str = ""
    is_lost: bool = False


@dataclass(slots=True)
class _Found:
    """What the recordings of a session gave."""

    first: Recording | None = None
    marks: Counter[Kind] = field(default_factory=Counter)


class SessionFrames(QObject):
    """Reads what ``want`` names, one session at a time, the first that is wanted first. ``ready``
    carries the id of a session of which there is more to show."""

    ready = Signal(str)

    def __init__(self, workspace: Workspace, owner: QWidget) -> None:
        super().__init__(owner)
        self._workspace, self._owner = workspace, owner
        self.tasks = TaskScope(self)
        self._pictures: PagePictures | None = None
        self._kept: dict[str, SessionFrame] = {}
        self._wanted: Sequence[SummaryRow] = ()
        self._works = False
        workspace.changed.connect(self._changed)
        workspace.connection_changed.connect(self._connection_changed)

    def frame(self, session_id: str) -> SessionFrame | None:
        """What is known of a session; None before it was looked at."""
        return self._kept.get(session_id)

    def __len__(self) -> int:
        return len(self._kept)

    def want(self, rows: Sequence[SummaryRow]) -> None:
        """Read these, and leave what was wanted before and is not read yet."""
        self._wanted = rows
        if not self._works and self._next() is not None:
            self._works = True
            self.tasks.latest("read", self._work())

    def forget(self) -> None:
        """Make all anew once they are wanted again."""
        self._kept.clear()
        self.ready.emit("")

    def _changed(self, change: Change) -> None:
        if change.part in ("pages", "files", "components", "tracking"):
            self.forget()

    def _connection_changed(self) -> None:
        if self._workspace.connection_state == ONLINE:
            self._kept = {key: each for key, each in self._kept.items() if not each.is_lost}
            self.ready.emit("")

    def _next(self) -> SummaryRow | None:
        return next((row for row in self._wanted if row.id not in self._kept), None)

    async def _work(self) -> None:
        try:
            while (row := self._next()) is not None:
                self._keep(row.id, SessionFrame())
                await self._read(row)
        finally:
            self._works = False

    def _keep(self, session_id: str, frame: SessionFrame) -> None:
        self._kept.pop(session_id, None)
        self._kept[session_id] = frame
        while len(self._kept) > KEPT:
            self._kept.pop(next(iter(self._kept)))
        self.ready.emit(session_id)

    async def _read(self, row: SummaryRow) -> None:
        """Its recordings, its picture, then what else is marked in it."""
        listed: list[ReplaySummary] = []
        with optional() as asked:
            listed = await self._workspace.run(lambda api: api.tracking.list_replays(row.id))
        frame = SessionFrame(recordings=len(listed))
        if asked.error is not None:
            told = explain(asked.error, _("Reading the recordings"))
            frame = replace(frame, why=told.what, is_lost=True)
        elif not listed:
            frame = replace(frame, why=NO_RECORDING)
        found = _Found()
        await self._look_at(listed[:1], found)
        if listed and found.first is None:
            frame = replace(frame, why=MISSING)
        frame = replace(frame, image=await self._picture(found.first or _landing(row)))
        self._keep(row.id, frame)
        if found.first is None:
            return
        await self._look_at(listed[1:LOOKED_AT], found)
        found.marks["back"] = await self._quick_backs(row.id)
        trouble = {kind: count for kind, count in found.marks.items() if count}
        self._keep(row.id, replace(frame, trouble=trouble))

    async def _look_at(self, listed: "Sequence[ReplaySummary]", found: _Found) -> None:
        """Read some recordings and count their marks; those that are missing are left out."""
        for each in listed:
            with optional():
                recording, marks = await in_thread(looked_at, await self._replay(each.id))
                if not len(recording):
                    continue
                found.first = found.first or recording
                found.marks.update(mark.kind for mark in marks if mark.kind != "click")

    async def _replay(self, replay_id: str) -> "Replay":
        return await self._workspace.run(lambda api: api.tracking.get_replay(replay_id))

    async def _quick_backs(self, session_id: str) -> int:
        with optional():
            session = await self._workspace.run(lambda api: api.tracking.session(session_id))
            events = [describe_event(each.model_dump(mode="json")) for each in session.events]
            return len(quick_backs(events))
        return 0

    async def _picture(self, recording: Recording) -> QImage | None:
        """The first frame, or the landing page of a session without a recording; None where the
        page cannot be shown."""
        if self._pictures is None:
            from funneldesk.desktop.parts.tracking.replay.page_pictures import PagePictures

            self._pictures = PagePictures(self._workspace, self._owner, tallest=TALLEST, kept=PAGES)
        page = await self._pictures.picture(recording.url, recording.width)
        ratio = self._owner.devicePixelRatioF()
        return await in_thread(_drawn, recording, page.image, ratio) if page.image else None


def _drawn(recording: Recording, page: QImage, ratio: float) -> QImage:
    """The first moment of a recording, small; for a thread."""
    scale = min(PICTURE.width() / recording.width, PICTURE.height() / recording.height)
    wide = max(recording.width * scale, min(NARROWEST, PICTURE.width()))
    tall = min(PICTURE.height(), wide * recording.height / recording.width)
    size = QSize(round(wide * ratio), round(tall * ratio))
    image = QImage(size * FINER, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    high = image.width() * recording.height / recording.width
    at = recording.times[0] if len(recording) else 0.0
    paint_frame(painter, QRectF(0, 0, image.width(), high), recording, page, at)
    painter.end()
    mode = Qt.TransformationMode.SmoothTransformation
    made = image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, mode)
    made.setDevicePixelRatio(ratio)
    return made


def _landing(row: SummaryRow) -> Recording:
    """Nothing but the first page of a session, as wide as the visitor's device shows it."""
    width, height = VIEWPORTS.get(str(row.get("device") or "").lower(), DESKTOP)
    return Recording(url=str(row.get("url") or ""), width=width, height=height)
