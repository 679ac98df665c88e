"""The list of pages as a file: all rows, what is shown, or what is selected."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from funneldesk.desktop.kit.export.table import ExportColumn
from funneldesk.desktop.local.store import SLICE
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.bulk.places import place_names
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.parts.pages.list.columns import Summary, columns
from funneldesk.desktop.records.export.list_export import ExportScope, ListExport
from funneldesk.desktop.records.fields import Names
from funneldesk.desktop.sections.actions import Action, Place, Takes


class PageExport(PageFeature):
    """Pages that exist only on this computer stay out of it."""

    def __init__(self, context: PagesContext) -> None:
        super().__init__(context)
        self._list: ListExport[Summary] = ListExport(
            context.section, "pages", self._columns({}), self._scopes, self._named
        )
        self.start, self.export = self._list.start, self._list.export

    def declare(self) -> Sequence[Action]:
        return (
            Action(
                "pages.export",
                _("Export the list of pages"),
                lambda _: self.start("all"),
                "download",
                places=Place.PALETTE | Place.SECTION_MENU,
                menu_title=_("Export the list…"),
            ),
            Action(
                "pages.export-selected",
                _("Export these…"),
                lambda _: self.start("selected"),
                "download",
                places=Place.LIST_MENU,
                takes=Takes.SEVERAL,
                offered=lambda _, ids: len(ids) > 1,
            ),
        )

    async def write(self, path: Path, ids: Sequence[str], chosen: list[str]) -> None:
        """Write these pages with these columns, and tell how it went."""
        await self._list.write(path, self._scope(ids), chosen)

    def _columns(self, names: Names) -> list[ExportColumn[Summary]]:
        return [each.in_export() for each in columns(self.context.workspace.visitor_base, names)]

    async def _named(self) -> list[ExportColumn[Summary]]:
        return self._columns(
            await place_names(self.context.workspace, self.context.library.rows.values())
        )

    async def _scopes(self) -> Mapping[str, ExportScope[Summary]]:
        rows, shown = self.context.library.rows, list(self.context.list.list.rows.ids)
        narrowed = len(shown) < len(rows)
        scopes = {
            "all": list(rows) if narrowed else shown,
            "shown": shown if narrowed else [],
            "selected": self.context.list.list.selected_ids(),
        }
        return {key: self._scope(ids) for key, ids in scopes.items()}

    def _scope(self, ids: Sequence[str]) -> ExportScope[Summary]:
        known = [each for each in ids if not is_new_id(each)]
        return ExportScope(len(known), partial(self._records, known))

    async def _records(self, ids: Sequence[str]) -> list[Summary]:
        """The pages as the local copy has them, in the order of ``ids``."""
        found: list[Summary] = []
        for start in range(0, len(ids), SLICE):
            piece = ids[start : start + SLICE]
            found += await self.context.workspace.store.summaries(PART, piece)
        return found
