"""Changes of cells that wait to be applied: durable at once, compared with the server's rows."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.fields import RecordField, RecordFields, Value
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.workspace.workspace import Workspace

KEEP_PAUSE = 0.1
PUT_AT_ONCE = 2_000
ALL = "all"
"""The id of the one draft that holds the changes: they are written together."""
Place = tuple[str, str]
"""A record's id and a field's name."""


@dataclass(frozen=True, slots=True)
class StagedCell:
    """``before`` is what the server had when the cell was changed, ``after`` what it shall have,
    ``now`` what the server has at present. ``problem``: why ``after`` cannot be sent."""

    title: str
    before: Value
    after: Value
    now: Value
    problem: str = ""

    @property
    def is_behind(self) -> bool:
        """Whether the server's value is another one now than when the cell was changed."""
        return self.now != self.before

    @property
    def is_ready(self) -> bool:
        """Whether the change can be sent as it is."""
        return not self.problem and not self.is_behind


Cells = Mapping[Place, StagedCell]


class StagedChanges(QObject):
    """The changes of a kind of record in a brand; all its panels show the same ones."""

    changed = Signal()

    def __init__(self, workspace: Workspace, kind: RecordKind) -> None:
        super().__init__()
        self._kind = kind
        self._rows: Mapping[str, Any] = {}
        self.fields = kind.fields_in(workspace)
        self.cells: dict[Place, StagedCell] = {}
        self.tasks = TaskScope(self)
        self._part = f"{kind.part}.staged"
        self._workspace = workspace
        self._compared: dict[str, Any] = {}
        """The rows that the changes were compared with, by their ids."""
        self._unkept = False
        self._writing = asyncio.Lock()
        self._begun = False

    @property
    def is_kept(self) -> bool:
        """Whether all changes are durable."""
        return not self._unkept and not self._writing.locked()

    def rows(self) -> int:
        """How many records have changes."""
        return len({record_id for record_id, _field in self.cells})

    def ready(self) -> dict[str, dict[str, StagedCell]]:
        """What can be sent: fields by record."""
        found: dict[str, dict[str, StagedCell]] = {}
        for (record_id, name), cell in self.cells.items():
            if cell.is_ready:
                found.setdefault(record_id, {})[name] = cell
        return found

    def caution(self, place: Place) -> str:
        """Why a change looks mistyped, in a sentence; empty where it doesn't, and where it can't be
        sent anyway. Other changes of the same record count."""
        (record_id, name), cell = place, self.cells.get(place)
        if cell is None or cell.problem:
            return ""
        row = self._rows.get(record_id)

        def will_be(field: str) -> Any:
            staged = self.cells.get((record_id, field))
            if staged is not None and not staged.problem:
                return staged.after
            return row.get(field) if row is not None else None

        return self._kind.caution(self._workspace, name, cell.now, will_be)

    def cautions(self) -> dict[Place, str]:
        """The changes that would be sent although they look mistyped."""
        ready = (place for place, cell in list(self.cells.items()) if cell.is_ready)
        return {place: said for place in ready if (said := self.caution(place))}

    def value(self, field: RecordField, row: Any) -> Value:
        """A field as a row of the list has it, if there is such a row."""
        if row is None:
            return field.normal(None)
        try:
            return field.normal(row.get(field.read_as or field.name))
        except TypeError:
            return field.normal(None)

    async def read(self) -> None:
        """Take up what waited when the program ended."""
        if self._begun:
            return
        self._begun = True
        kept = await self._workspace.store.draft(self._part, ALL)
        entries = await in_thread(_decoded, kept.content) if kept is not None else ()
        for entry in entries:
            match entry:
                case [str(key), str(name), str(title), before, after, now, str(problem)]:
                    if name in self.fields.names:
                        cell = StagedCell(title, before, after, now, problem)
                        self.cells.setdefault((key, name), cell)
        self.changed.emit()

    def put(self, cells: Cells) -> None:
        """Stage changes. A cell that was changed before keeps what the server had then; one that
        is as the server has it waits no more."""
        self._put(cells.items())
        self._tell()

    async def put_many(self, cells: Cells) -> None:
        """As ``put``; the window turns in between."""
        left = iter(cells.items())
        while piece := list(islice(left, PUT_AT_ONCE)):
            self._put(piece)
            await asyncio.sleep(0)
        self._tell()

    def _put(self, cells: Iterable[tuple[Place, StagedCell]]) -> None:
        for place, cell in cells:
            known = self.cells.get(place)
            fresh = replace(cell, before=known.before, now=known.now) if known else cell
            if fresh.after == fresh.now and not fresh.problem:
                self.cells.pop(place, None)
            else:
                self.cells[place] = fresh

    def put_back(self, earlier: Cells, places: Iterable[Place]) -> None:
        """Make the changes of some cells again what they were."""
        self._compared.clear()
        for place in places:
            if place in earlier:
                self.cells[place] = earlier[place]
            else:
                self.cells.pop(place, None)
        self._tell()

    def drop(self, places: Iterable[Place]) -> None:
        """Forget changes."""
        gone = [place for place in places if self.cells.pop(place, None) is not None]
        if gone:
            self._tell()

    def accept(self, sent: Mapping[Place, Value]) -> None:
        """The server took these values. A cell that was changed again meanwhile waits on."""
        for place, value in sent.items():
            cell = self.cells.get(place)
            if cell is not None and cell.after == value:
                del self.cells[place]
            elif cell is not None:
                self.cells[place] = replace(cell, before=value, now=value)
        if sent:
            self._tell()

    def insist(self, places: Iterable[Place]) -> None:
        """Send these changes although the server's values are others by now."""
        touched = [place for place in places if place in self.cells]
        for place in touched:
            self.cells[place] = replace(self.cells[place], before=self.cells[place].now)
        self._tell()

    def compare(self, rows: Mapping[str, Any]) -> None:
        """The list was read: a change that the server has already waits no more."""
        self._rows = rows
        before, seen = dict(self.cells), self._compared
        fresh = {key: rows.get(key) for key in dict.fromkeys(key for key, _name in before)}
        same = {key for key, row in fresh.items() if row is None or seen.get(key) is row}
        self._compared = {key: row for key, row in fresh.items() if row is not None}
        for place, cell in before.items():
            row = fresh[place[0]]
            if place[0] in same:
                continue
            now = self.value(self.fields[place[1]], row)
            if now == cell.after and not cell.problem:
                del self.cells[place]
            elif now != cell.now:
                self.cells[place] = replace(cell, now=now)
        if self.cells != before:
            self._tell()

    async def settle(self) -> None:
        """Make all changes durable."""
        async with self._writing:
            if not self._unkept:
                return
            self._unkept = False
            try:
                await self._write()
            except LocalStoreProblem as problem:
                self._unkept = True
                said = explain(problem, _("Keeping your changes"))
                self._workspace.notifications.post(said.notice(self._part))
            except asyncio.CancelledError:
                self._unkept = True
                raise

    async def _write(self) -> None:
        if not self.cells:
            await self._workspace.store.drop_draft(self._part, ALL)
            return
        # One text, since a list of many cells is slow to copy.
        content = {"cells": await in_thread(_encoded, dict(self.cells))}
        await self._workspace.store.save_draft(self._part, ALL, content, {})

    def _tell(self) -> None:
        self._unkept = True
        self.tasks.steadily("keep", KEEP_PAUSE, self.settle)
        self.changed.emit()


def _encoded(cells: Cells) -> str:
    """The cells as they are kept; for a thread."""
    return json.dumps(
        [
            [*place, cell.title, cell.before, cell.after, cell.now, cell.problem]
            for place, cell in cells.items()
        ]
    )


def _decoded(content: Mapping[str, Any]) -> list[Any]:
    """The cells that were kept; none where another version kept them otherwise."""
    try:
        cells = json.loads(content.get("cells") or "[]")
    except (TypeError, ValueError):
        return []
    return cells if isinstance(cells, list) else []


def change_words(fields: RecordFields, name: str, cell: StagedCell) -> str:
    """A change in a line: "9.90 → 12.00", and why it is not sent as it is."""
    words = fields.words
    said = f"{words(name, cell.before)} → {words(name, cell.after)}"
    if cell.problem:
        return f"{said}. {cell.problem}"
    if cell.is_behind:
        return _("{change}. Someone else changed it to {value} meanwhile.").format(
            change=said, value=words(name, cell.now)
        )
    return said
