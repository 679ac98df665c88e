"""Saved reports: kept by name for a brand, and copied to another one."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.desktop.insight.named import Named, NamedThings
from funneldesk.desktop.kit.dialogs.dialog import ask_text
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.explore.report import SavedReport
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

PLACE = "analytics.reports"


def saved_reports(store: LocalStore) -> NamedThings[SavedReport]:
    """The reports of a brand."""
    return NamedThings(store, PLACE, SavedReport.of, SavedReport.state)


class SavedReports:
    """What can be done with them. ``now`` gives the report that is shown, ``show`` takes one;
    ``current`` is the one that was opened or saved last."""

    def __init__(
        self,
        owner: QWidget,
        workspace: Workspace,
        now: Callable[[], SavedReport],
        show: Callable[[SavedReport], object],
    ) -> None:
        self.things = saved_reports(workspace.store)
        self.things.setParent(owner)
        self.current: Named[SavedReport] | None = None
        self.tasks = TaskScope(owner)
        self._owner, self._workspace = owner, workspace
        self._now, self._show = now, show

    @property
    def name(self) -> str:
        """What the report that is shown is called; "" where it was never saved."""
        return self.current.name if self.current is not None else ""

    def fill(self, menu: QMenu) -> None:
        """Offer the reports, and what can be done with the one that is shown."""
        for each in self.things:
            action = menu.addAction(each.name.replace("&", "&&"), partial(self.open, each.key))
            action.setCheckable(True)
            action.setChecked(self.current is not None and each.key == self.current.key)
        if len(self.things):
            menu.addSeparator()
        menu.addAction(_("Save as a new report…"), lambda: self._start(self.save_as()))
        known = self.current
        if known is None:
            return
        name = known.name.replace("&", "&&")
        menu.addAction(
            _("Update “{name}”").format(name=name), lambda: self._start(self.update(known))
        )
        menu.addAction(
            _("Rename “{name}”…").format(name=name), lambda: self._start(self.rename(known))
        )
        self._fill_brands(menu, known)
        menu.addSeparator()
        menu.addAction(
            _("Delete “{name}”").format(name=name), lambda: self._start(self.remove(known))
        )

    def open(self, key: str) -> None:
        """Show a saved report."""
        found = self.things.get(key)
        if found is not None:
            self.current = found
            self._show(found.thing)

    async def save_as(self) -> None:
        """Ask for a name and keep what is shown under it."""
        name = await self._ask(_("Save report"), "", _("Save report"))
        if name is not None:
            self.current = await self.things.add(name, self._now())
            self._show(self.current.thing)

    async def update(self, known: Named[SavedReport]) -> None:
        """Keep what is shown in place of a report."""
        await self.things.put(known.key, known.name, self._now())
        self.current = self.things.get(known.key)

    async def rename(self, known: Named[SavedReport]) -> None:
        """Ask for another name."""
        name = await self._ask(_("Rename report"), known.name, _("Rename"), known.key)
        if name is not None:
            await self.things.put(known.key, name, known.thing)
            self.current = self.things.get(known.key)
            self._show(known.thing)

    async def remove(self, known: Named[SavedReport]) -> None:
        """Keep a report no longer; it stays shown."""
        await self.things.remove(known.key)
        self.current = None
        self._show(self._now())

    def _fill_brands(self, menu: QMenu, known: Named[SavedReport]) -> None:
        around = self._workspace.neighbours
        others = around.connections() if around is not None else ()
        others = tuple(each for each in others if each.id != self._workspace.connection.id)
        if not others:
            return
        inner = menu.addMenu(_("Copy to another brand"))
        for each in others:
            copy = partial(self._copy, each.id, each.name, known)
            inner.addAction(each.name.replace("&", "&&"), copy)

    def _copy(self, connection_id: str, brand: str, known: Named[SavedReport]) -> None:
        self._start(self.copy_to(connection_id, brand, known))

    async def copy_to(self, connection_id: str, brand: str, known: Named[SavedReport]) -> None:
        """Keep a report for another brand too, under a name that is free there."""
        around = self._workspace.neighbours
        if around is None:
            return
        with operation(self._workspace, _("Copying the report"), "analytics/copy") as asked:
            other = await around.workspace(connection_id)
        if asked.failed:
            return
        things = saved_reports(other.store)
        await things.recall()
        name, number = known.name, 2
        while things.name_problem(name):
            name, number = f"{known.name[:50]} {number}", number + 1
        await things.add(name, known.thing)
        told = _("“{name}” is in Analytics there, under Explore.").format(name=name)
        title = _("Copied to {brand}").format(brand=brand)
        self._workspace.notifications.post(Notice(title, told, "success"))

    async def _ask(self, title: str, value: str, action: str, but: str = "") -> str | None:
        said = _("It keeps metrics, groups, chart, order, range and filters.")
        while (
            name := await ask_text(self._owner, title, said, value=value, action=action)
        ) is not None:
            said, value = self.things.name_problem(name, but), name
            if not said:
                return name.strip()
        return None

    def _start(self, work: Any) -> None:
        self.tasks.latest("report", work)
