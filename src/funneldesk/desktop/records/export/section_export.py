"""Records of a declared section's table as they are exported: all of its query, or selected."""

from collections.abc import Mapping, Sequence
from functools import partial

from funneldesk.desktop.records.export.list_export import ExportScope
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.table.table_pane import TablePane
from funneldesk.desktop.sections.matching import AllMatching


async def scopes_of(pane: TablePane) -> Mapping[str, ExportScope[SummaryRow]]:
    """What the table can export now."""
    source, ids = pane.source, pane.selection.ids()
    total = (source.total or source.count) if source is not None else 0
    whole = "shown" if pane.query.text or pane.query.narrows else "all"
    chosen = partial(_selected, pane, frozenset(ids))
    read = partial(_every, pane) if isinstance(ids, AllMatching) else chosen
    return {
        whole: ExportScope(total, partial(_every, pane)),
        "selected": ExportScope(len(ids), read),
    }


async def _every(pane: TablePane) -> Sequence[SummaryRow]:
    return [row async for row in pane.source.every()] if pane.source is not None else []


async def _selected(pane: TablePane, ids: frozenset[str]) -> Sequence[SummaryRow]:
    rows = pane.rows
    return [rows[each] for each in pane.table.rows.ids if each in ids and each in rows]
