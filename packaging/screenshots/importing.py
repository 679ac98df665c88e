"""The steps of an import for the screenshots: file, columns, check, send, report."""

import csv
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.parts.pages.list.importing import IMPORT
from funneldesk.desktop.records.importing.dialog import ImportDialog
from screenshots.calm import calm, until

DRAWN_SECONDS = 1.0
NARROW = (860, 640)
TITLES = (
    "Page title",
    "URL",
    "Template type",
    "Meta description",
    "Hide from search engines",
    "Owner",
)
TYPES = ("leadgen", "nutra-prelander", "nutra-advertorial", "castle")
State = tuple[str, Callable[[], Awaitable[None]]]


class ImportScenes:
    """Leads an import from step to step."""

    def __init__(self, session: Session, first_page: Callable[[], Awaitable[None]]) -> None:
        self._session = session
        self._first_page = first_page
        self._home: tempfile.TemporaryDirectory[str] | None = None
        self._dialog: ImportDialog | None = None

    def states(self) -> list[State]:
        """Each with the name of its screenshot."""
        return [
            ("import-empty", self._empty),
            ("import-file", self._file),
            ("import-columns", self._columns),
            ("import-check", self._check),
            ("import-narrow", self._narrow),
            ("import-send", self._send),
            ("import-report", self._report),
        ]

    async def _opened(self) -> ImportDialog:
        panel = self._session.window.panel()
        if panel is None:
            raise RuntimeError("Nothing is shown.")
        self._dialog = dialog = ImportDialog(panel, panel.workspace, IMPORT)
        panel.tasks.start(dialog.ask())
        await calm(DRAWN_SECONDS)
        return dialog

    async def _empty(self) -> None:
        await self._first_page()
        await self._opened()

    async def _file(self) -> None:
        await self._empty()
        await self._take_file()

    async def _take_file(self) -> None:
        dialog = self._dialog
        if dialog is None:
            raise RuntimeError("No import is shown.")
        self._home = self._home or tempfile.TemporaryDirectory()
        dialog.open_file(await in_thread(_write, Path(self._home.name)))
        await until(lambda: dialog.forward.isEnabled())

    async def _forward(self) -> ImportDialog:
        dialog = self._dialog
        if dialog is None:
            raise RuntimeError("No import is shown.")
        step = dialog.step
        dialog.forward.click()
        await until(lambda: dialog.step > step and not dialog.progress.is_on())
        return dialog

    async def _columns(self) -> None:
        await self._file()
        await self._forward()

    async def _check(self) -> None:
        await self._columns()
        await self._forward()

    async def _narrow(self) -> None:
        await self._first_page()
        self._session.window.resize(*NARROW)
        await calm(DRAWN_SECONDS)
        await self._opened()
        await self._take_file()
        await self._forward()
        await self._forward()

    async def _send(self) -> None:
        await self._check()
        await self._forward()
        await calm(DRAWN_SECONDS)

    async def _report(self) -> None:
        dialog = self._dialog
        if dialog is None:
            raise RuntimeError("No import is shown.")
        await until(dialog.send.report.isVisible)
        dialog.send.report.click()
        dialog.answer("")
        await calm(DRAWN_SECONDS)


def _write(folder: Path) -> Path:
    path = folder / "pages-2026.csv"
    with path.open("w", encoding="cp1252", newline="") as file:
        out = csv.writer(file, delimiter=";")
        out.writerow(TITLES)
        for n in range(1, 241):
            kind = TYPES[3] if n % 60 == 7 else TYPES[n % 3]
            slug = "summer offer" if n % 80 == 3 else f"{'été' if n == 90 else 'offer'}-{n}"
            hidden = "maybe" if n == 12 else ("yes" if n % 4 else "no")
            out.writerow((f"Summer offer {n}", slug, kind, f"Save {n % 50} %", hidden, "Ana"))
    return path
