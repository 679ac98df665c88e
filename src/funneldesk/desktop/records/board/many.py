"""What is done to many cards beside moving them: fields are set, and they become a file."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from funneldesk.desktop.kit.board.view import BoardView
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.board.column_rows import ColumnRows
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.records.bulk.set_action import set_fields
from funneldesk.desktop.records.export.list_export import ExportScope, ListExport
from funneldesk.desktop.records.importing.action import import_action
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.staging.applying import StagedRuns
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import section_of


class ManyCards:
    """``is_narrowed`` says whether a search or a filter leaves some of the cards out."""

    def __init__(
        self,
        panel: Panel,
        section: RecordSection,
        rows: ColumnRows,
        board: BoardView,
        is_narrowed: Callable[[], bool],
    ) -> None:
        self._panel, self._section, self._rows, self._board = panel, section, rows, board
        self._is_narrowed, kind = is_narrowed, section.edited
        self._runs = StagedRuns(panel, panel.layout(), kind) if kind is not None else None
        columns = [each.in_export() for each in section.columns]
        self.export: ListExport[SummaryRow] = ListExport(panel, section.units, columns, self.scopes)

    def declare(self) -> Iterator[Action]:
        """The actions, in the order of the menus."""
        part, panel = section_of(self._section.part), self._panel
        yield Action(
            f"{part}.set-fields",
            _("Set fields on the selected {units}").format(units=noun(self._section.units)),
            lambda ids: panel.tasks.start(self._set_fields(ids)),
            places=Place.PALETTE | Place.LIST_MENU,
            menu_title=_("Set fields…"),
            takes=Takes.SEVERAL,
            writes=self._section.part,
            starts_group=Place.LIST_MENU,
        )
        yield Action(
            f"{part}.export-selected",
            _("Export…"),
            lambda _ids: self.export.start("selected"),
            places=Place.LIST_MENU,
            takes=Takes.SEVERAL,
        )
        yield Action(
            f"{part}.export",
            _("Export the cards of the board"),
            lambda _ids: self.export.start("shown"),
            "download",
            places=Place.PALETTE | Place.LIST_MENU,
            menu_title=_("Export the board…"),
        )
        if part in panel.workspace.importers:
            yield import_action(panel, self._section.part, self._section.units)

    async def scopes(self) -> Mapping[str, ExportScope[SummaryRow]]:
        """What can be exported now: the cards of the board as the server has them, the selected
        ones."""
        rows, chosen = self._rows, self._board.selected_ids()

        async def selected() -> Sequence[SummaryRow]:
            return [row for each in chosen if (row := rows.get(each)) is not None]

        narrowed = self._is_narrowed()
        count = sum(map(len, rows.columns().values())) if narrowed else sum(rows.counts.values())
        return {
            "shown" if narrowed else "all": ExportScope(count, rows.every),
            "selected": ExportScope(len(chosen), selected),
        }

    async def _set_fields(self, ids: Ids) -> None:
        rows, kind = {each: self._rows.get(each) for each in ids}, self._section.edited
        if kind is not None and self._runs is not None:
            title = kind.draft.listed[0]
            items = [BulkItem(k, str(row.get(title) or "")) for k, row in rows.items() if row]
            await set_fields(self._panel, kind, self._rows.library, self._runs, items)
