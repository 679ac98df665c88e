"""Uploads: folders first, then the files in batches, every answer noted as it comes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from funneldesk.contract.files import MOST_FILES
from funneldesk.desktop.assets.library import AssetLibrary
from funneldesk.desktop.assets.order import UploadOrder
from funneldesk.desktop.assets.row import AssetRow, kind_by_name
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.result import ItemResult, TransferItem
from funneldesk.desktop.assets.transfers.runner import Surroundings
from funneldesk.desktop.assets.transfers.upload_order import kept_items, task_of
from funneldesk.desktop.local.transfers import KeptItem

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.files import BulkResult


class UploadRunner:
    """Carries out upload orders."""

    icon = "upload"

    def __init__(self, around: Surroundings) -> None:
        self._around = around

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
        """One folder's files at a time, at most 20 together."""
        by_folder: dict[str, list[TransferItem]] = {}
        for item in job.items:
            if not item.is_ended:
                by_folder.setdefault(item.task.folder, []).append(item)
        for folder, items in by_folder.items():
            for start in range(0, len(items), MOST_FILES):
                if job.pausing or job.stopping:
                    return
                await self._send(job, folder, items[start : start + MOST_FILES])

    async def undo(self, job: TransferJob) -> Sequence[ItemResult]:
        """Nothing yet."""
        return ()

    async def _send(self, job: TransferJob, folder: str, items: list[TransferItem]) -> None:
        from funneldesk.client.uploads import Upload

        files = [Upload(item.task.name, item.task.source) for item in items]

        async def sending(api: "Api") -> "BulkResult":
            names = [item.task.name for item in items]
            return await api.files.upload_many(files, folder=folder, names=names)

        answer = await self._around.line.carry(sending)
        for item, entry in zip(items, answer.files, strict=True):
            fresh = replace(item.result, state="failed", words=entry.error or "")
            if entry.is_uploaded:
                fresh = replace(
                    item.result,
                    state="done",
                    src=entry.url or "",
                    size=entry.size or item.result.size,
                    width=entry.width or 0,
                    height=entry.height or 0,
                    replaced=item.task.replaces,
                )
            job.put(item, fresh)
        await self._around.note(job, items)
        done = [item.result for item in items if item.result.state == "done"]
        workspace = self._around.workspace
        workspace.shared(AssetLibrary).put(row_of(result) for result in done)
        workspace.announce("files", *(one.path for one in done), source=self._around.source)


def row_of(result: ItemResult) -> AssetRow:
    """The library's row for a file that was just stored."""
    import time

    return AssetRow(
        result.path,
        False,
        result.size,
        time.time(),
        result.src,
        result.width,
        result.height,
        "",
        kind_by_name(result.path),
        result.path.casefold(),
    )
