"""The list of a section as a file: which records, which columns, where to; written as a job."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from funneldesk.desktop.kit.export.file_dialog import ask_save_path, write_table
from funneldesk.desktop.kit.export.table import ExportColumn, table_of
from funneldesk.desktop.kit.jobs.plain_job import shown_in
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.show_in_folder import show_in_folder
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.export.dialog import ExportDialog
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.sections.operations import operation, optional
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.brand_facts import BrandFacts

T = TypeVar("T")

SCOPES = {"all": _("All"), "shown": _("As filtered"), "selected": _("Selected")}


@dataclass(frozen=True, slots=True)
class ExportScope(Generic[T]):
    """Records that can be exported: how many, and how they are read. ``read`` raises
    ``ApiError``."""

    count: int
    read: Callable[[], Awaitable[Sequence[T]]]


class ListExport(Generic[T]):
    """Asks what and where to, reads the records, writes, and tells how it went.

    ``units`` are the records in words ("pages"). ``scopes`` gives those of ``SCOPES`` that there
    are now; empty ones are not offered. ``named`` gives the columns anew for the writing, where
    they need something of the server: its address, or the names of other records.
    """

    def __init__(
        self,
        panel: Panel,
        units: str,
        columns: Sequence[ExportColumn[T]],
        scopes: Callable[[], Awaitable[Mapping[str, ExportScope[T]]]],
        named: Callable[[], Awaitable[Sequence[ExportColumn[T]]]] | None = None,
    ) -> None:
        self._panel = panel
        self._units = units
        self._columns = columns
        self._scopes = scopes
        self._named = named

    def start(self, scope: str) -> None:
        """Ask and write. ``scope`` is what is offered first."""
        self._panel.tasks.latest("export", self.export(scope))

    async def export(self, scope: str) -> None:
        """As ``start``, awaited; nothing happens where there is nothing to export."""
        scopes = {key: found for key, found in (await self._scopes()).items() if found.count}
        if not scopes:
            return
        store, remembered = self._panel.workspace.store, f"{self._units}.export"
        counts = {key: (words, scopes[key].count) for key, words in SCOPES.items() if key in scopes}
        kept = await store.value(remembered) or {}
        dialog = ExportDialog(self._panel, self._units, self._columns, counts, kept)
        if scope in scopes:
            dialog.scopes.choose(scope)
        if await dialog.ask() != "export":
            return
        chosen, kind, later = dialog.columns, dialog.kind, dialog.remembered()
        title = _("Export the list of {units}").format(units=noun(self._units))
        name = f"{self._units}.{kind}"
        chosen_scope = scopes[dialog.scope]
        path = await ask_save_path(self._panel, title, name, kind)
        if path is not None:
            await store.put_value(remembered, later)
            await self.write(path, chosen_scope, chosen)

    async def write(self, path: Path, scope: ExportScope[T], chosen: Sequence[str]) -> None:
        """Write the records of a scope with these columns, seen in the job tray."""
        workspace = self._panel.workspace
        brand = workspace.shared(BrandFacts)
        with operation(
            workspace, _("Reading the {units} to export").format(units=noun(self._units)), "export"
        ) as asked:
            if not brand.is_known:
                with optional():
                    await brand.learn()
            notice = await self._write(path, scope, chosen)
        if not asked.failed:
            workspace.notifications.post(notice)

    async def _write(self, path: Path, scope: ExportScope[T], chosen: Sequence[str]) -> Notice:
        workspace = self._panel.workspace
        with shown_in(
            workspace.jobs,
            _("Export to {name}").format(name=path.name),
            icon="download",
            unit="row",
            total=scope.count,
            brand=workspace.connection.name,
        ) as job:
            every = await self._named() if self._named is not None else self._columns
            columns = [column for column in every if column.key in chosen]
            records = await scope.read()
            title = noun(self._units).capitalize()
            table = await in_thread(table_of, title, columns, records)
            notice = await write_table(path, table, workspace.shared(BrandFacts).zone)
            job.outcome = f"{notice.title}."
            job.trouble = int(notice.tone == "danger")
            if not job.trouble:
                job.acts["show"] = lambda: show_in_folder(path)
        return notice
