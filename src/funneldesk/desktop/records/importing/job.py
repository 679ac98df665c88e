"""An import as the tray shows it, with what became of each of its rows."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.transfers.transfers import KeptItem
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome, Report
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.mapping import ImportPlan
from funneldesk.desktop.records.importing.reading import Cell

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

State = Literal["waiting", "sending", "done", "skipped", "failed", "unknown", "undone"]
"""``sending``: it may have reached the server, and no answer is known yet."""
ROW = "row "
"""What the id of a row begins with that became no record."""
OVER = ("done", "skipped", "failed", "unknown", "undone")


@dataclass(slots=True)
class ImportItem:
    """A row to be sent. ``number`` is that in the file. ``made_id`` is the record that was made
    of it ("": none yet), ``stamp`` when that changed last; ``is_asked``: the user wants another try
    even if the record of the first one cannot be found. ``record`` is the one that it updates, ""
    where it makes one, and ``before`` what that held when the user agreed."""

    number: int
    title: str
    values: dict[str, Any]
    cells: list[Cell]
    state: State = "waiting"
    made_id: str = ""
    stamp: str = ""
    is_asked: bool = False
    said: tuple[str, str, str, str] = ("", "", "", "")
    record: str = ""
    before: dict[str, Any] = field(default_factory=dict)

    def task(self) -> dict[str, Any]:
        """What is to be done, as it is kept."""
        task = {"title": self.title, "values": self.values, "cells": self.cells}
        return {**task, "record": self.record, "before": self.before} if self.record else task

    def kept(self, *, whole: bool = False) -> KeptItem:
        """The row as the store keeps it; its task only when it is ``whole``."""
        note = {"id": self.made_id, "stamp": self.stamp, "asked": self.is_asked}
        result = {"said": list(self.said)}
        return KeptItem(
            self.number, self.state, task=self.task() if whole else {}, note=note, result=result
        )

    @classmethod
    def of(cls, kept: KeptItem) -> "ImportItem":
        """A row as it was kept."""
        said = [str(part) for part in kept.result.get("said") or ()][:4]
        return cls(
            kept.number,
            str(kept.task.get("title") or ""),
            dict(kept.task.get("values") or {}),
            list(kept.task.get("cells") or ()),
            kept.state if kept.state in (*OVER, "sending") else "waiting",  # type: ignore[arg-type]
            str(kept.note.get("id") or ""),
            str(kept.note.get("stamp") or ""),
            bool(kept.note.get("asked")),
            tuple(said + [""] * (4 - len(said))),  # type: ignore[arg-type]
            str(kept.task.get("record") or ""),
            dict(kept.task.get("before") or {}),
        )

    def take(self, outcome: Outcome) -> None:
        """It came out so."""
        if outcome.kind != "not_started":
            self.state = outcome.kind
        self.said = (outcome.what, outcome.so_what, outcome.now_what, outcome.details)

    def outcome(self) -> Outcome:
        """What became of it."""
        if self.state == "undone":
            return Outcome.skipped(_("It was created, and deleted again."))
        kind = self.state if self.state in OVER else "not_started"
        return Outcome(kind, *self.said)  # type: ignore[arg-type]


class ImportJob(Job):
    """``part`` names what is imported, ``key`` its place in the store. ``items`` are there once it
    is ``loaded``. ``about`` is kept beside them: the titles of the file's columns, and the ids
    (``known``) that there were before the first row was sent."""

    def __init__(
        self,
        part: str,
        key: int,
        title: str,
        unit: str,
        about: dict[str, Any],
        *,
        brand: str,
        parent: "QObject",
    ) -> None:
        super().__init__(title, icon="upload", unit=unit, brand=brand, parent=parent)
        self.part = part
        self.key = key
        self.about = about
        self.items: list[ImportItem] = []
        self.loaded = False
        self.pausing = False
        self.goes_on = True

    def count(self) -> None:
        """Tell how far it is."""
        states = [item.state for item in self.items]
        self.total = len(states)
        self.done = sum(state in OVER for state in states)
        self.trouble = states.count("failed") + states.count("unknown")

    def report(self, delete: "Delete | None" = None) -> Report:
        """What became of each row; those that were created can be opened by their ids, and with
        ``delete`` be taken back."""
        rows = []
        for item in self.items:
            outcome = item.outcome()
            if delete is not None and item.state == "done" and item.made_id:
                outcome = replace(outcome, undo=partial(delete, item))
            record_id = item.made_id or item.record or _row_id(item)
            shown = " · ".join(
                filter(None, (_("Row {number}").format(number=f"{item.number:,}"), item.title))
            )
            rows.append((BulkItem(record_id, shown), outcome))
        return Report(tuple(rows))


def _row_id(item: ImportItem) -> str:
    return f"{ROW}{item.number}"


Delete = Callable[[ImportItem], Awaitable[Outcome]]


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """Everything that the user decided: the rows to send, and those to tell of only."""

    declared: RecordImport
    source: str
    titles: tuple[str, ...]
    plan: ImportPlan
    items: tuple[ImportItem, ...] = field(default=())
    once: str = ""
    """The field whose value no two records may have."""

    def about(self) -> dict[str, Any]:
        """What is kept beside the rows."""
        declared, plan = self.declared, self.plan
        return {
            "titles": list(self.titles),
            "unit": declared.kind.unit,
            "skips_existing": plan.compares,
            "keys": list(plan.keys),
            "once": self.once,
        }
