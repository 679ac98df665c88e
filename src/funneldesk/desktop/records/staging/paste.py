"""Paste of a spreadsheet's cells into the selected rows of a table."""

import asyncio
from collections.abc import Sequence
from functools import partial
from itertools import islice

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit.notices.notices import NoticeAction
from funneldesk.desktop.kit.table.groups import is_heading
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.staging.clipboard_cells import (
    MOST_CELLS,
    Pasted,
    lines_of,
    read_cells,
)
from funneldesk.desktop.records.staging.staged_changes import Cells
from funneldesk.desktop.records.staging.staged_table import StagedTable

CELLS_AT_ONCE = 200


async def paste(table: StagedTable) -> None:
    """Stage what is on the clipboard, from the current column on; tell what was not taken."""
    lines, current = lines_of(QApplication.clipboard().text()), table.view.currentIndex()
    if not lines or not current.isValid() or table.is_refused():
        return
    if sum(map(len, lines)) > MOST_CELLS:
        table.tell(
            _("Paste at most {most_cells:,} cells at once.").format(most_cells=MOST_CELLS),
            _("Nothing was changed."),
        )
        return
    rows = _target_rows(table, len(lines), current)
    shown = table.view.shown_columns()
    after = shown[shown.index(current.column()) :]
    columns = [(table.titles[at], table.fields[at]) for at in after]
    pasted = await read_cells(lines, rows, columns, table.values)
    fresh = {}
    for at, cell in enumerate(pasted.cells):
        if at % CELLS_AT_ONCE == 0:
            await asyncio.sleep(0)
        place = (cell.record_id, cell.field.name)
        fresh[place] = table.cell(cell.record_id, cell.field, cell.value, cell.problem)
    _stage(table, fresh, pasted)


def _target_rows(table: StagedTable, lines: int, current: QModelIndex) -> Sequence[str]:
    """The selected rows where they are enough for the lines, else those from the first on."""
    chosen = table.view.selected_ids()
    if len(chosen) >= lines:
        return chosen if lines == 1 else chosen[:lines]
    first = table.view.rows.row_of(chosen[0]) if chosen else current.row()
    below = (each for each in table.view.rows.ids[first:] if not is_heading(each))
    return list(islice(below, lines))


def _stage(table: StagedTable, fresh: Cells, pasted: Pasted) -> None:
    staged, earlier = table.staged, dict(table.staged.cells)
    staged.put(fresh)
    taken = sum(staged.cells.get(place) != earlier.get(place) for place in fresh)
    wrong = sum(bool(cell.problem) for cell in fresh.values())
    cannot = ngettext(
        "{count:,} of them can't be used as it is.",
        "{count:,} of them can't be used as they are.",
        wrong,
    ).format(count=wrong)
    text = " ".join(filter(None, (cannot if wrong else "", pasted.left_out())))
    title = ngettext("{count:,} change pasted.", "{count:,} changes pasted.", taken)
    title = title.format(count=taken) if taken else _("The paste changes nothing.")
    back = NoticeAction(_("Undo"), partial(staged.put_back, earlier, tuple(fresh)))
    table.tell(title, text, "warning" if text else "success", back if taken else None)
