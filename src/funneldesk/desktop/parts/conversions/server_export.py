"""Export of orders by the server: asked for once, followed to its file, opened (quirk 59)."""

import asyncio
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from funneldesk.contract.conversions import (
    EXPORTED_STATUSES,
    ConversionExport,
    ConversionExportDraft,
)
from funneldesk.desktop.kit.export.names import safe_name
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.jobs.plain_job import shown_in
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.conversions.days import DaysDialog
from funneldesk.desktop.sections.operations import journaled, operation
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

PART, NOTICE, STATUS = "conversions", "conversions/export", "status"
PAUSES = (0.5, 1.0, 2.0, 5.0)
"""Seconds between looks for the file; the last one goes on."""
MOST_LOOKS = 240
CHOICES = (
    ("", _("All that were paid, refunded or charged back")),
    *zip(EXPORTED_STATUSES, (_("Completed"), _("Refunded"), _("Charged back")), strict=True),
)
"""The server exports by these words only."""


class ServerExport:
    """Asks for an export, waits for its file in a job, and opens it."""

    def __init__(self, panel: QWidget, workspace: Workspace) -> None:
        self._panel, self._workspace = panel, workspace
        self.open_file = QDesktopServices.openUrl
        self.folder = downloads
        self.pauses = PAUSES

    async def begin(self) -> None:
        """Ask what to export, then do it."""
        formats = formats_of(self._workspace)
        dialog = DaysDialog(
            self._panel,
            _("Export on the server"),
            _("The server writes the file. It is saved in your downloads, and opened."),
            _("Export"),
            formats,
            formats().today(),
            (FieldSpec(STATUS, _("Orders"), "choice", choices=CHOICES),),
        )
        dialog.rows[STATUS].set_value("")
        if await dialog.ask() == "do":
            first, last = dialog.days
            draft = ConversionExportDraft(start_date=first, end_date=last)
            if status := dialog.value(STATUS):
                draft = draft.model_copy(update={"status": status})
            await self.export(draft)

    async def export(self, draft: ConversionExportDraft) -> Path | None:
        """Where the file is now; None where it did not come, which was told."""
        work, doing = self._workspace, _("Exporting orders on the server")
        made: ConversionExport | None = None
        with operation(work, doing, NOTICE):
            async with journaled(work, PART, _("Orders"), doing):
                made = await work.run(lambda api: api.conversions.export(draft))
        if made is None:
            return None
        address = made.download_url or ""
        if not address:
            text = _("The server named no address. It may send the file by email.")
            self._tell(_("The export is being made"), text, "info")
            return None
        number = safe_name(str(made.export_id or ""), "")
        return await self._followed(address, f"orders-{number}.csv")

    async def _followed(self, address: str, name: str) -> Path | None:
        """Look for the file until it is there."""
        work, doing = self._workspace, _("Fetching the export")
        content: bytes | None = None
        brand, title = work.connection.name, _("Export orders")
        with shown_in(work.jobs, title, icon="download", unit="file", total=1, brand=brand) as job:
            with operation(work, doing, NOTICE) as asked:
                try:
                    content = await self._fetched(address)
                except ValueError:
                    self._elsewhere(address)
                    job.outcome = _("The file lies on another server.")
                    return None
            if content is None:
                job.trouble = 1
                job.outcome = _("The file did not come.")
                if not asked.failed:
                    text = _("The server is still at work. It sends the file by email, too.")
                    self._tell(_("The export is not ready yet"), text, "warning")
                return None
            path = await in_thread(partial(_kept, self.folder(), content, name))
            job.outcome = _("Saved as {name}.").format(name=path.name)
        self._open(path)
        return path

    async def _fetched(self, address: str) -> bytes | None:
        for look in range(MOST_LOOKS):
            content = await self._workspace.run(partial(_fetch, address))
            if content is not None:
                return content
            await asyncio.sleep(self.pauses[min(look, len(self.pauses) - 1)])
        return None

    def _open(self, path: Path) -> None:
        self.open_file(QUrl.fromLocalFile(str(path)))
        again = NoticeAction(_("Open"), lambda: self.open_file(QUrl.fromLocalFile(str(path))))
        notice = Notice(_("Export saved"), str(path), "success", key=NOTICE, action=again)
        self._workspace.notifications.post(notice)

    def _elsewhere(self, address: str) -> None:
        """A file on another server is the browser's, which sends no key."""
        if QUrl(address).scheme() != "https":
            text = _("The server named an address that is not opened: it is not encrypted.")
            self._tell(_("The export could not be fetched"), text, "warning")
            return
        self.open_file(QUrl(address))
        self._tell(_("The export opens in your browser"), address, "info")

    def _tell(self, title: str, text: str, tone: str) -> None:
        self._workspace.notifications.post(Notice(title, text, tone, key=NOTICE))


async def _fetch(address: str, api: "Api") -> bytes | None:
    return await api.conversions.fetch_export(address)


def downloads() -> Path:
    """Where this computer keeps what was downloaded."""
    place = QStandardPaths.StandardLocation.DownloadLocation
    return Path(QStandardPaths.writableLocation(place) or Path.home())


def _kept(folder: Path, content: bytes, name: str) -> Path:
    """Write a file into a folder, beside those of the same name; for a thread."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, 1_000):
        path = folder / (name if number == 1 else name.replace(".csv", f"-{number}.csv"))
        with suppress(FileExistsError), path.open("xb") as file:
            file.write(content)
            return path
    raise FileExistsError(name)
