"""What is done with the page that is open: save, publish, take offline, revert, duplicate."""

from collections.abc import Iterable

from PySide6.QtWidgets import QMenu

from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.sections.panel import Command


class OpenPage(PageFeature):
    """The commands and the menu of one page."""

    def commands(self) -> Iterable[Command]:
        panel = self.panel
        yield Command("New page", panel.new, "Ctrl+N", "file-plus")
        document = panel.desk.document
        if document is None:
            return
        live = panel.desk.status == "published"
        save = "Save a draft on this computer" if live else "Save this page"
        publish = "Publish the changes to this page" if live else "Publish this page"
        yield Command(save, panel.save, "Ctrl+S", "save")
        yield Command(publish, lambda: panel.save(publish=True), "Ctrl+Shift+S")
        yield Command("Delete this page", self._delete, "", "trash-2")
        yield Command("Next problem", panel.editor.next_problem, "F8", "triangle-alert")
        if panel.desk.status == "published":
            yield Command("Take this page offline", self._take_offline)
        if not document.is_new:
            yield Command("Duplicate this page", self._duplicate, "", "copy")
            if document.is_dirty:
                yield Command("Throw away unsaved changes", self._revert)

    def fill_page_menu(self, menu: QMenu) -> None:
        document = self.panel.desk.document
        if document is None:
            return
        offline = menu.addAction("Take offline", self._take_offline)
        offline.setEnabled(self.panel.desk.status == "published")
        revert = menu.addAction("Throw away unsaved changes…", self._revert)
        revert.setEnabled(document.is_dirty and not document.is_new)
        menu.addSeparator()
        duplicate = menu.addAction("Duplicate", self._duplicate)
        duplicate.setEnabled(not document.is_new)
        menu.addAction("Delete…", self._delete)

    def fill_list_menu(self, menu: QMenu, ids: list[str]) -> None:
        acts, tasks = self.panel.actions_on_pages, self.panel.tasks
        saved = [page_id for page_id in ids if not page_id.startswith("new:")]
        if len(ids) == 1:
            menu.addAction("Open", lambda: self.panel.open_record(ids[0]))
            if self.panel.library.rows[ids[0]].status == "published":
                menu.addAction("Open as a visitor", lambda: acts.open_as_visitor(ids[0]))
        if saved:
            menu.addAction("Duplicate", lambda: tasks.start(acts.duplicate(saved)))
        menu.addSeparator()
        menu.addAction("Delete…", lambda: tasks.start(acts.delete(ids)))

    def _take_offline(self) -> None:
        self.panel.tasks.start(self.panel.desk.save("offline"))

    def _revert(self) -> None:
        self.panel.tasks.start(self.panel.desk.revert())

    def _duplicate(self) -> None:
        acts = self.panel.actions_on_pages
        self.panel.tasks.start(acts.duplicate([self.panel.desk.record_id]))

    def _delete(self) -> None:
        self.panel.tasks.start(self.panel.actions_on_pages.delete([self.panel.desk.record_id]))
