"""Start of a download: choice of the folder, of what to do with existing files, and the order."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.downloads.names import safe_step
from funneldesk.desktop.assets.transfers.downloads.order import CONFLICTS, Conflict, DownloadOrder
from funneldesk.desktop.assets.transfers.downloads.plan import one_as, order_for
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.kit.dialogs.dialog import choose
from funneldesk.desktop.kit.export.file_dialog import ask_folder, ask_place
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.workspace.workspace import Workspace

REMEMBERED = "files.download-folder"
NOTICE = "files/download"


async def download(
    parent: QWidget, workspace: Workspace, chosen: Sequence[AssetRow]
) -> TransferJob | None:
    """Ask for a folder and bring the chosen files, and the trees of chosen folders, into it.

    None when the user changed their mind or nothing can be downloaded; they have been told.
    """
    target = await ask_folder(parent, _("Download to"), await _last_folder(workspace))
    return await download_to(parent, workspace, chosen, target) if target is not None else None


async def download_to(
    parent: QWidget, workspace: Workspace, chosen: Sequence[AssetRow], target: Path
) -> TransferJob | None:
    """The same with the folder known: what of files that are there already is asked."""
    rows = workspace.shared(AssetLibrary).rows
    order = await in_thread(order_for, chosen, rows, target)
    if not order.items:
        said = _("The chosen folders hold no file yet, or the server tells no address for it.")
        workspace.notifications.post(
            Notice(_("There is nothing to download."), said, "info", key=NOTICE)
        )
        return None
    there = await in_thread(_there, order)
    if there:
        conflict = await _ask_conflict(parent, there, len(order.items), target)
        if conflict is None:
            return None
        order = await in_thread(partial(order_for, chosen, rows, target, conflict=conflict))
    return await _begin(workspace, order)


async def download_as(parent: QWidget, workspace: Workspace, row: AssetRow) -> TransferJob | None:
    """Ask for a name and a place and bring one file there; None as ``download``."""
    start = await _last_folder(workspace) / safe_step(row.name)
    place = await ask_place(parent, _("Download as"), start)
    return await _begin(workspace, one_as(row, place)) if place is not None else None


async def _begin(workspace: Workspace, order: DownloadOrder) -> TransferJob | None:
    try:
        await workspace.store.put_value(REMEMBERED, str(order.target))
        return await workspace.shared(TransferQueue).download(order)
    except (LocalStoreProblem, UnicodeError) as problem:
        if isinstance(problem, UnicodeError):
            text = _("The folder's name is no text that can be kept. Choose another folder.")
            notice = Notice(_("The download was not begun."), text, "danger", key=NOTICE)
        else:
            explanation = problem.explanation
            text = f"{explanation.meaning} {explanation.advice}"
            notice = Notice(explanation.happened, text, "danger", key=NOTICE)
        workspace.notifications.post(notice)
        return None


async def _last_folder(workspace: Workspace) -> Path:
    """Where the last download went, as long as it is there; else the system's own place."""
    kept = await workspace.store.value(REMEMBERED)
    if isinstance(kept, str) and kept and await in_thread(Path(kept).is_dir):
        return Path(kept)
    place = QStandardPaths.StandardLocation.DownloadLocation
    return Path(QStandardPaths.writableLocation(place) or ".")


def _there(order: DownloadOrder) -> int:
    """Number of the order's files whose place is taken."""
    return sum(order.target.joinpath(*item.place.split("/")).exists() for item in order.items)


async def _ask_conflict(parent: QWidget, there: int, count: int, target: Path) -> Conflict | None:
    name = target.name or str(target)
    answer = await choose(
        parent,
        _("Some of these files are there already")
        if count > 1
        else _("This file is there already"),
        ngettext(
            "It is in “{name}”. A file that is the same to the byte is left as it is in any case.",
            "{there:,} of {files} are in “{name}”. A file that is the same to the byte is left as "
            "it is in any case.",
            count,
        ).format(there=there, files=counted(count, "file"), name=name),
        (
            ("", _("Cancel"), ""),
            ("skip", _("Leave mine") if count == 1 else _("Leave mine, fetch the rest"), ""),
            ("replace", _("Replace"), "danger"),
            ("both", _("Keep both"), "primary"),
        ),
    )
    return next((conflict for conflict in CONFLICTS if conflict == answer), None)
