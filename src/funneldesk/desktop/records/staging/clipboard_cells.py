"""Cells of a spreadsheet on the clipboard, read into fields one by one."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import NamedTuple

from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.fields import RecordField, Value
from funneldesk.desktop.records.typed_values import read_text

MOST_CELLS = 150_000
_CELL = re.compile(r'"((?:[^"]|"")*)"(?=[\t\n]|\Z)|([^\t\n]*)')
_GUARDED = re.compile(r"'[=+\-@]")
"""What this program itself puts before a text that a spreadsheet would take for a formula."""


class PastedCell(NamedTuple):
    """What a text means for a field of a record, and why it cannot be taken so."""

    record_id: str
    field: RecordField
    value: Value
    problem: str


@dataclass(slots=True)
class Pasted:
    """``fixed`` counts the cells by the title of a column that cannot be changed; ``below`` the
    lines under the last row, ``beside`` the cells right of the last column."""

    cells: list[PastedCell] = field(default_factory=list)
    fixed: dict[str, int] = field(default_factory=dict)
    below: int = 0
    beside: int = 0

    def left_out(self) -> str:
        """What was not taken, and why, in sentences."""
        said = [
            _("{cells} skipped: {column} can't be changed here.").format(
                cells=_cells(count), column=title
            )
            for title, count in self.fixed.items()
        ]
        if self.below:
            lines = ngettext(
                "{count:,} line didn't fit below the last row.",
                "{count:,} lines didn't fit below the last row.",
                self.below,
            )
            said.append(lines.format(count=self.below))
        if self.beside:
            cells = ngettext(
                "{count:,} cell didn't fit beside the last column.",
                "{count:,} cells didn't fit beside the last column.",
                self.beside,
            )
            said.append(cells.format(count=self.beside))
        return " ".join(said)


Read = tuple[Value, str]
Column = tuple[str, RecordField | None]
"""A column's title, and its field where it can be changed."""


def lines_of(text: str) -> list[list[str]]:
    """The cells of a text from a spreadsheet: tabs between cells, quotes around what holds any."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    if '"' not in text:
        plain = [line.split("\t") for line in text.split("\n")] if text else []
        return plain if "'" not in text else [[_bare(cell) for cell in line] for line in plain]
    return _quoted_lines(text)


def _quoted_lines(text: str) -> list[list[str]]:
    lines: list[list[str]] = [[]]
    place = 0
    while True:
        found = _CELL.match(text, place)
        if found is None:  # It matches the empty text too.
            break
        quoted = found[1]
        cell = found[2] if quoted is None else quoted.replace('""', '"')
        lines[-1].append(_bare(cell))
        place = found.end()
        if place >= len(text):
            break
        if text[place] == "\n":
            lines.append([])
        place += 1
    return lines


def _bare(cell: str) -> str:
    return cell[1:] if _GUARDED.match(cell) else cell


def read_cells(
    lines: Sequence[Sequence[str]],
    rows: Sequence[str],
    columns: Sequence[Column],
    values: Callable[[str], Mapping[str, Value]],
) -> Pasted:
    """Lines into ``rows`` (ids) and ``columns`` from the first on; for a thread.

    One line goes into every row; more lines go one into each. ``values`` gives those of a row.
    A text that a column has had before means the same again, unless its check asks for others.
    """
    pasted = Pasted(below=max(0, len(lines) - len(rows)))
    each = repeat(lines[0]) if len(lines) == 1 else lines
    asks = any(field is not None and field.check for _index, field in columns)
    known: list[dict[str, Read]] = [{} for _column in columns]
    take = pasted.cells.append
    for row, line in zip(rows, each, strict=False):
        pasted.beside += max(0, len(line) - len(columns))
        others = values(row) if asks else {}
        for text, (title, to), seen in zip(line, columns, known, strict=False):
            if to is None:
                pasted.fixed[title] = pasted.fixed.get(title, 0) + 1
                continue
            read = seen.get(text)
            if read is None:
                read = read_text(to, text, others)
                if to.checks_alone:
                    seen[text] = read
            take(PastedCell(row, to, read[0], read[1]))
    return pasted


def _cells(count: int) -> str:
    return ngettext("{count:,} cell", "{count:,} cells", count).format(count=count)
