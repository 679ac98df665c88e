"""A file as a table, read by a worker process: its layout, its titles and its rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from funneldesk.desktop.kit.workers.handle import JobFailed, WorkerDied
from funneldesk.desktop.kit.workers.pool import WorkerPool
from funneldesk.desktop.kit.workers.process import Limits
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.importing.reading import MOST_ROWS, Cell

SHOWN_ROWS = 30
SECONDS = 60.0
MEMORY = 2_000_000_000
SPOILT = _(
    "This file couldn't be read: it may be damaged or too large. Save it as CSV and try again."
)


class CannotRead(Exception):
    """The file is no table that can be read; the text says why, for the user."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a file is to be read; what is empty is found. ``header`` is the number of the row with
    the titles, 0 for none."""

    encoding: str = ""
    separator: str = ""
    sheet: str = ""
    header: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` are [row number, cells]. ``head`` are the first rows in words, by their numbers."""

    path: Path
    layout: Layout
    titles: tuple[str, ...]
    rows: tuple[tuple[int, list[Cell]], ...]
    sheets: tuple[str, ...] = ()
    head: tuple[tuple[int, str], ...] = ()

    def cell(self, row: list[Cell], column: int) -> str:
        """A cell as it is shown."""
        return str(row[column]) if column < len(row) else ""


class TableReader:
    """``owner`` ends its process."""

    def __init__(self, owner: QObject) -> None:
        self._pool = WorkerPool(owner, "import", Limits(memory=MEMORY))

    async def look(self, path: Path, layout: Layout) -> Table:
        """The layout and the first rows. Raises CannotRead."""
        return await self._read(path, layout, SHOWN_ROWS)

    async def read(self, path: Path, layout: Layout) -> Table:
        """Every row. Raises CannotRead."""
        return await self._read(path, layout, MOST_ROWS)

    async def _read(self, path: Path, layout: Layout, most: int) -> Table:
        rows: list[tuple[int, list[Cell]]] = []
        wanted = {
            "path": str(path),
            "encoding": layout.encoding,
            "separator": layout.separator,
            "sheet": layout.sheet,
            "header": layout.header,
            "most": most,
        }

        def take(piece: list[Any]) -> None:
            rows.extend((int(number), list(cells)) for number, cells in piece)

        try:
            facts = await self._pool.run("read_table", wanted, take, seconds=SECONDS)
        except JobFailed as problem:
            raise CannotRead(str(problem)) from problem
        except WorkerDied as death:
            raise CannotRead(SPOILT) from death
        return _table(path, facts, rows)


def _table(path: Path, facts: Mapping[str, Any], rows: list[tuple[int, list[Cell]]]) -> Table:
    encoding, separator = str(facts["encoding"]), str(facts["separator"])
    return Table(
        path,
        Layout(encoding, separator, str(facts["sheet"]), int(facts["header"])),
        tuple(map(str, facts["titles"])),
        tuple(rows),
        tuple(map(str, facts["sheets"])),
        tuple((int(number), str(words)) for number, words in facts["head"]),
    )
