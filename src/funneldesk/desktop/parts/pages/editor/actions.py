"""What is done with the page that is open: save, publish, take offline, revert, duplicate."""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from PySide6.QtWidgets import QMenu

from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.list.actions import PageActions
from funneldesk.desktop.sections.panel import Command


class OpenPage(PageFeature):
    """The commands and the menu of one page."""

    def __init__(
        self,
        context: PagesContext,
        actions: PageActions,
        save: Callable[[str | None], Coroutine[Any, Any, None]],
    ) -> None:
        """``save`` sends the page that is open, with a status or without."""
        super().__init__(context)
        self.actions = actions
        self._save = save

    def commands(self) -> Iterable[Command]:
        section, session = self.context.section, self.context.session
        yield Command("New page", section.new, "Ctrl+N", "file-plus")
        draft = session.draft
        if draft is None:
            return
        live = session.status == "published"
        save = "Save a draft on this computer" if live else "Save this page"
        publish = "Publish the changes to this page" if live else "Publish this page"
        yield Command(save, section.save, "Ctrl+S", "save")
        yield Command(publish, lambda: section.save(publish=True), "Ctrl+Shift+S")
        yield Command("Delete this page", self._delete, "", "trash-2")
        yield Command("Next problem", self.context.editor.next_problem, "F8", "triangle-alert")
        if session.status == "published":
            yield Command("Take this page offline", self._take_offline)
        if not draft.is_new:
            yield Command("Duplicate this page", self._duplicate, "", "copy")
            if draft.is_dirty:
                yield Command("Discard unsaved changes", self._revert)

    def fill_page_menu(self, menu: QMenu) -> None:
        draft = self.context.session.draft
        if draft is None:
            return
        offline = menu.addAction("Take offline", self._take_offline)
        offline.setEnabled(self.context.session.status == "published")
        revert = menu.addAction("Discard unsaved changes…", self._revert)
        revert.setEnabled(draft.is_dirty and not draft.is_new)
        menu.addSeparator()
        duplicate = menu.addAction("Duplicate", self._duplicate)
        duplicate.setEnabled(not draft.is_new)
        menu.addAction("Delete…", self._delete)

    def fill_list_menu(self, menu: QMenu, ids: list[str]) -> None:
        acts, tasks = self.actions, self.context.tasks
        saved = [page_id for page_id in ids if not page_id.startswith("new:")]
        if len(ids) == 1:
            menu.addAction("Open", lambda: self.context.section.open_record(ids[0]))
            if self.context.library.rows[ids[0]].status == "published":
                menu.addAction("Open the live page", lambda: acts.open_as_visitor(ids[0]))
        if saved:
            menu.addAction("Duplicate", lambda: tasks.start(acts.duplicate(saved)))
        menu.addSeparator()
        menu.addAction("Delete…", lambda: tasks.start(acts.delete(ids)))

    def _take_offline(self) -> None:
        self.context.tasks.start(self._save("offline"))

    def _revert(self) -> None:
        self.context.tasks.start(self.context.session.revert())

    def _duplicate(self) -> None:
        acts = self.actions
        self.context.tasks.start(acts.duplicate([self.context.session.record_id]))

    def _delete(self) -> None:
        self.context.tasks.start(self.actions.delete([self.context.session.record_id]))
