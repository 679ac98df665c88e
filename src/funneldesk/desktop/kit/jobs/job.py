"""One piece of long work, as the tray shows it: a state, a progress, and what can be done."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Signal

State = Literal["waiting", "running", "paused", "away", "stopping", "ended"]
"""``away``: the server cannot be reached, and the job goes on by itself when it can."""

Act = Literal["pause", "resume", "cancel", "retry", "show", "open"]


@dataclass(frozen=True, slots=True)
class JobItem:
    """A thing that is being worked on right now. ``share`` goes from 0 to 1; ``words`` stand beside
    it ("2.1 of 9.4 MB")."""

    name: str
    share: float = 0.0
    words: str = ""


class Job(QObject):
    """Whoever does the work sets the fields and calls ``tell``; ``changed`` then goes out.

    ``done`` and ``total`` count things (``unit``: "file"); ``bytes_done`` and ``bytes_total`` are
    None where bytes mean nothing; ``speed`` is in bytes a second. ``trouble`` counts what failed
    or is not known. ``doing`` names what is at work, ``note`` is a sentence about the state, and
    ``outcome`` one about the end ("1,000 files are up."). ``goes_on``: it goes on by itself when
    the program is started again. ``stopped``: the user ended it early. ``told_elsewhere``: the
    section itself tells when it ended well. ``acts`` are the things that can be done now, each with
    its function: ``open`` leads to the report, ``show`` to what was made of it on this computer.
    """

    changed = Signal()
    ended = Signal()
    dismissed = Signal()
    """The user put the ended job away: nothing of it needs to be kept any more."""

    def __init__(
        self,
        title: str,
        *,
        icon: str = "upload",
        unit: str = "file",
        brand: str = "",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.title = title
        self.icon = icon
        self.unit = unit
        self.brand = brand
        self.state: State = "waiting"
        self.done = 0
        self.total = 0
        self.trouble = 0
        self.bytes_done: int | None = None
        self.bytes_total: int | None = None
        self.speed: float | None = None
        self.doing = ""
        self.note = ""
        self.outcome = ""
        self.goes_on = False
        self.stopped = False
        self.told_elsewhere = False
        self.acts: dict[Act, Callable[[], object]] = {}

    @property
    def share(self) -> float:
        """Progress from 0 to 1: by bytes where they are known, else by items."""
        if self.bytes_total:
            return min(1.0, (self.bytes_done or 0) / self.bytes_total)
        return self.done / self.total if self.total else 0.0

    @property
    def seconds_left(self) -> float | None:
        """An estimate, None while there is nothing to make it from."""
        if not self.speed or self.bytes_total is None or self.state != "running":
            return None
        return max(0.0, (self.bytes_total - (self.bytes_done or 0)) / self.speed)

    def under_way(self) -> Sequence[JobItem]:
        """Items in flight now; empty where there is nothing to tell apart."""
        return ()

    def tell(self) -> None:
        """Something changed."""
        self.changed.emit()

    def end(self) -> None:
        """The work is over; what is known of it stays for its report."""
        self.state = "ended"
        self.speed = None
        self.changed.emit()
        self.ended.emit()

    def again(self) -> None:
        """A job that had ended works once more: what had failed is tried again."""
        self.state = "waiting"
        self.outcome = self.note = ""
        self.stopped = False
        self.changed.emit()
