"""All jobs of this run of the program, of every brand and section."""

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.jobs.job import Job


class JobBoard(QObject):
    """The newest job first. ``changed`` tells that a job came, went or got on."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: list[Job] = []

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Those at work, and those that ended and were not put away."""
        return tuple(self._jobs)

    @property
    def working(self) -> tuple[Job, ...]:
        """Those that have not ended."""
        return tuple(job for job in self._jobs if job.state != "ended")

    def add(self, job: Job) -> None:
        """Show a job from now on."""
        self._jobs.insert(0, job)
        job.changed.connect(self.changed)
        job.destroyed.connect(lambda: self._drop(job))
        self.changed.emit()

    def put_away(self, job: Job) -> None:
        """Show a job no longer; its work is not touched."""
        if job in self._jobs:
            job.changed.disconnect(self.changed)
            self._drop(job)

    def put_ended_away(self) -> None:
        """Show only what is at work."""
        for job in self.jobs:
            if job.state == "ended":
                self.put_away(job)

    def _drop(self, job: Job) -> None:
        if job in self._jobs:
            self._jobs.remove(job)
            self.changed.emit()
