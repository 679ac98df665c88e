"""One upload request: its files, how they are read and sent, and its answer."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from funneldesk.desktop.assets.transfers.connection.rate_limiter import RateLimiter
from funneldesk.desktop.assets.transfers.connection.retrying_client import Activity, in_time
from funneldesk.desktop.assets.transfers.result import ItemResult, Moving, TransferItem
from funneldesk.desktop.assets.transfers.uploads.source import Snapshot, pieces
from funneldesk.desktop.kit.tasks import in_thread

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.files import BulkEntry, BulkResult

MEGABYTE = 1_000_000
GATEWAYS = (502, 504)


@dataclass(slots=True)
class Leaving:
    """A file that leaves: the item, and what it holds now."""

    item: TransferItem
    shot: Snapshot
    moving: Moving = field(init=False)

    def __post_init__(self) -> None:
        self.moving = Moving(self.item.result.shown, self.shot.size)


class Batch:
    """Files that leave together for one folder. Made and asked on the window's loop; ``send`` runs
    on the line's."""

    def __init__(self, files: Sequence[Leaving], limiter: RateLimiter) -> None:
        self.files = files
        self.folder: str = files[0].item.task.folder
        self.activity = Activity()
        self._limiter = limiter
        self.units = 2 + len(files) + sum(file.shot.size for file in files) / MEGABYTE
        self._waited = max(file.item.waited for file in files)

    @property
    def items(self) -> list[TransferItem]:
        """The items of the files."""
        return [file.item for file in self.files]

    @property
    def torn(self) -> list[TransferItem]:
        """Those that turned out to be something else when they were read to be sent."""
        return [file.item for file in self.files if file.shot.torn]

    def still_worked_on(self, status: int | None = None) -> float:
        """Work that the server may still have to do for it now that its connection broke; after an
        answer (``status``) nothing, unless a gateway gave it that waits no longer."""
        answered = status is not None and status not in GATEWAYS
        return self.units if self.activity.whole and not answered else 0

    async def send(self, api: "Api") -> "BulkResult":
        """Send it, once. Raises ``ApiError``."""
        from funneldesk.client.uploads import Upload

        uploads = []
        for file in self.files:
            content = pieces(file.shot, self._taken(file))
            uploads.append(Upload(file.item.task.name, content, file.shot.size))
        names = [file.item.task.name for file in self.files]
        self.activity.note()
        sends = self._limiter.sends
        answer = await in_time(
            api.files.upload_many(uploads, folder=self.folder, names=names),
            api,
            self.activity,
            lambda: sends.patience(self.units, self._waited),
        )
        sends.answered(time.monotonic() - self.activity.last, self.units)
        return answer

    def entries(self, answer: "BulkResult") -> "list[BulkEntry | None]":
        """The answer for each file; None where it says nothing that can be relied on."""
        by_name = {entry.filename: entry for entry in answer.files}
        names = [file.item.task.name for file in self.files]
        found: list[BulkEntry | None] = [by_name.get(name) for name in names]
        if None in found and len(answer.files) == len(names):
            found = list(answer.files)
        return [
            entry if entry is None or _fits(entry, file) else None
            for entry, file in zip(found, self.files, strict=True)
        ]

    def _taken(self, file: Leaving) -> "_Taken":
        return _Taken(self, file)


class _Taken:
    """Counts what was taken off a file, and knows when the last of all files was."""

    def __init__(self, batch: Batch, file: Leaving) -> None:
        self._batch = batch
        self._file = file

    def __call__(self, count: int) -> None:
        self._file.moving.moved += count
        self._batch.activity.note()
        if self._file is self._batch.files[-1] and self._file.moving.moved >= self._file.shot.size:
            self._batch.activity.whole = True


def _fits(entry: "BulkEntry", file: Leaving) -> bool:
    """An upload is believed when it has as many bytes as were sent."""
    if entry.is_uploaded:
        return entry.size is None or entry.size == file.shot.size
    return entry.status == "failed"


def done_by(entry: "BulkEntry", file: Leaving, brand: int) -> ItemResult:
    """The result of a file that the server says it has."""
    before = file.item.result
    path = before.path
    if entry.url and entry.filename not in ("", file.item.task.name):
        # It was given another name there: the address tells.
        path = unquote(entry.url.partition(f"/{brand}/assets/")[2].partition("?")[0]) or path
    return replace(
        before,
        path=path,
        state="done",
        words="",
        src=entry.url or before.src,
        size=file.shot.size,
        width=entry.width or 0,
        height=entry.height or 0,
    )


async def sides_of(path: Path) -> tuple[int, int]:
    """Width and height of an image in pixels, zeros for anything else."""
    return await in_thread(_sides, path)


def _sides(path: Path) -> tuple[int, int]:
    import imagesize  # type: ignore[import-untyped]

    try:
        width, height = imagesize.get(path)
    except (OSError, ValueError, ArithmeticError, LookupError):
        return 0, 0
    return max(0, int(width)), max(0, int(height))
