"""What became of each record of a bulk run, in words that are true."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from funneldesk.desktop.local.texts import _

Kind = Literal["done", "skipped", "failed", "unknown", "not_started"]

KINDS: tuple[Kind, ...] = ("failed", "unknown", "skipped", "not_started", "done")
"""In the order in which a reader wants to hear of them."""

KIND_WORDS: dict[Kind, str] = {
    "done": _("Done"),
    "skipped": _("Skipped"),
    "failed": _("Failed"),
    "unknown": _("Not known"),
    "not_started": _("Not started"),
}
KIND_COUNTS: dict[Kind, str] = {
    "done": _("{count:,} done"),
    "skipped": _("{count:,} skipped"),
    "failed": _("{count:,} failed"),
    "unknown": _("{count:,} not known"),
    "not_started": _("{count:,} not started"),
}
KIND_TONES: dict[Kind, str] = {
    "done": "success",
    "skipped": "info",
    "failed": "danger",
    "unknown": "warning",
    "not_started": "muted",
}


@dataclass(frozen=True, slots=True)
class BulkItem:
    """A record to work on. ``title`` is what the user calls it; it may come from outside."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """One of ``KINDS``; ``what``, ``so_what`` and ``now_what`` are sentences, empty where there is
    nothing to add. ``details`` may be copied by the user. ``undo`` takes the work back and tells
    what became of that; None where there is no way back.
    """

    kind: Kind
    what: str = ""
    so_what: str = ""
    now_what: str = ""
    details: str = ""
    undo: "Callable[[], Awaitable[Outcome]] | None" = field(default=None, compare=False)

    @classmethod
    def done(
        cls, what: str = "", undo: "Callable[[], Awaitable[Outcome]] | None" = None
    ) -> "Outcome":
        """It was carried out."""
        return cls("done", what, undo=undo)

    @classmethod
    def skipped(cls, why: str, now_what: str = "") -> "Outcome":
        """It was left alone on purpose: nothing was sent."""
        return cls("skipped", why, now_what=now_what)

    @classmethod
    def failed(
        cls, what: str, so_what: str = "", now_what: str = "", details: str = ""
    ) -> "Outcome":
        """It was tried, and was not carried out."""
        return cls("failed", what, so_what, now_what, details)

    @classmethod
    def unknown(cls, what: str = "", now_what: str = "", details: str = "") -> "Outcome":
        """It was tried, no answer came, and looking did not show whether it was carried out."""
        said = what or _("The answer was lost on the way: it may have been carried out.")
        return cls("unknown", said, "", now_what or _("Open it to see how it stands."), details)

    @classmethod
    def not_started(cls, why: str = "") -> "Outcome":
        """Nothing was sent for it."""
        return cls("not_started", why)

    @property
    def text(self) -> str:
        """The sentences in one line."""
        return " ".join(part for part in (self.what, self.so_what, self.now_what) if part)


@dataclass(frozen=True, slots=True)
class Report:
    """Every item of a run with what became of it, in the run's order."""

    rows: tuple[tuple[BulkItem, Outcome], ...]

    def count(self, kind: Kind) -> int:
        """How many items ended so."""
        return sum(outcome.kind == kind for _item, outcome in self.rows)

    def of(self, *kinds: Kind) -> Sequence[tuple[BulkItem, Outcome]]:
        """The rows that ended in one of these ways."""
        return [row for row in self.rows if row[1].kind in kinds]

    @property
    def is_whole(self) -> bool:
        """Whether everything that was asked for was done."""
        return all(outcome.kind == "done" for _item, outcome in self.rows)

    @property
    def again(self) -> Sequence[BulkItem]:
        """What is worth another try: failed, unknown and not started."""
        return [item for item, _outcome in self.of("failed", "unknown", "not_started")]

    @property
    def undoable(self) -> Sequence[tuple[BulkItem, Outcome]]:
        """What can be taken back."""
        return [row for row in self.rows if row[1].undo is not None]

    def words(self) -> str:
        """The counts in a sentence: "41 done, 2 failed, 1 skipped"."""
        told = [(kind, self.count(kind)) for kind in ("done", *KINDS[:-1])]
        said = [KIND_COUNTS[kind].format(count=count) for kind, count in told if count]
        return ", ".join(said) or _("nothing to do")
