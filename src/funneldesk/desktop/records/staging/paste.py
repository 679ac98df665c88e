"""Paste of a spreadsheet's cells into the selected rows of a table."""

from collections.abc import Sequence
from functools import partial
from itertools import islice

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit.notices.notices import NoticeAction
from funneldesk.desktop.kit.table.groups import is_heading
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.staging.clipboard_cells import (
    MOST_CELLS,
    Column,
    Pasted,
    lines_of,
    read_cells,
)
from funneldesk.desktop.records.staging.staged_changes import Cells
from funneldesk.desktop.records.staging.staged_table import StagedTable


async def paste(table: StagedTable) -> None:
    """Stage what is on the clipboard, from the current column on; tell what was not taken."""
    text, current = QApplication.clipboard().text(), table.view.currentIndex()
    lines = await in_thread(lines_of, text)
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
    pasted, fresh = await in_thread(_read, table, lines, rows, columns)
    await _stage(table, fresh, pasted)


def _read(
    table: StagedTable,
    lines: Sequence[Sequence[str]],
    rows: Sequence[str],
    columns: Sequence[Column],
) -> tuple[Pasted, Cells]:
    """What the lines mean, and what they change; for a thread: it only looks."""
    pasted = read_cells(lines, rows, columns, table.values)
    return pasted, {
        (cell.record_id, cell.field.name): table.cell(
            cell.record_id, cell.field, cell.value, cell.problem
        )
        for cell in pasted.cells
    }


def _counts(now: Cells, earlier: Cells, fresh: Cells) -> tuple[int, int]:
    """How many cells changed, and how many cannot be sent; for a thread."""
    taken = sum(now.get(place) != earlier.get(place) for place in fresh)
    return taken, sum(bool(cell.problem) for cell in fresh.values())


def _target_rows(table: StagedTable, lines: int, current: QModelIndex) -> Sequence[str]:
    """The selected rows where they are enough for the lines, else those from the first on."""
    chosen = table.view.selected_ids()
    if len(chosen) >= lines:
        return chosen if lines == 1 else chosen[:lines]
    first = table.view.rows.row_of(chosen[0]) if chosen else current.row()
    below = (each for each in table.view.rows.ids[first:] if not is_heading(each))
    return list(islice(below, lines))


async def _stage(table: StagedTable, fresh: Cells, pasted: Pasted) -> None:
    staged, earlier = table.staged, dict(table.staged.cells)
    await staged.put_many(fresh)
    taken, wrong = await in_thread(_counts, dict(staged.cells), earlier, fresh)
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
