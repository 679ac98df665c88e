"""The list of a section as a file: which rows, which columns, where to; then written as a job."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.export.file_dialog import ask_save_path, write_table
from funneldesk.desktop.kit.export.table import ExportColumn, Table
from funneldesk.desktop.kit.jobs.job_queue import JobQueue
from funneldesk.desktop.kit.jobs.plain_job import shown_in
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.show_in_folder import show_in_folder
from funneldesk.desktop.records.export.dialog import ExportDialog

SCOPES = {"all": "All", "shown": "As filtered", "selected": "Selected"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user wants written: the rows' ids, the keys of the columns, and where to;
    ``remembered`` is what to offer the next time."""

    path: Path
    ids: Sequence[str]
    columns: list[str]
    remembered: dict[str, Any]


async def ask_what(
    parent: QWidget,
    what: str,
    columns: Sequence[ExportColumn[Any]],
    ids: Mapping[str, Sequence[str]],
    *,
    scope: str,
    remembered: Mapping[str, Any],
) -> Wanted | None:
    """Ask, then ask where to; None when dismissed or when there is nothing.

    ``what`` are the records in the plural; ``ids`` those of each of ``SCOPES``, of which ``scope``
    is offered first.
    """
    counts = {key: (words, len(ids[key])) for key, words in SCOPES.items() if ids.get(key)}
    if not counts:
        return None
    dialog = ExportDialog(parent, what, columns, counts, remembered)
    dialog.scopes.choose(scope)
    if await dialog.ask() != "export":
        return None
    chosen, kind, wanted = dialog.columns, dialog.kind, ids[dialog.scope]
    path = await ask_save_path(parent, f"Export the list of {what}", f"{what}.{kind}", kind)
    return Wanted(path, wanted, chosen, dialog.remembered()) if path is not None else None


async def write_list(
    path: Path,
    table: Callable[[], Awaitable[Table]],
    *,
    jobs: JobQueue,
    brand: str,
    total: int,
    zone: tzinfo | None,
) -> Notice:
    """Write it, seen in the job tray; the notice tells how that went."""
    title = f"Export to {path.name}"
    with shown_in(jobs, title, icon="download", unit="row", total=total, brand=brand) as job:
        told = await write_table(path, await table(), zone)
        job.outcome = f"{told.title}."
        job.trouble = int(told.tone == "danger")
        if not job.trouble:
            job.acts["show"] = lambda: show_in_folder(path)
    return told
