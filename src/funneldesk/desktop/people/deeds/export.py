"""The journal of deeds as a file, for whoever has to account for them."""

import json
from pathlib import Path

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.export.file_dialog import ask_save_path, write_table
from funneldesk.desktop.kit.export.table import ExportColumn, table_of
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.deeds import DeedEntry
from funneldesk.desktop.people.deeds.doing import STATES
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace

COLUMNS: tuple[ExportColumn[DeedEntry], ...] = (
    ExportColumn("begun_at", _("Time"), lambda deed: deed.begun_at, 20),
    ExportColumn("brand", _("Brand"), lambda deed: deed.brand, 24),
    ExportColumn("key_print", _("Key (fingerprint)"), lambda deed: deed.key_print, 16),
    ExportColumn("person", _("Customer"), lambda deed: deed.person, 28),
    ExportColumn("part", _("Section"), lambda deed: deed.part, 16),
    ExportColumn("record_id", _("Record"), lambda deed: deed.record_id, 20),
    ExportColumn("title", _("Done"), lambda deed: deed.title, 40),
    ExportColumn("request", _("Request"), lambda deed: json.dumps(dict(deed.request)), 40),
    ExportColumn("state", _("Outcome"), lambda deed: STATES[deed.state][0], 16),
    ExportColumn("outcome", _("Details"), lambda deed: deed.outcome, 40),
    ExportColumn("ended_at", _("Ended"), lambda deed: deed.ended_at, 20),
)


async def export_deeds(parent: QWidget, workspace: Workspace) -> None:
    """Write all deeds of the brand that this computer did. Raises LocalStoreProblem."""
    title = _("Export the journal")
    path: Path | None = await ask_save_path(parent, title, _("journal"), "csv")
    if path is None:
        return
    deeds = await workspace.store.deeds()
    zone = workspace.shared(BrandFacts).zone
    notice = await write_table(path, table_of(title, COLUMNS, deeds), zone)
    workspace.notifications.post(notice)
