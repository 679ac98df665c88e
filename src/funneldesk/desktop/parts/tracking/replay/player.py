"""Player of a session's recordings: speeds, marks, pauses skipped, the next by itself, notes."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.forms.choice_field import CalmCombo, CheckBox
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.replay.filmstrip import Filmstrip
from funneldesk.desktop.parts.tracking.replay.mark_kinds import MarkKinds
from funneldesk.desktop.parts.tracking.replay.marks import Mark, looked_at, next_mark
from funneldesk.desktop.parts.tracking.replay.marks import mark_before as earlier_mark
from funneldesk.desktop.parts.tracking.replay.page_pictures import PagePictures
from funneldesk.desktop.parts.tracking.replay.recording import Recording
from funneldesk.desktop.parts.tracking.replay.screen import ReplayScreen
from funneldesk.desktop.parts.tracking.replay.time_bar import TimeBar
from funneldesk.desktop.parts.tracking.session.reading import clock
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
FRAME_MS = 33
NOTE_PAUSE = 0.4
NOTE_HEIGHT, SPEED_WIDTH = 54, 84
WITH_STRIP = 560
"""Height from which there is room for a filmstrip of the recording below it."""
MISSING = _("This recording is missing")
MISSING_TEXT = _(
    "The server lists it but has nothing to play: recordings are removed after a while, and some "
    "are never finished. The session's events are still here."
)
Rows = Sequence[Mapping[str, Any]]


class ReplayPlayer(QWidget):
    """Plays the recordings of one session. ``shown`` carries the id of one that can be seen."""

    shown = Signal(str)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self.tasks = TaskScope(self)
        self.pictures = PagePictures(workspace, self)
        self.recording, self.marks = Recording(), list[Mark]()
        self.rows: Rows = ()
        self.at, self.place = 0.0, -1
        self._ticked = 0.0
        self._backs: frozenset[int] = frozenset()
        self._clock = QTimer(self, interval=FRAME_MS)
        self._clock.setTimerType(Qt.TimerType.PreciseTimer)
        self._clock.timeout.connect(self._tick)
        self._build()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _build(self) -> None:
        self.screen_ = ReplayScreen()
        self.bar, self.strip = TimeBar(), Filmstrip()
        self.bar.sought.connect(self.seek)
        self.strip.chosen.connect(self._film_chosen)
        self.progress, self.problem = ProgressLine(), Banner(closable=False)
        self.title = ElidedLabel(size="strong")
        surface("surface", self)
        whole = column(self.progress, self.problem, spacing=0)
        whole.addLayout(row(self.title, margins=(12, 8, 12, 4)))
        whole.addWidget(self.screen_, 1)
        whole.addLayout(self._foot())
        self.setLayout(whole)

    def _foot(self) -> QVBoxLayout:
        """Time bar, buttons, filmstrip and note."""
        self.clock = Label("0:00", size="small", tone="muted")
        self.play_button = Button(kind="icon", icon_name="play", tip=_("Play or pause (Space)"))
        self.play_button.clicked.connect(self.toggle)
        self.mark_before = Button(kind="icon", icon_name="chevron-left", tip=_("Mark before (,)"))
        self.mark_before.clicked.connect(lambda: self.to_mark(-1))
        self.next_mark = Button(kind="icon", icon_name="chevron-right", tip=_("Next mark (.)"))
        self.next_mark.clicked.connect(lambda: self.to_mark(1))
        self.speed = CalmCombo()
        self.speed.setAccessibleName(_("Speed"))
        for each in SPEEDS:
            self.speed.addItem(f"{each:g}×", each)
        self.speed.setMaximumWidth(SPEED_WIDTH)
        self.speed.setCurrentIndex(SPEEDS.index(1.0))
        self.skips = CheckBox(_("Skip pauses"))
        self.skips.setChecked(True)
        self.goes_on = CheckBox(_("Play the next"))
        self.goes_on.setChecked(True)
        self.kinds = MarkKinds()
        self.kinds.changed.connect(self._show_marks)
        self.next_button = Button(_("Next recording"), icon_name="chevron-right", kind="plain")
        self.next_button.clicked.connect(lambda: self.play(self.place + 1))
        self.note = self._made_note()
        keys = row(
            *(self.mark_before, self.play_button, self.next_mark, self.speed, self.clock),
            None,
            spacing=6,
        )
        options = row(self.skips, self.goes_on, None, self.next_button, spacing=12)
        foot = column(self.bar, spacing=6, margins=(12, 6, 12, 10))
        foot.addLayout(keys)
        foot.addWidget(self.kinds)
        foot.addLayout(options)
        foot.addWidget(self.strip)
        foot.addWidget(self.note)
        return foot

    def _made_note(self) -> QPlainTextEdit:
        made = QPlainTextEdit()
        made.setPlaceholderText(_("Note on this recording, kept on this computer…"))
        made.setAccessibleName(_("Note"))
        made.setFixedHeight(NOTE_HEIGHT)
        made.setTabChangesFocus(True)
        made.textChanged.connect(self._note_typed)
        return made

    def sizeHint(self) -> QSize:
        return QSize(620, 640)

    # What is played

    def show_session(self, rows: Rows, backs: frozenset[int] = frozenset(), none: str = "") -> None:
        """Take the recordings of a session; the first is read, and waits. ``backs`` are the places
        of those that were quick ways back; ``none`` is said where there are no recordings."""
        self._backs = backs
        same = [each.get("id") for each in rows] == [each.get("id") for each in self.rows]
        if same and (rows or self.title.text() == none):
            return
        self.pause()
        self.rows, self.place = tuple(rows), -1
        if rows:
            self._open(0, plays=False)
        else:
            self._show_none(none)

    def _show_none(self, told: str) -> None:
        """The session has no recordings: nothing of another one stays in sight."""
        self.tasks.cancel("open")
        self.problem.clear()
        self.title.setText(told)
        self.next_button.setEnabled(False)
        self.tasks.latest("note", self._recall_note(""))
        self._show(Recording(), [], -1)

    def play(self, place: int) -> None:
        """Play one of the session's recordings from its beginning."""
        if 0 <= place < len(self.rows):
            self._open(place, plays=True)

    def _open(self, place: int, *, plays: bool) -> None:
        self.pause()
        self.place = place
        self.tasks.latest("open", self._read(place, plays=plays))

    async def _read(self, place: int, *, plays: bool) -> None:
        replay_id = str(self.rows[place].get("id") or "")
        self.title.setText(
            _("Recording {number} of {count}").format(number=place + 1, count=len(self.rows))
        )
        self.next_button.setEnabled(place + 1 < len(self.rows))
        self.problem.clear()
        self.tasks.latest("note", self._recall_note(replay_id))
        doing = _("Reading the recording")
        with operation(
            self._workspace, doing, tell=self._missing, progress=self.progress.set_on
        ) as asked:
            replay = await self._workspace.run(lambda api: api.tracking.get_replay(replay_id))
            recording, marks = await in_thread(looked_at, replay, place in self._backs)
            if not len(recording):
                self._say_missing("")
        if asked.failed:
            self._show(Recording(replay_id), [], place)
            return
        self._show(recording, marks, place)
        page = await self.pictures.picture(recording.url, recording.width)
        if recording is self.recording:
            self.screen_.page = page.image
            self.screen_.update()
            self.strip.show_recording(recording, page.image, place)
            if page.image is None:
                said = _("Pointer and clicks are shown without the page.")
                self.problem.say(page.why, said, "info")
            elif page.title:
                self.title.setText(f"{self.title.text()} · {page.title}")
        self.shown.emit(recording.id)
        if plays and recording is self.recording and len(recording):
            self.start()

    def _show(self, recording: Recording, marks: list[Mark], place: int) -> None:
        self.recording, self.marks = recording, marks
        self.screen_.show_recording(recording, None)
        self.kinds.show_marks(marks)
        self._show_marks()
        self.strip.show_recording(recording, None, place)
        self.seek(0.0)

    def _missing(self, told: Explanation) -> None:
        """Whatever the failure is, the recording is missing (quirk 53); why is told beside it."""
        self._say_missing(told.what)

    def _say_missing(self, why: str) -> None:
        text = f"{MISSING_TEXT} ({why})" if why else MISSING_TEXT
        self.problem.say(MISSING, text, "warning")

    # Time

    @property
    def is_playing(self) -> bool:
        """Whether time runs."""
        return self._clock.isActive()

    def toggle(self) -> None:
        """Play, or pause."""
        if self.is_playing:
            self.pause()
        else:
            self.start()

    def start(self) -> None:
        """Let time run; at the end it begins anew."""
        if not len(self.recording):
            return
        if self.at >= self.recording.duration:
            self.seek(0.0)
        self._ticked = time.monotonic()
        self._clock.start()
        self.play_button.set_icon("pause")

    def pause(self) -> None:
        """Stop time."""
        self._clock.stop()
        self.play_button.set_icon("play")

    def seek(self, at: float) -> None:
        """Show a moment."""
        self.at = min(max(0.0, at), self.recording.duration)
        self.screen_.show_moment(self.at)
        self.bar.show_moment(self.at)
        self.strip.show_moment(self.at)
        self.clock.setText(f"{clock(self.at / 1000)} / {clock(self.recording.duration / 1000)}")

    def to_mark(self, step: int) -> None:
        """Go to the next mark, or to the one before."""
        find = next_mark if step > 0 else earlier_mark
        found = find(self.marks, self.at, self.kinds.chosen())
        if found is not None:
            self.seek(found.at)

    def _show_marks(self) -> None:
        """On the bar stand the marks that the keys lead to."""
        wanted = self.kinds.chosen()
        marks = [each for each in self.marks if each.kind in wanted]
        self.bar.show_marks(self.recording.duration, marks)
        for button in (self.mark_before, self.next_mark):
            button.setEnabled(bool(marks))
        self.play_button.setEnabled(bool(len(self.recording)))

    def _tick(self) -> None:
        now = time.monotonic()
        self.advance((now - self._ticked) * 1000)
        self._ticked = now

    def advance(self, milliseconds: float) -> None:
        """Let so much time of the user's pass."""
        at = self.at + milliseconds * float(self.speed.currentData())
        ends = self.recording.idle_until(at) if self.skips.isChecked() else None
        self.seek(at if ends is None else max(at, ends - 200))
        if self.at >= self.recording.duration:
            self.pause()
            if self.goes_on.isChecked() and self.place + 1 < len(self.rows):
                self.play(self.place + 1)

    def _film_chosen(self, place: int, at: float) -> None:
        if place != self.place:
            self.play(place)
        else:
            self.seek(at)

    def faster(self, step: int) -> None:
        """Choose the next speed, or the one before."""
        place = min(max(0, self.speed.currentIndex() + step), len(SPEEDS) - 1)
        self.speed.setCurrentIndex(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        deeds: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Space: self.toggle,
            Qt.Key.Key_K: self.toggle,
            Qt.Key.Key_Period: lambda: self.to_mark(1),
            Qt.Key.Key_Comma: lambda: self.to_mark(-1),
            Qt.Key.Key_Plus: lambda: self.faster(1),
            Qt.Key.Key_Minus: lambda: self.faster(-1),
            Qt.Key.Key_Right: lambda: self.seek(self.at + 5_000),
            Qt.Key.Key_Left: lambda: self.seek(self.at - 5_000),
            Qt.Key.Key_N: lambda: self.play(self.place + 1),
        }
        deed = deeds.get(Qt.Key(event.key()))
        if deed is not None:
            deed()
        elif self.kinds.take_key(event.text()):
            event.accept()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.strip.setVisible(self.height() >= WITH_STRIP)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.pause()

    # Notes

    def _note_typed(self) -> None:
        replay_id, text = self._replay_id(), self.note.toPlainText()
        if replay_id and not self.note.signalsBlocked():
            self.tasks.debounce("keep", NOTE_PAUSE, lambda: self._keep_note(replay_id, text))

    def _replay_id(self) -> str:
        return (
            str(self.rows[self.place].get("id") or "") if 0 <= self.place < len(self.rows) else ""
        )

    async def _keep_note(self, replay_id: str, text: str) -> None:
        await self._workspace.store.save_work(f"tracking.note.{replay_id}", text)

    async def _recall_note(self, replay_id: str) -> None:
        key, known = f"tracking.note.{replay_id}", ""
        if replay_id:
            known = await self._workspace.store.saved_work(key, "")
        self.note.setEnabled(bool(replay_id))
        self.note.blockSignals(True)
        self.note.setPlainText(known if isinstance(known, str) else "")
        self.note.blockSignals(False)
