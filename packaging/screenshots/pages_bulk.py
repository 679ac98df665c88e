"""States of the work on many pages for the screenshots: dialogs, dry runs, progress, report."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.parts.pages.bulk.feature import CHOSEN
from funneldesk.desktop.parts.pages.copy_to_brand.dialog import CopyToBrandDialog
from funneldesk.desktop.parts.pages.folder_sync.dialogs import FolderInDialog, FolderOutDialog
from funneldesk.desktop.parts.pages.folder_sync.exporting import write_folder
from funneldesk.desktop.parts.pages.folder_sync.files import to_files
from funneldesk.desktop.parts.pages.folder_sync.importing import Comparison
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.list.export import PageExport
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome, Report
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.bulk.run import BulkRun
from funneldesk.desktop.records.bulk.set_fields import SetFieldsDialog
from screenshots.calm import calm

VIEW_SECONDS = 1.5
MOST = 12
State = tuple[str, Callable[[], Awaitable[None]]]


class BulkScenes:
    """Leads the Pages section from one of these states to the next."""

    def __init__(
        self, first_page: Callable[[], Awaitable[None]], panel: Callable[[], PagesPanel]
    ) -> None:
        self._first_page = first_page
        self._panel = panel

    def states(self) -> list[State]:
        """Each with the name of its screenshot."""
        return [
            ("bulk-progress", self._progress),
            ("bulk-report", self._report),
            ("bulk-fields", self._fields),
            ("bulk-fields-plan", self._fields_plan),
            ("export-list", self._export),
            ("folder-out", self._folder_out),
            ("folder-in", self._folder_in),
            ("to-brand", self._to_brand),
        ]

    async def _items(self) -> list[BulkItem]:
        await self._first_page()
        panel = self._panel()
        ids = list(panel.list.list.rows.ids)[:MOST]
        return panel.actions_on_pages.items(ids)

    async def _show(self, dialog: Dialog) -> None:
        self._panel().tasks.start(dialog.ask())
        await calm(VIEW_SECONDS)

    async def _progress(self) -> None:
        items = await self._items()
        waiting = asyncio.Event()

        async def work(item: BulkItem) -> Outcome:
            if item is items[4]:
                await waiting.wait()
            return Outcome.done()

        panel = self._panel()
        run = BulkRun(items, work, doing="Publishing", parent=panel)
        panel.actions_on_pages.runs.bar.show_run(run)
        panel.tasks.start(run.run())
        await asyncio.sleep(0.1)
        run.finished.connect(run.deleteLater)
        panel.tasks.debounce("screenshot", 2.0, _setting(waiting))

    async def _report(self) -> None:
        items = await self._items()

        async def back() -> Outcome:
            return Outcome.done()

        said = {
            1: Outcome.skipped(
                "Somebody else changed it: Status is “Offline” now.",
                "Look at it first, then try again.",
            ),
            3: Outcome.failed(
                "Publishing was not accepted.",
                "The title is required.",
                "Correct it and try again.",
            ),
            6: Outcome.unknown(),
        }
        rows = [
            (item, said.get(at, Outcome.done("Status: Published.", back)))
            for at, item in enumerate(items)
        ]
        await self._show(ReportDialog(self._panel(), "Publish pages", Report(tuple(rows))))

    async def _fields(self) -> None:
        await self._fields_dialog()

    async def _fields_dialog(self) -> SetFieldsDialog:
        items = await self._items()
        panel = self._panel()
        dialog = SetFieldsDialog(panel, PAGES, panel.workspace, panel.library, items, CHOSEN)
        await self._show(dialog)
        dialog.form.tick("prevent_indexing", True)
        dialog.form.tick("ga_measurement_id", "G-7X2PLQ41KD")
        return dialog

    async def _fields_plan(self) -> None:
        dialog = await self._fields_dialog()
        dialog.next_button.click()
        await calm(VIEW_SECONDS)

    async def _export(self) -> None:
        await self._first_page()
        panel = self._panel()
        feature = next(each for each in panel.features if isinstance(each, PageExport))
        panel.tasks.latest("export", feature.export("all"))
        await calm(VIEW_SECONDS)

    async def _folder_out(self) -> None:
        items = await self._items()
        counts = {"all": ("All", len(self._panel().library.rows)), "selected": ("Selected", 3)}
        await self._show(FolderOutDialog(self._panel(), counts if items else {}))

    async def _folder_in(self) -> None:
        items = await self._items()
        panel = self._panel()
        with tempfile.TemporaryDirectory(prefix="funneldesk-screenshots-") as home:
            root = Path(home) / "Harbour Lane pages"
            await in_thread(root.mkdir)
            for at, item in enumerate(items):
                body = await panel.library.fetch(item.id)
                if at < 3:
                    html = str(body["html"])
                    body["html"] = html.replace("</h1>", " today</h1>\n<p>Until Sunday.</p>", 1)
                files = to_files(body, with_password=False)
                if at == 5:
                    files["page.json"] = b"{"
                await in_thread(write_folder, root / str(body["slug"]), files)
            new = {"page.html": b"<h1>Winter</h1>\n", "page.json": b'{"title": "Winter sale"}'}
            await in_thread(write_folder, root / "winter-sale", new)
            comparison = Comparison(panel.workspace, panel.library)
            dialog = FolderInDialog(panel, comparison, root)
            await self._show(dialog)
            await calm(VIEW_SECONDS)

    async def _to_brand(self) -> None:
        items = await self._items()
        panel = self._panel()
        neighbours = panel.workspace.neighbours
        if neighbours is not None:
            dialog = CopyToBrandDialog(panel, panel.workspace, panel.library, neighbours, items)
            await self._show(dialog)
            await calm(VIEW_SECONDS)


def _setting(event: asyncio.Event) -> Callable[[], Awaitable[None]]:
    async def done() -> None:
        event.set()

    return done
