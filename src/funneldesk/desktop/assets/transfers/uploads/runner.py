"""Uploads: folders first, then the files in batches, every answer noted as it comes."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from funneldesk.desktop.assets.transfers import labels
from funneldesk.desktop.assets.transfers.connection.rate_limiter import RateLimiter
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.result import ItemResult
from funneldesk.desktop.assets.transfers.runner import Runner, RunnerContext
from funneldesk.desktop.assets.transfers.uploads.ledger import remove_files
from funneldesk.desktop.assets.transfers.uploads.order import UploadOrder
from funneldesk.desktop.assets.transfers.uploads.stored_order import kept_items, task_of
from funneldesk.desktop.assets.transfers.uploads.undo import UploadUndo
from funneldesk.desktop.assets.transfers.uploads.work import UploadWork
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.transfers.transfers import KeptItem


class UploadRunner(Runner):
    """Carries out upload orders."""

    icon = "upload"

    def __init__(self, context: RunnerContext) -> None:
        self._context = context
        self._limiter = RateLimiter()

    def title(self, order: UploadOrder) -> str:
        """As the order calls itself."""
        return order.title

    def about(self, order: UploadOrder) -> dict[str, Any]:
        """The folders that are made first."""
        return {"folders": list(order.folders)}

    def items(self, order: UploadOrder) -> Iterable[KeptItem]:
        """Those that go, then those left out."""
        return kept_items(order)

    def task(self, kept: Mapping[str, Any]) -> Any:
        """An ``UploadItem``."""
        return task_of(kept)

    async def run(self, job: TransferJob) -> None:
        """See ``Runner.run``."""
        await UploadWork(self._context, job, self._limiter).run()

    def outcome(self, job: TransferJob) -> str:
        """Number of uploaded files."""
        return labels.uploads_end(job.counts)

    async def forget(self, job: TransferJob) -> None:
        """Copies of ours that were not sent go."""
        tasks = [item.task for item in job.items if item.task is not None]
        copies = [task.source for task in tasks if task.spooled]
        copies += [Path(item.note["cured"]) for item in job.items if "cured" in item.note]
        if copies:
            await in_thread(remove_files, copies)

    async def undo(self, job: TransferJob) -> Sequence[ItemResult]:
        """See ``TransferJob.undo``."""
        return await UploadUndo(self._context, job, self._limiter).run()
