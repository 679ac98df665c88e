"""All jobs of this run of the program, of every brand and section."""

from functools import partial

import shiboken6
from PySide6.QtCore import QMetaObject, QObject, Signal

from funneldesk.desktop.kit.jobs.job import Job


class JobQueue(QObject):
    """The newest job first. ``changed`` tells that a job came, went or got on; ``added`` and
    ``ended`` carry the job."""

    changed = Signal()
    added = Signal(object)
    ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: list[Job] = []
        self._wires: dict[Job, tuple[QMetaObject.Connection, ...]] = {}

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Those at work, and those that ended and were not put away."""
        return tuple(self._jobs)

    @property
    def working(self) -> tuple[Job, ...]:
        """Those that have not ended."""
        return tuple(job for job in self._jobs if job.state != "ended")

    def add(self, job: Job) -> None:
        """Show a job from now on; one that has ended before is shown without a word."""
        self._jobs.insert(0, job)
        self._wires[job] = (
            job.changed.connect(self.changed),
            job.ended.connect(partial(self._tell_ended, job)),
            job.destroyed.connect(partial(self._drop, job)),
        )
        self.added.emit(job)
        self.changed.emit()

    def put_away(self, job: Job) -> None:
        """Show a job no longer; its work is not touched."""
        if job not in self._jobs:
            return
        for wire in self._wires.pop(job, ()):
            QObject.disconnect(wire)
        self._drop(job)
        if job.state == "ended":
            job.dismissed.emit()

    def put_ended_away(self) -> None:
        """Show only what is at work."""
        for job in self.jobs:
            if job.state == "ended":
                self.put_away(job)

    def _tell_ended(self, job: Job) -> None:
        if shiboken6.isValid(self) and job in self._jobs:
            self.ended.emit(job)

    def _drop(self, job: Job, *_: object) -> None:
        if not shiboken6.isValid(self):
            return
        self._wires.pop(job, None)
        if job in self._jobs:
            self._jobs.remove(job)
            self.changed.emit()
