"""Jobs in the window's corner: the button, the tray, and a word when one has ended."""

from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakSet

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.kit.jobs.job_queue import JobQueue
from funneldesk.desktop.kit.jobs.labels import progress_words
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.style.tokens import TOP_BAR_HEIGHT
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.shell.jobs.job_button import JobButton

if TYPE_CHECKING:
    from funneldesk.desktop.kit.jobs.tray import JobTray

DRAW_MILLISECONDS = 150
HELD_UP = ("waiting", "paused", "away")


class JobCorner(QObject):
    """Joins the board of jobs with a window."""

    def __init__(
        self,
        window: QWidget,
        button: JobButton,
        notifications: JobQueue,
        notices: NotificationCenter,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._button = button
        self._notifications = notifications
        self._notices = notices
        self._looked_at: WeakSet[Job] = WeakSet()
        self._tray: JobTray | None = None
        self._draw_soon = QTimer(self, singleShot=True, interval=DRAW_MILLISECONDS)
        self._draw_soon.timeout.connect(self.draw)
        notifications.changed.connect(self._changed)
        notifications.added.connect(self._added)
        notifications.ended.connect(self._ended)
        button.clicked.connect(lambda: self.open())

    @property
    def tray(self) -> "JobTray":
        """Made when it is first asked for: the window comes up without it."""
        if self._tray is None:
            from funneldesk.desktop.kit.jobs.tray import JobTray

            self._tray = JobTray(self._window, self._notifications)
        return self._tray

    @property
    def _is_open(self) -> bool:
        return self._tray is not None and self._tray.isVisible()

    def open(self, over: QWidget | None = None) -> None:
        """Show the tray below its button; over another window below its head."""
        if over is None or over is self._window:
            button = self._button
            corner = button.mapToGlobal(QPoint(button.width(), button.height() + 4))
            over = self._window
        else:
            corner = over.mapToGlobal(QPoint(over.width() - 16, TOP_BAR_HEIGHT))
        self.tray.popup(corner, over.height() - 80)
        self._look()

    def draw(self) -> None:
        """Show on the button how all work stands."""
        working = self._notifications.working
        held_up = bool(working) and all(job.state in HELD_UP for job in working)
        share = sum(job.share for job in working) / len(working) if working else 0.0
        self._button.show_work(len(working), share, held_up=held_up)
        if self._is_open:
            self._look()
        ended = [job for job in self._notifications.jobs if job.state == "ended" and job.trouble]
        self._button.set_trouble(any(job not in self._looked_at for job in ended))

    def _look(self) -> None:
        """All that is in the tray now has been seen."""
        self._looked_at.update(job for job in self._notifications.jobs if job.state == "ended")
        self._button.set_trouble(False)

    def _changed(self) -> None:
        if not self._draw_soon.isActive():
            self._draw_soon.start()

    def _added(self, job: Job) -> None:
        """What an earlier run ended with was told then."""
        if job.state == "ended":
            self._looked_at.add(job)

    def _ended(self, job: Job) -> None:
        """A job that ends while nobody looks: one notice, without a fuss."""
        self._looked_at.discard(job)
        if self._is_open or (job.told_elsewhere and not (job.trouble and job.goes_on)):
            return
        key = f"job/{id(job)}"
        action = None
        if "show" in job.acts and not job.trouble:
            action = NoticeAction(_("Show in folder"), job.acts["show"])
        elif "open" in job.acts:
            action = NoticeAction(_("Open"), job.acts["open"])
        # What is put away has no report any more that the notice could open.
        job.dismissed.connect(partial(self._notices.withdraw, key))
        self._notices.post(
            Notice(
                progress_words(job),
                job.title,
                "warning" if job.trouble else "success",
                key=key,
                action=action,
                lasting=bool(job.trouble),
            )
        )
