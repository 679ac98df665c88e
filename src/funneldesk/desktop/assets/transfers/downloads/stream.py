"""Download of one file: streamed, checked to be whole, retried patiently."""

import asyncio
from typing import TYPE_CHECKING

from funneldesk.client import errors as e
from funneldesk.client.errors import ApiError
from funneldesk.desktop.assets.transfers.downloads.disk import Kept, PartFile
from funneldesk.desktop.assets.transfers.downloads.order import Conflict, DownloadItem
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.result import Moving
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import OFFLINE, Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

LARGEST = 8 * 1024**3
"""Bytes of one file that are taken."""

PIECE = 256 * 1024
"""Bytes that are written at a time."""

MOST_TURNS = 8
QUICK_TURNS = 3
"""Tries after which a line that breaks is held to be gone."""

FIRST_REST, LONGEST_REST, DEFAULT_REST = 0.25, 60.0, 5.0


class NotWhole(Exception):
    """The content that came is not the file; the text is a sentence for the user."""


async def fetched(
    api: "Api", item: DownloadItem, part: PartFile, under_way: Moving, conflict: Conflict
) -> Kept:
    """Fetch a file into its part and move it to its place.

    Raises ``ApiError``, ValueError for an address elsewhere, CannotWrite, NotWhole.
    """
    buffer = bytearray()

    async def take(piece: bytes) -> None:
        buffer.extend(piece)
        under_way.moved += len(piece)
        if len(buffer) >= PIECE:
            data = bytes(buffer)
            buffer.clear()
            await asyncio.to_thread(part.write, data)

    await asyncio.to_thread(part.begin)
    try:
        measured = await api.pour_asset(item.src, take, limit=LARGEST)
        await asyncio.to_thread(part.write, bytes(buffer))
        _check(item, part, measured=measured)
        return await asyncio.to_thread(part.finish, conflict)
    finally:
        part.close()


def _check(item: DownloadItem, part: PartFile, *, measured: bool) -> None:
    if not item.size or part.size == item.size:
        return
    if not measured:
        raise NotWhole(_("It came in only partly, and the server does not say how large it is."))
    ending = item.path.rpartition(".")[2].lower()
    begins = part.beginning.lstrip().lower()
    if ending not in ("html", "htm") and begins.startswith((b"<!doctype html", b"<html")):
        raise NotWhole(
            _(
                "A web page came in its place: something on the way answers for the server. "
                "Look at your connection, then try again."
            )
        )


def why_not(error: "ApiError") -> str:
    """Why a file did not come, and what to do, for someone who wants a file and not an answer."""
    from funneldesk.desktop.kit.explain import explain

    if isinstance(error, e.NotFound):
        return _("It is not on the server any more. Refresh the list to see what is.")
    if isinstance(error, e.LoginRedirect):
        return _("The server led to another page in its place. Try again, or open it in a browser.")
    if isinstance(error, e.BadAnswer):
        return _("It broke off on the way, each time it was tried. Try again.")
    explanation = explain(error, _("Downloading it"))
    return f"{explanation.what} {explanation.now_what}"


class Patience:
    """When to try a file again: at once, after a rest, when the line is back, or not at all."""

    def __init__(self, workspace: Workspace, job: TransferJob) -> None:
        self._workspace = workspace
        self._job = job
        self._away = 0

    async def again(self, failure: "ApiError | None", turn: int) -> bool:
        """Whether another try makes sense now; waits until it does. None: not the whole file."""
        if turn >= MOST_TURNS:
            return False
        if isinstance(failure, e.RateLimited):
            seconds = failure.retry_after
            await asyncio.sleep(DEFAULT_REST if seconds is None else min(seconds, LONGEST_REST))
            return True
        if isinstance(failure, e.Unreachable | e.TimedOut):
            if turn >= QUICK_TURNS:
                self._workspace.lose()
            await self._line_back()
        elif isinstance(failure, e.BadAnswer | e.ServerFault | e.LoginRedirect | None):
            if turn > QUICK_TURNS:
                return False
        else:
            return False
        await asyncio.sleep(FIRST_REST * min(turn, 4))
        return True

    async def _line_back(self) -> None:
        workspace, job = self._workspace, self._job
        if workspace.connection_state != OFFLINE:
            return
        back = asyncio.Event()

        def look() -> None:
            if workspace.connection_state != OFFLINE:
                back.set()

        workspace.connection_changed.connect(look)
        self._away += 1
        job.state = "away"
        job.tell()
        try:
            await back.wait()
        finally:
            workspace.connection_changed.disconnect(look)
            self._away -= 1
            if not self._away and job.state == "away":
                job.state = "running"
                job.tell()
