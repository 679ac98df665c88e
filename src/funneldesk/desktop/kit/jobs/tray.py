"""The tray: every job of the program in a small window below its button."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QScrollArea, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, line, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.tab_order import step
from funneldesk.desktop.kit.jobs.card import JobCard
from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.kit.jobs.job_queue import JobQueue
from funneldesk.desktop.kit.jobs.labels import GOES_ON
from funneldesk.desktop.local.texts import _

WIDTH = 380
TALLEST = 560
DRAW_MILLISECONDS = 100
"""Between two drawings of what has changed, however often jobs tell."""
AT_A_TIME = 6
"""Cards that are made in one turn of the loop."""


class JobTray(QDialog):
    """Cards are made when it opens, a few in each turn, and drawn while it is open only."""

    def __init__(self, parent: QWidget, jobs: JobQueue) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._jobs = jobs
        self._cards: dict[Job, JobCard] = {}
        self._draw_soon = QTimer(self, singleShot=True, interval=DRAW_MILLISECONDS)
        self._more_soon = QTimer(self, singleShot=True, interval=0)
        self._fit_soon = QTimer(self, singleShot=True, interval=0)
        self._anchor = QPoint()
        self._room = TALLEST
        surface("card", self)
        self.setAccessibleName(_("Jobs"))
        self.setFixedWidth(WIDTH)
        self._build()
        self._wire()

    def _build(self) -> None:
        self.clear = Button(_("Clear completed"), kind="small-link")
        title = Label(_("Jobs"), size="title")
        self._head = row(title, None, self.clear, margins=(14, 10, 10, 8))
        self.empty = Label(
            _(
                "Nothing is at work. Uploads, downloads, exports and runs over many pages show "
                "here, and go on while you do something else."
            ),
            tone="muted",
            wrap=True,
        )
        self.empty.setContentsMargins(14, 4, 14, 14)
        self.inner = surface("surface")
        self.list = column(spacing=0)
        self.list.addStretch(1)
        self.inner.setLayout(self.list)
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self.inner)
        whole = column(spacing=0, margins=(1, 1, 1, 1))
        whole.addLayout(self._head)
        self.foot = Label(GOES_ON, size="small", tone="muted")
        self.foot.setContentsMargins(14, 8, 14, 10)
        self.foot_line = line()
        for widget in (line(), self.empty, self.area, self.foot_line, self.foot):
            whole.addWidget(widget)
        self.setLayout(whole)

    def _wire(self) -> None:
        self.clear.clicked.connect(self._jobs.put_ended_away)
        self._jobs.changed.connect(self._changed)
        self._draw_soon.timeout.connect(self._draw)
        self._more_soon.timeout.connect(self._arrange)
        self._fit_soon.timeout.connect(self._fit)

    @property
    def cards(self) -> list[JobCard]:
        """Those that are made, in the order shown."""
        return [self._cards[job] for job in self._jobs.jobs if job in self._cards]

    def popup(self, corner: QPoint, room: int = TALLEST) -> None:
        """Open with its upper right corner at a point of the screen, at most ``room`` pixels
        high."""
        self._anchor = corner
        self._room = max(160, min(room, TALLEST))
        self._draw()
        self._fit()
        self.show()
        first = next(iter(self.cards), None)
        (first or self).setFocus(Qt.FocusReason.PopupFocusReason)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step(self, forward)

    def _changed(self) -> None:
        if self.isVisible() and not self._draw_soon.isActive():
            self._draw_soon.start()

    def _arrange(self) -> None:
        """Cards for the jobs that are there; the rest of them comes in the next turns."""
        jobs = self._jobs.jobs
        for job in [job for job in self._cards if job not in jobs]:
            self._drop(job)
        made = 0
        for place, job in enumerate(jobs):
            if job not in self._cards:
                if made == AT_A_TIME:
                    self._more_soon.start()
                    break
                made += 1
                self._make(job, place)
        self._fit_soon.start()

    def _make(self, job: Job, place: int) -> None:
        card = JobCard(job, self._jobs.put_away)
        card.grown.connect(self._fit_soon.start)
        card.acted.connect(self.close)
        card.installEventFilter(self)
        self._cards[job] = card
        self.list.insertWidget(place, card)
        card.names_brand = self._names_brands()
        card.draw()

    def _drop(self, job: Job) -> None:
        card = self._cards.pop(job)
        focused = self.focusWidget() or self
        had_focus = focused is card or card.isAncestorOf(focused)
        self.list.removeWidget(card)
        card.hide()
        card.deleteLater()
        if had_focus:
            (next(iter(self.cards), None) or self).setFocus()

    def _draw(self) -> None:
        jobs = self._jobs.jobs
        if self._cards.keys() != set(jobs):
            self._arrange()
        for card in self.cards:
            card.names_brand = self._names_brands()
            card.draw()
        goes_on = any(job.goes_on for job in self._jobs.working)
        self.foot.setVisible(goes_on)
        self.foot_line.setVisible(goes_on)
        self.empty.setVisible(not jobs)
        self.area.setVisible(bool(jobs))
        self.clear.setVisible(any(job.state == "ended" for job in jobs))

    def _names_brands(self) -> bool:
        return len({job.brand for job in self._jobs.jobs if job.brand}) > 1

    def _fit(self) -> None:
        """As high as the jobs need, within the room there is."""
        head = self._head.sizeHint().height() + 3
        if self._jobs.jobs:
            self.list.activate()
            wanted = sum(card.height_needed(WIDTH - 2) for card in self.cards)
            if not self.foot.isHidden():
                head += self.foot.sizeHint().height() + 1
            body = min(max(wanted, 40), self._room - head)
            self.area.setFixedHeight(body)
        else:
            body = self.empty.heightForWidth(WIDTH - 2)
        self.setFixedHeight(head + body)
        self.move(self._anchor.x() - WIDTH, self._anchor.y())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down go from job to job."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            cards = self.cards
            if step and watched in cards:
                place = cards.index(watched) + step
                if 0 <= place < len(cards):
                    cards[place].setFocus(Qt.FocusReason.TabFocusReason)
                    self.area.ensureWidgetVisible(cards[place])
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # The keys that opened it: a popup has the keyboard to itself.
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if control and event.key() == Qt.Key.Key_J:
            self.close()
            return
        super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._draw_soon.stop()
        self._more_soon.stop()
        for job in list(self._cards):
            self.list.removeWidget(self._cards[job])
            self._cards.pop(job).deleteLater()
