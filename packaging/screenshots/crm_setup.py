"""States of the CRM's set-up, of its reports and of an import of entries, for the screenshots."""

import csv
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from funneldesk.contract.crm import CrmFieldPatch
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.parts.crm.importing import entries_import
from funneldesk.desktop.parts.crm.kind import part_of
from funneldesk.desktop.parts.crm.panel import CrmPanel
from funneldesk.desktop.parts.crm.setup.page import SetupPage
from funneldesk.desktop.records.importing.dialog import ImportDialog
from screenshots.calm import calm, until
from screenshots.crm import DRAWN_SECONDS, CrmScenes, State

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.desktop.app.session import Session

ROWS = (
    ("Northwind Traders", "ana@northwind.example", "Enquiry", "12,5", "03/04/2026", "Ana"),
    ("Café Turin", "sofia@turin.example", "Tasted", "1.250", "11/12/2026", "Rui"),
    ("Hotel Miramar", "no address", "Offer sent", "8", "05/06/2026", "Ana"),
    ("Bistro Norte", "rui@norte.example", "Nowhere", "2", "07/08/2026", "Ana"),
    ("Café Turin 2", "SOFIA@turin.example", "", "3", "09/08/2026", "Rui"),
)


def crm_setup_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = SetupScenes(session, first_page)
    return [
        ("crm-set-up", scenes.setup),
        ("crm-set-up-stage", scenes.moved),
        ("crm-set-up-entity", scenes.entity),
        ("crm-set-up-field", scenes.field),
        ("crm-set-up-delete", scenes.deletion),
        ("crm-reports", scenes.reports),
        ("crm-import-columns", scenes.columns),
        ("crm-import-check", scenes.check),
    ]


class SetupScenes:
    """Leads the window through the set-up."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._crm = CrmScenes(session, first_page)
        self._home = tempfile.TemporaryDirectory()
        self._dialog: ImportDialog | None = None

    async def _panel(self) -> CrmPanel:
        panel = await self._crm.panel()
        deals = next((e.id for e in panel.schema.entities if e.slug == "deals"), panel.entity_id)
        panel.show_entity(deals)
        return panel

    async def setup(self) -> None:
        """Pipelines and fields."""
        await self._page()

    async def _page(self) -> SetupPage:
        panel = await self._panel()
        panel.show_page("setup")
        await self._crm.quiet(panel)
        page = panel.page
        if not isinstance(page, SetupPage):
            raise RuntimeError("The set-up is not shown.")
        return page

    async def moved(self) -> None:
        """A stage that is being moved by keys."""
        page = await self._page()
        stages = next(iter(page.groups.values())).stages
        stages.setFocus(Qt.FocusReason.OtherFocusReason)
        stages.setCurrentRow(2)

    async def entity(self) -> None:
        """A new entity, from a preset."""
        (await self._page()).add.click()
        await calm(2 * DRAWN_SECONDS)

    async def field(self) -> None:
        """A field with options."""
        page = await self._page()
        page.fields.opened.emit(page.fields.ids[-1])
        await calm(DRAWN_SECONDS)

    async def deletion(self) -> None:
        """What deleting a field would lose."""
        page = await self._page()
        page.fields.removal_asked.emit(page.fields.ids[0])
        await calm(2 * DRAWN_SECONDS)

    async def reports(self) -> None:
        """Sums, buckets and shares."""
        panel = await self._panel()
        entity = panel.schema.entity(panel.entity_id)
        for field in (entity.fields or ()) if entity is not None else ():
            if field.type == "number":
                config = {"reportable": True, "baseline": {"min": 500, "max": 4000}}
                patch = CrmFieldPatch(reporting_config=config)
                await panel.workspace.run(partial(_update, field.id, patch))
        await panel.schema.learn()
        panel.show_page("reports")
        await self._crm.quiet(panel)
        await calm(2 * DRAWN_SECONDS)

    async def _import(self) -> ImportDialog:
        panel = await self._panel()
        declared = await entries_import(panel.workspace, part_of(panel.entity_id))
        dialog = self._dialog = ImportDialog(panel, panel.workspace, declared)
        panel.tasks.start(dialog.ask())
        dialog.open_file(await in_thread(_write, Path(self._home.name)))
        await until(lambda: dialog.forward.isEnabled())
        return dialog

    async def columns(self) -> None:
        """Columns matched, and what is unsure asked."""
        dialog = await self._import()
        dialog.forward.click()
        await until(lambda: dialog.step == 1 and not dialog.progress.is_on())

    async def check(self) -> None:
        """What will become of each row."""
        await self.columns()
        dialog = self._dialog
        if dialog is None:
            return
        for combo in dialog.columns.written:
            combo.setCurrentIndex(min(1, combo.count() - 1))
        dialog.forward.click()
        await until(lambda: dialog.step == 2 and not dialog.progress.is_on())


def _write(folder: Path) -> Path:
    path = folder / "deals.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, delimiter=";")
        out.writerow(("Deal", "E-mail", "Stage", "Kilos a week", "Next visit", "Owner"))
        out.writerows(ROWS)
    return path


async def _update(field_id: int, patch: CrmFieldPatch, api: "Api") -> object:
    return await api.crm.update_field(field_id, patch)
