"""File dialogs, and tables written to the chosen file off the window's thread."""

import asyncio
from datetime import tzinfo
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.export.writing import CannotWrite, export_table
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _, ngettext

KINDS = {
    "csv": _("Comma-separated values (*.csv)"),
    "xlsx": _("Excel workbook (*.xlsx)"),
    "png": _("PNG image (*.png)"),
    "svg": _("SVG image (*.svg)"),
    "pdf": _("PDF document (*.pdf)"),
}


async def ask_save_path(parent: QWidget, title: str, name: str, kind: str) -> Path | None:
    """Where to write; None when dismissed. ``kind`` is a key of ``KINDS``, put behind the name."""
    dialog = QFileDialog(parent, title, name, KINDS[kind])
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(kind)
    return await _answer(dialog)


async def ask_place(parent: QWidget, title: str, place: Path) -> Path | None:
    """Where to write one file, ``place`` to begin with; None when dismissed. The dialog has asked
    about a file that is there."""
    dialog = QFileDialog(parent, title, str(place))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    return await _answer(dialog)


async def ask_folder(parent: QWidget, title: str, start: Path | None = None) -> Path | None:
    """A folder of this computer, ``start`` to begin with; None when dismissed."""
    dialog = QFileDialog(parent, title, str(start) if start is not None else "")
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly, True)
    return await _answer(dialog)


async def ask_files(parent: QWidget, title: str) -> list[Path]:
    """Files of this computer; none when dismissed."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    if await _answer(dialog) is None:
        return []
    return [Path(name) for name in dialog.selectedFiles()]


async def write_table(path: Path, table: Table, zone: tzinfo | None = None) -> Notice:
    """Write a table in a thread; the notice tells how that went."""
    try:
        count = await in_thread(export_table, path, table, zone)
    except CannotWrite as problem:
        return Notice(problem.what, f"{problem.so_what} {problem.now_what}", "danger", key="export")
    told = ngettext("{count:,} row exported", "{count:,} rows exported", count).format(count=count)
    return Notice(told, _("To {name}").format(name=path.name), "success", key="export")


async def _answer(dialog: QFileDialog) -> Path | None:
    chosen: asyncio.Future[Path | None] = asyncio.get_running_loop().create_future()

    def settle(path: Path | None) -> None:
        if not chosen.done():
            chosen.set_result(path)

    dialog.fileSelected.connect(lambda name: settle(Path(name)))
    dialog.filesSelected.connect(lambda names: settle(Path(names[0])) if names else None)
    dialog.rejected.connect(lambda: settle(None))
    dialog.destroyed.connect(lambda: settle(None))
    dialog.open()
    try:
        return await chosen
    finally:
        dialog.deleteLater()
