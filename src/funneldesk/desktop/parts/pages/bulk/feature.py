"""What is done with several pages at once: publish, take offline, set fields."""

from collections.abc import Iterable
from functools import partial

from PySide6.QtWidgets import QMenu

from funneldesk.desktop.parts.pages.bulk.places import place_names
from funneldesk.desktop.parts.pages.bulk.runs import pages
from funneldesk.desktop.parts.pages.bulk.writes import FieldWriter
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.list.actions import PageActions
from funneldesk.desktop.records.bulk.section_run import SectionWork
from funneldesk.desktop.records.bulk.set_fields import SetFieldsDialog
from funneldesk.desktop.sections.panel import Command

CHOSEN = ("funnel_id", "domain_id")
"""Chosen by name; other numbers are typed."""


class PageBulk(PageFeature):
    """Entries for the selected pages, and the report of the last run."""

    def __init__(self, context: PagesContext, actions: PageActions) -> None:
        super().__init__(context)
        self.actions = actions

    def commands(self) -> Iterable[Command]:
        ids = self.context.list.list.selected_ids()
        acts, tasks = self.actions, self.context.tasks
        if len(ids) > 1:
            which = f"the {len(ids):,} selected pages"
            yield Command(
                f"Publish {which}", lambda: tasks.start(acts.set_status(ids, "published"))
            )
            yield Command(
                f"Take {which} offline", lambda: tasks.start(acts.set_status(ids, "offline"))
            )
            yield Command(f"Set fields on {which}", lambda: tasks.start(self.set_fields(ids)))
        if acts.runs.current is not None:
            yield Command("Stop the work on pages", acts.runs.current.stop)
        elif acts.runs.last is not None:
            yield Command(
                "Show the report of the last run", lambda: tasks.start(acts.runs.show_last())
            )

    def fill_list_menu(self, menu: QMenu, ids: list[str]) -> None:
        acts, tasks = self.actions, self.context.tasks
        rows = self.context.library.rows
        which = f" {pages(len(ids))}" if len(ids) > 1 else ""
        statuses = {rows[page_id].status for page_id in ids if page_id in rows}
        menu.addSeparator()
        publish = menu.addAction(
            f"Publish{which}", lambda: tasks.start(acts.set_status(ids, "published"))
        )
        publish.setEnabled(bool(statuses - {"published"}))
        offline = menu.addAction(
            f"Take{which} offline", lambda: tasks.start(acts.set_status(ids, "offline"))
        )
        offline.setEnabled("published" in statuses)
        menu.addAction("Set fields…", lambda: tasks.start(self.set_fields(ids)))

    def fill_section_menu(self, menu: QMenu) -> None:
        runs = self.actions.runs
        report = menu.addAction(
            "Report of the last run", lambda: self.context.tasks.start(runs.show_last())
        )
        report.setEnabled(runs.last is not None)

    async def set_fields(self, ids: list[str]) -> None:
        """Ask what to set, show what changes on which page, then do it."""
        acts, workspace, library = self.actions, self.context.workspace, self.context.library
        if not acts.may_write():
            return
        items = acts.items(ids)
        learn = partial(place_names, workspace, library.rows.values())
        dialog = SetFieldsDialog(
            self.context.section, PAGES, workspace, library, items, CHOSEN, learn
        )
        if await dialog.ask() != "set":
            return
        wanted = dict.fromkeys(dialog.chosen, dialog.wanted)
        writer = FieldWriter(workspace, library, wanted, dialog.known, dialog.names)
        job = SectionWork(
            "Set fields",
            "Setting fields on",
            lambda count: f"Fields set on {pages(count)}",
            writer.write,
            writer.look,
        )
        await acts.runs.run(job, [item for item in items if item.id in wanted])

    def end(self) -> None:
        runs = self.actions.runs
        if runs.current is not None:
            runs.current.stop()
