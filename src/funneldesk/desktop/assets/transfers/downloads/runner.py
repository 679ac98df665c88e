"""Downloads: a kind of transfer, kept and taken up again as uploads are."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from funneldesk.desktop.assets.transfers.downloads.disk import sweep
from funneldesk.desktop.assets.transfers.downloads.order import DownloadItem, DownloadOrder
from funneldesk.desktop.assets.transfers.downloads.run import DownloadRun, part_token
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.result import ItemResult
from funneldesk.desktop.assets.transfers.runner import Runner, RunnerContext
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.transfers.transfers import KeptItem

DOWNLOAD = "download"
"""The kind, and the lane of its own: a download does not wait for uploads."""


class DownloadRunner(Runner):
    """Carries out download orders."""

    icon = "download"

    def __init__(self, context: RunnerContext) -> None:
        self._context = context

    def title(self, order: DownloadOrder) -> str:
        """As the order calls itself."""
        return order.title

    def about(self, order: DownloadOrder) -> dict[str, Any]:
        """Where it goes, and what becomes of what lies there."""
        # A folder's name on disk need not be text: its bytes are kept.
        return {"target": os.fsencode(order.target).hex(), "conflict": order.conflict}

    def items(self, order: DownloadOrder) -> Iterable[KeptItem]:
        """Every file of the order."""
        for number, item in enumerate(order.items):
            waiting = ItemResult(item.place, item.path, src=item.src, size=item.size)
            yield KeptItem(number, waiting.state, 0, asdict(item), {}, waiting.dump())

    def task(self, kept: Mapping[str, Any]) -> DownloadItem:
        """A ``DownloadItem``."""
        return DownloadItem(**kept)

    async def run(self, job: TransferJob) -> None:
        """Four files at a time, each streamed beside its place and moved there when it is whole."""
        target = target_of(job)
        left = [
            (item.task.place, part_token(self._context, job, item))
            for item in job.items
            if not item.is_ended
        ]
        await in_thread(sweep, target, left)
        await DownloadRun(self._context, job, target, job.about.get("conflict", "both")).carry_out()

    async def undo(self, job: TransferJob) -> Sequence[ItemResult]:
        """Files on this computer are the user's own: nothing is deleted here."""
        return ()


def target_of(job: TransferJob) -> Path:
    """The folder on this computer that a download goes to."""
    return Path(os.fsdecode(bytes.fromhex(job.about.get("target", ""))))
