"""What runs by itself for every brand that is open: transfers that were left, watched folders, and
what sections go on with."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from funneldesk.desktop.app.brand_switching import Brands
from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.kit.notices.local_notices import tell
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import ngettext
from funneldesk.desktop.records.importing.job import ImportJob
from funneldesk.desktop.shell.sections import SECTIONS
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.assets.transfers.job import TransferJob

PAUSE_SECONDS = 1.0
"""The window shows its section first."""


class BrandWork(QObject):
    """Begins it a moment after a brand was opened, and takes its jobs away with the brand."""

    def __init__(self, brands: Brands, pause: float = PAUSE_SECONDS) -> None:
        super().__init__(brands)
        self._brands = brands
        self._pause = pause
        self._begun: set[str] = set()
        brands.opened.connect(self._opened)
        brands.closed.connect(self._closed)

    def given_up(self, connection_id: str) -> str:
        """What of a brand's transfers ends when it is removed: a sentence, or nothing."""
        workspace = self._brands.open.get(connection_id)
        jobs = self._transfers(workspace) if workspace is not None else ()
        going = [job for job in jobs if job.state != "ended"]
        rows = sum(job.total - job.done for job in going if isinstance(job, ImportJob))
        left = sum(job.total - job.done for job in going) - rows
        files = ngettext(
            "{count:,} file that is still to go up or come down will not be sent or fetched.",
            "{count:,} files that are still to go up or come down will not be sent or fetched.",
            left,
        ).format(count=left)
        told = ngettext(
            "{count:,} row of a file will not be imported.",
            "{count:,} rows of a file will not be imported.",
            rows,
        ).format(count=rows)
        return (f" {files}" if left else "") + (f" {told}" if rows else "")

    def _opened(self, workspace: Workspace) -> None:
        if workspace.connection.id not in self._begun:
            self._begun.add(workspace.connection.id)
            # Whoever removes the brand in the next moment ends this with it.
            workspace.tasks.start(self._begin(workspace))

    async def _begin(self, workspace: Workspace) -> None:
        await asyncio.sleep(self._pause)
        await in_thread(_import_transfers)
        from funneldesk.desktop.assets.moving.following import MovedReferences
        from funneldesk.desktop.assets.transfers.queue import TransferQueue
        from funneldesk.desktop.assets.watched_folders.folders import WatchedFolders

        queue = workspace.shared(TransferQueue)
        queue.came.connect(_give_report)
        for job in queue.jobs:
            _give_report(job)
        try:
            await queue.begin()
            await _take_up_imports(workspace)
            workspace.shared(MovedReferences).begin()
            await workspace.shared(WatchedFolders).begin()
            for section in SECTIONS:
                if section.goes_on is not None:
                    await section.goes_on(workspace)
        except LocalStoreProblem as problem:
            tell(workspace.notifications, problem)

    def _closed(self, connection_id: str) -> None:
        self._begun.discard(connection_id)
        workspace = self._brands.open.get(connection_id)
        if workspace is not None:
            for job in self._transfers(workspace):
                self._brands.jobs.put_away(job)

    def _transfers(self, workspace: Workspace) -> tuple[Job, ...]:
        """The jobs of the board that go when the workspace goes."""
        notifications = self._brands.jobs
        return tuple(job for job in notifications.jobs if job in workspace.findChildren(Job))


def _give_report(job: "TransferJob") -> None:
    """From the tray and from the word at its end one comes to what became of each file."""
    from funneldesk.desktop.assets.transfers.downloads.runner import DOWNLOAD, target_of
    from funneldesk.desktop.assets.transfers.queue import MAIN
    from funneldesk.desktop.assets.transfers.report.report import open_report
    from funneldesk.desktop.kit.show_in_folder import show_in_folder

    job.acts["open"] = lambda: open_report(job)
    if job.kind == DOWNLOAD:
        job.acts["show"] = lambda: show_in_folder(target_of(job))
    # What goes up for an editor or from a watched folder shows there when it went well.
    job.told_elsewhere = job.lane not in (MAIN, DOWNLOAD)
    job.tell()


async def _take_up_imports(workspace: Workspace) -> None:
    """Imports that were left go on, and lead to what became of their rows."""
    from funneldesk.desktop.records.importing.queue import ImportQueue
    from funneldesk.desktop.records.importing.send_step import open_report

    queue = workspace.shared(ImportQueue)
    queue.open_report = open_report
    await queue.begin()


def _import_transfers() -> None:
    import funneldesk.desktop.assets.moving.following
    import funneldesk.desktop.assets.transfers.queue
    import funneldesk.desktop.assets.watched_folders.folders
    import funneldesk.desktop.records.importing.send_step  # noqa: F401
