"""A file of this computer lands in an editor: it goes up first, then into the source."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from funneldesk.desktop.assets.addresses import Addressed
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.transfers.queue import QUICK, TransferQueue
from funneldesk.desktop.assets.transfers.uploads.order import UploadOrder
from funneldesk.desktop.assets.upload_review.flow import Dropped, prepare_upload
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.sections.panel import Panel

if TYPE_CHECKING:
    from funneldesk.desktop.assets.transfers.job import TransferJob
    from funneldesk.desktop.assets.transfers.result import ItemResult
    from funneldesk.desktop.kit.web.editor.bookmarks import Bookmark
    from funneldesk.desktop.kit.web.editor.code_editor import CodeEditor

USUAL_FOLDER = "media"

Put = Callable[["Bookmark", Sequence[Addressed]], bool]


class InsertUpload:
    """Nothing is written before the file is there; until then a word stands at its place, which
    is kept while the text around it changes. ``put`` writes files at a bookmark and says whether
    that was still there. ``part`` is that of the records, ``unit`` one of them in words."""

    def __init__(
        self, panel: Panel, code: "Callable[[], CodeEditor | None]", put: Put, part: str, unit: str
    ) -> None:
        self._panel = panel
        self._workspace = panel.workspace
        self._code = code
        self._put = put
        self._unit = unit
        self._folder = f"{part}.upload_folder"
        self.notice = f"{part}/insert"
        self._tasks = TaskScope(panel)

    def begin(self, found: Dropped, mark: "Bookmark") -> None:
        """Look at what landed, send it, put it in."""
        self._tasks.start(self._run(found, mark))

    async def _run(self, found: Dropped, mark: "Bookmark") -> None:
        workspace = self._workspace
        try:
            folder = str(await workspace.store.value(self._folder, USUAL_FOLDER))
            order = await prepare_upload(self._panel, workspace, found, folder, reuse=True)
            if order is None:
                self._forget(mark)
                return
            there = self._there(order)
            if not order.items:
                self._put_files(there, mark)
                return
            await workspace.store.put_value(self._folder, order.items[0].folder)
            job = await workspace.shared(TransferQueue).upload(order, lane=QUICK)
        except LocalStoreProblem as problem:
            self._forget(mark)
            workspace.notifications.post(
                explain(problem, _("Preparing the upload")).notice(self.notice)
            )
            return
        await self._follow(job, there, mark)

    async def _follow(self, job: "TransferJob", files: list[Addressed], mark: "Bookmark") -> None:
        """Put in what is up, each time that the job ends: the rest may be tried again."""
        names = _names([each.shown for each in job.results()])
        moved = job.changed.connect(lambda: self._label(job, names, mark))
        put: set[str] = set()
        try:
            self._label(job, names, mark)
            await job.finished()
            while True:
                results = job.results()
                fresh = [each for each in results if _is_up(each) and each.path not in put]
                put.update(each.path for each in fresh)
                files += map(_addressed, fresh)
                failed = [each for each in results if each.state in ("failed", "unknown")]
                kept = self._keep(mark) if failed else None
                self._put_files(files, mark)
                if kept is None:
                    return
                self._tell_failed(job, failed)
                mark, files = kept, []
                await _ended_again(job)
        finally:
            job.changed.disconnect(moved)
            self._forget(mark)

    def _there(self, order: UploadOrder) -> list[Addressed]:
        """Those that need no upload: the same file is there already."""
        rows = self._workspace.shared(AssetLibrary).rows
        paths = [each.there for each in order.left_out if each.there]
        return [Addressed.of(rows[path]) for path in paths if path in rows]

    def _put_files(self, files: Sequence[Addressed], mark: "Bookmark") -> None:
        if not files:
            self._forget(mark)
        elif not self._put(mark, files):
            self._tell_homeless(files)

    def _label(self, job: "TransferJob", names: str, mark: "Bookmark") -> None:
        code = self._code()
        if code is None or job.state == "ended":
            return
        waits = job.state in ("paused", "away")
        state = _("waiting") if waits else HERE.percent(job.share, 0)
        code.label(mark, f"{names} · {state}")

    def _forget(self, mark: "Bookmark") -> None:
        code = self._code()
        if code is not None:
            code.place_of(mark, last=True)

    def _keep(self, mark: "Bookmark") -> "Bookmark | None":
        """A second bookmark at the place, which shows nothing; None when that is gone."""
        code = self._code()
        place = code.place_of(mark) if code is not None else None
        return None if code is None or place is None else code.bookmark(mark.document, place)

    def _tell_failed(self, job: "TransferJob", failed: Sequence["ItemResult"]) -> None:
        queue = self._workspace.shared(TransferQueue)
        names = _names([each.shown for each in failed])
        why = failed[0].words or _("The server did not take it.")
        self._workspace.notifications.post(
            Notice(
                ngettext(
                    "{names} was not uploaded, so nothing was inserted for it",
                    "{names} were not uploaded, so nothing was inserted for it",
                    len(failed),
                ).format(names=names),
                why,
                "warning",
                key=self.notice,
                action=NoticeAction(_("Try again"), lambda: queue.retry(job)),
            )
        )

    def _tell_homeless(self, files: Sequence[Addressed]) -> None:
        path = files[0].path
        what = _names([file.path.rpartition("/")[2] for file in files])
        title = ngettext(
            "{what} is up, but not inserted", "{what} are up, but not inserted", len(files)
        ).format(what=what)
        text = _("The {unit} that it was meant for is no longer open here.").format(unit=self._unit)
        show = NoticeAction(_("Show in Files"), lambda: self._workspace.go("files", path))
        self._workspace.notifications.post(
            Notice(title, text, "info", key=self.notice, action=show)
        )


async def _ended_again(job: "TransferJob") -> None:
    ended = asyncio.Event()
    connected = job.ended.connect(ended.set)
    try:
        await ended.wait()
    finally:
        job.ended.disconnect(connected)


def _names(shown: Sequence[str]) -> str:
    """The file, or how many."""
    return shown[0] if len(shown) == 1 else counted(len(shown), "file")


def _is_up(result: "ItemResult") -> bool:
    return result.state == "done" and bool(result.src)


def _addressed(result: "ItemResult") -> Addressed:
    return Addressed(result.path, result.src, result.width, result.height)
