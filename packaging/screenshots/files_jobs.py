"""States of the job tray and of a transfer's report for the screenshots."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.transfers.report.report import TransferReport
from funneldesk.desktop.assets.transfers.result import ItemResult, TransferItem
from funneldesk.desktop.kit.jobs.job import Job, JobItem
from funneldesk.desktop.workspace.workspace import Workspace
from screenshots.calm import calm

State = tuple[str, Callable[[], Awaitable[None]]]
MB = 1024 * 1024
TOO_LARGE = "It has 14.2 MB; the server takes 10 MB."
TAKEN = "Somebody else put another file of this name there meanwhile."


class _Drawn(Job):
    """A job that stands still."""

    flight: tuple[JobItem, ...] = ()

    def under_way(self) -> Sequence[JobItem]:
        return self.flight


def tray_states(session: Session, first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    drawn = _Scenes(session, first_page)
    return [
        ("jobs-empty", drawn.empty),
        ("jobs", drawn.jobs),
        ("files-report", drawn.report),
        ("files-report-amiss", drawn.amiss),
    ]


class _Scenes:
    def __init__(self, session: Session, first_page: Callable[[], Awaitable[None]]) -> None:
        self._session = session
        self._first_page = first_page
        self._drawn: list[Job] = []

    async def empty(self) -> None:
        await self._first_page()
        self._clear()
        self._session.jobs.open()

    async def jobs(self) -> None:
        await self._first_page()
        self._clear()
        acts: dict[Any, Any] = {"open": print}
        self._add("Export to pages.csv", "download", "row", (412, 412, 0), "ended", {"show": print})
        self._drawn[-1].outcome = "412 rows exported."
        self._add("Publish pages", "list-checks", "page", (41, 41, 3), "ended", acts)
        self._drawn[-1].outcome = "38 done, 3 failed."
        self._add("Download fonts", "download", "file", (3, 12, 0), "away", {"cancel": print})
        acts = {"pause": print, "cancel": print}
        job = self._add("Upload to media/autumn", "upload", "file", (412, 1000, 3), "running", acts)
        job.bytes_total, job.bytes_done, job.speed = 210 * MB, 84 * MB, 3.2 * MB
        job.goes_on = True
        job.flight = (
            JobItem("harbour-at-dawn.webp", 0.4, "0.8 of 2.1 MB"),
            JobItem(
                "team/portraits/everybody-in-front-of-the-old-warehouse.webp", 0.1, "0.9 of 9.4 MB"
            ),
        )
        self._session.jobs.draw()
        self._session.jobs.open()
        self._session.jobs.tray.cards[0].turn()
        await asyncio.sleep(0.2)

    async def report(self) -> None:
        await self._show(())

    async def amiss(self) -> None:
        await self._show(
            (
                ItemResult("banner.psd", "", "left_out", "Files of this kind are not taken: PSD."),
                ItemResult("walk.mp4", "", "left_out", TOO_LARGE),
                ItemResult("logo.svg", "media/logo.svg", "failed", TAKEN, size=9_120, taken=True),
                ItemResult(
                    "map.png",
                    "media/map.png",
                    "unknown",
                    "The answer was lost, and the server cannot be asked whether it arrived.",
                    size=81_000,
                ),
            )
        )

    async def _show(self, further: tuple[ItemResult, ...]) -> None:
        await self._first_page()
        workspace = self._session.shown()
        if workspace is None:
            return
        library = workspace.shared(AssetLibrary)
        await library.refresh()
        rows = [row for row in library.rows.values() if not row.is_folder][:60]
        results = [
            ItemResult(
                row.name,
                row.path,
                "done",
                src=row.src,
                size=row.size,
                width=row.width,
                height=row.height,
                replaced=place % 7 == 3,
            )
            for place, row in enumerate(rows)
        ]
        self._open(workspace, [*results, *further])
        await calm(0.6)

    def _open(self, workspace: Workspace, results: list[ItemResult]) -> None:
        queue = workspace.shared(TransferQueue)
        job = TransferJob("Upload to media/autumn", kind="upload", lane="main", key=0, parent=queue)
        job.items = [TransferItem(place, None, result) for place, result in enumerate(results)]
        job.loaded = True
        job.count()
        said = f"{job.done - job.trouble:,} files uploaded."
        job.outcome = said if not job.trouble else f"{said} {job.trouble:,} are not."
        job.state = "ended"
        dialog = TransferReport(self._session.window, job, queue)
        self._session.tasks.start(dialog.ask())

    def _add(
        self,
        title: str,
        icon: str,
        unit: str,
        counts: tuple[int, int, int],
        state: Any,
        acts: dict[Any, Any],
    ) -> _Drawn:
        job = _Drawn(title, icon=icon, unit=unit, brand="Harbour Lane")
        job.done, job.total, job.trouble = counts
        job.state, job.acts = state, acts
        self._session.brands.jobs.add(job)
        self._drawn.append(job)
        return job

    def _clear(self) -> None:
        for job in self._session.brands.jobs.jobs:
            self._session.brands.jobs.put_away(job)
        self._drawn.clear()
